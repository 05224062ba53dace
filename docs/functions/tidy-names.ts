/** Writes names the way people do: "ANA GARCÍA" becomes "Ana García". */
const tidy = (name: string | null): string | null =>
  name === null
    ? null
    : name
        .trim()
        .toLowerCase()
        .replace(/(^|[\s'-])(\p{L})/gu, (_all, before: string, letter: string) => before + letter.toUpperCase());

export default async function (ctx: FunctionContext, svc: Svc) {
  const { lead } = ctx;
  const first_name = tidy(lead.first_name) ?? lead.first_name;
  const last_name = tidy(lead.last_name);
  if (first_name === lead.first_name && last_name === lead.last_name) return { changed: false };
  await svc.leads.update(lead.id, { first_name, last_name });
  return { changed: true, first_name, last_name };
}
