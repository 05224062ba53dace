/** The zone of whoever looks. */
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns what the clock of a zone shows at a moment. */
export const clockOn = (at: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone })
    .format(new Date(at))
    .replace(',', '');

/** Returns the same with the zone's name; undefined where it is one's own. */
export const clockThere = (at: string, zone: string, here = HERE): string | undefined =>
  zone === here ? undefined : `${clockOn(at, zone)} in ${zone.replaceAll('_', ' ')}`;
