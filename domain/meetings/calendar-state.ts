import type { CalendarConnection } from '../../schemas/meetings/calendars.js';

/** The status of a host's calendar in the API. */
export type CalendarStatus = CalendarConnection['status'];

/** The interval at which a calendar is synced. */
export const CALENDAR_LOOK_MS = 5 * 60_000;
/** Busy times are late once a look is overdue by five minutes. */
export const CALENDAR_LATE_MS = CALENDAR_LOOK_MS + 5 * 60_000;

/** The recorded state of a calendar's syncs. `updated_at` is the time of the last change of its settings. */
export interface CalendarFacts {
  status: 'pending' | 'connected' | 'failed';
  current_at: Date | null;
  updated_at: Date;
}

/** Returns whether a calendar's busy times may be old: the last look failed, or none has succeeded for too long. */
export const isCalendarStale = ({ status, current_at, updated_at }: CalendarFacts, now: Date): boolean =>
  status === 'failed' || now.getTime() - (current_at ?? updated_at).getTime() > CALENDAR_LATE_MS;

/** Returns how a calendar is: failed before late, late before incomplete. */
export function calendarStatus(facts: CalendarFacts & { problems: number }, now: Date): CalendarStatus {
  if (facts.status === 'failed') return 'failed';
  if (isCalendarStale(facts, now)) return 'late';
  return facts.status === 'connected' && facts.problems > 0 ? 'incomplete' : facts.status;
}
