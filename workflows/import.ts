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
 * Processes the rows of an imported file in batches, until none is left or the import was cancelled. With mode `undo`
 * it reverts the import. The upload's last transaction starts it. The rows record what is done, so a repeated batch
 * continues after the last commit. Ids: `import/<import_id>` and `import/<import_id>/undo`.
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
