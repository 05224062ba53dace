import { IANAZone } from 'luxon';
import { cut, singleLine, withoutOverrides } from '../values/text.js';
import type { CalendarOccurrence, CalendarProblem, OccurrenceRange } from './calendar-busy.js';
import { DAY_MS, instantOf, namedZone } from './calendar-times.js';

/** A date or a time of an event. */
interface GoogleTime {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}

/** The fields of an event of Google Calendar that decide about busy times. The server expands series. */
export interface GoogleEvent {
  id?: string;
  iCalUID?: string;
  status?: string;
  transparency?: string;
  summary?: string;
  start?: GoogleTime;
  end?: GoogleTime;
  attendees?: { self?: boolean; responseStatus?: string }[];
}

const UNKNOWN_MS = 3_600_000;
const OWN_ID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/;

/**
 * Returns the ID of a meeting's event, which we choose. Its characters are base32hex, as Google requires, so that the
 * same meeting can't be inserted twice.
 */
export const googleEventId = (meetingId: string): string => meetingId.replaceAll('-', '').toLowerCase();

/** Returns the meeting's ID for an event that the service wrote, otherwise the iCalendar UID. */
function uidOf({ id = '', iCalUID }: GoogleEvent): string {
  const own = OWN_ID.exec(id);
  return own ? own.slice(1).join('-') : (iCalUID ?? id);
}

/**
 * Reads events that Google has expanded: the occurrences that touch the range, and those whose times can't be read.
 * Days are in the time zone of the calendar.
 */
export function readGoogleEvents(
  events: readonly GoogleEvent[],
  { from, to, timezone }: OccurrenceRange,
): { occurrences: CalendarOccurrence[]; problems: (CalendarProblem & { ref: string })[] } {
  const occurrences: CalendarOccurrence[] = [];
  const problems: (CalendarProblem & { ref: string })[] = [];
  for (const event of events) {
    if (event.status === 'cancelled') continue;
    const uid = uidOf(event);
    const [start, end] = [timeOf(event.start, timezone), timeOf(event.end, timezone)];
    const known = start ?? end;
    if (known === undefined || start === undefined || end === undefined || end < start) {
      const startsAt = known === undefined ? null : new Date(start ?? known - UNKNOWN_MS);
      const endsAt = startsAt && new Date(startsAt.getTime() + UNKNOWN_MS);
      const reason = known === undefined ? "The event's times can't be read." : "The event's end can't be read.";
      problems.push({ ref: event.id ?? '', uid: cut(uid, 255), summary: summaryOf(event), reason, startsAt, endsAt });
      if (startsAt && endsAt) occurrences.push({ uid, startsAt, endsAt, busy: isBusy(event) });
      continue;
    }
    occurrences.push({
      uid,
      startsAt: new Date(start),
      endsAt: new Date(end),
      busy: isBusy(event) && end > start,
    });
  }
  return { occurrences: occurrences.filter(({ startsAt, endsAt }) => startsAt < to && endsAt > from), problems };
}

const summaryOf = ({ summary = '' }: GoogleEvent): string | null => {
  const text = withoutOverrides(singleLine(summary));
  return text === '' ? null : cut(text, 200);
};

/** Returns whether an event keeps its owner from meeting anyone: not marked as free and not declined. */
const isBusy = ({ transparency, attendees = [] }: GoogleEvent): boolean =>
  transparency !== 'transparent' &&
  !attendees.some(({ self, responseStatus }) => self === true && responseStatus === 'declined');

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

function timeOf(time: GoogleTime | undefined, timezone: string): number | undefined {
  if (time?.dateTime !== undefined) {
    const instant = Date.parse(time.dateTime);
    return Number.isNaN(instant) ? undefined : instant;
  }
  if (!DATE.test(time?.date ?? '')) return undefined;
  const wall = Date.parse(`${time?.date}T00:00:00Z`);
  const zone = IANAZone.isValidZone(timezone) ? timezone : 'UTC';
  return Number.isNaN(wall) || Math.abs(wall) > 1e5 * 366 * DAY_MS ? undefined : instantOf(wall, namedZone(zone));
}
