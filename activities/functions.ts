import { Context } from '@temporalio/activity';
import { dropPendingRun } from '../db/function-runs.js';
import type { OutboxItem } from '../db/outbox.js';
import { SandboxBusyError } from '../functions/sandbox.js';
import type { Logger } from '../runtime/logger.js';
import { workFire } from '../services/function-fires.js';
import { executeFunction, type FunctionDependencies } from '../services/function-runs.js';
import type {
  FirePiece,
  FireProgress,
  FunctionRunInput,
  FunctionRunOutcome,
} from '../workflows/function-run.protocol.js';
import { tellIfInVain } from './background-jobs.js';

export interface FunctionActivityDependencies {
  functions: FunctionDependencies;
  logger: Logger;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

/** The activities that run cloud functions. What a run came to is in its row: a repeat after that does nothing. */
export const createFunctionActivities = ({ functions, logger, dispatch }: FunctionActivityDependencies) => ({
  /** Makes a run. One that somebody waits for is taken back when all sandboxes are busy; another one waits. */
  async runFunction({ functionRunId, waitedFor }: FunctionRunInput): Promise<FunctionRunOutcome> {
    try {
      const executed = await executeFunction(functions, functionRunId, Context.current().cancellationSignal);
      if (!executed) return { outcome: 'gone' };
      if (executed.pending.length > 0) dispatch(executed.pending);
      const { status, cycle_id } = executed.row;
      if (status !== 'success') await tellIfInVain(functions.db, logger, cycle_id);
      return { outcome: 'done' };
    } catch (error) {
      if (!(error instanceof SandboxBusyError) || !waitedFor) throw error;
      await dropPendingRun(functions.db, functionRunId);
      return { outcome: 'busy' };
    }
  },
  /** Works the next piece of a schedule's fire. */
  workFunctionFire: (piece: FirePiece): Promise<FireProgress> =>
    workFire(functions, piece, dispatch, Context.current().cancellationSignal),
});
