import { lockImport, updateImport } from '../../db/imports/imports.js';
import type { ImportRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { startImportUndo } from '../instructions/imports.js';
import { workNextRows } from './run.js';
import { newUndo, undoOf } from './undo.js';

/**
 * Stops an import in the caller's transaction: once it commits, no further row is worked, since every piece looks at
 * the status under the same lock, and the next one removes the rows that are left. Returns undefined where there is
 * nothing left to stop; a repeat changes nothing.
 */
export async function cancelImport(work: Work, row: ImportRow): Promise<ImportRow | undefined> {
  const { tx, now } = work;
  if (row.status === 'cancelled') return row;
  if (row.status !== 'queued' && row.status !== 'running') return undefined;
  const changes = { status: 'cancelled' as const, completed_at: now, updated_at: now };
  await updateImport(tx, row.id, changes);
  return { ...row, ...changes };
}

/** Cancels the import of a workflow that was cancelled itself, which will ask for no further piece. */
export async function cancelImportById(deps: WorkDependencies, importId: string): Promise<void> {
  await inWork(deps, async (work) => {
    const { tx } = work;
    const row = await lockImport(tx, importId);
    if (row) await cancelImport(work, row);
  });
  while (!(await workNextRows(deps, importId)).finished);
}

/** Begins to take an ended import back. Undefined where it hasn't ended or made no leads; a repeat changes nothing. */
export async function startUndo(work: Work, row: ImportRow, origin: EventOrigin): Promise<ImportRow | undefined> {
  const { tx, now } = work;
  if (undoOf(row) !== null) return row;
  if (row.status !== 'completed' && row.status !== 'cancelled') return undefined;
  const changes = { undo_progress: JSON.stringify(newUndo(origin)), updated_at: now };
  await updateImport(tx, row.id, changes);
  await startImportUndo(work, row);
  return { ...row, ...changes };
}
