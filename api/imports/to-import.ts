import type { ImportRow, ImportRowRow } from '../../db/tables.js';
import type { RowProblem } from '../../domain/imports/read-cells.js';
import type { Import, ImportRowProblems } from '../../schemas/imports/imports.js';
import { columnsOf, optionsOf, type StoredCells } from '../../services/imports/read-row.js';
import { undoOf } from '../../services/imports/undo.js';

/** Shows an import as it is answered. */
export function toImport(row: ImportRow): Import {
  // An upload that is still running, or broke, has no options yet.
  const options = optionsOf(row) as Partial<ReturnType<typeof optionsOf>>;
  const undo = undoOf(row);
  return {
    id: row.id,
    status: row.status,
    file_name: row.file_name,
    rows: row.row_count,
    created: row.created_count,
    updated: row.updated_count,
    reused: row.reused_count,
    failed: row.failed_count,
    warnings: row.warning_count,
    remaining: row.row_count - row.done_count,
    progress: row.row_count === 0 ? 0 : Math.round((1_000 * row.done_count) / row.row_count) / 1_000,
    on_duplicate: options.onDuplicate ?? 'update',
    workflow_id: options.agentId ?? null,
    skip_first_message: options.skipFirstMessage ?? false,
    file: options.file ?? null,
    columns: columnsOf(row).map((plan) => ({
      ...plan,
      fallback_for: plan.fallback_for ?? null,
      warning: plan.warning ?? null,
    })),
    failure: row.failure,
    undo: undo && {
      removed: undo.removed,
      restored: undo.restored,
      kept: undo.kept,
      sent: undo.sent ?? 0,
      by: undo.origin.kind === 'user' ? undo.origin.id : null,
      finished: row.status === 'undone',
    },
    created_at: row.created_at.toISOString(),
    completed_at: row.completed_at?.toISOString() ?? null,
  };
}

/** Reads the cells of a row; undefined for one whose data were erased with its lead. */
export const cellsOf = (row: ImportRowRow): StoredCells | undefined => {
  const stored = JSON.parse(row.data) as Partial<StoredCells>;
  return stored.cells ? (stored as StoredCells) : undefined;
};

/** Reads the line of the file on which a row ended; null for one whose data were erased with its lead. */
export const lineOf = (row: ImportRowRow): number | null => (JSON.parse(row.data) as Partial<StoredCells>).line ?? null;

/** Reads what is wrong with a row. */
export const problemsOf = (row: ImportRowRow): RowProblem[] => JSON.parse(row.problems ?? '[]') as RowProblem[];

/** Shows a row with problems as it is answered. */
export const toRowProblems = (row: ImportRowRow): ImportRowProblems => ({
  row: row.row_no,
  line: lineOf(row),
  severity: row.severity === 'error' ? 'error' : 'warning',
  lead_id: row.lead_id,
  problems: problemsOf(row),
});
