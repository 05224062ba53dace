import type { WorkDependencies } from '../db/work.js';
import { cancelImportById } from '../services/imports/control.js';
import { workNextRows } from '../services/imports/run.js';
import { undoNextLeads } from '../services/imports/undo.js';
import type { ImportPiece, ImportProgress } from '../workflows/import.protocol.js';

/**
 * Creates the activities that work imported files. Each piece is one transaction: a repeat goes on behind the last one.
 */
export const createImportActivities = (deps: WorkDependencies) => ({
  /** Works the next rows of an import. */
  importRows: ({ importId }: ImportPiece): Promise<ImportProgress> => workNextRows(deps, importId),
  /** Takes back the next leads of an import. */
  undoImport: ({ importId }: ImportPiece): Promise<ImportProgress> => undoNextLeads(deps, importId),
  /** Notes in the database that an import's run was cancelled. */
  cancelImport: ({ importId }: ImportPiece): Promise<void> => cancelImportById(deps, importId),
});
