import { IANAZone } from 'luxon';
import { good, refuse, type Value } from './value.js';

/** Reads an IANA time zone, in whatever case, into its usual spelling. Mere offsets are none: they know no summer time. */
export function parseTimezone(text: string): Value<string> {
  const name = text.trim().replace(/ +/g, '_');
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name) || !IANAZone.isValidZone(name)) {
    return refuse('INVALID_TIMEZONE', 'The time zone is not one of the IANA names, such as Europe/Madrid.');
  }
  const canonical = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  return good(canonical.toLowerCase() === name.toLowerCase() ? canonical : name);
}
