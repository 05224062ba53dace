import type { Knex } from 'knex';
import { lockLead } from '../../../db/leads/leads.js';
import type { LeadRow } from '../../../db/tables.js';
import type { LeadTarget } from '../effect.js';

/** Reads a target's lead as the effects before left it, its row locked. */
export async function lockedLead(tx: Knex, { account, leadId }: LeadTarget): Promise<LeadRow> {
  const lead = await lockLead(tx, account.id, leadId);
  if (!lead) throw new Error('The lead of the run no longer exists.');
  return lead;
}
