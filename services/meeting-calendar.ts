import { fromJson } from '../db/connection.js';
import type { HostRow, MeetingRow } from '../db/tables-meetings.js';
import type { CalendarMeeting } from '../domain/icalendar.js';
import { meetingPlace } from '../domain/meeting-mail.js';

type Person = { name?: string | null; email: string };

/** What calendars are told of a meeting; its id is the entry's UID for good. */
export function toCalendarMeeting(
  meeting: MeetingRow,
  host: Pick<HostRow, 'name' | 'email'> | undefined,
  more: { sentBy?: string | null; pageUrl?: string | null } = {},
): CalendarMeeting {
  const organizer = host?.email ?? meeting.organizer_email;
  const guests = fromJson<Person[] | null>(meeting.additional_attendees) ?? [];
  return {
    uid: meeting.id,
    sequence: meeting.sequence,
    title: meeting.title,
    description: [meeting.description, meeting.meeting_url && `Join: ${meeting.meeting_url}`, more.pageUrl]
      .filter(Boolean)
      .join('\n\n'),
    location: meetingPlace(meeting.location_type, meeting.location_details),
    url: more.pageUrl ?? meeting.meeting_url,
    startsAt: meeting.starts_at,
    endsAt: meeting.ends_at,
    timezone: meeting.timezone,
    cancelled: meeting.status === 'cancelled',
    organizer: organizer ? { name: host?.name ?? null, email: organizer } : null,
    sentBy: more.sentBy ?? null,
    attendees: [
      ...(meeting.attendee_email
        ? [{ name: meeting.attendee_name, email: meeting.attendee_email, accepted: meeting.confirmed_by_lead === 1 }]
        : []),
      ...guests.map(({ name, email }) => ({ name: name ?? null, email, accepted: false })),
    ],
    createdAt: meeting.created_at,
    updatedAt: meeting.updated_at,
  };
}
