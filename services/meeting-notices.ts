import type { Knex } from 'knex';
import { bumpEngagement } from '../db/engagement.js';
import { insertEvents, type NewEvent } from '../db/events.js';
import { type LeadSnapshot, loadLeadSnapshots } from '../db/facts.js';
import { lockMeetingById } from '../db/meeting-facts.js';
import { type NoticeWithMessage, putNotice } from '../db/meeting-notices.js';
import { insertMessage, updateMessage } from '../db/messages.js';
import type { EmailSenderRow, MessageRow } from '../db/tables.js';
import type { HostRow, MeetingRow } from '../db/tables-meetings.js';
import type { Notice } from '../domain/booking-tasks.js';
import { invitationCalendar } from '../domain/icalendar.js';
import { MEETING_MAILS, meetingVariables } from '../domain/meeting-mail.js';
import type { MessageContent } from '../domain/message-content.js';
import { renderEmail, renderTemplate } from '../domain/template-render.js';
import type { OutgoingEmail } from '../providers/email/provider.js';
import type { SendOutcome } from '../providers/outcome.js';
import { newId } from '../runtime/ids.js';
import type { Channel } from '../schemas/cadence.js';
import { toCalendarMeeting } from './meeting-calendar.js';
import type { MeetingLinks } from './meeting-links.js';
import { queueMessage } from './outgoing-messages.js';
import { templateVariables } from './template-variables.js';

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

export interface NoticeContext {
  tx: Knex;
  now: Date;
  meeting: MeetingRow;
  host: HostRow | undefined;
  links: MeetingLinks;
  sender: EmailSenderRow | undefined;
}

/** Why a notice can't be sent at all, or the claim for it. */
export type NoticeClaim = { kind: 'ready'; send: PreparedNotice } | { kind: 'impossible'; reason: string };

const origin = (meetingId: string) => ({ kind: 'system' as const, id: meetingId, depth: 1 });

/** The lead of a meeting with what mails speak of. */
export async function noticeLead(tx: Knex, meeting: MeetingRow): Promise<LeadSnapshot | undefined> {
  const [snapshot] = await loadLeadSnapshots(tx, { accountId: meeting.account_id, leadIds: [meeting.lead_id] });
  return snapshot;
}

/** Why this lead gets no mail; undefined when it may. */
function refusal(snapshot: LeadSnapshot | undefined, to: string | null): string | undefined {
  if (!snapshot || snapshot.lead.erased_at || snapshot.lead.hidden) return 'lead_gone';
  if (!to) return 'lead_without_email';
  if (snapshot.lead.consent_email === 'opted_out') return 'opted_out';
  return snapshot.suppressed.includes('email') ? 'suppressed' : undefined;
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
  const to = meeting.attendee_email ?? snapshot?.lead.email ?? null;
  const refused = refusal(snapshot, to);
  if (refused || !snapshot || !to) return { kind: 'impossible', reason: refused ?? 'lead_gone' };
  const messageId = before?.message_id ?? newId();
  const email = await writeMail(context, notice, snapshot, { messageId, to });
  if (!email) return { kind: 'impossible', reason: 'template_unusable' };
  const claimNo = (before?.message?.claim_no ?? 0) + 1;
  const columns: Partial<MessageRow> = {
    status: 'sending',
    claim_no: claimNo,
    claimed_at: now,
    sender_id: sender?.id ?? null,
    provider: sender?.provider ?? 'sandbox',
    to_address: to,
    subject: email.subject,
    content: email.text,
    html: email.html ?? null,
    template_id: notice.templateId,
    hold_reason: null,
    hold_until: null,
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
  const attempts = (before?.attempts ?? 0) + 1;
  await putNotice(tx, {
    meeting_id: meeting.id,
    notice_key: notice.key,
    account_id: meeting.account_id,
    message_id: messageId,
    skipped: null,
    attempts,
    created_at: now,
  });
  const { account_id: accountId, lead_id: leadId, id: meetingId } = meeting;
  const send = { meetingId, notice, messageId, claimNo, attempts, claimedAt: now, accountId, leadId };
  return { kind: 'ready', send: { ...send, sender: sender ?? null, email } };
}

/**
 * Queues a reminder for another channel like any message to the lead: its own workflow sends it, with the holds and the
 * templates of that channel. The occasion makes it one message, however often it is asked for.
 */
export async function handOver(
  context: NoticeContext,
  notice: Notice,
  snapshot: LeadSnapshot | undefined,
): Promise<void> {
  const { tx, now, meeting } = context;
  const { account_id: accountId, lead_id: leadId } = meeting;
  const result = await queueMessage(tx, now, {
    accountId,
    leadId,
    agentId: null,
    channel: notice.channel as Channel,
    content: contentOf(context, notice, snapshot),
    respectWindow: false,
    respectCaps: false,
    occasion: `meeting/${meeting.id}/${notice.key}`,
    origin: origin(meeting.id),
  });
  const queued = result.outcome === 'queued';
  await putNotice(tx, {
    meeting_id: meeting.id,
    notice_key: notice.key,
    account_id: accountId,
    message_id: queued ? result.message.id : null,
    skipped: queued ? null : result.code.toLowerCase(),
    attempts: 1,
    created_at: now,
  });
  if (!queued || result.repeated) return;
  const data = { message_id: result.message.id, meeting_id: meeting.id, channel: notice.channel, notice: notice.kind };
  await insertEvents(tx, now, [{ accountId, leadId, type: 'meeting.reminder_sent', data, origin: origin(meeting.id) }]);
}

/**
 * What fills a template's places: by name any `meeting` value, by number the lead's first name, the title, day and time,
 * and the meeting's page. Without a template it is the reminder as e-mails have it, in plain text.
 */
function contentOf(context: NoticeContext, notice: Notice, snapshot: LeadSnapshot | undefined): MessageContent {
  const variables = variablesOf(context, snapshot);
  const { title, date, time, zone, page_url } = variables.meeting;
  const text = renderTemplate(MEETING_MAILS.reminder.text, variables, 'text');
  const named = Object.entries(variables.meeting).map(([name, value]) => [name, String(value ?? '')]);
  return {
    template_id: notice.templateId,
    subject: null,
    html: null,
    begin_message: null,
    content: notice.templateId === null && text.ok ? text.value : null,
    variables: {
      ...(Object.fromEntries(named) as Record<string, string>),
      1: snapshot?.lead.first_name ?? '',
      2: String(title),
      3: `${date}, ${time} (${zone})`,
      4: String(page_url),
    },
    literal: 'all',
  };
}

async function writeMail(
  context: NoticeContext,
  notice: Notice,
  snapshot: LeadSnapshot,
  { messageId, to }: { messageId: string; to: string },
): Promise<OutgoingEmail | undefined> {
  const { tx, meeting, host, links, sender } = context;
  const pageUrl = links.urlFor(meeting.account_id, meeting.id);
  const source = await sourceOf(tx, meeting.account_id, notice);
  const rendered = source && renderEmail(source, variablesOf(context, snapshot));
  if (!rendered?.ok) return undefined;
  const reply = host?.email ?? meeting.organizer_email ?? sender?.reply_to ?? null;
  const from = sender?.from_email ?? reply ?? 'meetings@sandbox.invalid';
  const hasCalendar = ['invitation', 'update', 'cancellation'].includes(notice.kind);
  const entry = toCalendarMeeting(meeting, host, { sentBy: from, pageUrl });
  return {
    messageId,
    accountId: meeting.account_id,
    from: { address: from, name: sender?.from_name ?? host?.name ?? null },
    replyTo: reply === null ? null : { address: reply },
    to: { address: to, name: meeting.attendee_name },
    ...rendered.value,
    ...(hasCalendar && {
      calendar: { method: entry.cancelled ? 'CANCEL' : 'REQUEST', content: invitationCalendar(entry) },
    }),
  };
}

/** What the texts of notices may speak of: what all messages may, and the meeting on the lead's clock. */
function variablesOf({ now, meeting, host, links, sender }: NoticeContext, snapshot: LeadSnapshot | undefined) {
  const base = snapshot ? templateVariables(snapshot, { now: now.toISOString(), sender }) : {};
  const meetingValues = meetingVariables({
    title: meeting.title,
    description: meeting.description,
    startsAt: meeting.starts_at,
    endsAt: meeting.ends_at,
    durationMinutes: meeting.duration_minutes,
    timezone: snapshot?.lead.timezone ?? meeting.timezone,
    locationType: meeting.location_type,
    locationDetails: meeting.location_details,
    meetingUrl: meeting.meeting_url,
    hostName: host?.name ?? null,
    hostEmail: host?.email ?? meeting.organizer_email,
    pageUrl: links.urlFor(meeting.account_id, meeting.id),
  });
  return { ...base, meeting: meetingValues };
}

async function sourceOf(tx: Knex, accountId: string, { kind, templateId }: Notice) {
  if (templateId === null) return MEETING_MAILS[kind];
  const template = await tx('templates').where({ account_id: accountId, id: templateId, channel: 'email' }).first();
  return template && { subject: template.subject ?? '', html: template.html, text: template.body };
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
        ? { sent_at: now, provider_message_id: Buffer.from(outcome.providerMessageId) }
        : failureColumns(now, send, outcome)),
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

function failureColumns(now: Date, send: PreparedNotice, outcome: Exclude<SendOutcome, { kind: 'accepted' }>) {
  const code = 'code' in outcome ? outcome.code : 'outcome_unknown';
  const retryable = outcome.kind === 'refused_retry';
  const seconds = Math.min(BACKOFF_SECONDS * 2 ** (send.attempts - 1), LONGEST_BACKOFF_SECONDS);
  const wait = retryable ? Math.max(outcome.retryAfterSeconds ?? 0, seconds) : 0;
  return {
    failure_code: code.slice(0, 64),
    failure: JSON.stringify({ code, message: outcome.message, retryable }),
    ...(retryable && { hold_reason: 'provider_backoff', hold_until: new Date(now.getTime() + wait * 1000) }),
  };
}

function eventsOf(
  { accountId, leadId, meetingId, messageId, notice }: PreparedNotice,
  outcome: SendOutcome,
): NewEvent[] {
  const base = { accountId, leadId, origin: origin(meetingId) };
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
