import {
  CancellationScope,
  continueAsNew,
  isCancellation,
  setCurrentDetails,
  sleep,
  workflowInfo,
} from '@temporalio/workflow';
import { shouldContinueAsNew, sleepMilliseconds } from '../domain/flow/cadence.js';
import { cycleTable, nextLeads } from '../domain/flow/job-cycle.js';
import { database } from './activity-profiles.js';
import type { CyclePiece, CycleProgress, JobCycleInput } from './background-job-cycle.protocol.js';

/**
 * Runs one cycle of a background job. It claims leads, acts on them in batches, and then runs deferred effects when
 * they are due. The job's schedule, a request or events start it. The rows record what is done, so a repeated batch
 * continues after the last commit. Ids: `background-job/<job_id>/cron-<nominal time>` and
 * `background-job/<job_id>/<cycle_id>`.
 */
export async function backgroundJobCycleWorkflow(input: JobCycleInput): Promise<CycleProgress> {
  const { workflowId, searchAttributes } = workflowInfo();
  const nominal = searchAttributes.TemporalScheduledStartTime?.[0];
  let progress: CycleProgress | undefined = input.progress;
  const piece = (): CyclePiece => ({
    jobId: input.jobId,
    cycleId: input.cycleId ?? progress?.cycleId ?? null,
    nominalAt: nominal instanceof Date ? nominal.toISOString() : null,
    workflowId,
    progress: progress ?? null,
  });
  for (;;) {
    try {
      if (progress?.finished && progress.nextAt) {
        const until = progress.nextAt;
        await sleep(sleepMilliseconds(until, Date.now()), { summary: 'wait for what was put off' });
      }
      progress = await database.workJobCycle.executeWithOptions({ summary: nextLeads(progress) }, [piece()]);
    } catch (error) {
      // An operator who cancels the run means the cycle; the database has to know.
      if (isCancellation(error)) await CancellationScope.nonCancellable(() => database.cancelJobCycle(piece()));
      throw error;
    }
    setCurrentDetails(cycleTable(progress));
    if (progress.finished && progress.nextAt === null) return progress;
    if (shouldContinueAsNew(workflowInfo().historyLength)) {
      await continueAsNew<typeof backgroundJobCycleWorkflow>({ ...input, progress });
    }
  }
}
