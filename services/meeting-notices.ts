import type { Knex } from 'knex';
import { bumpEngagement } from '../db/engagement.js';
import { insertEvents, type NewEvent } from '../db/events.js';
import { type LeadSnapshot, loadLeadSnapshots } from '../db/facts.js';
import { lockMeetingById } from '../db/meeting-facts.js';
import { type NoticeWithMessage, putNotice } from '../db/meeting-notices.js';
import { insertMessage, updateMessage } from '../db/messages.js';
import { findSuppression } from '../db/suppressions.js';
import type { EmailSenderRow, MessageRow } from '../db/tables.js';
import type { MeetingRow } from '../db/tables-meetings.js';
import type { Notice } from '../domain/booking-tasks.js';
import { longest, senderHolds } from '../domain/cadence/limits.js';
import type { Hold } from '../domain/facts.js';
import type { OutgoingEmail } from '../providers/email/provider.js';
import type { SendOutcome } from '../providers/outcome.js';
import { newId } from '../runtime/ids.js';
import type { Channel } from '../schemas/cadence.js';
import type { Breakers } from './breakers.js';
import { type MailContext, reminderContent, writeMeetingMail } from './meeting-mails.js';
import { unlessErased } from './outcome-columns.js';
import { queueMessage } from './outgoing-messages.js';
import { senderLimits } from './senders.js';
import { countUsage, readUsage, type UsageRequest } from './usage.js';

/** A mail about a meeting that is claimed and ready to be handed to its provider. */
export interface PreparedNotice {
  meetingId: string;
  notice: Notice;
  messageId: string;
  claimNo: number;
  attempts: number;
  claimedAt: Date;
  accountId: string;
  leadId: string;
  /** Null: the account has no sender, and the sandbox takes its mails. */
  sender: EmailSenderRow | null;
  email: OutgoingEmail;
}

export interface NoticeContext extends MailContext {
  heldBack: Breakers['holdOf'];
}

/** Why a notice can't be sent at all, that it has to wait for its sender, or the claim for it. */
export type NoticeClaim =
  | { kind: 'ready'; send: PreparedNotice }
  | { kind: 'held' }
  | { kind: 'impossible'; reason: string };

/** What causes the messages and events of a meeting's notices. */
export const noticeOrigin = (meetingId: string) => ({ kind: 'system' as const, id: meetingId, depth: 1 });

/** The lead of a meeting with what mails speak of. */
export async function noticeLead(tx: Knex, meeting: MeetingRow): Promise<LeadSnapshot | undefined> {
  const [snapshot] = await loadLeadSnapshots(tx, { accountId: meeting.account_id, leadIds: [meeting.lead_id] });
  return snapshot;
}

/**
 * Where the mail goes: to the address that the meeting was booked with or, where nothing may be sent to that one any
 * more, to the lead's own. Otherwise why this lead gets no mail.
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
  const claimNo = (before?.message?.claim_no ?? 0) + (hold ? 0 : 1);
  const columns: Partial<MessageRow> = {
    ...(hold ? heldColumns(now, hold) : { status: 'sending', claimed_at: now, hold_reason: null, hold_until: null }),
    claim_no: claimNo,
    sender_id: sender?.id ?? null,
    provider: sender?.provider ?? 'sandbox',
    to_address: to,
    subject: email.subject,
    content: email.text,
    html: email.html ?? null,
    template_id: notice.templateId,
    failure_code: null,
    failure: null,
    updated_at: now,
  };
  if (before?.message) {
    await updateMessage(tx, messageId, columns);
  } else {
    await insertMessage(tx, {
      ...columns,
      id: messageId,
      account_id: meeting.account_id,
      lead_id: meeting.lead_id,
      agent_id: meeting.agent_id,
      channel: 'email',
      direction: 'outbound',
      type: `meeting_${notice.kind}`,
      created_at: now,
    } as MessageRow);
  }
  const attempts = (before?.attempts ?? 0) + (hold ? 0 : 1);
  await putNotice(tx, {
    meeting_id: meeting.id,
    notice_key: notice.key,
    account_id: meeting.account_id,
    message_id: messageId,
    skipped: null,
    attempts,
    created_at: now,
  });
  if (hold) return { kind: 'held' };
  if (usage && claimNo === 1) await countUsage(tx, usage, false);
  const { account_id: accountId, lead_id: leadId, id: meetingId } = meeting;
  const send = { meetingId, notice, messageId, claimNo, attempts, claimedAt: now, accountId, leadId };
  return { kind: 'ready', send: { ...send, sender: sender ?? null, email } };
}

/** What counts against the limits of the sender; a mail about a meeting answers to no others. */
const usageRequestOf = ({ now, meeting, sender }: NoticeContext, { account }: LeadSnapshot): UsageRequest | undefined =>
  sender && {
    now,
    leadId: meeting.lead_id,
    agentId: meeting.agent_id ?? meeting.account_id,
    account,
    definition: { limits: {}, timezone: account.timezone },
    sender: { channel: 'email', row: sender },
  };

/** What makes a mail wait: its sender's limits, or a provider that fails. */
async function holdOf(
  { tx, now, heldBack }: NoticeContext,
  usage: UsageRequest | undefined,
  messageId: string,
): Promise<Hold | undefined> {
  if (!usage?.sender) return undefined;
  const { sender } = usage;
  const counted = await readUsage(tx, usage);
  return (
    longest(senderHolds(senderLimits(sender), counted.sender)) ?? (await heldBack(tx, now, sender.row.id, messageId))
  );
}

const RECHECK_MS = 3_600_000;

const heldColumns = (now: Date, { reason, until }: Hold): Partial<MessageRow> => ({
  status: 'queued',
  hold_reason: reason,
  hold_until: new Date(until ?? now.getTime() + RECHECK_MS),
});

/**
 * Queues a reminder for another channel like any message to the lead: its own workflow sends it, with the holds and the
 * templates of that channel, unless the meeting has begun by then. The occasion makes it one message, however often it
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
  const result = await queueMessage(tx, now, {
    accountId,
    leadId,
    agentId: null,
    channel: notice.channel as Channel,
    content: reminderContent(context, notice, snapshot),
    respectWindow: false,
    respectCaps: false,
    until: notice.until,
    occasion: [`meeting/${meeting.id}/${notice.key}`, ...(earlier > 0 ? [earlier] : [])].join('/'),
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
export async function recordNotice(tx: Knex, now: Date, send: PreparedNotice, outcome: SendOutcome): Promise<void> {
  const meeting = await lockMeetingById(tx, send.meetingId);
  const recorded = await tx('messages')
    .where({ id: send.messageId, claim_no: send.claimNo, status: 'sending' })
    .update({
      status: STATUS[outcome.kind],
      updated_at: now,
      ...(outcome.kind === 'accepted'
        ? { sent_at: now, provider_message_id: unlessErased(tx, Buffer.from(outcome.providerMessageId)) }
        : failureColumns(tx, now, send, outcome)),
    });
  if (recorded === 0 || !meeting) return;
  if (outcome.kind === 'accepted') {
    const lead = { id: send.leadId, accountId: send.accountId };
    await bumpEngagement(tx, lead, { counts: ['outbound_count'], lastOutboundAt: now, lastChannel: 'email' });
  }
  if (['invitation', 'update'].includes(send.notice.kind) && outcome.kind !== 'unknown') {
    const state = { accepted: 'sent', refused_retry: 'queued', refused_final: 'failed' }[outcome.kind];
    await tx('meetings').where({ id: meeting.id }).update({ invitation_status: state });
  }
  await insertEvents(tx, now, eventsOf(send, outcome));
}

function failureColumns(
  tx: Knex,
  now: Date,
  send: PreparedNotice,
  outcome: Exclude<SendOutcome, { kind: 'accepted' }>,
) {
  const code = 'code' in outcome ? outcome.code : 'outcome_unknown';
  const retryable = outcome.kind === 'refused_retry';
  const seconds = Math.min(BACKOFF_SECONDS * 2 ** (send.attempts - 1), LONGEST_BACKOFF_SECONDS);
  const wait = retryable ? Math.max(outcome.retryAfterSeconds ?? 0, seconds) : 0;
  return {
    failure_code: code.slice(0, 64),
    failure: unlessErased(tx, JSON.stringify({ code, message: outcome.message, retryable })),
    ...(retryable && { hold_reason: 'provider_backoff', hold_until: new Date(now.getTime() + wait * 1000) }),
  };
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
