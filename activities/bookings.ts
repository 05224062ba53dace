import { setTimeout as sleep } from 'node:timers/promises';
import { fromJson } from '../db/connection.js';
import { ACTS_WITHIN_MS } from '../domain/messages/claims.js';
import type { CalendarProviders } from '../providers/calendar/index.js';
import {
  CalendarFault,
  type CalendarProvider,
  type CalendarReading,
  type CalendarWindow,
  type WrittenEntry,
} from '../providers/calendar/provider.js';
import {
  type BookingAdvance,
  type BookingRunDependencies,
  meetingNotices,
  nextOfBooking,
} from '../services/meetings/advance-booking.js';
import {
  type CalendarContent,
  planSync,
  recordSync,
  type SyncPlan,
  type SyncResult,
} from '../services/meetings/calendar-sync.js';
import { calendarSettingsOf, calendarsRead } from '../services/meetings/connect-calendar.js';
import { type CalendarOutcome, type CalendarTask, recordCalendar } from '../services/meetings/sync-entry.js';
import { takeOverChange } from '../services/meetings/take-over-change.js';
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
        recorded: await work.record((work) => recordSync(work, plan, result)),
      });
      const { result, recorded } = await readCalendar(deps, plan)
        .then(record)
        .catch(async (error: unknown) => {
          // Temporal repeats it; until then the calendar shows that it isn't read.
          await record(UNEXPECTED).catch(() => undefined);
          throw error;
        });
      for (const change of recorded.changes) await work.record((work) => takeOverChange(work, change));
      const details =
        result.kind === 'failed' ? `The calendar did not answer: ${result.code}` : 'The calendar is connected.';
      return {
        closed: false,
        plan: { sleepUntil: recorded.next.toISOString(), summary: 'until the next look', details },
      };
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

const knownEntry = ({ entry }: CalendarTask): WrittenEntry | null =>
  entry?.href ? { ref: entry.href, etag: entry.etag, joinUrl: entry.join_url } : null;

async function callCalendar(deps: BookingDependencies, task: CalendarTask): Promise<CalendarOutcome> {
  const isTooLate = () => deps.clock.now().getTime() - task.lookedAt.getTime() > ACTS_WITHIN_MS;
  if (isTooLate()) return { kind: 'too_late' };
  try {
    const provider = deps.calendars.for(calendarSettingsOf(task.connection, deps.box));
    const calendarUrl = task.connection.calendar_url ?? (await locateSoon(provider));
    if (isTooLate()) return { kind: 'too_late' };
    if (task.what === 'write') {
      const written = await provider.write(calendarUrl, {
        meeting: task.content,
        conference: task.conference,
        known: knownEntry(task),
      });
      return { kind: 'done', calendarUrl, written };
    }
    await provider.remove(calendarUrl, { ref: task.entry?.href ?? null, uid: task.content.uid });
    return { kind: 'done', calendarUrl, written: null };
  } catch (error) {
    return failed(error);
  }
}

async function readCalendar(
  deps: BookingDependencies,
  { connection, host, range, knownTokens }: SyncPlan,
): Promise<SyncResult> {
  try {
    const provider = deps.calendars.for(calendarSettingsOf(connection, deps.box));
    const calendarUrl = connection.calendar_url ?? (await provider.locate());
    const readings = await readAll(provider, {
      calendarIds: calendarsRead(connection, calendarUrl),
      window: { ...range, timezone: host.timezone },
      tokens: knownTokens,
    });
    if (!readings) return { kind: 'unchanged', calendarUrl };
    const known = fromJson<string[] | null>(connection.user_addresses);
    // A server that doesn't say who its user is still has a calendar: it is asked again with the next reading.
    const addresses = known ?? (await provider.addresses(calendarUrl).catch(() => null));
    return { kind: 'read', calendarUrl, readings, addresses };
  } catch (error) {
    return failed(error);
  }
}

/**
 * Reads all calendars of a host. Undefined if none has changed. If one has, the others are read too, since the mirror is
 * replaced as a whole.
 */
async function readAll(
  provider: CalendarProvider,
  {
    calendarIds,
    window,
    tokens,
  }: { calendarIds: readonly string[]; window: CalendarWindow; tokens: Readonly<Record<string, string>> },
): Promise<CalendarContent[] | undefined> {
  const readings = new Map<string, CalendarReading>();
  for (const id of calendarIds) readings.set(id, await provider.read(id, window, tokens[id] ?? null));
  if ([...readings.values()].every(({ kind }) => kind === 'unchanged')) return undefined;
  const contents: CalendarContent[] = [];
  for (const [calendarId, reading] of readings) {
    const content = reading.kind === 'unchanged' ? await provider.read(calendarId, window, null) : reading;
    if (content.kind === 'unchanged') throw new CalendarFault('refused', 'The calendar has no content.');
    contents.push({ calendarId, ...content });
  }
  return contents;
}

const UNEXPECTED = {
  kind: 'failed',
  code: 'internal',
  message: "The calendar couldn't be read because of an unexpected error. See the log of the worker.",
} as const;

function failed(error: unknown): { kind: 'failed'; code: string; message: string; retryAfterSeconds?: number } {
  if (error instanceof CalendarFault) {
    const { code, message, retryAfterSeconds } = error;
    return { kind: 'failed', code, message, retryAfterSeconds };
  }
  if (error instanceof Error && error.name === 'SealedSecretError') {
    return { kind: 'failed', code: 'password_unreadable', message: error.message };
  }
  throw error;
}
