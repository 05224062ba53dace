import type { Knex } from 'knex';
import { findDefaultEmailSender } from '../../db/channels/email-senders.js';
import { insertEvents } from '../../db/events/events.js';
import { listNotices, type NoticeWithMessage, putNotice } from '../../db/meetings/meeting-notices.js';
import { findMeetingParties, lockMeetingById } from '../../db/meetings/meeting-parties.js';
import { updateMeeting } from '../../db/meetings/meetings.js';
import { cancel, loseClaim, requeue } from '../../db/messages/transitions.js';
import { findHeldWork, forgetHeldWork } from '../../db/operations/held-work.js';
import type { MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import {
  type BookingFacts,
  type BookingOutlook,
  type CalendarNeed,
  isHandedOver,
  type Notice,
  type NoticeState,
  planBooking,
} from '../../domain/meetings/booking-tasks.js';
import { claimedUntil } from '../../domain/messages/claims.js';
import { honoursKeys } from '../../domain/messages/states.js';
import type { TimerPlan } from '../../workflows/timer.protocol.js';
import { heldPlan, holdAsError, type RepeatedFailure } from '../agent-runs/held-work.js';
import { cancelMessage } from '../messages/cancel-message.js';
import { lockMessageAndRun } from '../messages/receipts.js';
import type { HeldBack, Owner } from '../messages/send.js';
import { formerHostsOf } from './calendar-entry.js';
import { remindersOf } from './host-availability.js';
import type { MeetingLinks } from './meeting-links.js';
import { claimNotice, handOver, noticeLead, noticeOrigin, type PreparedNotice, recordNotice } from './notices.js';
import { type CalendarTask, calendarNeed } from './sync-entry.js';

export interface BookingRunDependencies {
  meetingLinks: MeetingLinks;
  heldBack: HeldBack;
}

/** The result of a look at a booking: an email to send, a calendar to call, a time to wait for, or nothing left. */
export type BookingAdvance =
  | { kind: 'send'; send: PreparedNotice }
  | { kind: 'calendar'; task: CalendarTask }
  | { kind: 'waiting'; sleepUntil: string | null; next: string; details: string }
  | { kind: 'ended'; outcome: string; details: string };

/** Sends the mails that meetings call for. A look that finds a calendar to call leaves that to its caller. */
export const meetingNotices = (deps: BookingRunDependencies): Owner<PreparedNotice, BookingAdvance> => ({
  advance: (work, meetingId) => advanceBooking(work, meetingId, deps),
  async record(work, send, outcome) {
    await recordNotice(work, send, outcome);
    return nextOfBooking(work, send.meetingId);
  },
  note: recordNotice,
});

/** Passed-over notices are cheap, but a turn stays bounded. */
const LOOKS_AT_ONCE = 50;
const SWITCHED_OFF_MS = 5 * 60_000;

/**
 * Looks at a meeting's rows and does what is due next, under the meeting's row lock: passes over what came too late,
 * claims the mail that is to leave, or names the call that the host's calendar needs. The rows tell what was done, so
 * a repeat at any point does nothing twice.
 */
export async function advanceBooking(
  work: Work,
  meetingId: string,
  deps: BookingRunDependencies,
): Promise<BookingAdvance> {
  const { tx, now } = work;
  const meeting = await lockMeetingById(tx, meetingId);
  if (!meeting) return { kind: 'ended', outcome: 'gone', details: 'The meeting no longer exists.' };
  if (await findHeldWork(tx, 'meeting', meeting.id)) await forgetHeldWork(tx, 'meeting', [meeting.id]);
  const notices = await listNotices(tx, meeting.id);
  const leaves = await settleLostClaims(work, notices);
  if (leaves) {
    return { kind: 'waiting', sleepUntil: leaves.toISOString(), next: 'a mail is being sent', details: '' };
  }
  for (let looks = 0; looks < LOOKS_AT_ONCE; looks += 1) {
    const look = await lookAt(work, meeting);
    const { outlook } = look;
    const { work: due } = outlook;
    if (due?.kind === 'calendar' && look.task) return { kind: 'calendar', task: look.task };
    if (due?.kind === 'notice') {
      const snapshot = await noticeLead(tx, meeting);
      if (snapshot && !snapshot.account.sending_enabled) {
        // Only mails wait: the meeting belongs into its host's calendar all the same.
        if (look.task) return { kind: 'calendar', task: look.task };
        const until = new Date(now.getTime() + SWITCHED_OFF_MS).toISOString();
        return { kind: 'waiting', sleepUntil: until, next: 'sending is switched off', details: outlook.details };
      }
      const sender = await findDefaultEmailSender(tx, meeting.account_id);
      const context = { ...work, meeting, host: look.host, links: deps.meetingLinks, sender, heldBack: deps.heldBack };
      const before = look.notices.find(({ notice_key }) => notice_key === due.notice.key);
      if (isHandedOver(due.notice.key)) {
        await handOver(context, due.notice, snapshot, before);
        continue;
      }
      const claim = await claimNotice(context, due.notice, before, snapshot);
      if (claim.kind === 'ready') return { kind: 'send', send: claim.send };
      if (claim.kind === 'held') continue;
      await skip(work, meeting, due.notice, before, claim.reason);
    } else if (due?.kind === 'skip') {
      const before = look.notices.find(({ notice_key }) => notice_key === due.notice.key);
      await skip(work, meeting, due.notice, before, due.reason);
    } else if (due?.kind === 'take_back') {
      const before = look.notices.find(({ notice_key }) => notice_key === due.key);
      if (before) await takeBack(work, before);
    } else {
      return toWaiting(meeting, outlook);
    }
  }
  return { kind: 'waiting', sleepUntil: now.toISOString(), next: 'look again', details: '' };
}

/** Returns what comes next after something was done, for the timer and the eyes of an operator. */
export async function nextOfBooking(work: Work, meetingId: string): Promise<BookingAdvance> {
  const { tx } = work;
  const meeting = await lockMeetingById(tx, meetingId);
  if (!meeting) return { kind: 'ended', outcome: 'gone', details: 'The meeting no longer exists.' };
  return toWaiting(meeting, (await lookAt(work, meeting)).outlook);
}

function toWaiting(meeting: MeetingRow, { closed, sleepUntil, next, details }: BookingOutlook): BookingAdvance {
  if (closed) return { kind: 'ended', outcome: meeting.status, details };
  return { kind: 'waiting', sleepUntil: sleepUntil?.toISOString() ?? null, next, details };
}

async function lookAt(work: Work, meeting: MeetingRow) {
  const { tx, now } = work;
  const { host, type } = await findMeetingParties(tx, meeting);
  const notices = await listNotices(tx, meeting.id);
  const { need, task } = await calendarNeed(work, meeting, { host, type });
  if (need.kind !== 'due') await settleSync(tx, meeting, need);
  const facts: BookingFacts = {
    status: meeting.status,
    startsAt: meeting.starts_at,
    endsAt: meeting.ends_at,
    createdAt: meeting.created_at,
    rescheduledAt: meeting.rescheduled_at,
    cancelledAt: meeting.cancelled_at,
    handOvers: formerHostsOf(meeting).map(({ until }) => new Date(until)),
    inviteLead: meeting.invite_lead,
    reminders: remindersOf(type),
    notices: new Map(notices.map((notice) => [notice.notice_key, stateOf(notice)])),
    calendar: need,
  };
  const isDue = need.kind === 'due' && need.at <= now;
  return { host, notices, task: isDue ? task : undefined, outlook: planBooking(facts, now) };
}

/** A change that turns out to need no call, such as a move there and back, leaves nothing waiting. */
async function settleSync(tx: Knex, meeting: MeetingRow, need: CalendarNeed): Promise<void> {
  if (meeting.sync_status !== 'pending') return;
  meeting.sync_status = need.kind === 'settled' && need.written ? 'synced' : 'not_connected';
  await updateMeeting(tx, meeting.id, { sync_status: meeting.sync_status });
}

/** Why a notice was taken back. One that the meeting calls for again, moved there and back, is due like a new one. */
const OVERTAKEN = 'overtaken';

const statusOf = ({ notice_key, message, skipped }: NoticeWithMessage): string => {
  if (skipped !== null) return skipped === OVERTAKEN ? 'waits' : 'skipped';
  return isHandedOver(notice_key) ? 'handed_over' : (message?.status ?? 'queued');
};

const stateOf = (notice: NoticeWithMessage): NoticeState => toState(notice, statusOf(notice));

const toState = ({ message, skipped, attempts }: NoticeWithMessage, status: string): NoticeState => ({
  status,
  reason: skipped ?? message?.failure_code ?? null,
  attempts,
  retryAt: message?.status === 'queued' ? message.hold_until : null,
  pending: skipped === null && ['queued', 'held'].includes(message?.status ?? ''),
});

/**
 * Settles messages that are still `sending` and can't be sent any more, because the process that claimed them died.
 * Their outcome is unknown, and they aren't sent again automatically, except through the sandbox, which delivers a
 * repeated message once. Returns until when one can still be sent. Nothing is settled before that.
 */
export async function settleLostClaims(work: Work, notices: readonly NoticeWithMessage[]): Promise<Date | undefined> {
  const { tx, now } = work;
  const claimed = notices.flatMap(({ message, notice_key }) =>
    message?.status === 'sending' && !isHandedOver(notice_key) ? [message] : [],
  );
  const leaves = claimedUntil(
    claimed.filter(({ provider }) => !honoursKeys(provider)),
    now,
  );
  if (leaves) return leaves;
  for (const message of claimed) {
    if (honoursKeys(message.provider)) await requeue(tx, now, message.id);
    else await loseClaim(tx, now, message.id);
  }
  return undefined;
}

/** Cancels the waiting message of a notice that a change of the meeting has overtaken, unless it is just leaving. */
async function takeBack(work: Work, { message, ...notice }: NoticeWithMessage): Promise<void> {
  const { tx, now } = work;
  const locked = message && (await lockMessageAndRun(tx, message));
  if (!locked || !['queued', 'held'].includes(locked.message.status)) return;
  if (isHandedOver(notice.notice_key)) {
    await cancelMessage(work, locked, noticeOrigin(notice.meeting_id));
  } else {
    await cancel(tx, now, locked.message.id);
  }
  await putNotice(tx, { ...notice, skipped: OVERTAKEN });
}

/** Passes a notice over for good. Where the booking said that the lead would be told, that it isn't is an event. */
async function skip(
  work: Work,
  meeting: MeetingRow,
  { key, kind, channel }: Notice,
  before: NoticeWithMessage | undefined,
  reason: string,
): Promise<void> {
  const { tx, now } = work;
  if (before?.message) await cancel(tx, now, before.message.id);
  await putNotice(tx, {
    meeting_id: meeting.id,
    notice_key: key,
    account_id: meeting.account_id,
    message_id: before?.message_id ?? null,
    skipped: reason,
    attempts: before?.attempts ?? 0,
    created_at: now,
  });
  if (meeting.invitation_status === 'none' || reason === 'due_before_booking') return;
  if (kind === 'invitation' || kind === 'update') {
    meeting.invitation_status = 'failed';
    await updateMeeting(tx, meeting.id, { invitation_status: 'failed' });
  }
  const { id, account_id: accountId, lead_id: leadId } = meeting;
  const data = { message_id: before?.message_id ?? null, meeting_id: id, channel, notice: kind, code: reason };
  await insertEvents(tx, now, [{ accountId, leadId, type: 'message.failed', data, origin: noticeOrigin(id) }]);
}

/**
 * Holds the tasks after a booking if they can't be processed. The meeting itself stays. Returns undefined if an email
 * about it may still be sent or the meeting doesn't exist.
 */
export async function holdBrokenBooking(
  work: Work,
  meetingId: string,
  broken: RepeatedFailure,
): Promise<TimerPlan | undefined> {
  const { tx } = work;
  const meeting = await lockMeetingById(tx, meetingId);
  if (!meeting || (await settleLostClaims(work, await listNotices(tx, meetingId)))) return undefined;
  const { id, account_id } = meeting;
  const subject = { kind: 'meeting', id, account_id, agent_id: null, step_key: null } as const;
  return heldPlan(await holdAsError(work, subject, broken));
}
