/** Writes a greeting that fits the time of day where the lead is. */
export default async function (ctx: FunctionContext, svc: Svc) {
  const { lead } = ctx;
  const { hour } = await svc.time.zoned(await svc.time.now(), lead.timezone ?? 'UTC');
  const greeting = hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening';
  await svc.messages.send(lead.id, {
    channel: 'email',
    subject: `${greeting}, ${lead.first_name}`,
    content: `${greeting} ${lead.first_name}, is this a good time for a short call?`,
  });
  return greeting;
}
