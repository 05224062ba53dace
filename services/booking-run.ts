import type { Knex } from 'knex';
import { findDefaultEmailSender } from '../db/email-senders.js';
import { insertEvents } from '../db/events.js';
import { findMeetingParties, lockMeetingById } from '../db/meeting-facts.js';
import { listNotices, type NoticeWithMessage, putNotice } from '../db/meeting-notices.js';
import { updateMessage } from '../db/messages.js';
import type { MeetingRow } from '../db/tables-meetings.js';
import {
  type BookingFacts,
  type BookingOutlook,
  type CalendarNeed,
  isHandedOver,
  type Notice,
  type NoticeState,
  planBooking,
} from '../domain/booking-tasks.js';
import { claimedUntil } from '../domain/claims.js';
import { honoursKeys } from '../domain/message-status.js';
import type { Breakers } from './breakers.js';
import { type CalendarTask, calendarNeed } from './calendar-entries.js';
import { cancelMessage } from './cancel-message.js';
import { formerHostsOf } from './meeting-calendar.js';
import type { MeetingLinks } from './meeting-links.js';
import { claimNotice, handOver, noticeLead, noticeOrigin, type PreparedNotice } from './meeting-notices.js';
import { remindersOf } from './meetings/reminders.js';
import { lockMessageAndRun } from './message-news.js';

export interface BookingRunDependencies {
  meetingLinks: MeetingLinks;
  /** What holds a message of a sender back whose provider fails; undefined: it may leave. */
  heldBack: Breakers['holdOf'];
}

/** What a look at a booking found: a mail to send, a calendar to call, a time to wait for, or that nothing is left. */
export type BookingAdvance =
  | { kind: 'send'; send: PreparedNotice }
  | { kind: 'calendar'; task: CalendarTask }
  | { kind: 'waiting'; sleepUntil: string | null; next: string; details: string }
  | { kind: 'ended'; outcome: string; details: string };

/** Passed-over notices are cheap, but a turn stays bounded. */
const LOOKS_AT_ONCE = 50;
const SWITCHED_OFF_MS = 5 * 60_000;

/**
 * Looks at a meeting's rows and does what is due next, under the meeting's row lock: passes over what came too late,
 * claims the mail that is to leave, or names the call that the host's calendar needs. The rows tell what was done, so
 * a repeat at any point does nothing twice.
 */
export async function advanceBooking(
  tx: Knex,
  now: Date,
  meetingId: string,
  deps: BookingRunDependencies,
): Promise<BookingAdvance> {
  const meeting = await lockMeetingById(tx, meetingId);
  if (!meeting) return { kind: 'ended', outcome: 'gone', details: 'The meeting is gone.' };
  const notices = await listNotices(tx, meeting.id);
  const leaves = await settleLostClaims(tx, now, notices);
  if (leaves) {
    return { kind: 'waiting', sleepUntil: leaves.toISOString(), next: 'a mail is being sent', details: '' };
  }
  for (let looks = 0; looks < LOOKS_AT_ONCE; looks += 1) {
    const look = await lookAt(tx, now, meeting);
    const { outlook } = look;
    const { work } = outlook;
    if (work?.kind === 'calendar' && look.task) return { kind: 'calendar', task: look.task };
    if (work?.kind === 'notice') {
      const snapshot = await noticeLead(tx, meeting);
      if (snapshot && !snapshot.account.sending_enabled) {
        // Only mails wait: the meeting belongs into its host's calendar all the same.
        if (look.task) return { kind: 'calendar', task: look.task };
        const until = new Date(now.getTime() + SWITCHED_OFF_MS).toISOString();
        return { kind: 'waiting', sleepUntil: until, next: 'sending is switched off', details: outlook.details };
      }
      const sender = await findDefaultEmailSender(tx, meeting.account_id);
      const context = { tx, now, meeting, host: look.host, links: deps.meetingLinks, sender, heldBack: deps.heldBack };
      const before = look.notices.find(({ notice_key }) => notice_key === work.notice.key);
      if (isHandedOver(work.notice.key)) {
        await handOver(context, work.notice, snapshot, before);
        continue;
      }
      const claim = await claimNotice(context, work.notice, before, snapshot);
      if (claim.kind === 'ready') return { kind: 'send', send: claim.send };
      if (claim.kind === 'held') continue;
      await skip(tx, now, meeting, work.notice, before, claim.reason);
    } else if (work?.kind === 'skip') {
      const before = look.notices.find(({ notice_key }) => notice_key === work.notice.key);
      await skip(tx, now, meeting, work.notice, before, work.reason);
    } else if (work?.kind === 'take_back') {
      const before = look.notices.find(({ notice_key }) => notice_key === work.key);
      if (before) await takeBack(tx, now, before);
    } else {
      return toWaiting(meeting, outlook);
    }
  }
  return { kind: 'waiting', sleepUntil: now.toISOString(), next: 'look again', details: '' };
}

/** What comes next after something was done, for the timer and the eyes of an operator. */
export async function nextOfBooking(tx: Knex, now: Date, meetingId: string): Promise<BookingAdvance> {
  const meeting = await lockMeetingById(tx, meetingId);
  if (!meeting) return { kind: 'ended', outcome: 'gone', details: 'The meeting is gone.' };
  return toWaiting(meeting, (await lookAt(tx, now, meeting)).outlook);
}

function toWaiting(meeting: MeetingRow, { closed, sleepUntil, next, details }: BookingOutlook): BookingAdvance {
  if (closed) return { kind: 'ended', outcome: meeting.status, details };
  return { kind: 'waiting', sleepUntil: sleepUntil?.toISOString() ?? null, next, details };
}

async function lookAt(tx: Knex, now: Date, meeting: MeetingRow) {
  const { host, type } = await findMeetingParties(tx, meeting);
  const notices = await listNotices(tx, meeting.id);
  const { need, task } = await calendarNeed(tx, now, meeting, { host, type });
  if (need.kind !== 'due') await settleSync(tx, meeting, need);
  const facts: BookingFacts = {
    status: meeting.status,
    startsAt: meeting.starts_at,
    endsAt: meeting.ends_at,
    createdAt: meeting.created_at,
    rescheduledAt: meeting.rescheduled_at,
    cancelledAt: meeting.cancelled_at,
    handOvers: formerHostsOf(meeting).map(({ until }) => new Date(until)),
    inviteLead: meeting.invite_lead === 1,
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
  await tx('meetings').where({ id: meeting.id }).update({ sync_status: meeting.sync_status });
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
 * A message that still says `sending` when it can't leave any more was claimed by a process that is gone. Whether it
 * left is unknown, and it is not sent again by itself, except through the sandbox, which delivers the same message once.
 * Answers until when such a one may leave still; nothing is settled before.
 */
async function settleLostClaims(tx: Knex, now: Date, notices: readonly NoticeWithMessage[]): Promise<Date | undefined> {
  const claimed = notices.flatMap(({ message, notice_key }) =>
    message?.status === 'sending' && !honoursKeys(message.provider) && !isHandedOver(notice_key) ? [message] : [],
  );
  const leaves = claimedUntil(claimed, now);
  if (leaves) return leaves;
  for (const message of claimed) {
    await tx('messages')
      .where({ id: message.id, status: 'sending' })
      .update({ status: 'unknown', claim_no: message.claim_no + 1, updated_at: now });
  }
  return undefined;
}

/** Cancels the waiting message of a notice that a change of the meeting has overtaken, unless it is just leaving. */
async function takeBack(tx: Knex, now: Date, { message, ...notice }: NoticeWithMessage): Promise<void> {
  const locked = message && (await lockMessageAndRun(tx, message));
  if (!locked || !['queued', 'held'].includes(locked.message.status)) return;
  if (isHandedOver(notice.notice_key)) {
    await cancelMessage(tx, now, locked, noticeOrigin(notice.meeting_id));
  } else {
    const cancelled = { status: 'cancelled', hold_reason: null, hold_until: null, updated_at: now };
    await updateMessage(tx, locked.message.id, cancelled);
  }
  await putNotice(tx, { ...notice, skipped: OVERTAKEN });
}

/** Passes a notice over for good. Where the booking said that the lead would be told, that it isn't is an event. */
async function skip(
  tx: Knex,
  now: Date,
  meeting: MeetingRow,
  { key, kind, channel }: Notice,
  before: NoticeWithMessage | undefined,
  reason: string,
): Promise<void> {
  if (before?.message)
    await tx('messages').where({ id: before.message.id }).update({ status: 'cancelled', updated_at: now });
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
    await tx('meetings').where({ id: meeting.id }).update({ invitation_status: 'failed' });
  }
  const { id, account_id: accountId, lead_id: leadId } = meeting;
  const data = { message_id: before?.message_id ?? null, meeting_id: id, channel, notice: kind, code: reason };
  await insertEvents(tx, now, [{ accountId, leadId, type: 'message.failed', data, origin: noticeOrigin(id) }]);
}
