/** Gives the owner of a lead that was written to and never answered a task, once a week at most. */
export default async function (ctx: FunctionContext, svc: Svc) {
  const { lead } = ctx;
  const key = `reminded/${lead.id}`;
  if (await svc.kv.get(key)) return { reminded: false };
  await svc.tasks.create(lead.id, { title: `Call ${lead.first_name}: no answer yet`, due_in_hours: 24 });
  await svc.kv.set(key, true, { ttl_seconds: 7 * 24 * 3600 });
  return { reminded: true };
}
