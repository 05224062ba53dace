import type { Knex } from 'knex';
import { findReplierByEmail, findReplierByTaggedEmail } from '../../db/leads/find-lead.js';
import { aliasesOf } from '../../domain/inbound/mail-address.js';

/** Finds the lead with an address, or with another form of it. */
export async function leadOfAddress(tx: Knex, accountId: string, address: string): Promise<string | undefined> {
  const known = await findReplierByEmail(tx, accountId, address);
  if (known) return known.id;
  for (const alias of aliasesOf(address)) {
    const found = await findReplierByEmail(tx, accountId, alias);
    if (found) return found.id;
  }
  return (await findReplierByTaggedEmail(tx, accountId, address))?.id;
}
