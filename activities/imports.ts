import type { WorkDependencies } from '../db/work.js';
import { cancelImportById } from '../services/imports/control.js';
import { workNextRows } from '../services/imports/run.js';
import { undoNextLeads } from '../services/imports/undo.js';
import type { ImportPiece, ImportProgress } from '../workflows/import.protocol.js';
import type { CountAttempts } from './count-attempts.js';

/** A held import ends its workflow. Its release starts another one. */
const HELD: ImportProgress = { finished: true, status: 'held', rows: 0, done: 0, counts: {} };

/**
 * Creates the activities that process imported files. Each batch is a transaction, so a repetition continues after the
 * last one.
 */
export const createImportActivities = (deps: WorkDependencies & { countAttempts: CountAttempts }) => ({
  /** Works the next rows of an import. */
  importRows: ({ importId }: ImportPiece): Promise<ImportProgress> =>
    deps.countAttempts('import', importId, () => workNextRows(deps, importId), HELD),
  /** Takes back the next leads of an import. */
  undoImport: ({ importId }: ImportPiece): Promise<ImportProgress> =>
    deps.countAttempts('import', importId, () => undoNextLeads(deps, importId), HELD),
  /** Notes in the database that an import's run was cancelled. */
  cancelImport: ({ importId }: ImportPiece): Promise<void> => cancelImportById(deps, importId),
});
