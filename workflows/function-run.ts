import { continueAsNew, setCurrentDetails, workflowInfo } from '@temporalio/workflow';
import { shouldContinueAsNew } from '../domain/flow/cadence.js';
import { functionOnce, functionPieces, functionWork } from './activity-profiles.js';
import type { FireProgress, FunctionFireInput, FunctionRunInput, FunctionRunOutcome } from './function-run.protocol.js';

/**
 * Runs a cloud function once, in a sandbox. The row holds what it is given and what came of it, so that a repeat of a
 * run that has ended does nothing. Id: `function-run/<function_run_id>`.
 */
export async function functionRunWorkflow(input: FunctionRunInput): Promise<FunctionRunOutcome> {
  const run = input.waitedFor ? functionOnce.runFunction : functionWork.runFunction;
  return run.executeWithOptions({ summary: `code, at most ${input.timeoutMs} ms` }, [input]);
}

/**
 * Runs one fire of a function's schedule. The first batch claims the leads, and each batch runs the function for some
 * of them. The rows record what is done, so a repeated batch continues after it. Id:
 * `function-schedule/<function_id>/fire-<nominal time>`.
 */
export async function functionFireWorkflow({ functionId, went }: FunctionFireInput): Promise<FireProgress> {
  const { workflowId } = workflowInfo();
  const nominalAt = went?.nominalAt ?? scheduledAt().toISOString();
  const work = (summary: string): Promise<FireProgress> =>
    functionPieces.workFunctionFire.executeWithOptions({ summary }, [{ functionId, workflowId, nominalAt }]);
  let progress = went?.progress ?? (await work('take the leads'));
  for (;;) {
    setCurrentDetails(`${progress.done} of ${progress.matched} runs done`);
    if (progress.finished) return progress;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await continueAsNew<typeof functionFireWorkflow>({ functionId, went: { nominalAt, progress } });
    }
    progress = await work(`runs ${progress.done + 1} to ${progress.matched}`);
  }
}

/** The time of the schedule that started it; that of its start where none did. */
function scheduledAt(): Date {
  const { searchAttributes, startTime } = workflowInfo();
  const scheduled = searchAttributes.TemporalScheduledStartTime?.[0];
  return scheduled instanceof Date ? scheduled : startTime;
}
