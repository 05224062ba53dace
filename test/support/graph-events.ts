import { randomUUID } from 'node:crypto';
import { DateTime } from 'luxon';
import { ianaZoneOf } from '../../domain/meetings/calendar-zones.js';
import { readRule, unrollRule } from '../../domain/meetings/recurrence.js';

/** A time as Graph writes it: a clock and the zone of it, by its name at Windows or IANA. */
export interface GraphTime {
  dateTime: string;
  timeZone: string;
}

/** A recurrence as Graph describes it. */
export interface GraphRecurrence {
  pattern: {
    type: 'daily' | 'weekly' | 'absoluteMonthly' | 'relativeMonthly' | 'absoluteYearly' | 'relativeYearly';
    interval: number;
    month?: number;
    dayOfMonth?: number;
    daysOfWeek?: string[];
    firstDayOfWeek?: string;
    index?: 'first' | 'second' | 'third' | 'fourth' | 'last';
  };
  range: {
    type: 'endDate' | 'noEnd' | 'numbered';
    startDate: string;
    endDate?: string;
    numberOfOccurrences?: number;
    recurrenceTimeZone?: string;
  };
}

interface ExtendedProperty {
  id: string;
  value: string;
}

/** What a client or a person says of an event. */
export interface GraphEventContent {
  subject?: string;
  body?: { contentType: string; content: string };
  start: GraphTime;
  end: GraphTime;
  isAllDay?: boolean;
  showAs?: 'free' | 'tentative' | 'busy' | 'oof' | 'workingElsewhere' | 'unknown';
  sensitivity?: string;
  isCancelled?: boolean;
  responseStatus?: { response: string };
  attendees?: object[];
  location?: { displayName: string };
  recurrence?: GraphRecurrence | null;
  transactionId?: string;
  iCalUId?: string;
  isOnlineMeeting?: boolean;
  onlineMeetingProvider?: string;
  isReminderOn?: boolean;
  singleValueExtendedProperties?: ExtendedProperty[];
}

/** An event or a series in a mailbox. */
export interface StoredGraphEvent {
  id: string;
  calendarId: string;
  iCalUId: string;
  /** The latest change in the order of all changes of the mailbox. */
  change: number;
  isRemoved: boolean;
  content: GraphEventContent;
  /** As it was created, by which a repeated request is known. */
  created: string;
  joinUrl: string | null;
  /** Changed and deleted occurrences of a series, by the start that the series gives them. */
  exceptions: Map<number, Partial<GraphEventContent> | null>;
}

/** A single event, or an occurrence of a series. */
export interface GraphOccurrence {
  event: StoredGraphEvent;
  id: string;
  type: 'singleInstance' | 'occurrence' | 'exception' | 'seriesMaster';
  content: GraphEventContent;
  startsAt: DateTime;
  endsAt: DateTime;
}

const WIRE = "yyyy-MM-dd'T'HH:mm:ss'.0000000'";
const INDEX = { first: 1, second: 2, third: 3, fourth: 4, last: -1 };

const zoneNames = new Map<string, string | undefined>();

/** Returns the IANA name of a zone that Graph knows. */
function zoneOf(name: string): string | undefined {
  if (!zoneNames.has(name)) zoneNames.set(name, name === 'UTC' ? name : ianaZoneOf(name));
  return zoneNames.get(name);
}

/** Reads a time; undefined where Graph doesn't know the zone or there is no such time. */
export function readGraphTime({ dateTime, timeZone }: GraphTime): DateTime | undefined {
  const zone = zoneOf(timeZone);
  const time = zone ? DateTime.fromISO(dateTime.replace(/(\.\d{3})\d+$/, '$1'), { zone }) : undefined;
  return time?.isValid ? time : undefined;
}

const known = (time: GraphTime): DateTime => {
  const read = readGraphTime(time);
  if (!read) throw new Error(`Graph knows no time ${JSON.stringify(time)}.`);
  return read;
};

const day = (name: string): string => name.slice(0, 2).toUpperCase();

/** Writes a pattern as the rule of iCalendar that means the same. */
export function ruleOf({ pattern, range }: GraphRecurrence): string {
  const { type, interval, month, dayOfMonth = 1, daysOfWeek = [], firstDayOfWeek = 'sunday', index } = pattern;
  const freq = type === 'daily' || type === 'weekly' ? type : type.replace(/^absolute|^relative/, '');
  const parts = [`FREQ=${freq.toUpperCase()}`, `INTERVAL=${interval}`];
  if (month) parts.push(`BYMONTH=${month}`);
  if (daysOfWeek.length > 0) parts.push(`BYDAY=${daysOfWeek.map(day).join(',')}`);
  if (type === 'weekly') parts.push(`WKST=${day(firstDayOfWeek)}`);
  if (type.startsWith('relative')) parts.push(`BYSETPOS=${INDEX[index ?? 'first']}`);
  if (type.startsWith('absolute')) {
    // Exchange takes the last day of a month that is too short.
    const days = [28, 29, 30, 31].filter((each) => each <= dayOfMonth);
    parts.push(...(dayOfMonth > 28 ? [`BYMONTHDAY=${days.join(',')}`, 'BYSETPOS=-1'] : [`BYMONTHDAY=${dayOfMonth}`]));
  }
  if (range.type === 'numbered') parts.push(`COUNT=${range.numberOfOccurrences}`);
  return parts.join(';');
}

const inCalendarDays = (event: StoredGraphEvent, content: GraphEventContent, more: object) => ({
  event,
  content,
  startsAt: known(content.start),
  endsAt: known(content.end),
  ...more,
});

/** The event or series itself. */
export const wholeOf = (event: StoredGraphEvent): GraphOccurrence =>
  inCalendarDays(event, event.content, {
    id: event.id,
    type: event.content.recurrence ? 'seriesMaster' : 'singleInstance',
  }) as GraphOccurrence;

/** Lists the occurrences of an event that touch a range, as a calendar view has them. */
export function occurrencesIn(event: StoredGraphEvent, from: DateTime, to: DateTime): GraphOccurrence[] {
  const whole = wholeOf(event);
  const all = event.content.recurrence ? unrolled(event, event.content.recurrence, to) : [whole];
  return all.filter(({ startsAt, endsAt }) => startsAt < to && (endsAt > from || +startsAt >= +from));
}

function unrolled(event: StoredGraphEvent, recurrence: GraphRecurrence, to: DateTime): GraphOccurrence[] {
  const { content, exceptions } = event;
  const { range } = recurrence;
  const start = known({ ...content.start, timeZone: range.recurrenceTimeZone ?? content.start.timeZone });
  const first = known(content.start).setZone(start.zone);
  const lengthMs = +known(content.end) - +known(content.start);
  const rule = readRule(ruleOf(recurrence));
  if (typeof rule === 'string') throw new Error(rule);
  const asWall = (time: DateTime) => +time.setZone('UTC', { keepLocalTime: true });
  const until = range.type === 'endDate' ? +DateTime.fromISO(`${range.endDate}T23:59:59`, { zone: 'UTC' }) : Infinity;
  const last = Math.min(asWall(to.setZone(start.zone)) + 86_400_000, until);
  const walls = unrollRule(rule, asWall(first), { from: asWall(first), to: last }, { steps: 50_000 });
  return [...walls].flatMap((wall): GraphOccurrence[] => {
    const startsAt = DateTime.fromMillis(wall, { zone: 'UTC' }).setZone(start.zone, { keepLocalTime: true });
    const change = exceptions.get(+startsAt);
    if (change === null) return [];
    const write = (time: DateTime) => ({
      dateTime: time.setZone(start.zone).toFormat(WIRE),
      timeZone: range.recurrenceTimeZone ?? content.start.timeZone,
    });
    const plain = {
      ...content,
      recurrence: null,
      start: write(startsAt),
      end: write(startsAt.plus({ milliseconds: lengthMs })),
    };
    const id = `${event.id}.${(+startsAt).toString(36)}`;
    return [
      inCalendarDays(event, { ...plain, ...change }, { id, type: change ? 'exception' : 'occurrence' }),
    ] as GraphOccurrence[];
  });
}

/** Returns the start that a series gives the occurrence of an ID. */
export const originalStartOf = (id: string): number | undefined => {
  const part = id.split('.')[1];
  return part === undefined ? undefined : Number.parseInt(part, 36);
};

const BLOB = (url: string) => `<div>${'_'.repeat(80)}<br><a href="${url}">Join the meeting now</a></div>`;
/** Adds the online meeting to a body, which a client has to keep when it changes the body. */
export const withMeeting = (content: string, url: string): string => `${content}${BLOB(url)}`;

export const changeKeyOf = ({ id, change }: StoredGraphEvent): string =>
  Buffer.from(`${id}.${change}`).toString('base64');
export const etagOf = (event: StoredGraphEvent): string => `W/"${changeKeyOf(event)}"`;

export const newGraphId = (kind: string): string => `AAMk${kind}${randomUUID().replaceAll('-', '')}=`;

/** How a request wants events: the zone of their times, and the extended property that it asks for. */
export interface GraphAsked {
  zone: string;
  property: string | undefined;
}

/** Writes an event as Graph answers it. Whole days begin at midnight of the zone that is asked for, whichever it is. */
export function graphEvent(found: GraphOccurrence, { zone, property }: GraphAsked): Record<string, unknown> {
  const { event, id, type, content, startsAt, endsAt } = found;
  const {
    isAllDay = false,
    singleValueExtendedProperties = [],
    created: _created,
    ...rest
  } = { ...content, created: 0 };
  const iana = zoneOf(zone) ?? 'UTC';
  const write = (time: DateTime) => ({
    dateTime: (isAllDay ? time : time.setZone(iana)).toFormat(WIRE),
    timeZone: zone,
  });
  const expanded = singleValueExtendedProperties.filter((each) => each.id === property);
  return {
    '@odata.etag': etagOf(event),
    subject: '',
    showAs: 'busy',
    sensitivity: 'normal',
    isCancelled: false,
    attendees: [],
    location: { displayName: '' },
    responseStatus: { response: 'organizer', time: '0001-01-01T00:00:00Z' },
    transactionId: null,
    isOnlineMeeting: false,
    onlineMeetingProvider: 'unknown',
    body: { contentType: 'html', content: '' },
    ...rest,
    id,
    changeKey: changeKeyOf(event),
    iCalUId: event.iCalUId,
    type,
    seriesMasterId: type === 'occurrence' || type === 'exception' ? event.id : null,
    isAllDay,
    originalStartTimeZone: content.start.timeZone,
    originalEndTimeZone: content.end.timeZone,
    start: write(startsAt),
    end: write(endsAt),
    recurrence: content.recurrence ?? null,
    onlineMeeting: event.joinUrl === null ? null : { joinUrl: event.joinUrl },
    ...(expanded.length > 0 ? { singleValueExtendedProperties: expanded } : {}),
  };
}
