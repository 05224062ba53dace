/** Looks up a company with your own service. Its host is in the function's `allowed_hosts`. */
export default async function (ctx: FunctionContext, svc: Svc) {
  const { lead } = ctx;
  const domain = lead.email?.split('@')[1];
  if (!domain) return { found: false };
  try {
    const answer = await svc.http.fetch(`https://api.example.com/companies?domain=${encodeURIComponent(domain)}`);
    if (!answer.ok) return { found: false, status: answer.status };
    await svc.leads.update(lead.id, { company: answer.json.name, metadata: { employees: answer.json.employees } });
    return { found: true };
  } catch (error) {
    svc.log.warn('could not be looked up', { domain, reason: error.message });
    return { found: false };
  }
}
