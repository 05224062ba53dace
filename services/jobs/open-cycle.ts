import { createHash } from 'node:crypto';
import { findCycleByDedupKey, insertCycle } from '../../db/jobs/cycles.js';
import { updateJob } from '../../db/jobs/jobs.js';
import type { JobCycleRow, JobRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { jobCycleIdOf } from '../../domain/flow/ids.js';
import { newId } from '../../runtime/ids.js';
import { startCycle } from '../instructions/jobs.js';
import { type CycleCause, newCycle } from './claim-cycle.js';

export interface RunRequest {
  leadIds: string[] | null;
  dryRun: boolean | null;
  idempotencyKey: string | null;
}

export type RunOutcome = { outcome: 'queued'; cycle: JobCycleRow } | { outcome: 'inactive' } | { outcome: 'running' };

/** Asks for a cycle of a job, whose row the caller has locked, now. The same key gives the same cycle, ended or not. */
export async function runJobNow(work: Work, job: JobRow, request: RunRequest): Promise<RunOutcome> {
  const { tx, now } = work;
  const id = newId();
  const dedupKey = createHash('sha256')
    .update(request.idempotencyKey ?? id)
    .digest();
  const earlier = request.idempotencyKey === null ? undefined : await findCycleByDedupKey(tx, job.id, 'api', dedupKey);
  if (earlier) return { outcome: 'queued', cycle: earlier };
  if (!job.is_active) return { outcome: 'inactive' };
  if (job.open_cycle_id !== null) return { outcome: 'running' };
  const cycle = await openCycle(work, job, id, {
    cause: 'api',
    dedupKey,
    nominalAt: now,
    dryRun: request.dryRun ?? job.dry_run,
    leadIds: request.leadIds,
    depth: 0,
  });
  return { outcome: 'queued', cycle };
}

/** Makes a cycle, takes the job's claim for it and asks for its workflow. The caller has locked the job's row. */
export async function openCycle(
  work: Work,
  job: JobRow,
  id: string,
  cause: Omit<CycleCause, 'workflowId'>,
): Promise<JobCycleRow> {
  const { tx, now } = work;
  const workflowId = jobCycleIdOf(job.id, id);
  const cycle = newCycle(now, job, id, 'queued', { ...cause, workflowId });
  await insertCycle(tx, cycle);
  await updateJob(tx, job.id, { open_cycle_id: id });
  await startCycle(work, cycle, cause.cause === 'api' ? 'a request' : 'events');
  return cycle;
}
