import { IANAZone } from 'luxon';
import { refuse, type Value, valid } from './value.js';

// Making a formatter costs more than reading a whole row; there are some 600 names, and only real ones are kept.
const CANONICAL = new Map<string, string>();
const MAX_KEPT = 2_000;

/** Reads an IANA time zone, in whatever case, into its usual spelling. Mere offsets are none: they know no summer time. */
export function parseTimezone(text: string): Value<string> {
  const name = text.trim().replace(/ +/g, '_');
  const known = CANONICAL.get(name);
  if (known) return valid(known);
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name) || !IANAZone.isValidZone(name)) {
    return refuse('INVALID_TIMEZONE', 'Unknown time zone. Use an IANA name such as Europe/Madrid.');
  }
  const canonical = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  const spelling = canonical.toLowerCase() === name.toLowerCase() ? canonical : name;
  if (CANONICAL.size < MAX_KEPT) CANONICAL.set(name, spelling);
  return valid(spelling);
}
