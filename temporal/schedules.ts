import {
  type CalendarSpec,
  type Client,
  ScheduleAlreadyRunning,
  ScheduleNotFoundError,
  type ScheduleOptions,
} from '@temporalio/client';
import { type CronSpec, parseCron } from '../domain/cron.js';

/** Whether a run may begin is decided in MySQL; runs missed for longer than ten minutes are not made up for. */
export const ALLOW_ALL = { overlap: 'ALLOW_ALL', catchupWindow: '10 minutes' } as const;

/** Takes a schedule away; one that isn't there is gone already. */
export async function deleteSchedule(client: Client, scheduleId: string): Promise<void> {
  try {
    await client.schedule.getHandle(scheduleId).delete();
  } catch (error) {
    if (!(error instanceof ScheduleNotFoundError)) throw error;
  }
}

/** Makes a schedule, or changes the one that is there. */
export async function putSchedule(
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

/** A cron expression as Temporal's calendars. Two where either day may match, since one calendar asks for both. */
export function calendarsOf(cron: string): CalendarSpec[] {
  const parsed = parseCron(cron);
  if (!parsed.ok) throw new Error(`A cron expression can't be read: ${parsed.message}`);
  const { spec } = parsed;
  const common = { comment: cron, minute: spec.minutes, hour: spec.hours, month: monthsOf(spec) };
  const byMonth = { ...common, dayOfMonth: spec.daysOfMonth };
  const byWeek = { ...common, dayOfWeek: weekdaysOf(spec) };
  return spec.eitherDay ? [byMonth, byWeek] : [{ ...byMonth, ...byWeek }];
}

const monthsOf = ({ months }: CronSpec) => months.flatMap((month) => MONTHS[month - 1] ?? []);
const weekdaysOf = ({ daysOfWeek }: CronSpec) => daysOfWeek.flatMap((day) => DAYS[day] ?? []);
