import type { Knex } from 'knex';
import { inTransaction } from '../db/connection.js';
import { lockImport, updateImport } from '../db/imports.js';
import { addToOutbox } from '../db/outbox.js';
import type { ImportRow } from '../db/tables.js';
import type { Clock } from '../runtime/clock.js';
import type { EventOrigin } from '../schemas/events.js';
import { workNextRows } from './import-run.js';
import { undoInstruction } from './import-start.js';
import { newUndo, undoOf } from './import-undo.js';

/**
 * Stops an import in the caller's transaction: once it commits, no further row is worked, since every piece looks at
 * the status under the same lock, and the next one removes the rows that are left. Answers undefined where there is
 * nothing left to stop; a repeat changes nothing.
 */
export async function cancelImport(tx: Knex, now: Date, row: ImportRow): Promise<ImportRow | undefined> {
  if (row.status === 'cancelled') return row;
  if (row.status !== 'queued' && row.status !== 'running') return undefined;
  const changes = { status: 'cancelled', completed_at: now, updated_at: now };
  await updateImport(tx, row.id, changes);
  return { ...row, ...changes };
}

/** The same for a workflow that was cancelled itself, which will ask for no further piece. */
export async function cancelImportById(db: Knex, clock: Clock, importId: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await lockImport(tx, importId);
    if (row) await cancelImport(tx, clock.now(), row);
  });
  while (!(await workNextRows(db, clock, importId)).progress.finished);
}

/** Begins to take an ended import back. Undefined where it hasn't ended or made no leads; a repeat changes nothing. */
export async function startUndo(
  tx: Knex,
  now: Date,
  row: ImportRow,
  origin: EventOrigin,
): Promise<ImportRow | undefined> {
  if (undoOf(row) !== null) return row;
  if (row.status !== 'completed' && row.status !== 'cancelled') return undefined;
  const changes = { undo_progress: JSON.stringify(newUndo(origin)), updated_at: now };
  await updateImport(tx, row.id, changes);
  await addToOutbox(tx, now, [undoInstruction(row)]);
  return { ...row, ...changes };
}
