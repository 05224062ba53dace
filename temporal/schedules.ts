import {
  type CalendarSpec,
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
} from '@temporalio/client';
import type { Knex } from 'knex';
import { type CronSpec, parseCron } from '../domain/time/cron.js';
import { nextRuns } from '../domain/time/cron-runs.js';
import type { WorkflowInputs } from '../workflows/instructions.protocol.js';
import type { TASK_QUEUES } from '../workflows/task-queues.js';
import type { RunKind } from '../workflows/visibility.js';
import { priorityOf } from './priority.js';

/** The part of a row that its schedule needs. */
interface ScheduledRow {
  id: string;
  account_id: string;
  version: number;
  timezone: string;
  is_active: boolean;
  changed_by: string;
  updated_at: Date;
}

/** A noun whose rows may have a schedule. */
interface Scheduled<Row extends ScheduledRow> {
  find(db: Knex, id: string): Promise<Row | undefined>;
  /** Null where the row has no schedule. */
  cronOf(row: Row): string | null;
  scheduleIdOf(id: string): string;
  /** The start of each fire. */
  fire: { [Name in keyof WorkflowInputs]: Fire<Name> }[keyof WorkflowInputs];
}

interface Fire<Name extends keyof WorkflowInputs> {
  workflow: Name;
  workflowIdOf(id: string): string;
  queue: (typeof TASK_QUEUES)[keyof typeof TASK_QUEUES];
  inputOf(id: string): WorkflowInputs[Name];
  summary: string;
  runKind: RunKind;
}

interface Sync {
  client: Client;
  db: Knex;
  prefix: string;
}

/**
 * Creates, updates, pauses or deletes a row's schedule so that it matches the row. It reads the row, not the
 * instruction, and reads it again afterwards. If two processes do this at once, the last writer is also the last
 * reader, so the schedule ends up matching the row.
 */
export const scheduleSync =
  <Row extends ScheduledRow>(kind: Scheduled<Row>) =>
  async ({ client, db, prefix }: Sync, id: string): Promise<void> => {
    for (;;) {
      const row = await kind.find(db, id);
      const cron = row && kind.cronOf(row);
      if (row && cron) {
        await putSchedule(client, optionsOf(kind, prefix, row, cron));
        await fireLate(client, kind.scheduleIdOf(row.id), row, cron);
      } else await deleteSchedule(client, kind.scheduleIdOf(id));
      const after = await kind.find(db, id);
      if (after?.version === row?.version) return;
    }
  };

/** Fires older than this are left out, as they are after an outage of Temporal. */
const CATCHUP_MS = 10 * 60_000;

/**
 * Has that fired which came due between the change of a row and its schedule: Temporal takes a schedule's times from
 * then on, and a job made at 9:59:58 would miss its run of 10:00. A time that was fired already is known by its cycle.
 */
async function fireLate(
  client: Client,
  scheduleId: string,
  { is_active, updated_at, timezone }: ScheduledRow,
  cron: string,
): Promise<void> {
  const now = new Date();
  const since = new Date(Math.max(updated_at.getTime(), now.getTime() - CATCHUP_MS));
  const first = is_active ? nextRuns(specOf(cron), timezone, since, 1)[0] : undefined;
  if (!first || first > now) return;
  await client.schedule.getHandle(scheduleId).backfill({ start: first, end: now, overlap: 'ALLOW_ALL' });
}

function optionsOf<Row extends ScheduledRow>(
  { scheduleIdOf, fire }: Scheduled<Row>,
  prefix: string,
  row: Row,
  cron: string,
) {
  const searchAttributes = { AccountId: [row.account_id], JobId: [row.id] };
  const active = row.is_active;
  return {
    scheduleId: scheduleIdOf(row.id),
    spec: { calendars: calendarsOf(cron), timezone: row.timezone },
    action: {
      type: 'startWorkflow' as const,
      workflowType: fire.workflow,
      workflowId: fire.workflowIdOf(row.id),
      taskQueue: prefix + fire.queue,
      args: [fire.inputOf(row.id)],
      staticSummary: fire.summary,
      searchAttributes: { ...searchAttributes, RunKind: [fire.runKind] },
      // The type of the options lacks it; the client takes it and the server keeps it.
      priority: priorityOf(fire.runKind, row.account_id),
    },
    // Whether a fire may begin is decided in MySQL, which leaves a trace and sees other triggers too.
    policies: { overlap: 'ALLOW_ALL', catchupWindow: CATCHUP_MS } as const,
    state: {
      paused: !active,
      note: `${active ? 'Active' : 'Paused: is_active is false'}, set by ${row.changed_by} at ${row.updated_at.toISOString()}`,
    },
    searchAttributes,
  };
}

/** Takes a schedule away; one that isn't there is gone already. */
async function deleteSchedule(client: Client, scheduleId: string): Promise<void> {
  try {
    await client.schedule.getHandle(scheduleId).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** Makes a schedule, or changes the one that is there. */
async function putSchedule(
  client: Client,
  options: ScheduleOptions & { state: { paused: boolean; note: string } },
): Promise<void> {
  try {
    await client.schedule.create(options);
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(options.scheduleId).update(({ spec: _spec, ...before }) => ({
      ...before,
      spec: options.spec,
      action: options.action as typeof before.action,
      policies: { ...before.policies, ...options.policies },
      state: { ...before.state, ...options.state },
    }));
  }
}

const MONTHS = [
  ...(['JANUARY', 'FEBRUARY', 'MARCH', 'APRIL', 'MAY', 'JUNE'] as const),
  ...(['JULY', 'AUGUST', 'SEPTEMBER', 'OCTOBER', 'NOVEMBER', 'DECEMBER'] as const),
];
const DAYS = ['SUNDAY', 'MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'] as const;

function specOf(cron: string): CronSpec {
  const parsed = parseCron(cron);
  if (!parsed.ok) throw new Error(`A cron expression can't be read: ${parsed.message}`);
  return parsed.spec;
}

/**
 * Writes a cron expression as Temporal's calendars. Two where either day may match, since one calendar asks for both.
 */
export function calendarsOf(cron: string): CalendarSpec[] {
  const spec = specOf(cron);
  const common = { comment: cron, minute: spec.minutes, hour: spec.hours, month: monthsOf(spec) };
  const byMonth = { ...common, dayOfMonth: spec.daysOfMonth };
  const byWeek = { ...common, dayOfWeek: weekdaysOf(spec) };
  return spec.eitherDay ? [byMonth, byWeek] : [{ ...byMonth, ...byWeek }];
}

const monthsOf = ({ months }: CronSpec) => months.flatMap((month) => MONTHS[month - 1] ?? []);
const weekdaysOf = ({ daysOfWeek }: CronSpec) => daysOfWeek.flatMap((day) => DAYS[day] ?? []);
