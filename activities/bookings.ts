import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { inTransaction, isUnavailable } from '../db/connection.js';
import { type OutboxItem, takePending } from '../db/outbox.js';
import { ACTS_WITHIN_MS } from '../domain/claims.js';
import type { CalendarProviders } from '../providers/calendar/index.js';
import { CalendarFault, type CalendarProvider } from '../providers/calendar/provider.js';
import type { EmailProviders } from '../providers/email/index.js';
import type { SendOutcome } from '../providers/outcome.js';
import type { Clock } from '../runtime/clock.js';
import type { Metrics } from '../runtime/metrics.js';
import type { SecretBox } from '../runtime/secret-box.js';
import {
  advanceBooking as advance,
  type BookingAdvance,
  type BookingRunDependencies,
  nextOfBooking,
} from '../services/booking-run.js';
import type { Breakers } from '../services/breakers.js';
import { type CalendarOutcome, type CalendarTask, recordCalendar } from '../services/calendar-entries.js';
import { calendarSettingsOf } from '../services/calendar-settings.js';
import { planSync, recordSync, type SyncPlan, type SyncResult } from '../services/calendar-sync.js';
import { providerConfigOf } from '../services/email-senders.js';
import { type PreparedNotice, recordNotice } from '../services/meeting-notices.js';
import type { BookingStep, CalendarSyncStep } from '../workflows/booking.protocol.js';

export interface BookingDependencies extends BookingRunDependencies {
  db: Knex;
  clock: Clock;
  metrics: Metrics;
  email: EmailProviders;
  calendars: CalendarProviders;
  breakers: Pick<Breakers, 'note'>;
  box: SecretBox;
  /** Tries instructions to Temporal right after their commit; never throws and is not waited for. */
  dispatch: (items: OutboxItem[]) => void;
}

/** How long an outcome is kept in memory while the database is away. */
const RECORD_MS = 5_000;
const RECORD_PAUSE_MS = 200;

/** The activities that do what follows a booking and that mirror hosts' calendars. */
export const createBookingActivities = (deps: BookingDependencies) => {
  const commit = async <T>(work: (tx: Knex, now: Date) => Promise<T>): Promise<T> => {
    const { result, pending } = await inTransaction(deps.db, async (tx) => ({
      result: await work(tx, deps.clock.now()),
      pending: takePending(tx),
    }));
    if (pending.length > 0) deps.dispatch(pending);
    return result;
  };

  /** What was done outside must not be forgotten only because the database was restarted just then. */
  const record = async <T>(work: (tx: Knex, now: Date) => Promise<T>): Promise<T> => {
    const endsAt = performance.now() + RECORD_MS;
    for (;;) {
      try {
        return await commit(work);
      } catch (error) {
        if (!isUnavailable(error) || performance.now() > endsAt) throw error;
        await new Promise((resolve) => setTimeout(resolve, RECORD_PAUSE_MS));
      }
    }
  };

  const send = async ({ sender, email, claimedAt, accountId, messageId }: PreparedNotice): Promise<SendOutcome> => {
    if (deps.clock.now().getTime() - claimedAt.getTime() > ACTS_WITHIN_MS) {
      return { kind: 'refused_retry', code: 'claim_too_old', message: 'The process stood still before sending.' };
    }
    const outcome = await deliver(deps, sender, email);
    deps.metrics.sends.inc({ channel: 'email', outcome: outcome.kind });
    if (sender) deps.breakers.note({ senderId: sender.id, accountId, agentRunId: messageId }, outcome);
    return outcome;
  };

  return {
    /** Does the one thing that is due next for a meeting, and says what comes after it. Safe to repeat at every point. */
    async advanceBooking({ meetingId }: { meetingId: string }): Promise<BookingStep> {
      const found = await commit((tx, now) => advance(tx, now, meetingId, deps));
      if (found.kind === 'waiting' || found.kind === 'ended') return toStep(found);
      const outcome = found.kind === 'send' ? await send(found.send) : await callCalendar(deps, found.task);
      const next = await record(async (tx, now) => {
        if (found.kind === 'send') await recordNotice(tx, now, found.send, outcome as SendOutcome);
        else await recordCalendar(tx, now, found.task, outcome as CalendarOutcome);
        return nextOfBooking(tx, now, meetingId);
      });
      return toStep(next);
    },

    /** Mirrors a host's calendar and says when to look again. */
    async syncCalendar({ hostId }: { hostId: string }): Promise<CalendarSyncStep> {
      const plan = await planSync(deps.db, deps.clock.now(), hostId);
      if (!plan) return { closed: true };
      const result = await readCalendar(deps, plan);
      const next = await record((tx, now) => recordSync(tx, now, plan, result));
      const details =
        result.kind === 'failed' ? `The calendar did not answer: ${result.code}` : 'The calendar is connected.';
      return { closed: false, plan: { sleepUntil: next.toISOString(), summary: 'until the next look', details } };
    },
  };
};

function toStep(advance: BookingAdvance): BookingStep {
  if (advance.kind === 'ended') return { closed: true, outcome: advance.outcome, details: advance.details };
  if (advance.kind !== 'waiting') throw new Error('Something is still to be done.');
  const { sleepUntil, next, details } = advance;
  return { closed: false, plan: { sleepUntil, summary: `wait for: ${next}`, action: next, details } };
}

/** Hands a mail to its sender's provider. Settings that can't be read are the sender's fault, not the mail's. */
async function deliver(
  { email: providers, box }: BookingDependencies,
  sender: PreparedNotice['sender'],
  email: PreparedNotice['email'],
): Promise<SendOutcome> {
  if (sender === null) return providers.for({ provider: 'sandbox' }).send(email);
  let provider: ReturnType<EmailProviders['for']>;
  try {
    provider = providers.for(providerConfigOf(sender, box));
  } catch (error) {
    return { kind: 'refused_retry', code: 'SENDER_UNUSABLE', message: (error as Error).message };
  }
  return provider.send(email);
}

/**
 * How long a booking's look waits for its host's calendar to be found, which may take many calls. One that takes longer
 * is found by its own workflow, which has time for it, and which then has its bookings look again.
 */
const LOCATE_MS = 4_000;

async function locateSoon(provider: CalendarProvider): Promise<string> {
  const late = new AbortController();
  const timeout = sleep(LOCATE_MS, undefined, { signal: late.signal }).then(() => {
    throw new CalendarFault('unreachable', 'The calendar could not be found in time.');
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
      return { kind: 'done', calendarUrl, href: await provider.write(calendarUrl, task.meeting.id, task.data) };
    }
    const href = task.entry?.href;
    // These credentials are no other server's business; what stands on one stays there.
    if (href && new URL(href).origin === new URL(calendarUrl).origin) await provider.remove(href);
    return { kind: 'done', calendarUrl, href: null };
  } catch (error) {
    return failed(error);
  }
}

async function readCalendar(
  deps: BookingDependencies,
  { connection, range, knownState }: SyncPlan,
): Promise<SyncResult> {
  try {
    const provider = deps.calendars.for(calendarSettingsOf(connection, deps.box));
    const calendarUrl = connection.calendar_url ?? (await provider.locate());
    const state = await provider.state(calendarUrl);
    if (state !== null && state === knownState) return { kind: 'unchanged', calendarUrl };
    return { kind: 'read', calendarUrl, state, objects: await provider.list(calendarUrl, range) };
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): { kind: 'failed'; code: string; message: string } {
  if (error instanceof CalendarFault) return { kind: 'failed', code: error.code, message: error.message };
  if (error instanceof Error && error.name === 'SealedSecretError') {
    return { kind: 'failed', code: 'password_unreadable', message: error.message };
  }
  throw error;
}
