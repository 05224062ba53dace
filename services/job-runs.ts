import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { updateJob } from '../db/background-jobs.js';
import { findCycleByCause, insertCycle } from '../db/job-cycles.js';
import { addToOutbox } from '../db/outbox.js';
import type { JobCycleRow, JobRow } from '../db/tables-jobs.js';
import { jobCycleIdOf } from '../domain/flow/ids.js';
import { newId } from '../runtime/ids.js';
import { type CycleCause, newCycle } from './cycle-claim.js';

export interface RunRequest {
  leadIds: string[] | null;
  dryRun: boolean | null;
  idempotencyKey: string | null;
}

export type RunOutcome = { outcome: 'queued'; cycle: JobCycleRow } | { outcome: 'inactive' } | { outcome: 'running' };

/** Asks for a cycle of a job, whose row the caller has locked, now. The same key gives the same cycle, ended or not. */
export async function runJobNow(tx: Knex, now: Date, job: JobRow, request: RunRequest): Promise<RunOutcome> {
  const id = newId();
  const causeKey = createHash('sha256')
    .update(request.idempotencyKey ?? id)
    .digest();
  const earlier = request.idempotencyKey === null ? undefined : await findCycleByCause(tx, job.id, 'api', causeKey);
  if (earlier) return { outcome: 'queued', cycle: earlier };
  if (job.is_active !== 1) return { outcome: 'inactive' };
  if (job.open_cycle_id !== null) return { outcome: 'running' };
  const cycle = await openCycle(tx, now, job, id, {
    cause: 'api',
    causeKey,
    nominalAt: now,
    dryRun: request.dryRun ?? job.dry_run === 1,
    leadIds: request.leadIds,
    depth: 0,
  });
  return { outcome: 'queued', cycle };
}

/** Makes a cycle, takes the job's claim for it and asks for its workflow. The caller has locked the job's row. */
export async function openCycle(
  tx: Knex,
  now: Date,
  job: JobRow,
  id: string,
  cause: Omit<CycleCause, 'workflowId'>,
): Promise<JobCycleRow> {
  const workflowId = jobCycleIdOf(job.id, id);
  const cycle = newCycle(now, job, id, 'queued', { ...cause, workflowId });
  await insertCycle(tx, cycle);
  await updateJob(tx, job.id, { open_cycle_id: id });
  await addToOutbox(tx, now, [
    {
      accountId: job.account_id,
      kind: 'workflow',
      workflowId,
      args: {
        workflow: 'backgroundJobCycleWorkflow',
        kind: 'job',
        summary: `One cycle of a background job, asked for by ${cause.cause === 'api' ? 'a request' : 'events'}`,
        accountId: job.account_id,
        jobId: job.id,
        input: { jobId: job.id, cycleId: id },
      },
    },
  ]);
  return cycle;
}
