import { DateTime } from 'luxon';

/** When a user wants the weekly summary: a local time on Mondays. */
export interface SummaryTime {
  /** Such as `08:00`; null: never. */
  weekly_at: string | null;
  timezone: string;
}

/** A weekly summary is this late at most. After that the next one follows. */
const LATEST_MS = 24 * 3_600_000;

function timeIn(monday: DateTime, weeklyAt: string): DateTime {
  const [hour = 0, minute = 0] = weeklyAt.split(':').map(Number);
  return monday.set({ hour, minute, second: 0, millisecond: 0 });
}

const mondayOf = (at: Date, timezone: string): DateTime => DateTime.fromJSDate(at, { zone: timezone }).startOf('week');

/** Returns when the first summary after `now` is due; null if the user wants none. */
export function nextSummary({ weekly_at, timezone }: SummaryTime, now: Date): Date | null {
  if (weekly_at === null) return null;
  const monday = mondayOf(now, timezone);
  const due = timeIn(monday, weekly_at);
  return (due.toJSDate() > now ? due : timeIn(monday.plus({ weeks: 1 }), weekly_at)).toJSDate();
}

/** A week that a summary reports: its days, and the Monday after it, which identifies the summary. */
export interface SummaryWeek {
  week: string;
  from: string;
  to: string;
}

/** Returns the week that the summary of `now` reports; undefined if it is too late for it. */
export function summaryWeek({ weekly_at, timezone }: SummaryTime, now: Date): SummaryWeek | undefined {
  if (weekly_at === null) return undefined;
  const monday = mondayOf(now, timezone);
  const lateMs = now.getTime() - timeIn(monday, weekly_at).toMillis();
  if (lateMs < 0 || lateMs > LATEST_MS) return undefined;
  const day = (days: number) => monday.plus({ days }).toISODate() ?? '';
  return { week: day(0), from: day(-7), to: day(-1) };
}
