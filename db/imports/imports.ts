import type { Severity } from '../../schemas/imports/imports.js';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { AccountRow } from '../tables.js';
import type { ImportRow, ImportRowRow } from './tables.js';

export async function insertImport(db: Db, row: ImportRow): Promise<void> {
  await db('imports').insert(row);
}

export const findImport = (db: Db, accountId: string, id: string): Promise<ImportRow | undefined> =>
  db('imports').where({ account_id: accountId, id }).first();

/** Locks the row of the import until the transaction ends: chunks, cancellation and undo take turns on this lock. */
export const lockImport = (tx: Db, id: string): Promise<ImportRow | undefined> =>
  tx('imports').where({ id }).forUpdate().first();

/** Imports of an account, newest first; one row more than `limit` where there are more. */
export const listImports = (db: Db, accountId: string, page: IdPage): Promise<ImportRow[]> =>
  newestFirst(db('imports').where({ account_id: accountId }), page);

export async function updateImport(db: Db, id: string, changes: Partial<ImportRow>): Promise<void> {
  await db('imports').where({ id }).update(changes);
}

export async function deleteImport(db: Db, id: string): Promise<void> {
  await db('imports').where({ id }).delete();
}

/** Finds what reading rows needs of the account they belong to. */
export const findImportAccount = (
  db: Db,
  accountId: string,
): Promise<Pick<AccountRow, 'id' | 'timezone' | 'country'> | undefined> =>
  db('accounts').where({ id: accountId }).first('id', 'timezone', 'country');

/** Lists uploads without data since `before`, because the process that received them died. */
export const listAbandonedUploads = (db: Db, before: Date, limit: number): Promise<Pick<ImportRow, 'id'>[]> =>
  db('imports').where({ status: 'uploading' }).where('updated_at', '<', before).limit(limit).select('id');

/** Lists imports, or undos of them, under way that got no further since `before`: their workflow may be gone. */
export const listStuckImports = (db: Db, before: Date, limit: number): Promise<ImportRow[]> =>
  db('imports')
    .where('updated_at', '<', before)
    .where((query) =>
      query
        .whereIn('status', ['queued', 'running'])
        .orWhere((undo) => undo.whereNotNull('undo_progress').whereNot('status', 'undone')),
    )
    .limit(limit);

/** Lists imports of an account that were begun by then and whose rows aren't all worked. */
export const listOpenImports = (db: Db, accountId: string, by: Date): Promise<Pick<ImportRow, 'id'>[]> =>
  db('imports')
    .where({ account_id: accountId })
    .whereIn('status', ['uploading', 'queued', 'running'])
    .where('created_at', '<=', by)
    .select('id');

export type NewImportRow = Pick<ImportRowRow, 'import_id' | 'row_no' | 'account_id' | 'data'>;

/** Stores rows of a file, all in one statement. */
export async function insertImportRows(db: Db, rows: NewImportRow[]): Promise<void> {
  if (rows.length > 0) await db('import_rows').insert(rows);
}

const DELETED_AT_ONCE = 5_000;

/** Removes the rows of a file, in pieces that hold no lock for long. */
export async function deleteImportRows(db: Db, importId: string): Promise<void> {
  while ((await db('import_rows').where({ import_id: importId }).limit(DELETED_AT_ONCE).delete()) === DELETED_AT_ONCE);
}

/** Removes rows that are not to be worked any more, a piece at a time. True once none is left. */
export const deleteWaitingRows = async (db: Db, importId: string): Promise<boolean> =>
  (await db('import_rows').where({ import_id: importId }).whereNull('outcome').limit(DELETED_AT_ONCE).delete()) <
  DELETED_AT_ONCE;

/** Lists the next rows that have no outcome yet, in the order of the file. */
export const listWaitingRows = (tx: Db, importId: string, limit: number): Promise<ImportRowRow[]> =>
  tx('import_rows').where({ import_id: importId }).whereNull('outcome').orderBy('row_no').limit(limit);

/** Lists rows in the order of the file, from behind `after` on. */
export const listImportRows = (db: Db, importId: string, after: number, limit: number): Promise<ImportRowRow[]> =>
  db('import_rows').where({ import_id: importId }).where('row_no', '>', after).orderBy('row_no').limit(limit);

/** Lists rows as `listImportRows` does, without those that belong to no lead. */
export const listLeadRows = (
  db: Db,
  importId: string,
  after: number,
  limit: number,
): Promise<Pick<ImportRowRow, 'row_no' | 'lead_id'>[]> =>
  db('import_rows')
    .where({ import_id: importId })
    .whereNotNull('lead_id')
    .where('row_no', '>', after)
    .orderBy('row_no')
    .limit(limit)
    .select('row_no', 'lead_id');

/** Lists every row of the import that concerns one of the leads, in the order of the file. */
export const listRowsOfLeads = (
  db: Db,
  importId: string,
  leadIds: readonly string[],
): Promise<Pick<ImportRowRow, 'row_no' | 'lead_id' | 'before_update'>[]> =>
  db('import_rows')
    .where({ import_id: importId })
    .whereIn('lead_id', [...leadIds])
    .orderBy('row_no')
    .select('row_no', 'lead_id', 'before_update');

const OUTCOME_COLUMNS = ['data', 'outcome', 'severity', 'lead_id', 'problems', 'before_update'] as const;
const STATEMENT_BYTES = 4 * 1024 * 1024;

/** Stores the outcomes of rows, many per statement. Each row already exists, so none is inserted. */
export async function finishRows(tx: Db, rows: readonly ImportRowRow[]): Promise<void> {
  let group: ImportRowRow[] = [];
  let bytes = 0;
  const write = async () => {
    if (group.length > 0)
      await tx('import_rows')
        .insert(group)
        .onConflict()
        .merge([...OUTCOME_COLUMNS]);
    group = [];
    bytes = 0;
  };
  for (const row of rows) {
    const size = 300 + 2 * (row.data.length + (row.problems?.length ?? 0) + (row.before_update?.length ?? 0));
    if (bytes + size > STATEMENT_BYTES) await write();
    group.push(row);
    bytes += size;
  }
  await write();
}

export interface ProblemPage {
  severities: readonly Severity[];
  after: number;
  limit: number;
}

/** Lists rows with problems in the order of the file; each severity is read from its own range of the index. */
export async function listProblemRows(
  db: Db,
  importId: string,
  { severities, after, limit }: ProblemPage,
): Promise<ImportRowRow[]> {
  const found = await Promise.all(
    severities.map(
      (severity): Promise<ImportRowRow[]> =>
        db('import_rows')
          .where({ import_id: importId, severity })
          .where('row_no', '>', after)
          .orderBy('row_no')
          .limit(limit),
    ),
  );
  return found
    .flat()
    .sort((a, b) => a.row_no - b.row_no)
    .slice(0, limit);
}

/** Finds the versions that leads have now, and the tags that were given to them at exactly this moment. */
export async function findTouched(
  tx: Db,
  leadIds: readonly string[],
  at: Date,
): Promise<{ versions: Map<string, number>; tags: Map<string, string[]> }> {
  const ids = [...leadIds];
  if (ids.length === 0) return { versions: new Map(), tags: new Map() };
  const leads = await tx('leads').whereIn('id', ids).select('id', 'version');
  const given = await tx('lead_tags').whereIn('lead_id', ids).where({ created_at: at }).select('lead_id', 'tag_id');
  const byLead = Map.groupBy(given, (tag) => tag.lead_id);
  return {
    versions: new Map(leads.map(({ id, version }) => [id, version])),
    tags: new Map([...byLead].map(([leadId, tags]) => [leadId, tags.map((tag) => tag.tag_id)])),
  };
}

/** Lists imports by their ids, whosever they are. */
export const listImportsById = async (db: Db, ids: readonly string[]): Promise<ImportRow[]> =>
  db('imports').whereIn('id', [...ids]);
