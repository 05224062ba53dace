/** Finds other leads of the same company and adds a note, so that no one writes to two of them unknowingly. */
export default async function (ctx: FunctionContext, svc: Svc) {
  const { lead } = ctx;
  const { leads } = await svc.leads.query({
    where: [{ source: 'lead', key: 'company', operator: 'eq', value: lead.company }],
    limit: 20,
  });
  const colleagues = leads.filter((other) => other.id !== lead.id);
  if (colleagues.length === 0) return { colleagues: 0 };
  await svc.tags.add(lead.id, ['has-colleagues']);
  await svc.notes.add(lead.id, `Works with ${colleagues.map(({ first_name }) => first_name).join(', ')}.`);
  return { colleagues: colleagues.length };
}
