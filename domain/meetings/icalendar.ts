import ical, {
  type ICalAttendeeData,
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import { DateTime, IANAZone } from 'luxon';
import { tzlib_get_ical_block } from 'timezones-ical-library';
import { entryLine, entryLines, entryTitle } from './entry-texts.js';

/** A person in a calendar entry. */
export interface CalendarPerson {
  name: string | null;
  email: string;
}

/** The data of a meeting for calendar programs. Texts may have any content and are escaped here. */
export interface CalendarMeeting {
  /** Stays the same for the meeting's life, so that programs update one entry instead of adding another. */
  uid: string;
  /** Rises with each change that the other side has to hear of. */
  sequence: number;
  title: string;
  description: string | null;
  location: string | null;
  url: string | null;
  startsAt: Date;
  endsAt: Date;
  timezone: string;
  cancelled: boolean;
  organizer: CalendarPerson | null;
  /** The person who sends on behalf of the organizer. */
  sentBy: string | null;
  attendees: readonly (CalendarPerson & { accepted: boolean })[];
  createdAt: Date;
  updatedAt: Date;
}

const PRODUCT = '//Lead Automation Service//Meetings//EN';
const ADDRESS = /^[^\s\p{C}<>()[\]\\,;:"@]+@[^\s\p{C}<>()[\]\\,;:"@]+$/u;

/** Writes an invitation, its update or its cancellation, as mail programs act on it (RFC 5546). */
export const invitationCalendar = (meeting: CalendarMeeting): string =>
  write([meeting], meeting.cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.REQUEST);

/** Writes a meeting as an entry of its host's own calendar, without invitations. */
export const calendarEntry = (meeting: CalendarMeeting): string =>
  write([{ ...meeting, organizer: null, attendees: [] }], null);

/** Writes a list of meetings that calendar programs subscribe to. */
export const feedCalendar = (name: string, meetings: readonly CalendarMeeting[]): string =>
  write(meetings, ICalCalendarMethod.PUBLISH, name);

function write(meetings: readonly CalendarMeeting[], method: ICalCalendarMethod | null, name?: string): string {
  const calendar: ICalCalendar = ical({ prodId: PRODUCT, method, ...(name ? { name: entryLine(name) } : {}) });
  // A zone named for the whole calendar would also be applied to stamps, which must be UTC.
  calendar.timezone({ name: null, generator: (zone) => zoneBlock(zone) ?? null });
  for (const meeting of meetings) calendar.createEvent(toEvent(meeting));
  return `${calendar.toString()}\r\n`;
}

function toEvent(meeting: CalendarMeeting): ICalEventData {
  const timezone = zoneId(meeting.timezone);
  const local = (at: Date) => DateTime.fromJSDate(at, { zone: timezone ?? 'utc' });
  const { organizer } = meeting;
  return {
    id: meeting.uid,
    sequence: meeting.sequence,
    start: local(meeting.startsAt),
    end: local(meeting.endsAt),
    timezone: timezone ?? null,
    stamp: meeting.updatedAt,
    created: meeting.createdAt,
    lastModified: meeting.updatedAt,
    summary: entryTitle(meeting.title),
    description: meeting.description === null ? null : entryLines(meeting.description),
    location: meeting.location === null ? null : entryLine(meeting.location),
    url: webAddress(meeting.url),
    status: meeting.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    transparency: meeting.cancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
    ...(organizer && ADDRESS.test(organizer.email)
      ? {
          organizer: {
            name: entryLine(organizer.name ?? '') || organizer.email,
            email: organizer.email,
            ...(meeting.sentBy && meeting.sentBy !== organizer.email && ADDRESS.test(meeting.sentBy)
              ? { sentBy: meeting.sentBy }
              : {}),
          },
        }
      : {}),
    attendees: meeting.attendees.filter(({ email }) => ADDRESS.test(email)).map(toAttendee),
  };
}

const toAttendee = ({ name, email, accepted }: CalendarMeeting['attendees'][number]): ICalAttendeeData => ({
  email,
  name: entryLine(name ?? '') || email,
  role: ICalAttendeeRole.REQ,
  status: accepted ? ICalAttendeeStatus.ACCEPTED : ICalAttendeeStatus.NEEDSACTION,
  rsvp: !accepted,
});

function webAddress(url: string | null): string | null {
  if (url === null || !URL.canParse(url)) return null;
  const parsed = new URL(url);
  return ['https:', 'http:'].includes(parsed.protocol) ? parsed.href : null;
}

const blocks = new Map<string, string | undefined>();

function zoneBlock(zone: string): string | undefined {
  if (!blocks.has(zone)) {
    const found = tzlib_get_ical_block(zone);
    blocks.set(zone, Array.isArray(found) ? found[0] : undefined);
  }
  return blocks.get(zone);
}

/** Returns the zone's name for VTIMEZONE, which is the current one for older names. Undefined means UTC. */
function zoneId(zone: string): string | undefined {
  if (/^(?:Etc\/)?(?:UTC|GMT|UCT|Zulu)$/i.test(zone) || !IANAZone.isValidZone(zone)) return undefined;
  return /^TZID:(.+?)\r?$/m.exec(zoneBlock(zone) ?? '')?.[1];
}
