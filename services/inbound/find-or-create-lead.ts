import { findAccount } from '../../db/accounts/accounts.js';
import { findReplierByPhones } from '../../db/leads/find-lead.js';
import type { LeadRow } from '../../db/tables.js';
import { parsePhone } from '../../domain/values/phone.js';
import { singleLine } from '../../domain/values/text.js';
import { saveLeads } from '../leads/save-leads.js';
import type { InboundContext } from './context.js';

/** Somebody who wrote to us, by what the provider knows of them. */
export interface Stranger {
  /** The numbers the person may have in our leads, the likeliest first. */
  phones: readonly string[];
  name: string | null;
  source: string;
}

/**
 * Finds the lead that somebody is, and makes it where there is none: a conversation is never lost for want of a lead.
 * Whoever asks for the same person at the same moment waits, so fifty first messages make one lead.
 */
export async function findOrMakeLead(
  work: InboundContext,
  { phones, name, source }: Stranger,
): Promise<Pick<LeadRow, 'id'> | undefined> {
  const { tx, row, origin } = work;
  const known = await findReplierByPhones(tx, row.account_id, phones);
  if (known) return known;
  const account = await findAccount(tx, row.account_id);
  const phone = phones.find((each) => parsePhone(each).ok);
  const [outcome] = await saveLeads(work, { account, origin, requestId: null, source: 'api' }, [
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
