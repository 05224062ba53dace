import type { JobCycleRow, JobDeliveryRow, JobRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { scheduleIdOf, webhookWorkflowId } from '../../domain/flow/ids.js';
import { instruct, startOf } from './instruct.js';

/** Makes the job's schedule what its row says; doing so twice, or late, is harmless. */
export const syncJobSchedule = (work: Work, row: Pick<JobRow, 'id' | 'account_id'>): Promise<void> =>
  instruct(work, [
    { accountId: row.account_id, kind: 'schedule', workflowId: scheduleIdOf(row.id), args: { jobId: row.id } },
  ]);

/** Starts the workflow of a cycle that a request or an event asked for, or once more where something in it was held. */
export const startCycle = (
  work: Work,
  cycle: Pick<JobCycleRow, 'id' | 'account_id' | 'job_id' | 'workflow_id'>,
  asked: 'a request' | 'events' | { again: true },
): Promise<void> =>
  instruct(work, [
    startOf(cycle.workflow_id, {
      workflow: 'backgroundJobCycleWorkflow',
      kind: 'job',
      summary:
        typeof asked === 'string'
          ? `One cycle of a background job, asked for by ${asked}`
          : 'What was held of one cycle of a background job',
      accountId: cycle.account_id,
      jobId: cycle.job_id,
      input: { jobId: cycle.job_id, cycleId: cycle.id },
      ...(typeof asked === 'string' ? {} : asked),
    }),
  ]);

/** Ends the workflow of a cycle. */
export const cancelCycleWorkflow = (
  work: Work,
  cycle: Pick<JobCycleRow, 'id' | 'account_id' | 'workflow_id'>,
): Promise<void> =>
  instruct(work, [
    { accountId: cycle.account_id, kind: 'cancel', workflowId: cycle.workflow_id, args: { cycleId: cycle.id } },
  ]);

/** Starts the workflow that makes a request to an address of the account; `again` also where an earlier one has ended. */
export const startDelivery = (
  work: Work,
  { id, account_id }: Pick<JobDeliveryRow, 'id' | 'account_id'>,
  more: { again?: true } = {},
): Promise<void> =>
  instruct(work, [
    startOf(webhookWorkflowId(id), {
      workflow: 'webhookDeliveryWorkflow',
      kind: 'webhook',
      summary: 'Delivers one request to an address of the account',
      accountId: account_id,
      input: { deliveryId: id },
      ...more,
    }),
  ]);
