import { Context } from '@temporalio/activity';
import { dropPendingRun } from '../db/functions/runs.js';
import { SandboxBusyError } from '../functions/sandbox.js';
import type { Logger } from '../runtime/logger.js';
import { workFire } from '../services/functions/fires.js';
import { executeFunction, type FunctionDependencies } from '../services/functions/run.js';
import type {
  FirePiece,
  FireProgress,
  FunctionRunInput,
  FunctionRunOutcome,
} from '../workflows/function-run.protocol.js';
import { warnIfNothingMatched } from './background-jobs.js';

export interface FunctionActivityDependencies {
  functions: FunctionDependencies;
  logger: Logger;
}

/**
 * Creates the activities that run cloud functions. What a run came to is in its row: a repeat after that does nothing.
 */
export const createFunctionActivities = ({ functions, logger }: FunctionActivityDependencies) => ({
  /** Runs a function. If all sandboxes are busy, a run with a waiting caller is rejected. Other runs wait. */
  async runFunction({ functionRunId, waitedFor }: FunctionRunInput): Promise<FunctionRunOutcome> {
    try {
      const executed = await executeFunction(functions, functionRunId, Context.current().cancellationSignal);
      if (!executed) return { outcome: 'gone' };
      const { status, cycle_id } = executed.row;
      if (status !== 'success') await warnIfNothingMatched(functions.db, logger, cycle_id);
      return { outcome: 'done' };
    } catch (error) {
      if (!(error instanceof SandboxBusyError) || !waitedFor) throw error;
      await dropPendingRun(functions.db, functionRunId);
      return { outcome: 'busy' };
    }
  },
  /** Works the next piece of a schedule's fire. */
  workFunctionFire: (piece: FirePiece): Promise<FireProgress> =>
    workFire(functions, piece, Context.current().cancellationSignal),
});
