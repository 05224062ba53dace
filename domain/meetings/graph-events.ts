import { cut, singleLine, withoutOverrides } from '../values/text.js';
import type { CalendarOccurrence, CalendarProblem } from './calendar-busy.js';
import {
  type CalendarTime,
  type CalendarZones,
  DAY_MS,
  instantOf,
  readTime,
  wallOf,
  zonesOf,
} from './calendar-times.js';

/** An event of a calendar view as Microsoft Graph returns it. Series are expanded there. */
export interface GraphEvent {
  id?: unknown;
  iCalUId?: unknown;
  subject?: unknown;
  start?: unknown;
  end?: unknown;
  isAllDay?: unknown;
  showAs?: unknown;
  isCancelled?: unknown;
  responseStatus?: unknown;
  originalStartTimeZone?: unknown;
  singleValueExtendedProperties?: unknown;
}

/** The properties of an event that `readGraphEvents` uses. */
export const GRAPH_EVENT_PROPERTIES =
  'id,iCalUId,subject,start,end,isAllDay,showAs,isCancelled,responseStatus,originalStartTimeZone';

/** The property in which the service's own entries have the ID of their meeting. Named by Outlook's public strings. */
export const MEETING_PROPERTY = 'String {00020329-0000-0000-C000-000000000046} Name LeadAutomationMeetingId';

interface GraphRange {
  from: Date;
  to: Date;
  /** The zone of whole days. */
  timezone: string;
}

const HOUR_MS = 3_600_000;
/** A person who works elsewhere can meet as usual. */
const FREE = ['free', 'workingElsewhere'];

/**
 * Reads the events of a calendar view: those that touch the range, and what can't be read. An entry without a readable
 * end is busy for an hour.
 */
export function readGraphEvents(
  events: readonly GraphEvent[],
  range: GraphRange,
): { occurrences: CalendarOccurrence[]; problems: (CalendarProblem & { ref: string })[] } {
  const zones = zonesOf([], range.timezone);
  const occurrences: CalendarOccurrence[] = [];
  const problems: (CalendarProblem & { ref: string })[] = [];
  for (const event of events) {
    const { uid, startsAt, endsAt, reasons } = readGraphEvent(event, zones);
    if (reasons.length > 0) {
      const subject = withoutOverrides(singleLine(textOf(event.subject)));
      problems.push({
        ref: textOf(event.id),
        uid: uid === '' ? null : uid.slice(0, 255),
        summary: subject === '' ? null : cut(subject, 200),
        reason: reasons.join(' '),
        startsAt: startsAt ?? null,
        endsAt: endsAt ?? null,
      });
    }
    if (startsAt && endsAt && startsAt < range.to && endsAt > range.from) {
      occurrences.push({ uid, startsAt, endsAt, busy: isBusy(event) && endsAt > startsAt });
    }
  }
  return { occurrences: occurrences.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()), problems };
}

function readGraphEvent(event: GraphEvent, zones: CalendarZones) {
  const reasons = new Set<string>();
  const timeOf = (name: 'start' | 'end'): number | undefined => {
    const { dateTime, timeZone } = objectOf(event[name]);
    const tzid = textOf(timeZone);
    const time = readTime(textOf(dateTime), new Map([['TZID', tzid]]), zones);
    if (!time) reasons.add(`The ${name} isn't a date and time.`);
    const unknown = zones.problems.get(tzid);
    if (unknown) reasons.add(unknown);
    return time && (event.isAllDay === true ? dayOf(time, event, zones) : instantOf(time.wall, time.zone));
  };
  const start = timeOf('start');
  const end = timeOf('end');
  if (start !== undefined && end !== undefined && end < start) reasons.add('The end is before the start.');
  const isPlain = start !== undefined && end !== undefined && end >= start;
  const known = start ?? (end === undefined ? undefined : end - HOUR_MS);
  return {
    uid: ownMeetingId(event) ?? (textOf(event.iCalUId) || textOf(event.id)),
    startsAt: known === undefined ? undefined : new Date(known),
    endsAt: known === undefined ? undefined : new Date(isPlain ? end : known + HOUR_MS),
    reasons: [...reasons],
  };
}

/**
 * Returns the instant at which a whole day begins for the host. Graph writes its midnight in the requested zone; should
 * it have been converted, the zone in which the event was created has the midnight.
 */
function dayOf({ wall, zone }: CalendarTime, { originalStartTimeZone }: GraphEvent, zones: CalendarZones): number {
  if (wall % DAY_MS === 0) return instantOf(wall, zones.host);
  const original = zones.of(textOf(originalStartTimeZone));
  return instantOf(Math.round(wallOf(instantOf(wall, zone), original) / DAY_MS) * DAY_MS, zones.host);
}

const isBusy = ({ showAs, isCancelled, responseStatus }: GraphEvent): boolean =>
  !FREE.includes(textOf(showAs)) && isCancelled !== true && objectOf(responseStatus).response !== 'declined';

/** Returns the ID of the meeting that an entry of the service is for. */
function ownMeetingId({ singleValueExtendedProperties }: GraphEvent): string | undefined {
  const all = Array.isArray(singleValueExtendedProperties) ? singleValueExtendedProperties.map(objectOf) : [];
  // Exchange may write the GUID of the name in another case.
  const own = all.find(({ id }) => textOf(id).toLowerCase() === MEETING_PROPERTY.toLowerCase());
  return own && textOf(own.value) !== '' ? textOf(own.value) : undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
