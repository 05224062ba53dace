import type { WorkDependencies } from '../db/work.js';
import { cancelImportById } from '../services/imports/control.js';
import { workNextRows } from '../services/imports/run.js';
import { undoNextLeads } from '../services/imports/undo.js';
import type { ImportPiece, ImportProgress } from '../workflows/import.protocol.js';
import type { CountAttempts } from './count-attempts.js';

/** One that is held ends its workflow. Its release starts another. */
const HELD: ImportProgress = { finished: true, status: 'held', rows: 0, done: 0, counts: {} };

/**
 * Creates the activities that work imported files. Each piece is one transaction: a repeat goes on behind the last one.
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
