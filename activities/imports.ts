import type { Knex } from 'knex';
import type { OutboxItem } from '../db/outbox.js';
import type { Clock } from '../runtime/clock.js';
import { cancelImportById } from '../services/import-control.js';
import { type WorkedPiece, workNextRows } from '../services/import-run.js';
import { undoNextLeads } from '../services/import-undo.js';
import type { ImportPiece, ImportProgress } from '../workflows/import.protocol.js';

export interface ImportDependencies {
  db: Knex;
  clock: Clock;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

/** The activities that work imported files. Each piece is one transaction: a repeat goes on behind the last one. */
export const createImportActivities = ({ db, clock, dispatch }: ImportDependencies) => {
  const piece = async (work: () => Promise<WorkedPiece>): Promise<ImportProgress> => {
    const { progress, pending } = await work();
    if (pending.length > 0) dispatch(pending);
    return progress;
  };
  return {
    /** Works the next rows of an import. */
    importRows: ({ importId }: ImportPiece): Promise<ImportProgress> => piece(() => workNextRows(db, clock, importId)),
    /** Takes back the next leads of an import. */
    undoImport: ({ importId }: ImportPiece): Promise<ImportProgress> => piece(() => undoNextLeads(db, clock, importId)),
    /** Notes in the database that an import's run was cancelled. */
    cancelImport: ({ importId }: ImportPiece): Promise<void> => cancelImportById(db, clock, importId),
  };
};
