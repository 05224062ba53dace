import type { Knex } from 'knex';
import { failsForAll } from '../../db/connection.js';
import { insertEvents } from '../../db/events/events.js';
import {
  deleteWaitingRows,
  findImportAccount,
  findTouched,
  finishRows,
  listWaitingRows,
  lockImport,
  updateImport,
} from '../../db/imports/imports.js';
import { listKnownUsers } from '../../db/leads/lead-details.js';
import type { ImportRow, ImportRowRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { type ImportProgress, ROWS_AT_ONCE } from '../../domain/flow/import.js';
import type { LeadInput } from '../leads/read-lead.js';
import { type SaveOutcome, saveLeads } from '../leads/save-leads.js';
import { columnsOf, dropUnknownOwners, optionsOf, type ReadRow, readRow } from './read-row.js';
import { type BeforeUpdate, beforeOf, finishedRow, problemsOf } from './row-outcomes.js';

/**
 * Works the next rows of an import: leads, enrolments, outcomes and counters in one transaction, so that whatever
 * kills it, no row is worked twice and none is left out. A row that the database refuses is found by halving and
 * ends as an error of its own, so that it can't hold up the others.
 */
export async function workNextRows(
  deps: WorkDependencies,
  importId: string,
  limit: number = ROWS_AT_ONCE,
): Promise<ImportProgress> {
  const attempt = (refuse: boolean) => inWork(deps, (work) => workPiece(work, importId, limit, refuse));
  try {
    return await attempt(false);
  } catch (error) {
    if (!isDataError(error)) throw error;
    if (limit === 1) return attempt(true);
    const half = Math.ceil(limit / 2);
    const first = await workNextRows(deps, importId, half);
    if (first.finished) return first;
    return workNextRows(deps, importId, limit - half);
  }
}

/** Returns whether the database refused what a row holds, as opposed to being away or the statement being wrong. */
const isDataError = (error: unknown): boolean =>
  (error as { sqlState?: unknown })?.sqlState !== undefined && !failsForAll(error);

async function workPiece(work: Work, importId: string, limit: number, refuse: boolean): Promise<ImportProgress> {
  const { tx, now } = work;
  const found = await lockImport(tx, importId);
  if (!found) return { finished: true, status: 'failed', rows: 0, done: 0, counts: {} };
  if (found.status !== 'queued' && found.status !== 'running') return forgetRows(tx, found);
  const rows = await listWaitingRows(tx, importId, limit);
  const finished = await (refuse ? rows.map(refuseRow) : saveRows(work, found, rows));
  await finishRows(tx, finished);
  const after = countRows(found, finished);
  after.updated_at = now;
  after.status = rows.length < limit || after.done_count >= after.row_count ? 'completed' : 'running';
  if (after.status === 'completed') {
    after.completed_at = now;
    await insertEvents(tx, now, [
      {
        accountId: found.account_id,
        type: 'import.completed',
        data: { import_id: importId, ...importProgress(after).counts, rows: after.row_count },
        origin: optionsOf(found).origin,
      },
    ]);
  }
  await updateImport(tx, importId, after);
  return importProgress(after);
}

/**
 * Clears unprocessed rows after a cancellation, because their cells belong to no lead whose erasure would find them.
 */
const forgetRows = async (tx: Knex, found: ImportRow): Promise<ImportProgress> => ({
  ...importProgress(found),
  finished: await deleteWaitingRows(tx, found.id),
});

const refuseRow = (row: ImportRowRow): ImportRowRow =>
  finishedRow(
    row,
    'failed',
    null,
    [{ column: null, code: 'ROW_REFUSED', message: 'The database rejected a value of this row.' }],
    undefined,
  );

async function saveRows(work: Work, found: ImportRow, rows: readonly ImportRowRow[]): Promise<ImportRowRow[]> {
  const { tx } = work;
  const account = await findImportAccount(tx, found.account_id);
  if (!account) throw new Error('The account of the import no longer exists.');
  const options = optionsOf(found);
  const columns = columnsOf(found);
  const read = rows.map((row) => readRow(row, { columns, options, account }));
  const owners = [...new Set(read.flatMap(({ lead }) => lead?.owner_id ?? []))];
  dropUnknownOwners(read, columns, new Set(await listKnownUsers(tx, account.id, owners)));

  const taken = read.filter((row): row is ReadRow & { input: LeadInput } => row.input !== undefined);
  const context = {
    account,
    origin: options.origin,
    requestId: options.requestId,
    source: 'import' as const,
    importId: found.id,
    receivedAt: found.created_at,
  };
  const saved = await saveLeads(
    work,
    context,
    taken.map(({ input }) => input),
  );
  const outcomes = new Map(taken.map(({ row }, at) => [row, saved[at]]));
  const undo = await undoFacts(work, found.id, outcomes);
  return rows.map((row, at) => {
    const outcome = outcomes.get(row.row_no);
    const problems = problemsOf(read[at] as ReadRow, outcome, columns);
    return finishedRow(row, outcome?.kind ?? 'failed', leadIdOf(outcome), problems, undo.get(row.row_no));
  });
}

/**
 * Returns the lead of a row, also of a row that was skipped because its lead exists, since it has that person's cells.
 */
function leadIdOf(outcome: SaveOutcome | undefined): string | null {
  if (outcome?.kind !== 'failed') return outcome?.lead.id ?? null;
  const id = outcome.problems[0]?.details?.lead_id;
  return typeof id === 'string' ? id : null;
}

/** Returns the data that an undo needs by row, once for each lead that this piece made or changed. */
async function undoFacts(
  work: Work,
  importId: string,
  outcomes: ReadonlyMap<number, SaveOutcome | undefined>,
): Promise<Map<number, BeforeUpdate>> {
  const { tx, now } = work;
  const first = new Map<string, { row: number } & Pick<BeforeUpdate, 'from' | 'before'>>();
  for (const [row, outcome] of outcomes) {
    if (!outcome || (outcome.kind !== 'created' && outcome.kind !== 'updated')) continue;
    const { lead } = outcome;
    if (first.has(lead.id)) continue;
    const found = lead.import_id === importId ? null : outcome.before;
    first.set(lead.id, {
      row,
      ...(outcome.before ? { from: outcome.before.version } : {}),
      before: found && beforeOf(found),
    });
  }
  const { versions, tags } = await findTouched(tx, [...first.keys()], now);
  return new Map(
    [...first].map(([leadId, { row, ...found }]) => [
      row,
      { ...found, version: versions.get(leadId) ?? 0, tagIds: found.before ? (tags.get(leadId) ?? []) : [] },
    ]),
  );
}

const COUNTERS = { created: 'created_count', updated: 'updated_count', reused: 'reused_count', failed: 'failed_count' };

function countRows(before: ImportRow, rows: readonly ImportRowRow[]): ImportRow {
  const after = { ...before, done_count: before.done_count + rows.length };
  for (const { outcome, severity, problems } of rows) {
    after[COUNTERS[outcome as keyof typeof COUNTERS] as 'created_count'] += 1;
    if (severity === 'warning') after.warning_count += (JSON.parse(problems ?? '[]') as unknown[]).length;
  }
  return after;
}

/** Returns the progress of an import. */
const importProgress = (row: ImportRow): ImportProgress => ({
  finished: row.status !== 'queued' && row.status !== 'running',
  status: row.status,
  rows: row.row_count,
  done: row.done_count,
  counts: {
    created: row.created_count,
    updated: row.updated_count,
    reused: row.reused_count,
    failed: row.failed_count,
    warnings: row.warning_count,
  },
});
