import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { findLead } from '../../db/leads/leads.js';
import { findHost } from '../../db/meetings/hosts.js';
import { findNoticeOf } from '../../db/meetings/meeting-notices.js';
import { findMeetingById } from '../../db/meetings/meeting-parties.js';
import { listLiveMeetings } from '../../db/meetings/meetings.js';
import type { LeadRow, MeetingRow, MessageRow } from '../../db/tables.js';
import { isAnswerNotice } from '../../domain/inbound/calendar-answer-words.js';
import { personsWords } from '../../domain/inbound/calendar-mail.js';
import type { InboundReply } from '../../domain/inbound/inbound-email.js';
import { foldPhrase } from '../../domain/inbound/phrases.js';
import { invitationUid } from '../../domain/meetings/former-hosts.js';
import { emailKey } from '../../domain/values/email.js';
import type { AttendeeAnswerKind } from '../../schemas/meetings/meetings.js';
import { recordAnswer } from '../meetings/attendee-answers.js';
import { findBookingByUid, formerHostsOf } from '../meetings/calendar-entry.js';
import type { InboundContext } from './context.js';

/** An answer of a calendar program, and the meeting that it answers. */
export interface MeetingAnswer {
  meeting: MeetingRow;
  answer: AttendeeAnswerKind;
  attendee: { email: string; isLead: boolean };
  comment: string | null;
  proposed: { startsAt: Date; endsAt: Date } | null;
  /** True if it answers an invitation that a later one replaced. */
  isStale: boolean;
}

/**
 * Finds the meeting that a calendar part answers by the UID of our invitation. Only the lead, a guest or the host may
 * answer; anyone else who knows the UID changes nothing.
 */
export async function findAnsweredMeeting(
  tx: Knex,
  accountId: string,
  { calendar, fromKey }: InboundReply,
): Promise<MeetingAnswer | undefined> {
  if (!calendar?.answer || calendar.uid === null || fromKey === null) return undefined;
  const meeting = await findBookingByUid(tx, accountId, calendar.uid);
  const attendee = meeting && (await attendeeOf(tx, meeting, fromKey, calendar.attendee));
  if (!meeting || !attendee) return undefined;
  const isOwnUid = calendar.uid.toLowerCase() === invitationUid(meeting.id, formerHostsOf(meeting).length);
  return {
    meeting,
    attendee,
    answer: calendar.answer,
    comment: calendar.comment,
    proposed: calendar.proposed,
    isStale: !isOwnUid || (calendar.sequence !== null && calendar.sequence < meeting.sequence),
  };
}

/** Returns the attendee who answers: the writer, or the person whom a forwarding host names. */
async function attendeeOf(
  tx: Knex,
  meeting: MeetingRow,
  from: string,
  named: string | null,
): Promise<MeetingAnswer['attendee'] | undefined> {
  const lead = await findLead(tx, meeting.account_id, meeting.lead_id);
  const leads = [meeting.attendee_email, lead?.email ?? null].flatMap((email) => (email ? [emailKey(email)] : []));
  const guests = (fromJson<{ email: string }[] | null>(meeting.additional_attendees) ?? []).map(({ email }) =>
    emailKey(email),
  );
  if (leads.includes(from)) return { email: from, isLead: true };
  if (guests.includes(from)) return { email: from, isLead: false };
  const host = meeting.host_id === null ? undefined : await findHost(tx, meeting.account_id, meeting.host_id);
  if (!host || emailKey(host.email) !== from || named === null) return undefined;
  if (leads.includes(named)) return { email: named, isLead: true };
  return guests.includes(named) ? { email: named, isLead: false } : undefined;
}

/**
 * Finds the meeting that a lead's mail answers by its subject alone: the one that it names, the one whose invitation it
 * answers, or the only one ahead where the mail says nothing else.
 */
export async function findMeetingOfSubject(
  { tx, now }: InboundContext,
  lead: LeadRow,
  { subjectAnswer, newText, fromKey, calendar }: InboundReply,
  answered: MessageRow | undefined,
): Promise<MeetingAnswer | undefined> {
  if (!subjectAnswer || calendar || lead.email === null || fromKey !== emailKey(lead.email)) return undefined;
  const ahead = (await listLiveMeetings(tx, now, lead.id)).filter(({ starts_at }) => starts_at > now);
  const comment = personsWords(newText);
  const notice = answered && (await findNoticeOf(tx, answered.id));
  const invited = notice && (await findMeetingById(tx, notice.meeting_id));
  const { rest, isPlain, answer } = subjectAnswer;
  const meeting =
    ahead.find(({ title }) => title.trim() !== '' && rest.startsWith(foldPhrase(title))) ??
    ahead.find(({ id }) => id === invited?.id) ??
    (isPlain && comment === null && ahead.length === 1 ? ahead[0] : undefined);
  if (!meeting) return undefined;
  return { meeting, answer, attendee: { email: fromKey, isLead: true }, comment, proposed: null, isStale: false };
}

/** Records an answer on its meeting. Returns whether it changed anything. */
export const applyMeetingAnswer = async (
  context: InboundContext,
  { meeting, answer, attendee, comment, proposed, isStale }: MeetingAnswer,
  at: Date,
): Promise<boolean> =>
  !isStale &&
  recordAnswer(
    context,
    meeting,
    {
      email: attendee.email,
      is_lead: attendee.isLead,
      answer,
      comment,
      proposed_starts_at: proposed?.startsAt.toISOString() ?? null,
      proposed_ends_at: proposed?.endsAt.toISOString() ?? null,
      answered_at: at.toISOString(),
    },
    context.origin,
  );

/**
 * Returns whether a calendar program alone speaks in a mail: an answer to an invitation of others, or an invitation or
 * cancellation that the lead itself didn't send.
 */
export function isProgramsMail(email: InboundReply, lead: LeadRow): boolean {
  const { calendar, fromKey, newText } = email;
  if (!calendar || email.intent !== null) return false;
  if (['REPLY', 'COUNTER', 'DECLINECOUNTER', 'REFRESH'].includes(calendar.method)) return calendar.comment === null;
  const isLeads = lead.email !== null && fromKey === emailKey(lead.email);
  return !isLeads && (calendar.comment === null || isAnswerNotice(newText));
}
