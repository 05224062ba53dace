import type { Db } from '../connection.js';
import { insertRows } from '../insert-rows.js';
import { insertMetadataValues, replaceMetadataValues } from './metadata.js';
import type { LeadRow } from './tables.js';

/** Below what a server takes in one packet, escapes included. */
const STATEMENT_BYTES = 4 * 1024 * 1024;
const COLUMNS_BYTES = 600;

/** Rows in groups of which each fits into one statement. */
function* statements(rows: readonly LeadRow[]): Generator<LeadRow[]> {
  let group: LeadRow[] = [];
  let bytes = 0;
  for (const row of rows) {
    const size = COLUMNS_BYTES + row.metadata.length * 2;
    if (group.length > 0 && bytes + size > STATEMENT_BYTES) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(row);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

/** Writes new leads, many to a statement, and what the index holds of their metadata. */
export async function insertLeads(tx: Db, rows: readonly LeadRow[]): Promise<void> {
  for (const group of statements(rows)) await insertRows(tx, 'leads', group);
  await insertMetadataValues(tx, rows);
}

/** A lead as it is from now on, and the names of what changed: columns, and metadata keys as `metadata.key`. */
export interface ChangedLead {
  row: LeadRow;
  changed: Iterable<string>;
}

const isMetadata = (name: string): boolean => name === 'metadata' || name.startsWith('metadata.');

/** Writes changed rows of leads that the caller has locked, many to a statement: each is there, so none is inserted. */
export async function updateLeads(tx: Db, leads: readonly ChangedLead[]): Promise<void> {
  const rows = leads.map(({ row }) => row);
  for (const group of statements(rows)) await tx('leads').insert(group).onConflict().merge();
  const reindexed = leads.filter(({ changed }) => [...changed].some(isMetadata));
  await replaceMetadataValues(
    tx,
    reindexed.map(({ row }) => row),
  );
}

/** Finds a lead of the account, hidden and erased ones too. */
export const findLead = (db: Db, accountId: string, id: string): Promise<LeadRow | undefined> =>
  db('leads').where({ account_id: accountId, id }).first();

/** Reads the versions of leads of the account; ids of others are left out. */
export const listLeadVersions = async (
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<LeadRow, 'id' | 'version'>[]> =>
  ids.length === 0
    ? []
    : db('leads')
        .where({ account_id: accountId })
        .whereIn('id', [...ids])
        .select('id', 'version');

/** Locks a lead of the account, hidden and erased ones too, until the transaction ends. */
export const lockLead = (tx: Db, accountId: string, id: string): Promise<LeadRow | undefined> =>
  tx('leads').where({ account_id: accountId, id }).forUpdate().first();

/** Locks a lead that is to be found though it may be hidden: one whose data are gone is not. */
export async function lockUnerasedLead(tx: Db, accountId: string, id: string): Promise<LeadRow | undefined> {
  const lead = await lockLead(tx, accountId, id);
  return lead?.erased_at === null ? lead : undefined;
}

/** Locks those of the leads that are neither hidden nor erased, in the order of their ids. */
export const lockLeads = (tx: Db, accountId: string, ids: readonly string[]): Promise<LeadRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx('leads')
        .where({ account_id: accountId, hidden: false })
        .whereIn('id', [...ids].sort())
        .orderBy('id')
        .forUpdate();

/** Lists which of the IDs are leads, and when they were erased; none of them will be until the transaction ends. */
export const lockErasedAt = (
  tx: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Pick<LeadRow, 'id' | 'erased_at'>[]> =>
  tx('leads')
    .where({ account_id: accountId })
    .whereIn('id', [...ids].sort())
    .orderBy('id')
    .forShare()
    .select('id', 'erased_at');

/** Locks leads, hidden and erased ones too, in the order of their ids, without reading them. */
export async function lockLeadIds(tx: Db, ids: readonly string[]): Promise<void> {
  await tx('leads')
    .whereIn('id', [...ids])
    .orderBy('id')
    .forUpdate()
    .select('id');
}

/** Locks the leads that have an address, hidden ones too, in the order of their ids, and answers these. */
export const lockLeadsAt = (
  tx: Db,
  accountId: string,
  column: 'email' | 'phone' | 'whatsapp_user_id',
  address: string,
): Promise<string[]> =>
  tx('leads')
    .where({ account_id: accountId, [column]: address })
    .orderBy('id')
    .forUpdate()
    .pluck('id');

/** Finds, of the leads with this email address, the one that was updated last. */
export const findLeadByEmail = (db: Db, accountId: string, email: string): Promise<LeadRow | undefined> =>
  withEmail(db, accountId, email).first();

const withEmail = (db: Db, accountId: string, email: string) =>
  db('leads')
    .where({ account_id: accountId, email, hidden: false })
    // The index compares without regard to accents as well, which an address does not.
    .whereRaw('LOWER(email) COLLATE utf8mb4_bin = LOWER(?)', [email])
    .orderBy([
      { column: 'updated_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);

/** Lists up to 100 leads with this email address that have yet to confirm it, in the order of their ids. */
export const listUnconfirmed = (db: Db, accountId: string, email: string): Promise<Pick<LeadRow, 'id'>[]> =>
  db('leads')
    .where({ account_id: accountId, email, hidden: false, needs_opt_in: true, consent_email: 'unknown' })
    .whereRaw('LOWER(email) COLLATE utf8mb4_bin = LOWER(?)', [email])
    .orderBy('id')
    .limit(100)
    .select('id');

/** Finds, of the leads whose email address this provably is, the one that was updated last. */
export const findLeadByProvenEmail = (db: Db, accountId: string, email: string): Promise<LeadRow | undefined> =>
  withEmail(db, accountId, email).whereRaw(`COALESCE(email_typed, source = 'widget') = 0`).first();

/** Finds, of the leads with this id of an outside system, the one that was updated last. */
export const findLeadByExternalId = (db: Db, accountId: string, externalId: string): Promise<LeadRow | undefined> =>
  db('leads')
    .where({ account_id: accountId, external_id: Buffer.from(externalId), hidden: false })
    .orderBy([
      { column: 'updated_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .first();

/** Hides a lead, which the caller has locked. */
export async function hideLeadRow(tx: Db, now: Date, id: string): Promise<void> {
  await tx('leads')
    .where({ id })
    .update({ hidden: true, version: tx.raw('version + 1'), updated_at: now });
}

/** Raises the version of leads whose tags, which stand in a table of their own, changed. */
export async function touchLeads(tx: Db, now: Date, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx('leads')
    .whereIn('id', [...ids])
    .update({ version: tx.raw('version + 1'), updated_at: now });
}
