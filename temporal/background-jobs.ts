import { findJobById } from '../db/jobs/jobs.js';
import type { JobRow } from '../db/tables.js';
import { cronCycleIdOf, scheduleIdOf } from '../domain/flow/ids.js';
import { TASK_QUEUES } from '../workflows/task-queues.js';
import { scheduleSync } from './schedules.js';

/** Makes a job's schedule what the job's row says. */
export const syncJobSchedule = scheduleSync<JobRow>({
  find: findJobById,
  cronOf: (row) => (row.deleted_at === null && row.trigger_type === 'cron' ? row.cron_expression : null),
  scheduleIdOf,
  fire: {
    workflow: 'backgroundJobCycleWorkflow',
    workflowIdOf: cronCycleIdOf,
    queue: TASK_QUEUES.background,
    inputOf: (jobId) => ({ jobId }),
    summary: 'One cycle of a background job, on schedule',
    runKind: 'job',
  },
});
