import { FixedOffsetZone, IANAZone } from 'luxon';
import { cut } from '../values/text.js';
import { type CalendarComponent, type CalendarProperty, propertiesOf, propertyOf } from './calendar-text.js';
import { guessedZoneOf, ianaZoneOf } from './calendar-zones.js';
import { type RecurrenceRule, readRule, unrollRule } from './recurrence.js';

const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

/** A zone: how far its clock is ahead of UTC at an instant, in milliseconds. */
export interface CalendarZone {
  offsetAt(instant: number): number;
}

/** A time as it is written: what the clock of its zone shows, in milliseconds as though it showed UTC. */
export interface CalendarTime {
  wall: number;
  isDate: boolean;
  zone: CalendarZone;
  /** True if it names UTC or no zone at all. */
  isUtc: boolean;
  isFloating: boolean;
}

/** A length of time: whole days on the clock, and time. */
export interface CalendarLength {
  days: number;
  ms: number;
}

const UTC: CalendarZone = { offsetAt: () => 0 };

/** Returns the zone of a name that luxon knows. */
export function namedZone(name: string): CalendarZone {
  const zone = name.startsWith('UTC') ? FixedOffsetZone.parseSpecifier(name) : IANAZone.create(name);
  return { offsetAt: (instant) => zone.offset(instant) * MINUTE_MS };
}

/**
 * Returns the instant at which a zone's clock shows a time: the first of two; a time that the clock jumps over is taken
 * by the offset before the jump.
 */
export function instantOf(wall: number, zone: CalendarZone): number {
  const before = zone.offsetAt(wall - DAY_MS);
  const instant = wall - before;
  if (zone.offsetAt(instant) === before) return instant;
  const later = wall - zone.offsetAt(wall + DAY_MS);
  return later + zone.offsetAt(later) === wall ? later : instant;
}

/** Returns what a zone's clock shows at an instant. */
export const wallOf = (instant: number, zone: CalendarZone): number => instant + zone.offsetAt(instant);

const WRITTEN =
  /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ](\d{2}):?(\d{2}):?(\d{2})?(?:\.\d{1,9})?(?:(Z)|([+-])(\d{2}):?(\d{2}))?)?$/i;

/** Reads a date or date-time; undefined where there is no such time. `zoneOf` finds the zone that a TZID names. */
export function readTime(
  text: string,
  params: ReadonlyMap<string, string>,
  zones: { of(tzid: string): CalendarZone; host: CalendarZone },
): CalendarTime | undefined {
  const read = WRITTEN.exec(text.trim());
  if (!read) return undefined;
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((n) => Number(read[n] ?? 0)) as [
    ...[number, number, number, number, number, number],
  ];
  const date = new Date(Date.UTC(2000, (year - 2000) * 12 + month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isReal || hour > 23 || minute > 59 || second > 60) return undefined;
  const isDate = read[4] === undefined || params.get('VALUE')?.toUpperCase() === 'DATE';
  if (isDate) return { wall: date.getTime(), isDate, zone: zones.host, isUtc: false, isFloating: false };
  const wall = date.getTime() + (hour * 60 + minute) * MINUTE_MS + Math.min(second, 59) * 1_000;
  const time = { isDate, isUtc: false, isFloating: false };
  if (read[7]) return { ...time, wall, zone: UTC, isUtc: true };
  if (read[8]) {
    const ahead = (Number(read[9]) * 60 + Number(read[10])) * MINUTE_MS * (read[8] === '-' ? -1 : 1);
    return { ...time, wall: wall - ahead, zone: UTC, isUtc: true };
  }
  const tzid = params.get('TZID') ?? '';
  return tzid === '' ? { ...time, wall, zone: zones.host, isFloating: true } : { ...time, wall, zone: zones.of(tzid) };
}

const DURATION =
  /^([+-]?)P(?=[\dT])(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?=\d)(?:(\d{1,7})H)?(?:(\d{1,8})M)?(?:(\d{1,9})S)?)?$/i;

/** Reads a duration; undefined where it is none. Its days have any length that the clock gives them. */
export function readDuration(text: string): CalendarLength | undefined {
  const read = DURATION.exec(text.trim());
  if (!read) return undefined;
  const [weeks, days, hours, minutes, seconds] = [2, 3, 4, 5, 6].map((n) => Number(read[n] ?? 0)) as [
    ...[number, number, number, number, number],
  ];
  const sign = read[1] === '-' ? -1 : 1;
  return { days: sign * (weeks * 7 + days), ms: sign * ((hours * 60 + minutes) * 60 + seconds) * 1_000 };
}

/** A beginning of standard or daylight time, which may recur. */
interface Observance {
  start: number;
  from: number;
  to: number;
  rule: RecurrenceRule | undefined;
  /** Until when the rule holds, as an instant. */
  until: number;
  further: number[];
}

const YEAR_MS = 366 * DAY_MS;
const STEPS = 5_000;
const NO_PARAMS = new Map<string, string>();

/** Reads the rules of a zone that come along with a calendar (VTIMEZONE); undefined where they can't be read. */
export function zoneOfRules(component: CalendarComponent): CalendarZone | undefined {
  const observances = component.parts.flatMap((part) => observanceOf(part) ?? []);
  const [earliest] = observances.toSorted((a, b) => a.start - b.start);
  if (!earliest) return undefined;
  const once = observances.flatMap((each) => [
    ...[each.start, ...each.further].map((wall) => onset(each, wall)),
    ...(Number.isFinite(each.until) ? onsetsIn(each, each.until - 2 * YEAR_MS, each.until + DAY_MS) : []),
  ]);
  const years = new Map<number, Onset[]>();
  const onsetsOf = (year: number): Onset[] => {
    const known = years.get(year);
    if (known) return known;
    const [from, to] = [Date.UTC(2000, (year - 2000) * 12), Date.UTC(2000, (year - 1999) * 12)];
    const found = observances.flatMap((each) => onsetsIn(each, from, to - 1));
    years.set(year, found);
    return found;
  };
  return {
    offsetAt(instant) {
      const year = new Date(instant).getUTCFullYear();
      let last: Onset | undefined;
      for (const each of [...once, ...onsetsOf(year - 1), ...onsetsOf(year)]) {
        if (each.at <= instant && (!last || each.at >= last.at)) last = each;
      }
      return last?.to ?? earliest.from;
    },
  };
}

interface Onset {
  at: number;
  to: number;
}

const onset = ({ from, to }: Observance, wall: number): Onset => ({ at: wall - from, to });

const onsetsIn = (each: Observance, from: number, to: number): Onset[] =>
  each.rule
    ? [...unrollRule(each.rule, each.start, { from, to }, { steps: STEPS })]
        .map((wall) => onset(each, wall))
        .filter(({ at }) => at <= each.until)
    : [];

function observanceOf(part: CalendarComponent): Observance | undefined {
  const [from, to] = [offsetOf(propertyOf(part, 'TZOFFSETFROM')), offsetOf(propertyOf(part, 'TZOFFSETTO'))];
  const zones = { of: () => UTC, host: UTC };
  const read = (property: CalendarProperty | undefined) =>
    (property?.value ?? '').split(',', 500).flatMap((text) => readTime(text, NO_PARAMS, zones)?.wall ?? []);
  const [start] = read(propertyOf(part, 'DTSTART'));
  if (from === undefined || to === undefined || start === undefined) return undefined;
  const written = propertyOf(part, 'RRULE');
  const rule = written && readRule(written.value);
  const known = typeof rule === 'string' ? undefined : rule;
  const until = known?.until === undefined ? undefined : readTime(known.until, NO_PARAMS, zones)?.wall;
  return {
    start,
    from,
    to,
    rule: known,
    until: until ?? Number.POSITIVE_INFINITY,
    further: propertiesOf(part, 'RDATE').flatMap(read),
  };
}

function offsetOf(property: CalendarProperty | undefined): number | undefined {
  const read = /^([+-])(\d{2}):?(\d{2}):?(\d{2})?$/.exec(property?.value ?? '');
  if (!read) return undefined;
  const ms = ((Number(read[2]) * 60 + Number(read[3])) * 60 + Number(read[4] ?? 0)) * 1_000;
  return read[1] === '-' ? -ms : ms;
}

/** The zones that the times of one calendar object name. */
export interface CalendarZones {
  of(tzid: string): CalendarZone;
  host: CalendarZone;
  /** The problems of names that weren't understood, by name. */
  problems: ReadonlyMap<string, string>;
}

const nameOf = (tzid: string): string => tzid.replace(/["\\\s]/g, '').toLowerCase();

/**
 * Returns the zones of a calendar object: by a name that is known everywhere, else by the rules that come along, else by
 * what the name suggests, else the host's.
 */
export function zonesOf(rules: readonly CalendarComponent[], timezone: string): CalendarZones {
  const host = namedZone(timezone);
  const sent = new Map(rules.map((each) => [nameOf(propertyOf(each, 'TZID')?.value ?? ''), each]));
  const found = new Map<string, CalendarZone>();
  const problems = new Map<string, string>();
  const find = (tzid: string): CalendarZone => {
    const component = sent.get(nameOf(tzid));
    const location = component && propertyOf(component, 'X-LIC-LOCATION')?.value;
    const named = ianaZoneOf(tzid) ?? (location && ianaZoneOf(location));
    if (named) return namedZone(named);
    const ruled = component && zoneOfRules(component);
    if (ruled) return ruled;
    const guessed = guessedZoneOf(tzid);
    if (!guessed?.isSure) {
      const taken = guessed
        ? `its times are read as ${guessed.zone}`
        : `its times are read in the host’s zone, ${timezone}`;
      problems.set(tzid, `The time zone “${cut(tzid, 100)}” is unknown; ${taken}.`);
    }
    return guessed ? namedZone(guessed.zone) : host;
  };
  const of = (tzid: string): CalendarZone => {
    const zone = found.get(tzid) ?? find(tzid);
    found.set(tzid, zone);
    return zone;
  };
  return { of, host, problems };
}
