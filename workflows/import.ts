import {
  CancellationScope,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  workflowInfo,
} from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import { nextPiece, progressTable } from '../domain/flow/import.js';
import { database } from './activity-profiles.js';
import type { ImportInput, ImportProgress } from './import.protocol.js';

/**
 * Works the rows of an imported file, piece by piece, until none is left or the import was cancelled; with mode `undo`
 * it takes the import back. Started by the upload's last transaction. The rows themselves say what is done, so a piece
 * that is repeated goes on where the last commit ended. Ids: `import/<import_id>` and `import/<import_id>/undo`.
 */
export async function importWorkflow({ importId, mode, progress: before }: ImportInput): Promise<ImportProgress> {
  const work = mode === 'undo' ? database.undoImport : database.importRows;
  let progress = before;
  for (;;) {
    try {
      progress = await work.executeWithOptions({ summary: nextPiece(progress) }, [{ importId }]);
    } catch (error) {
      // An operator who cancels the run means the import; the database has to know.
      if (isCancellation(error) && mode !== 'undo') {
        await CancellationScope.nonCancellable(() => database.cancelImport({ importId }));
      }
      throw error;
    }
    setCurrentDetails(progressTable(progress));
    if (progress.finished) return progress;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await continueAsNew<typeof importWorkflow>({ importId, ...(mode ? { mode } : {}), progress });
    }
  }
}
