import type { Knex } from 'knex';
import { insertEvents, type NewEvent } from '../../db/events/events.js';
import { type LeadSnapshot, loadLeadSnapshots } from '../../db/leads/snapshots.js';
import { findSuppression } from '../../db/leads/suppressions.js';
import { type NoticeWithMessage, putNotice } from '../../db/meetings/meeting-notices.js';
import { lockMeetingById } from '../../db/meetings/meeting-parties.js';
import { updateMeeting } from '../../db/meetings/meetings.js';
import { hold as holdMessage, insertMessage } from '../../db/messages/transitions.js';
import type { MeetingRow, MessageRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { Hold } from '../../domain/facts.js';
import type { Notice } from '../../domain/meetings/booking-tasks.js';
import { senderHold } from '../../domain/messages/earliest-send.js';
import type { SendOutcome } from '../../providers/outcome.js';
import { newId } from '../../runtime/ids.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import { NO_SENDER } from '../messages/compose.js';
import { queueMessage } from '../messages/queue.js';
import { type ClaimedRow, type HeldBack, type MessageClaim, recordAnswer, takeClaim } from '../messages/send.js';
import { countUsage, readUsage, type UsageRequest } from '../messages/usage.js';
import { type MailContext, reminderContent, writeMeetingMail } from './notice-mails.js';

/** The claim of a mail about a meeting. */
export interface PreparedNotice extends MessageClaim {
  meetingId: string;
  notice: Notice;
  attempts: number;
}

export interface NoticeContext extends MailContext {
  heldBack: HeldBack;
}

/** The reason why a notice can't be sent, its wait for a sender, or its claim. */
export type NoticeClaim =
  | { kind: 'ready'; send: PreparedNotice }
  | { kind: 'held' }
  | { kind: 'impossible'; reason: string };

/** Names what causes the messages and events of a meeting's notices. */
export const noticeOrigin = (meetingId: string) => ({ kind: 'system' as const, id: meetingId, depth: 1 });

/** Returns the lead of a meeting with what mails speak of. */
export async function noticeLead(tx: Knex, meeting: MeetingRow): Promise<LeadSnapshot | undefined> {
  const [snapshot] = await loadLeadSnapshots(tx, { accountId: meeting.account_id, leadIds: [meeting.lead_id] });
  return snapshot;
}

/**
 * Returns the recipient of the email: the address of the booking or, if nothing may be sent to it, the lead's own.
 * Otherwise returns why this lead gets no email.
 */
async function recipientOf(
  tx: Knex,
  { account_id: accountId, attendee_email }: MeetingRow,
  { lead }: LeadSnapshot,
): Promise<{ to: string } | { refused: string }> {
  if (lead.erased_at || lead.hidden) return { refused: 'lead_gone' };
  const addresses = [attendee_email, lead.email].filter((address) => address !== null);
  if (addresses.length === 0) return { refused: 'lead_without_email' };
  if (lead.consent_email === 'opted_out') return { refused: 'opted_out' };
  for (const address of addresses) {
    if (!(await findSuppression(tx, { accountId, channel: 'email', address }))) return { to: address };
  }
  return { refused: 'suppressed' };
}

/**
 * Takes the claim for one notice: its message says `sending` under a claim number before the provider is called, so
 * that it is sent once and a late result of an earlier claim changes nothing.
 */
export async function claimNotice(
  context: NoticeContext,
  notice: Notice,
  before: NoticeWithMessage | undefined,
  snapshot: LeadSnapshot | undefined,
): Promise<NoticeClaim> {
  const { tx, now, meeting, sender } = context;
  if (!snapshot) return { kind: 'impossible', reason: 'lead_gone' };
  const recipient = await recipientOf(tx, meeting, snapshot);
  if ('refused' in recipient) return { kind: 'impossible', reason: recipient.refused };
  const { to } = recipient;
  const messageId = before?.message_id ?? newId();
  const email = await writeMeetingMail(context, notice, snapshot, { messageId, to });
  if (!email) return { kind: 'impossible', reason: 'template_unusable' };
  const usage = usageRequestOf(context, snapshot);
  const hold = await holdOf(context, usage, messageId);
  const known = before?.message;
  const written = {
    sender_id: sender?.id ?? null,
    provider: sender?.provider ?? 'sandbox',
    to_address: to,
    subject: email.subject,
    content: email.text,
    html: email.html ?? null,
    template_id: notice.templateId,
  };
  const { id: meetingId, account_id: accountId, lead_id: leadId, agent_id } = meeting;
  const type = `meeting_${notice.kind}`;
  const row = { id: messageId, account_id: accountId, lead_id: leadId, agent_id, channel: 'email' as const, type };
  const attempts = (before?.attempts ?? 0) + (hold ? 0 : 1);
  const noted = { meeting_id: meetingId, notice_key: notice.key, account_id: accountId, message_id: messageId };
  await putNotice(tx, { ...noted, skipped: null, attempts, created_at: now });
  if (hold) {
    await keepBack(context, known, { row, written, hold });
    return { kind: 'held' };
  }
  const prepared = { channel: 'email', sender: sender ?? NO_SENDER, email } as const;
  const claimNo = await takeClaim(context, known, { row, written, prepared });
  if (usage && claimNo === 1) await countUsage(tx, usage, false);
  const claim = { messageId, claimNo, claimedAt: now, accountId, leadId, prepared, tryOf: messageId };
  return { kind: 'ready', send: { ...claim, sentBefore: false, meetingId, notice, attempts } };
}

/** Returns the usage against the limits of the sender. No other limits apply to a meeting email. */
const usageRequestOf = ({ now, meeting, sender }: NoticeContext, { account }: LeadSnapshot): UsageRequest | undefined =>
  sender && {
    now,
    leadId: meeting.lead_id,
    agentId: meeting.agent_id ?? meeting.account_id,
    account,
    definition: { limits: {}, timezone: account.timezone },
    sender: { channel: 'email', row: sender },
  };

/** Returns the hold of an email: its sender's limits, or a provider that fails. */
async function holdOf(
  { tx, now, heldBack }: NoticeContext,
  usage: UsageRequest | undefined,
  messageId: string,
): Promise<Hold | undefined> {
  if (!usage?.sender) return undefined;
  const { sender } = usage;
  const counted = await readUsage(tx, usage);
  return senderHold(counted, now) ?? (await heldBack(tx, now, sender.row.id, messageId));
}

const RECHECK_MS = 3_600_000;

/** Keeps a notice back. It stays `queued`: its meeting's workflow, not one of its own, looks at it again. */
async function keepBack(
  work: Work,
  known: MessageRow | undefined,
  { row, written, hold: { reason, until } }: Omit<ClaimedRow, 'prepared'> & { hold: Hold },
): Promise<void> {
  const { tx, now } = work;
  const by = { reason, until: new Date(until ?? now.getTime() + RECHECK_MS) };
  const columns = { ...written, failure_code: null, failure: null };
  if (known) await holdMessage(tx, now, known.id, by, { ...columns, as: 'queued' });
  else {
    const made = { ...row, ...columns, direction: 'outbound' as const, created_at: now, updated_at: now };
    await insertMessage(tx, { ...made, status: 'queued', hold_reason: by.reason, hold_until: by.until });
  }
}

/**
 * Queues a reminder for another channel like any message to the lead: its own workflow sends it, with the holds and the
 * templates of that channel, unless the meeting has begun by then. The idempotency key makes it one message, however often it
 * is asked for; after one that was taken back it is another.
 */
export async function handOver(
  context: NoticeContext,
  notice: Notice,
  snapshot: LeadSnapshot | undefined,
  before: NoticeWithMessage | undefined,
): Promise<void> {
  const { tx, now, meeting } = context;
  const { account_id: accountId, lead_id: leadId } = meeting;
  const earlier = before?.attempts ?? 0;
  const result = await queueMessage(context, {
    accountId,
    leadId,
    agentId: null,
    channel: notice.channel as Channel,
    content: await reminderContent(context, notice, snapshot),
    respectWindow: false,
    respectCaps: false,
    until: notice.until,
    idempotencyKey: [`meeting/${meeting.id}/${notice.key}`, ...(earlier > 0 ? [earlier] : [])].join('/'),
    origin: noticeOrigin(meeting.id),
  });
  const queued = result.outcome === 'queued';
  await putNotice(tx, {
    meeting_id: meeting.id,
    notice_key: notice.key,
    account_id: accountId,
    message_id: queued ? result.message.id : null,
    skipped: queued ? null : result.code.toLowerCase(),
    attempts: earlier + 1,
    created_at: now,
  });
  if (!queued || result.repeated) return;
  const data = { message_id: result.message.id, meeting_id: meeting.id, channel: notice.channel, notice: notice.kind };
  await insertEvents(tx, now, [
    { accountId, leadId, type: 'meeting.reminder_sent', data, origin: noticeOrigin(meeting.id) },
  ]);
}

const STATUS = { accepted: 'sent', refused_retry: 'queued', refused_final: 'failed', unknown: 'unknown' } as const;
const BACKOFF_SECONDS = 60;
const LONGEST_BACKOFF_SECONDS = 3_600;

/** Records how the provider answered, under the claim that called it; a later claim's message is left alone. */
export async function recordNotice(work: Work, send: PreparedNotice, outcome: SendOutcome): Promise<void> {
  const { tx, now } = work;
  const meeting = await lockMeetingById(tx, send.meetingId);
  const recorded = await recordAnswer(work, send, {
    outcome,
    status: STATUS[outcome.kind],
    hold: outcome.kind === 'refused_retry' ? pauseAfter(now, send, outcome) : undefined,
  });
  if (!recorded || !meeting) return;
  if (['invitation', 'update'].includes(send.notice.kind) && outcome.kind !== 'unknown') {
    const state = { accepted: 'sent', refused_retry: 'queued', refused_final: 'failed' }[outcome.kind];
    await updateMeeting(tx, meeting.id, { invitation_status: state });
  }
  await insertEvents(tx, now, eventsOf(send, outcome));
}

/** Returns the pause of a rejected notice, longer each time. */
function pauseAfter(
  now: Date,
  { attempts }: PreparedNotice,
  { retryAfterSeconds }: SendOutcome & { kind: 'refused_retry' },
) {
  const seconds = Math.min(BACKOFF_SECONDS * 2 ** (attempts - 1), LONGEST_BACKOFF_SECONDS);
  const until = new Date(now.getTime() + Math.max(retryAfterSeconds ?? 0, seconds) * 1000);
  return { reason: 'provider_backoff', until };
}

function eventsOf(
  { accountId, leadId, meetingId, messageId, notice }: PreparedNotice,
  outcome: SendOutcome,
): NewEvent[] {
  const base = { accountId, leadId, origin: noticeOrigin(meetingId) };
  const data = { message_id: messageId, meeting_id: meetingId, channel: notice.channel, notice: notice.kind };
  switch (outcome.kind) {
    case 'accepted':
      return [
        { ...base, type: 'message.sent', data },
        ...(notice.kind === 'reminder' ? [{ ...base, type: 'meeting.reminder_sent' as const, data }] : []),
      ];
    case 'refused_final':
      return [{ ...base, type: 'message.failed', data: { ...data, code: outcome.code } }];
    default:
      return [];
  }
}
