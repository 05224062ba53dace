import { addressKey, type CalendarEvent, readEvent, timeIn } from './calendar-event.js';
import { componentsNamed, propertiesOf, readComponents } from './calendar-text.js';
import {
  type CalendarLength,
  type CalendarTime,
  type CalendarZones,
  DAY_MS,
  instantOf,
  readDuration,
  readTime,
  wallOf,
  zonesOf,
} from './calendar-times.js';
import { type Budget, type RecurrenceRule, readRule, unrollRule } from './recurrence.js';

/** One occurrence of an entry in someone's calendar. */
export interface CalendarOccurrence {
  uid: string;
  startsAt: Date;
  endsAt: Date;
  /** True if it keeps its owner from meeting anyone: not declined, not cancelled and not marked as free. */
  busy: boolean;
}

/** An entry that can't be read, or not in whole. What could be read of it is among the occurrences. */
export interface CalendarProblem {
  uid: string | null;
  summary: string | null;
  /** Sentences. */
  reason: string;
  /** The time when it is, as far as that can be read. */
  startsAt: Date | null;
  endsAt: Date | null;
}

export interface OccurrenceRange {
  from: Date;
  to: Date;
  /** The zone of days and of times that name none. */
  timezone: string;
  /** Under which the owner of the calendar is invited. */
  addresses?: readonly string[];
}

/** The maximum number of occurrences of a series that are checked within the range. */
const MAX_OCCURRENCES = 10_000;
/** The maximum number of days and times that are visited to expand the series of one object. */
const MAX_STEPS = 200_000;
/** An object holds one event or series; more changes than this no person has made. */
const MAX_EVENTS = 10_000;
const MAX_PROBLEMS = 20;

/**
 * Reads one calendar object: every occurrence of its events that touches the range, with series unrolled, and what can't
 * be read. Never throws; takes time that grows with the length of the text and the range.
 */
export function readCalendarObject(
  text: string,
  range: OccurrenceRange,
): { occurrences: CalendarOccurrence[]; problems: CalendarProblem[] } {
  const root = readComponents(text);
  const all = componentsNamed(root, 'VEVENT');
  const components = all.slice(0, MAX_EVENTS);
  if (all.length === 0) {
    const isCalendar = componentsNamed(root, 'VCALENDAR').some(({ isClosed }) => isClosed);
    return { occurrences: [], problems: isCalendar ? [] : [objectProblem("The file isn't iCalendar.")] };
  }
  const zones = zonesOf(componentsNamed(root, 'VTIMEZONE'), range.timezone);
  const addresses = new Set((range.addresses ?? []).map(addressKey));
  const events = components.map((component) => readEvent(component, zones, addresses));
  const changes = new Map<string, CalendarEvent[]>();
  for (const event of events) {
    if (!event.recurrenceId) continue;
    const known = changes.get(event.uid);
    if (known) known.push(event);
    else changes.set(event.uid, [event]);
  }
  const reading: Reading = {
    zones,
    budget: { steps: MAX_STEPS },
    from: range.from.getTime(),
    to: range.to.getTime(),
  };
  const found = [
    ...events
      .filter(({ recurrenceId }) => !recurrenceId)
      .flatMap((event) => seriesOf(event, changes.get(event.uid) ?? [], reading)),
    ...[...changes.values()].flatMap((each) => latest(each)).flatMap((event) => single(event, reading)),
  ];
  return {
    occurrences: found.sort((a, b) => a.startsAt.getTime() - b.startsAt.getTime()),
    problems: [
      ...problemsOf(events),
      ...(all.length > MAX_EVENTS ? [objectProblem('The calendar contains too many events.')] : []),
    ],
  };
}

/** A problem of an object as a whole. */
const objectProblem = (reason: string): CalendarProblem => ({
  uid: null,
  summary: null,
  startsAt: null,
  endsAt: null,
  reason,
});

/** The context of reading an object, with times as instants. */
interface Reading {
  zones: CalendarZones;
  budget: Budget;
  from: number;
  to: number;
}

function problemsOf(events: readonly CalendarEvent[]): CalendarProblem[] {
  const found = new Map<string, CalendarProblem>();
  for (const { uid, summary, problems, start, length } of events) {
    if (problems.size === 0 || found.size === MAX_PROBLEMS) continue;
    const startsAt = start && instantOf(start.wall, start.zone);
    const reason = [...problems].slice(0, 10).join(' ');
    found.set(`${uid} ${reason}`, {
      uid: uid === '' ? null : uid.slice(0, 255),
      summary,
      reason,
      startsAt: startsAt === undefined ? null : new Date(startsAt),
      endsAt: start ? new Date(endOf(start.wall, start, length)) : null,
    });
  }
  return [...found.values()];
}

/** The instant at which something ends that begins at a time of a zone's clock. */
const endOf = (wall: number, { zone }: Pick<CalendarTime, 'zone'>, { days, ms }: CalendarLength): number =>
  instantOf(wall + days * DAY_MS, zone) + ms;

/** Of several changes of one occurrence the latest. */
function latest(changes: readonly CalendarEvent[]): CalendarEvent[] {
  const found = new Map<number, CalendarEvent>();
  for (const change of changes) {
    if (!change.recurrenceId) continue;
    const at = instantOf(change.recurrenceId.wall, change.recurrenceId.zone);
    const known = found.get(at);
    if (!known || known.sequence <= change.sequence) found.set(at, change);
  }
  return [...found.values()];
}

const single = (event: CalendarEvent, reading: Reading): CalendarOccurrence[] =>
  event.start ? within(event, event.start.wall, event.start, event.length, reading) : [];

/** An occurrence that begins at a time of a clock, if it touches the range. */
function within(
  { uid, isBusy }: Pick<CalendarEvent, 'uid' | 'isBusy'>,
  wall: number,
  time: Pick<CalendarTime, 'zone'>,
  length: CalendarLength,
  { from, to }: Reading,
): CalendarOccurrence[] {
  const startsAt = instantOf(wall, time.zone);
  const endsAt = endOf(wall, time, length);
  if (startsAt >= to || endsAt <= from) return [];
  return [{ uid, startsAt: new Date(startsAt), endsAt: new Date(endsAt), busy: isBusy && endsAt > startsAt }];
}

/** Lists the occurrences of an event or a series without those that were changed or excluded. */
function seriesOf(event: CalendarEvent, changes: readonly CalendarEvent[], reading: Reading): CalendarOccurrence[] {
  const { start, component } = event;
  if (!start) return [];
  const rules = rulesOf(event, 'RRULE', start, reading);
  const dates = datesOf(event, 'RDATE', start, reading.zones);
  if (rules.length === 0 && dates.length === 0) {
    return changes.length === 0 && propertiesOf(component, 'EXDATE').length === 0
      ? single(event, reading)
      : unrolled(event, start, [{ wall: start.wall }], changes, reading);
  }
  const window = windowOf(event, start, changes, reading);
  const walls: Begin[] = [{ wall: start.wall }, ...dates];
  for (const { rule, until } of rules) {
    let n = 0;
    const to = Math.min(window.to, until);
    for (const wall of unrollRule(rule, start.wall, { from: window.from, to }, reading.budget)) {
      walls.push({ wall });
      n += 1;
      if (n === MAX_OCCURRENCES) break;
    }
    if (reading.budget.steps <= 0 || n === MAX_OCCURRENCES) event.problems.add('The event has too many recurrences.');
  }
  return unrolled(event, start, walls, changes, reading);
}

/** The time when an occurrence begins on the clock of its series; one of RDATE may have a length of its own. */
interface Begin {
  wall: number;
  length?: CalendarLength;
}

/** The part of the series' clock in which an occurrence has to begin to touch the range, moved or not. */
function windowOf(event: CalendarEvent, start: CalendarTime, changes: readonly CalendarEvent[], reading: Reading) {
  const lengths = [event, ...changes].map(({ length }) => length.days * DAY_MS + length.ms);
  const moves = changes.map((change) => (change.isForFuture ? Math.abs(moveOf(change, start)) : 0));
  const longest = lengths.reduce((a, b) => Math.max(a, b), 0);
  const farthest = moves.reduce((a, b) => Math.max(a, b), 0);
  return {
    from: wallOf(reading.from, start.zone) - longest - farthest - 2 * DAY_MS,
    to: wallOf(reading.to, start.zone) + farthest + 2 * DAY_MS,
  };
}

/** By how much a change moves an occurrence on the clock of its series. */
function moveOf({ recurrenceId, start }: CalendarEvent, series: CalendarTime): number {
  if (!recurrenceId || !start) return 0;
  return onClockOf(series, start) - onClockOf(series, recurrenceId);
}

/** Returns the local time of a series' zone at a time that may be in another zone. */
const onClockOf = ({ zone, isDate }: CalendarTime, time: CalendarTime): number =>
  isDate || time.isDate || time.isFloating ? time.wall : wallOf(instantOf(time.wall, time.zone), zone);

function unrolled(
  event: CalendarEvent,
  start: CalendarTime,
  begins: readonly Begin[],
  changes: readonly CalendarEvent[],
  reading: Reading,
): CalendarOccurrence[] {
  const excluded = excludedOf(event, start, changes, reading);
  const later = changes
    .filter(({ isForFuture, recurrenceId }) => isForFuture && recurrenceId)
    .map((change) => ({ change, from: onClockOf(start, change.recurrenceId as CalendarTime) }))
    .sort((a, b) => a.from - b.from);
  const seen = new Set<number>();
  return begins.flatMap(({ wall, length }) => {
    const day = Math.floor(wall / DAY_MS) * DAY_MS;
    const instant = instantOf(wall, start.zone);
    if (seen.has(instant) || excluded.instants.has(instant) || excluded.days.has(day)) return [];
    seen.add(instant);
    const changed = later[countUpTo(later, wall) - 1]?.change;
    return changed
      ? within(changed, wall + moveOf(changed, start), start, changed.length, reading)
      : within(event, wall, start, length ?? event.length, reading);
  });
}

/** Counts those that begin at a time or before it, of some in order. */
function countUpTo(ordered: readonly { from: number }[], wall: number): number {
  let [low, high] = [0, ordered.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ordered[middle]?.from ?? 0) <= wall) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Returns the dates that aren't occurrences of the series, because they are excluded or changed: by instant, or by day
 * in its zone.
 */
function excludedOf(event: CalendarEvent, start: CalendarTime, changes: readonly CalendarEvent[], reading: Reading) {
  const instants = new Set<number>();
  const days = new Set<number>();
  const add = (time: CalendarTime) => {
    if (start.isDate) days.add(dayMeant(time, reading.zones));
    else if (time.isDate) days.add(time.wall);
    else instants.add(instantOf(time.wall, time.isFloating ? start.zone : time.zone));
  };
  for (const { recurrenceId } of changes) if (recurrenceId) add(recurrenceId);
  for (const property of propertiesOf(event.component, 'EXDATE')) {
    if (property.value === '') event.problems.add('EXDATE is empty.');
    for (const text of property.value.split(',')) {
      const time = timeIn(property, text, reading.zones, event.problems);
      if (time) add(time);
      else if (text.trim() !== '') event.problems.add("EXDATE isn't a date or time.");
    }
  }
  const window = windowOf(event, start, changes, reading);
  for (const { rule, until } of rulesOf(event, 'EXRULE', start, reading)) {
    const to = Math.min(window.to, until);
    for (const wall of unrollRule(rule, start.wall, { from: window.from, to }, reading.budget)) {
      instants.add(instantOf(wall, start.zone));
      if (instants.size > MAX_OCCURRENCES * 4) break;
    }
  }
  return { instants, days };
}

/**
 * Returns which day a time means among whole days: a midnight in UTC the day that it names, any other the host's day.
 */
function dayMeant(time: CalendarTime, { host }: CalendarZones): number {
  const isMidnight = time.wall % DAY_MS === 0;
  const wall = time.isUtc && !isMidnight ? wallOf(time.wall, host) : time.wall;
  return Math.floor(wall / DAY_MS) * DAY_MS;
}

/** Reads the rules of a series; `until` becomes the last time of its clock at which an occurrence can begin. */
function rulesOf(
  event: CalendarEvent,
  name: 'RRULE' | 'EXRULE',
  start: CalendarTime,
  { zones }: Reading,
): { rule: RecurrenceRule; until: number }[] {
  return propertiesOf(event.component, name).flatMap((property) => {
    const rule = readRule(property.value);
    const problem = typeof rule === 'string' ? rule : undefined;
    const until = typeof rule === 'string' ? undefined : untilOf(rule, start, zones);
    if (problem || until === undefined) event.problems.add(problem ?? `UNTIL of the ${name} isn't a date or time.`);
    return typeof rule === 'string' || until === undefined ? [] : [{ rule, until }];
  });
}

const NO_PARAMS = new Map<string, string>();

/** The last time of the series' clock that UNTIL allows: a day counts until its end. Undefined where it can't be read. */
function untilOf({ until }: RecurrenceRule, start: CalendarTime, zones: CalendarZones): number | undefined {
  if (until === undefined) return Number.POSITIVE_INFINITY;
  const time = readTime(until, NO_PARAMS, zones);
  if (!time) return undefined;
  if (time.isDate) return time.wall + DAY_MS - 1;
  if (!time.isUtc) return time.wall;
  const wall = wallOf(time.wall, start.zone);
  return start.isDate ? Math.max(wall, time.wall) : wall;
}

/** Lists the occurrences that RDATE adds: times, days, or periods with a length of their own. */
function datesOf(event: CalendarEvent, name: 'RDATE', start: CalendarTime, zones: CalendarZones): Begin[] {
  return propertiesOf(event.component, name).flatMap((property) =>
    property.value.split(',').flatMap((text): Begin[] => {
      const [first = '', last] = text.split('/', 2);
      const time = timeIn(property, first, zones, event.problems);
      if (!time) {
        event.problems.add(text.trim() === '' ? `${name} is empty.` : `${name} isn't a date or time.`);
        return [];
      }
      const wall = start.isDate || !time.isDate ? onClockOf(start, time) : time.wall + (start.wall % DAY_MS);
      if (last === undefined) return [{ wall: start.isDate ? Math.floor(wall / DAY_MS) * DAY_MS : wall }];
      const end = timeIn(property, last, zones, event.problems);
      const length = end
        ? { days: 0, ms: instantOf(end.wall, end.zone) - instantOf(time.wall, time.zone) }
        : readDuration(last);
      if (length && length.days >= 0 && length.ms >= 0) return [{ wall, length }];
      event.problems.add(`${name} contains an invalid period.`);
      return [{ wall }];
    }),
  );
}
