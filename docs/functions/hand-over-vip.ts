/** Hands an important lead to a person: its automation stops, and a task says why. */
export default async function (ctx: FunctionContext, svc: Svc) {
  const { lead } = ctx;
  if (lead.active_workflow_run && !lead.active_workflow_run.human_takeover) {
    await svc.automation.stop(lead.id, { reason: 'VIP: a person takes over.', auto_resume_after_minutes: 2 * 24 * 60 });
  }
  await svc.tasks.create(lead.id, {
    title: `Take over ${lead.first_name} ${lead.last_name ?? ''}`.trim(),
    due_in_hours: 2,
  });
  return { handed_over: true };
}
