import { type Db, fromJson } from '../../db/connection.js';
import { findMeeting } from '../../db/meetings/meetings.js';
import type { HostRow, MeetingRow } from '../../db/tables.js';
import { type FormerHost, invitationUid, meetingIdOfUid } from '../../domain/meetings/former-hosts.js';
import type { CalendarMeeting } from '../../domain/meetings/icalendar.js';
import { meetingLocation } from '../../domain/meetings/meeting-mail.js';
import { MEETING_WORDS } from '../../domain/meetings/words/index.js';
import type { Language } from '../../schemas/agents/talking.js';

type Person = { name?: string | null; email: string };

/** Lists who held a meeting before its present host, oldest first. */
export const formerHostsOf = ({ former_hosts }: Pick<MeetingRow, 'former_hosts'>): FormerHost[] =>
  fromJson<FormerHost[] | null>(former_hosts) ?? [];

/** Finds the booking that an entry of this UID tells of, whichever of its hosts invited. */
export async function findBookingByUid(db: Db, accountId: string, uid: string): Promise<MeetingRow | undefined> {
  const id = meetingIdOfUid(uid);
  const meeting = id === undefined ? undefined : await findMeeting(db, accountId, id);
  return meeting?.is_booking ? meeting : undefined;
}

/** The data of an entry in addition to its meeting. */
interface EntryOptions {
  sentBy?: string | null;
  pageUrl?: string | null;
  /** The language of the one whose calendar it is for; English by default. */
  language?: Language;
}

/**
 * Makes what the lead's calendar is given of a meeting. A host's own goes by the meeting's id for good instead of the
 * UID.
 */
export function toCalendarMeeting(
  meeting: MeetingRow,
  host: Pick<HostRow, 'name' | 'email'> | undefined,
  { sentBy, pageUrl, language = 'en' }: EntryOptions = {},
): CalendarMeeting {
  const { join } = MEETING_WORDS[language].labels;
  const organizer = host?.email ?? meeting.organizer_email;
  const guests = fromJson<Person[] | null>(meeting.additional_attendees) ?? [];
  return {
    uid: invitationUid(meeting.id, formerHostsOf(meeting).length),
    sequence: meeting.sequence,
    title: meeting.title,
    description: [meeting.description, meeting.meeting_url && `${join}: ${meeting.meeting_url}`, pageUrl]
      .filter(Boolean)
      .join('\n\n'),
    location: meetingLocation(meeting.location_type, meeting.location_details, language),
    url: pageUrl ?? meeting.meeting_url,
    startsAt: meeting.starts_at,
    endsAt: meeting.ends_at,
    timezone: meeting.timezone,
    cancelled: meeting.status === 'cancelled',
    organizer: organizer ? { name: host?.name ?? null, email: organizer } : null,
    sentBy: sentBy ?? null,
    attendees: [
      ...(meeting.attendee_email
        ? [{ name: meeting.attendee_name, email: meeting.attendee_email, accepted: meeting.confirmed_by_lead }]
        : []),
      ...guests.map(({ name, email }) => ({ name: name ?? null, email, accepted: false })),
    ],
    createdAt: meeting.created_at,
    updatedAt: meeting.updated_at,
  };
}

/**
 * Creates the cancellation that removes a former host's invitation from the lead's calendar, with its own UID and
 * organizer and a higher sequence number. Returns undefined if the host didn't change at that time.
 */
export function toWithdrawnMeeting(meeting: MeetingRow, until: Date, more: EntryOptions): CalendarMeeting | undefined {
  const formerHosts = formerHostsOf(meeting);
  const n = formerHosts.findIndex((former) => former.until === until.toISOString());
  const former = formerHosts[n];
  if (!former) return undefined;
  return {
    ...toCalendarMeeting(meeting, former, more),
    uid: invitationUid(meeting.id, n),
    sequence: former.sequence,
    startsAt: new Date(former.starts_at),
    endsAt: new Date(former.ends_at),
    cancelled: true,
  };
}
