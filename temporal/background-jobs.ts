import { type CalendarSpec, type Client, ScheduleAlreadyRunning, ScheduleNotFoundError } from '@temporalio/client';
import type { Knex } from 'knex';
import { findJobById } from '../db/background-jobs.js';
import type { JobRow } from '../db/tables-jobs.js';
import { type CronSpec, parseCron } from '../domain/cron.js';
import { cronCycleIdOf, scheduleIdOf } from '../domain/flow/ids.js';
import type { JobCycleInput } from '../workflows/background-job-cycle.protocol.js';
import { TASK_QUEUES } from '../workflows/task-queues.js';

/** Runs missed for longer than this are not made up for. */
const CATCHUP = '10 minutes' as const;

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
    if (!row) return deleteSchedule(client, jobId);
    if (row.deleted_at || row.trigger_type !== 'cron' || row.cron_expression === null) {
      await deleteSchedule(client, jobId);
    } else {
      await putSchedule(client, prefix, row, row.cron_expression);
    }
    const after = await findJobById(db, jobId);
    if (after?.version === row.version) return;
  }
}

async function deleteSchedule(client: Client, jobId: string): Promise<void> {
  try {
    await client.schedule.getHandle(scheduleIdOf(jobId)).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

async function putSchedule(client: Client, prefix: string, row: JobRow, cron: string): Promise<void> {
  const options = optionsOf(prefix, row, cron);
  try {
    await client.schedule.create(options);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    const { spec, action, policies, state } = options;
    await client.schedule.getHandle(options.scheduleId).update(() => ({ spec, action, policies, state }));
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
    policies: { overlap: 'ALLOW_ALL' as const, catchupWindow: CATCHUP },
    state: {
      paused: row.is_active !== 1,
      note: `${row.is_active === 1 ? 'Active' : 'Paused: is_active is false'}, set by ${row.changed_by} at ${row.updated_at.toISOString()}`,
    },
    searchAttributes: { AccountId: [row.account_id], JobId: [row.id] },
  };
}

const MONTHS = [
  ...(['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE'] as const),
  ...(['JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'] as const),
];
const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;

/** A cron expression as Temporal's calendars. Two where either day may match, since one calendar asks for both. */
function calendarsOf(cron: string): CalendarSpec[] {
  const parsed = parseCron(cron);
  if (!parsed.ok) throw new Error(`A job's cron expression can't be read: ${parsed.message}`);
  const { spec } = parsed;
  const common = { comment: cron, minute: spec.minutes, hour: spec.hours, month: monthsOf(spec) };
  const byMonth = { ...common, dayOfMonth: spec.daysOfMonth };
  const byWeek = { ...common, dayOfWeek: weekdaysOf(spec) };
  return spec.eitherDay ? [byMonth, byWeek] : [{ ...byMonth, ...byWeek }];
}

const monthsOf = ({ months }: CronSpec) => months.flatMap((month) => MONTHS[month - 1] ?? []);
const weekdaysOf = ({ daysOfWeek }: CronSpec) => daysOfWeek.flatMap((day) => DAYS[day] ?? []);
