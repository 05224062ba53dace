import { cut, singleLine, withoutOverrides } from '../values/text.js';
import {
  type CalendarComponent,
  type CalendarProperty,
  propertiesOf,
  propertyOf,
  unescapeText,
  wordOf,
} from './calendar-text.js';
import {
  type CalendarLength,
  type CalendarTime,
  type CalendarZones,
  DAY_MS,
  instantOf,
  readDuration,
  readTime,
} from './calendar-times.js';

/** One VEVENT: a single event, a series, or a changed occurrence of one. */
export interface CalendarEvent {
  component: CalendarComponent;
  uid: string;
  summary: string | null;
  sequence: number;
  /** The occurrence of its series that it changes. */
  recurrenceId: CalendarTime | undefined;
  /** True if it changes all later ones, too. */
  isForFuture: boolean;
  /** Undefined where nothing tells when it is. */
  start: CalendarTime | undefined;
  length: CalendarLength;
  isBusy: boolean;
  /** The reason why it can't be read, or not in whole. */
  problems: Set<string>;
}

/** The duration of an event with only one readable end. */
const UNKNOWN_LENGTH: CalendarLength = { days: 0, ms: 3_600_000 };
const ONE_DAY: CalendarLength = { days: 1, ms: 0 };
/** Longer ones end here, so that sums of times stay times. */
const LONGEST_MS = 200 * 366 * DAY_MS;

/** Reads an event as far as it can be read. `addresses` are those of the calendar's owner. */
export function readEvent(
  component: CalendarComponent,
  zones: CalendarZones,
  addresses: ReadonlySet<string>,
): CalendarEvent {
  const problems = new Set<string>();
  const timeOf = (name: string): CalendarTime | undefined => {
    const property = propertyOf(component, name);
    if (!property) return undefined;
    const time = timeIn(property, property.value, zones, problems);
    if (!time) problems.add(property.value === '' ? `${name} is empty.` : `${name} isn't a date or time.`);
    return time;
  };
  const recurrence = propertyOf(component, 'RECURRENCE-ID');
  const recurrenceId = timeOf('RECURRENCE-ID');
  const [begin, end] = [timeOf('DTSTART'), timeOf('DTEND')];
  if (!propertyOf(component, 'DTSTART')) problems.add('DTSTART is missing.');
  const { length, isKnown } = lengthOf(component, begin, end, problems);
  const backwards = end && { ...end, wall: end.wall - UNKNOWN_LENGTH.ms };
  const uid = propertyOf(component, 'UID')?.value ?? '';
  const summary = withoutOverrides(singleLine(unescapeText(propertyOf(component, 'SUMMARY')?.value ?? '')));
  return {
    component,
    uid,
    summary: summary === '' ? null : cut(summary, 200),
    sequence: Number(/^\d{1,9}/.exec(propertyOf(component, 'SEQUENCE')?.value ?? '')?.[0] ?? 0),
    recurrenceId,
    isForFuture: recurrence?.params.get('RANGE')?.toUpperCase() === 'THISANDFUTURE',
    start: begin ?? recurrenceId ?? (end?.isDate ? { ...end, wall: end.wall - DAY_MS } : backwards),
    length: isKnown || begin ? length : UNKNOWN_LENGTH,
    isBusy: isBusy(component) && !isDeclined(component, addresses),
    problems,
  };
}

/** Reads one time of a property and notes a zone that isn't known. */
export function timeIn(
  { params }: CalendarProperty,
  text: string,
  zones: CalendarZones,
  problems: Set<string>,
): CalendarTime | undefined {
  const time = readTime(text, params, zones);
  const problem = time && !time.isDate && !time.isUtc && zones.problems.get(params.get('TZID') ?? '');
  if (problem) problems.add(problem);
  return time;
}

/** Returns the length of an event: by its exact end, by its duration, or by the default of its kind. */
function lengthOf(
  component: CalendarComponent,
  start: CalendarTime | undefined,
  end: CalendarTime | undefined,
  problems: Set<string>,
): { length: CalendarLength; isKnown: boolean } {
  const usual = start?.isDate ? ONE_DAY : UNKNOWN_LENGTH;
  const duration = propertyOf(component, 'DURATION');
  if (propertyOf(component, 'DTEND')) {
    if (!start || !end) return { length: usual, isKnown: false };
    const ms = instantOf(end.wall, end.zone) - instantOf(start.wall, start.zone);
    const days = Math.round((end.wall - start.wall) / DAY_MS);
    if (ms < 0) problems.add('DTEND is before DTSTART.');
    if (start.isDate && end.isDate) return { length: bounded({ days: Math.max(days, 1), ms: 0 }), isKnown: true };
    return { length: ms < 0 || (start.isDate && ms === 0) ? usual : bounded({ days: 0, ms }), isKnown: true };
  }
  if (duration) {
    const length = readDuration(duration.value);
    if (!length) problems.add(duration.value === '' ? 'DURATION is empty.' : "DURATION isn't a duration.");
    const total = (length?.days ?? 0) * DAY_MS + (length?.ms ?? 0);
    if (total < 0) problems.add('DURATION is negative.');
    if (!length || total < 0 || (start?.isDate && total === 0)) return { length: usual, isKnown: length !== undefined };
    return { length: bounded(length), isKnown: true };
  }
  return { length: start?.isDate ? ONE_DAY : { days: 0, ms: 0 }, isKnown: start !== undefined };
}

const bounded = ({ days, ms }: CalendarLength): CalendarLength =>
  days * DAY_MS + ms > LONGEST_MS ? { days: 0, ms: LONGEST_MS } : { days, ms };

/** Returns whether an event keeps its owner from meeting anyone: not cancelled and not marked as free. */
function isBusy(component: CalendarComponent): boolean {
  const calendar = component.parent;
  return (
    wordOf(component, 'TRANSP') !== 'TRANSPARENT' &&
    !['FREE', 'WORKINGELSEWHERE'].includes(wordOf(component, 'X-MICROSOFT-CDO-BUSYSTATUS')) &&
    !['CANCELLED', 'CANCELED'].includes(wordOf(component, 'STATUS')) &&
    !(calendar && wordOf(calendar, 'METHOD') === 'CANCEL')
  );
}

/** Returns whether the owner of the calendar has declined, under every address by which they are invited. */
function isDeclined(component: CalendarComponent, addresses: ReadonlySet<string>): boolean {
  const own = propertiesOf(component, 'ATTENDEE').filter(({ value, params }) =>
    [value, params.get('EMAIL') ?? ''].some((address) => addresses.has(addressKey(address))),
  );
  return own.length > 0 && own.every(({ params }) => partStatOf(params) === 'DECLINED');
}

const partStatOf = (params: ReadonlyMap<string, string>): string =>
  (params.get('PARTSTAT') ?? '').replaceAll('"', '').toUpperCase();

/** Returns a calendar user's address in the form in which two of them can be compared. */
export function addressKey(address: string): string {
  const text = address
    .trim()
    .replaceAll('"', '')
    .replace(/^mailto:\s{0,9}/i, '');
  try {
    return decodeURIComponent(text).toLowerCase();
  } catch {
    return text.toLowerCase();
  }
}
