import type { ImportRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { importUndoWorkflowId, importWorkflowId } from '../../domain/flow/ids.js';
import type { Instruction } from '../../workflows/instructions.protocol.js';
import { instruct, startOf } from './instruct.js';

type InstructedImport = Pick<ImportRow, 'id' | 'account_id' | 'row_count'>;

interface Restart {
  /** Also where an earlier workflow of the same import has ended. */
  again?: boolean;
}

const instructionOf = ({ id, account_id, row_count }: InstructedImport, undo: boolean, more: Restart): Instruction =>
  startOf(undo ? importUndoWorkflowId(id) : importWorkflowId(id), {
    workflow: 'importWorkflow',
    kind: 'import',
    summary: undo ? `take back an import of ${row_count} rows` : `import of ${row_count} rows`,
    accountId: account_id,
    input: { importId: id, ...(undo ? { mode: 'undo' } : {}) },
    ...more,
  });

/** Starts the workflow that works the rows of an import. */
export const startImport = (work: Work, row: InstructedImport): Promise<void> =>
  instruct(work, [instructionOf(row, false, {})]);

/** Starts the workflow that takes an import back. */
export const startImportUndo = (work: Work, row: InstructedImport): Promise<void> =>
  instruct(work, [instructionOf(row, true, {})]);

/** Starts the workflows of imports again: those being taken back and those whose rows are worked. */
export const restartImports = (
  work: Work,
  rows: readonly (InstructedImport & Pick<ImportRow, 'undo_progress'>)[],
): Promise<void> =>
  instruct(
    work,
    rows.map((row) => instructionOf(row, row.undo_progress !== null, { again: true })),
  );
