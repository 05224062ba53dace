import type { Knex } from 'knex';
import { listStuckImports, updateImport } from '../db/imports.js';
import { addToOutbox, type OutboxItem } from '../db/outbox.js';
import type { ImportRow } from '../db/tables.js';
import { importUndoWorkflowId, importWorkflowId } from '../domain/flow/ids.js';

type Instructed = Pick<ImportRow, 'id' | 'account_id' | 'row_count'>;

/** Has the workflow started that works the rows of an import. */
export const importInstruction = ({ id, account_id, row_count }: Instructed): Omit<OutboxItem, 'id'> => ({
  accountId: account_id,
  kind: 'workflow',
  workflowId: importWorkflowId(id),
  args: {
    workflow: 'importWorkflow',
    kind: 'import',
    summary: `import of ${row_count} rows`,
    accountId: account_id,
    input: { importId: id },
  },
});

/** Has the workflow started that takes an import back. */
export const undoInstruction = ({ id, account_id, row_count }: Instructed): Omit<OutboxItem, 'id'> => ({
  accountId: account_id,
  kind: 'workflow',
  workflowId: importUndoWorkflowId(id),
  args: {
    workflow: 'importWorkflow',
    kind: 'import',
    summary: `take back an import of ${row_count} rows`,
    accountId: account_id,
    input: { importId: id, mode: 'undo' },
  },
});

/** A piece of rows takes seconds, its retries come every half minute. */
const STUCK_MS = 5 * 60_000;
const AT_ONCE = 50;

/**
 * Starts imports again that got no further for minutes, as when somebody terminated their workflow: the rows say what
 * is done, so they go on where they stopped. For a workflow that still runs this changes nothing. Answers how many.
 */
export async function restartStuckImports(db: Knex, now: Date): Promise<number> {
  const found = await listStuckImports(db, new Date(now.getTime() - STUCK_MS), AT_ONCE);
  if (found.length === 0) return 0;
  await db.transaction(async (tx) => {
    const instructions = found.map((row) =>
      row.undo_progress === null ? importInstruction(row) : undoInstruction(row),
    );
    await addToOutbox(
      tx,
      now,
      instructions.map((item) => ({ ...item, args: { ...item.args, again: true } })),
    );
    for (const { id } of found) await updateImport(tx, id, { updated_at: now });
  });
  return found.length;
}
