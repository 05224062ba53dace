import * as words from '../../words/en/lead.js';
import { CLOCK_LOCALE } from '../../words/locale.js';

/** The time zone of the viewer. */
const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns what the clock of a zone shows at a moment. */
export const clockIn = (at: string, zone: string): string =>
  new Intl.DateTimeFormat(CLOCK_LOCALE, { weekday: 'short', hour: '2-digit', minute: '2-digit', timeZone: zone })
    .format(new Date(at))
    .replace(',', '');

/** Returns the same with the zone's name; undefined where it is one's own. */
export const clockInOtherZone = (at: string, zone: string, here = HERE): string | undefined =>
  zone === here ? undefined : words.inLabel(clockIn(at, zone), zone.replaceAll('_', ' '));
