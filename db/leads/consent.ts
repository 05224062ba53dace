import { newId } from '../../runtime/ids.js';
import type { ConsentChannel, ConsentState } from '../../schemas/leads/leads.js';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { ConsentLogRow, LeadRow } from './tables.js';

/** Writes a lead's consent for a channel and the line in its consent log. */
export async function writeConsent(
  tx: Db,
  now: Date,
  lead: Pick<LeadRow, 'id' | 'account_id'>,
  {
    channel,
    state,
    source,
    note,
  }: { channel: ConsentChannel; state: ConsentState; source: string; note: string | null },
): Promise<void> {
  await tx('leads')
    .where({ id: lead.id })
    .update({ [`consent_${channel}`]: state, version: tx.raw('version + 1'), updated_at: now });
  await tx('consent_log').insert({
    id: newId(),
    account_id: lead.account_id,
    lead_id: lead.id,
    channel,
    state,
    source,
    note: note === null ? null : note.slice(0, 500),
    created_at: now,
  });
}

/** A line of the consent log. */
export interface ConsentEntry {
  accountId: string;
  leadId: string;
  channel: ConsentChannel;
  state: ConsentState;
  source: string;
  note: string | null;
}

/** Writes consents that new leads came with into the log, many to a statement. */
export async function insertConsents(tx: Db, now: Date, entries: readonly ConsentEntry[]): Promise<void> {
  if (entries.length === 0) return;
  await tx('consent_log').insert(
    entries.map((entry) => ({
      id: newId(),
      account_id: entry.accountId,
      lead_id: entry.leadId,
      channel: entry.channel,
      state: entry.state,
      source: entry.source,
      note: entry.note,
      created_at: now,
    })),
  );
}

/** Lists a lead's consent log, newest first; one row more than `limit` where there are more. */
export function listConsents(
  db: Db,
  leadId: string,
  channel: ConsentChannel | undefined,
  page: IdPage,
): Promise<ConsentLogRow[]> {
  const query = db('consent_log').where({ lead_id: leadId });
  if (channel !== undefined) query.where({ channel });
  return newestFirst(query, page);
}

/** Finds the last entry of a lead's consent log for a channel. */
export const findLastConsent = (db: Db, leadId: string, channel: ConsentChannel): Promise<ConsentLogRow | undefined> =>
  db('consent_log').where({ lead_id: leadId, channel }).orderBy('id', 'desc').first();
