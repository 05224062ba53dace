import { IANAZone } from 'luxon';
import { COUNTRY_ZONES } from '../time/country-zones.js';
import { phoneCountry } from '../values/phone.js';

const valid = new Map<string, boolean>();

/** Returns whether a zone is an IANA name this machine knows. */
export function isZone(zone: string): boolean {
  let known = valid.get(zone);
  if (known === undefined) {
    known = /^[A-Za-z]/.test(zone) && IANAZone.isValidZone(zone);
    if (valid.size < 2000) valid.set(zone, known);
  }
  return known;
}

/**
 * Returns the lead's zone: its own, else that of its phone's country where the country has a single one, else the
 * agent's.
 */
export function leadZone(lead: { timezone: string | null; phone: string | null }, agentZone: string): string {
  if (lead.timezone && isZone(lead.timezone)) return lead.timezone;
  const country = lead.phone ? phoneCountry(lead.phone) : undefined;
  return (country && COUNTRY_ZONES.get(country)) || agentZone;
}
