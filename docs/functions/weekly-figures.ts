/** Counts leads by where they came from; a schedule without a query runs it once, without a lead. */
export default async function (_ctx: FunctionContext, svc: Svc) {
  const counts: Record<string, number> = {};
  let cursor: string | null | undefined;
  do {
    const page = await svc.leads.query({ limit: 200, ...(cursor ? { cursor } : {}) });
    for (const lead of page.leads) counts[lead.source] = (counts[lead.source] ?? 0) + 1;
    cursor = page.next_cursor;
  } while (cursor);
  const before = (await svc.kv.get('counts')) ?? {};
  await svc.kv.set('counts', counts);
  svc.log('counted', { counts, before });
  return counts;
}
