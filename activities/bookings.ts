import { setTimeout as sleep } from 'node:timers/promises';
import { fromJson } from '../db/connection.js';
import { ACTS_WITHIN_MS } from '../domain/messages/claims.js';
import type { CalendarProviders } from '../providers/calendar/index.js';
import { CalendarFault, type CalendarProvider } from '../providers/calendar/provider.js';
import {
  type BookingAdvance,
  type BookingRunDependencies,
  meetingNotices,
  nextOfBooking,
} from '../services/meetings/advance-booking.js';
import { planSync, recordSync, type SyncPlan, type SyncResult } from '../services/meetings/calendar-sync.js';
import { calendarSettingsOf } from '../services/meetings/connect-calendar.js';
import { type CalendarOutcome, type CalendarTask, recordCalendar } from '../services/meetings/sync-entry.js';
import { sendNext } from '../services/messages/send.js';
import type { BookingStep, CalendarSyncStep } from '../workflows/booking.protocol.js';
import type { OrHold } from './hold.js';
import { createProcess, type ProcessDependencies } from './send.js';

export interface BookingDependencies extends BookingRunDependencies, ProcessDependencies {
  orHold: OrHold;
  calendars: CalendarProviders;
}

/** Creates the activities that do what follows a booking and that mirror hosts' calendars. */
export const createBookingActivities = (deps: BookingDependencies) => {
  const work = createProcess(deps);
  const notices = meetingNotices(deps);
  const advance = async (meetingId: string): Promise<BookingAdvance> => {
    const found = await sendNext(notices, meetingId, work);
    if (!('task' in found)) return found;
    const outcome = await callCalendar(deps, found.task);
    return work.record(async (work) => {
      await recordCalendar(work, found.task, outcome);
      return nextOfBooking(work, meetingId);
    });
  };

  return {
    /**
     * Does the one thing that is due next for a meeting, and says what comes after it. Safe to repeat at every point; what
     * fails again and again is held.
     */
    async advanceBooking({ meetingId }: { meetingId: string }): Promise<BookingStep> {
      const next = await deps.orHold('meeting', meetingId, () => advance(meetingId));
      return 'held' in next ? { closed: false, plan: next.held } : toStep(next);
    },

    /** Mirrors a host's calendar and says when to look again. */
    async syncCalendar({ hostId }: { hostId: string }): Promise<CalendarSyncStep> {
      const plan = await planSync(deps.db, deps.clock.now(), hostId);
      if (!plan) return { closed: true };
      const record = async (result: SyncResult) => ({
        result,
        next: await work.record((work) => recordSync(work, plan, result)),
      });
      const { result, next } = await readCalendar(deps, plan)
        .then(record)
        .catch(async (error: unknown) => {
          // Temporal repeats it; until then the calendar shows that it isn't read.
          await record(UNEXPECTED).catch(() => undefined);
          throw error;
        });
      const details =
        result.kind === 'failed' ? `The calendar did not answer: ${result.code}` : 'The calendar is connected.';
      return { closed: false, plan: { sleepUntil: next.toISOString(), summary: 'until the next look', details } };
    },
  };
};

function toStep(advance: BookingAdvance): BookingStep {
  if (advance.kind === 'ended') return { closed: true, outcome: advance.outcome, details: advance.details };
  if (advance.kind !== 'waiting') throw new Error('Work is still pending.');
  const { sleepUntil, next, details } = advance;
  return { closed: false, plan: { sleepUntil, summary: `wait for: ${next}`, action: next, details } };
}

/**
 * The limit of a booking's search for its host's calendar, which may take many calls. Above it, the calendar's own
 * workflow continues the search and then lets its bookings check again.
 */
const LOCATE_MS = 4_000;

async function locateSoon(provider: CalendarProvider): Promise<string> {
  const late = new AbortController();
  const timeout = sleep(LOCATE_MS, undefined, { signal: late.signal }).then(() => {
    throw new CalendarFault('unreachable', "The calendar couldn't be found in time.");
  });
  try {
    return await Promise.race([provider.locate(), timeout]);
  } finally {
    late.abort();
    timeout.catch(() => undefined);
  }
}

async function callCalendar(deps: BookingDependencies, task: CalendarTask): Promise<CalendarOutcome> {
  const isTooLate = () => deps.clock.now().getTime() - task.lookedAt.getTime() > ACTS_WITHIN_MS;
  if (isTooLate()) return { kind: 'too_late' };
  try {
    const provider = deps.calendars.for(calendarSettingsOf(task.connection, deps.box));
    const calendarUrl = task.connection.calendar_url ?? (await locateSoon(provider));
    if (isTooLate()) return { kind: 'too_late' };
    if (task.what === 'write') {
      const { ref } = await provider.write(calendarUrl, { meeting: task.content, conference: null, known: null });
      return { kind: 'done', calendarUrl, href: ref };
    }
    if (task.entry?.href) await provider.remove(calendarUrl, task.entry.href);
    return { kind: 'done', calendarUrl, href: null };
  } catch (error) {
    return failed(error);
  }
}

async function readCalendar(
  deps: BookingDependencies,
  { connection, host, range, knownState }: SyncPlan,
): Promise<SyncResult> {
  try {
    const provider = deps.calendars.for(calendarSettingsOf(connection, deps.box));
    const calendarUrl = connection.calendar_url ?? (await provider.locate());
    const reading = await provider.read(calendarUrl, { ...range, timezone: host.timezone }, knownState);
    if (reading.kind === 'unchanged') return { kind: 'unchanged', calendarUrl };
    const known = fromJson<string[] | null>(connection.user_addresses);
    // A server that doesn't say who its user is still has a calendar: it is asked again with the next reading.
    const addresses = known ?? (await provider.addresses(calendarUrl).catch(() => null));
    return { kind: 'read', calendarUrl, reading, addresses };
  } catch (error) {
    return failed(error);
  }
}

const UNEXPECTED = {
  kind: 'failed',
  code: 'internal',
  message: "The calendar couldn't be read because of an unexpected error. See the log of the worker.",
} as const;

function failed(error: unknown): { kind: 'failed'; code: string; message: string } {
  if (error instanceof CalendarFault) return { kind: 'failed', code: error.code, message: error.message };
  if (error instanceof Error && error.name === 'SealedSecretError') {
    return { kind: 'failed', code: 'password_unreadable', message: error.message };
  }
  throw error;
}
