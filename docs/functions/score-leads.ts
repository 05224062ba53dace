/** Scores a lead by what it told and did, and tags the ones worth a call today. */
export default async function (ctx: FunctionContext, svc: Svc) {
  const { lead } = ctx;
  const points = {
    company: lead.company ? 20 : 0,
    phone: lead.phone ? 20 : 0,
    budget: Number(lead.metadata.budget ?? 0) >= 5000 ? 30 : 0,
    replied: lead.engagement.inbound_count > 0 ? 30 : 0,
  };
  const score = Object.values(points).reduce((sum, n) => sum + n, 0);
  await svc.leads.update(lead.id, { metadata: { score } });
  if (score >= 50) await svc.tags.add(lead.id, ['hot']);
  else await svc.tags.remove(lead.id, ['hot']);
  svc.log('scored', { score, points });
  return { score, hot: score >= 50 };
}
