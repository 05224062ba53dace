import type { Knex } from 'knex';
import { findEmailTemplate } from '../../db/channels/templates.js';
import type { LeadSnapshot } from '../../db/leads/snapshots.js';
import type { EmailSenderRow, HostRow, MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { Notice } from '../../domain/meetings/booking-tasks.js';
import { type CalendarMeeting, invitationCalendar } from '../../domain/meetings/icalendar.js';
import { meetingMail, meetingVariables } from '../../domain/meetings/meeting-mail.js';
import type { MessageContent } from '../../domain/messages/message-content.js';
import { renderEmail, renderTemplate } from '../../domain/messages/template-render.js';
import { ENGLISH_READER, type Reader } from '../../domain/values/reader.js';
import type { OutgoingEmail } from '../../providers/email/provider.js';
import type { Language } from '../../schemas/agents/talking.js';
import { findLeadReader } from '../messages/lead-reader.js';
import { replyAddress } from '../messages/mail-links.js';
import { templateVariables } from '../messages/template-variables.js';
import { toCalendarMeeting, toWithdrawnMeeting } from './calendar-entry.js';
import type { MeetingLinks } from './meeting-links.js';

/** The data for the texts about a meeting. */
export interface MailContext extends Work {
  meeting: MeetingRow;
  host: HostRow | undefined;
  links: MeetingLinks;
  sender: EmailSenderRow | undefined;
}

/**
 * Returns what fills a template's variables: by name any `meeting` value, by number the lead's first name, the title,
 * day and time, and the meeting's page. Without a template it is the reminder as emails have it, in plain text.
 */
export async function reminderContent(
  context: MailContext,
  notice: Notice,
  snapshot: LeadSnapshot | undefined,
): Promise<MessageContent> {
  const reader = await readerFor(context, snapshot);
  const variables = variablesOf(context, snapshot, reader);
  const { title, date, time, zone, page_url } = variables.meeting;
  const text = renderTemplate(meetingMail('reminder', reader.language).text, variables, 'text');
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

/** Writes the mail that tells a notice; undefined when its template can't be used. */
export async function writeMeetingMail(
  context: MailContext,
  notice: Notice,
  snapshot: LeadSnapshot,
  { messageId, to }: { messageId: string; to: string },
): Promise<OutgoingEmail | undefined> {
  const { tx, meeting, host, links, sender } = context;
  const pageUrl = links.urlFor(meeting.account_id, meeting.id);
  const reader = await readerFor(context, snapshot);
  const source = await sourceOf(tx, meeting, notice, reader.language);
  const rendered = source && renderEmail(source, variablesOf(context, snapshot, reader));
  if (!rendered?.ok) return undefined;
  const reply = host?.email ?? meeting.organizer_email ?? replyAddress(sender?.reply_to ?? null, messageId);
  const from = sender?.from_email ?? reply ?? 'meetings@sandbox.invalid';
  const entry = entryOf(meeting, host, notice, { sentBy: from, pageUrl, language: reader.language });
  return {
    messageId,
    accountId: meeting.account_id,
    from: { address: from, name: sender?.from_name ?? host?.name ?? null },
    replyTo: reply === null ? null : { address: reply },
    to: { address: to, name: meeting.attendee_name },
    ...rendered.value,
    ...(entry && {
      calendar: { method: entry.cancelled ? 'CANCEL' : 'REQUEST', content: invitationCalendar(entry) },
    }),
  };
}

/** Returns the calendar entry of a notice for the lead, if any. */
function entryOf(
  meeting: MeetingRow,
  host: HostRow | undefined,
  { kind, at }: Notice,
  more: { sentBy: string; pageUrl: string; language: Language },
): CalendarMeeting | undefined {
  if (kind === 'withdrawal') return toWithdrawnMeeting(meeting, at, { sentBy: more.sentBy, language: more.language });
  return ['invitation', 'update', 'cancellation'].includes(kind) ? toCalendarMeeting(meeting, host, more) : undefined;
}

const readerFor = async ({ tx }: MailContext, snapshot: LeadSnapshot | undefined): Promise<Reader> =>
  (snapshot && (await findLeadReader(tx, snapshot.lead))) ?? ENGLISH_READER;

/** Returns the variables of a notice's texts: those of all messages, and the meeting in the lead's time zone. */
function variablesOf(
  { now, meeting, host, links, sender }: MailContext,
  snapshot: LeadSnapshot | undefined,
  reader: Reader,
) {
  const base = snapshot ? templateVariables(snapshot, { now: now.toISOString(), sender }) : {};
  const facts = {
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
  };
  return { ...base, meeting: meetingVariables(facts, reader) };
}

async function sourceOf(
  tx: Knex,
  { account_id: accountId, status }: MeetingRow,
  { kind, templateId }: Notice,
  language: Language,
) {
  // A meeting that was cancelled before its lead was told about the new host is just cancelled.
  if (kind === 'withdrawal' && status === 'cancelled') return meetingMail('cancellation', language);
  if (templateId === null) return meetingMail(kind, language);
  const template = await findEmailTemplate(tx, accountId, templateId);
  return template && { subject: template.subject ?? '', html: template.html, text: template.body };
}
