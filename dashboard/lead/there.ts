/** The zone of whoever looks. */
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the clock of a zone shows at a moment; undefined where it is one's own. */
export function clockThere(at: string, zone: string, here = HERE): string | undefined {
  if (zone === here) return undefined;
  const shown = new Intl.DateTimeFormat('en-GB', {
    ...{ weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone },
  }).format(new Date(at));
  return `${shown.replace(',', '')} in ${zone.replaceAll('_', ' ')}`;
}
