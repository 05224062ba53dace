import type { Client } from '@temporalio/client';
import type { Knex } from 'knex';
import { findJobById } from '../db/background-jobs.js';
import type { JobRow } from '../db/tables-jobs.js';
import { cronCycleIdOf, scheduleIdOf } from '../domain/flow/ids.js';
import type { JobCycleInput } from '../workflows/background-job-cycle.protocol.js';
import { TASK_QUEUES } from '../workflows/task-queues.js';
import { ALLOW_ALL, calendarsOf, deleteSchedule, putSchedule } from './schedules.js';

interface Sync {
  client: Client;
  db: Knex;
  prefix: string;
}

/**
 * Makes a job's schedule what the job's row says: made, changed, paused or gone. The row is read, not the instruction,
 * and read again afterwards: of two processes that do this at once, the one that wrote last also looks last, so that
 * the schedule ends as the row stands.
 */
export async function syncJobSchedule({ client, db, prefix }: Sync, jobId: string): Promise<void> {
  for (;;) {
    const row = await findJobById(db, jobId);
    if (!row) return deleteSchedule(client, scheduleIdOf(jobId));
    if (row.deleted_at || row.trigger_type !== 'cron' || row.cron_expression === null) {
      await deleteSchedule(client, scheduleIdOf(jobId));
    } else {
      await putSchedule(client, optionsOf(prefix, row, row.cron_expression));
    }
    const after = await findJobById(db, jobId);
    if (after?.version === row.version) return;
  }
}

function optionsOf(prefix: string, row: JobRow, cron: string) {
  const input: JobCycleInput = { jobId: row.id };
  return {
    scheduleId: scheduleIdOf(row.id),
    spec: { calendars: calendarsOf(cron), timezone: row.timezone },
    action: {
      type: 'startWorkflow' as const,
      workflowType: 'backgroundJobCycleWorkflow',
      workflowId: cronCycleIdOf(row.id),
      taskQueue: prefix + TASK_QUEUES.background,
      args: [input],
      staticSummary: 'One cycle of a background job, on schedule',
      searchAttributes: { AccountId: [row.account_id], JobId: [row.id], RunKind: ['job'] },
    },
    // Whether a cycle may begin is decided by the job's own claim, which leaves a trace and sees other triggers too.
    policies: ALLOW_ALL,
    state: {
      paused: row.is_active !== 1,
      note: `${row.is_active === 1 ? 'Active' : 'Paused: is_active is false'}, set by ${row.changed_by} at ${row.updated_at.toISOString()}`,
    },
    searchAttributes: { AccountId: [row.account_id], JobId: [row.id] },
  };
}
