/** Tags a lead with the region of its country, and takes the tags of other regions away. */
const REGIONS: Record<string, string[]> = {
  iberia: ['ES', 'PT'],
  dach: ['DE', 'AT', 'CH'],
  latam: ['MX', 'AR', 'CO', 'CL', 'PE', 'BR'],
};

export default async function (ctx: FunctionContext, svc: Svc) {
  const { lead } = ctx;
  const own = Object.keys(REGIONS).find((region) => REGIONS[region].includes(lead.country ?? '')) ?? 'elsewhere';
  const others = [...Object.keys(REGIONS), 'elsewhere'].filter((region) => region !== own);
  const has = lead.tags.map((tag) => tag.slug);
  const wrong = others.filter((region) => has.includes(region));
  if (wrong.length > 0) await svc.tags.remove(lead.id, wrong);
  if (!has.includes(own)) await svc.tags.add(lead.id, [own]);
  return own;
}
