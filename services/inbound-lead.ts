import { findLeadByPhones } from '../db/inbound-leads.js';
import type { LeadRow } from '../db/tables.js';
import { parsePhone } from '../domain/values/phone.js';
import { singleLine } from '../domain/values/text.js';
import type { InboundContext } from './inbound.js';
import { saveLeads } from './leads.js';

/** Somebody who wrote to us, by what the provider knows of them. */
export interface Stranger {
  /** The numbers the person may have in our leads, the likeliest first. */
  phones: readonly string[];
  name: string | null;
  source: string;
}

/**
 * The lead that somebody is, made where there is none: a conversation is never lost for want of a lead. Whoever asks
 * for the same person at the same moment waits, so fifty first messages make one lead.
 */
export async function findOrMakeLead(
  { tx, now, row, origin }: InboundContext,
  { phones, name, source }: Stranger,
): Promise<Pick<LeadRow, 'id'> | undefined> {
  const known = await findLeadByPhones(tx, row.account_id, phones);
  if (known) return known;
  const account = await tx('accounts').where({ id: row.account_id }).first('id', 'timezone', 'country');
  const phone = phones.find((each) => parsePhone(each).ok);
  const [outcome] = await saveLeads(tx, now, { account, origin, requestId: null, door: 'api' }, [
    {
      first_name: singleLine(name ?? '').slice(0, 200) || phones[0],
      source,
      on_duplicate: 'reuse',
      // A number that no plan knows still names the person.
      ...(phone === undefined ? { external_id: `${source}:${phones[0]}` } : { phone }),
    },
  ]);
  return outcome?.kind === 'failed' ? undefined : outcome?.lead;
}
