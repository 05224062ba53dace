import ICAL from 'ical.js';
import { DateTime, IANAZone } from 'luxon';

/** One occurrence of an entry in somebody's calendar. */
export interface CalendarOccurrence {
  uid: string;
  startsAt: Date;
  endsAt: Date;
  /** Whether it keeps its owner from meeting anybody: not cancelled and not marked as free. */
  busy: boolean;
}

export interface OccurrenceRange {
  from: Date;
  to: Date;
  /** The zone of days and of times that name none. */
  timezone: string;
}

/** A calendar may hold an entry that recurs every second; what is beyond this within the range is not looked at. */
const MAX_OCCURRENCES = 5_000;
/** How many occurrences of a series that has to be followed from its beginning are passed: 54 years of days. */
const MAX_ROUNDS = 20_000;

/** A calendar object that can't be read as iCalendar. */
export class CalendarUnreadable extends Error {
  constructor() {
    super('A calendar entry is not valid iCalendar.');
    this.name = 'CalendarUnreadable';
  }
}

/** Lists every occurrence of the events of one calendar object that touches the range; series are unrolled. */
export function occurrencesOf(text: string, range: OccurrenceRange): CalendarOccurrence[] {
  const root = parse(text);
  const events = root.getAllSubcomponents('vevent');
  const series = events.filter((event) => !event.hasProperty('recurrence-id'));
  const found = series.flatMap((component) => unroll(component, events, range));
  // A changed occurrence may come without the series it belongs to.
  const alone = series.length === 0 ? events.map((event) => occurrence(new ICAL.Event(event), range)) : [];
  return [...found, ...alone.filter((item) => item !== undefined)].filter(
    ({ startsAt, endsAt }) => startsAt < range.to && endsAt > range.from,
  );
}

function parse(text: string): ICAL.Component {
  try {
    const root = new ICAL.Component(ICAL.parse(text) as unknown[]);
    if (root.name === 'vcalendar') return root;
  } catch {
    // Said below, as for what is readable but no calendar.
  }
  throw new CalendarUnreadable();
}

function unroll(component: ICAL.Component, all: ICAL.Component[], range: OccurrenceRange): CalendarOccurrence[] {
  const exceptions = all.filter(
    (other) =>
      other !== component &&
      other.hasProperty('recurrence-id') &&
      other.getFirstPropertyValue('uid') === component.getFirstPropertyValue('uid'),
  );
  const event = new ICAL.Event(component, { exceptions });
  if (!event.isRecurring()) return [occurrence(event, range)].filter((item) => item !== undefined);
  const start = beginningOf(event, range);
  // An occurrence from before may have been moved to anywhere.
  const found = exceptions
    .map((exception) => new ICAL.Event(exception))
    .filter(({ recurrenceId }) => recurrenceId.compare(start) < 0)
    .flatMap((exception) => occurrence(exception, range) ?? []);
  const iterator = event.iterator(start);
  // Sooner than this no occurrence reaches into the range, unless it was moved.
  const longAgo =
    exceptions.length > 0 ? 0 : range.from.getUTCFullYear() - 1 - Math.ceil(event.duration.toSeconds() / YEAR_S);
  for (let round = 0, n = 0; round < MAX_ROUNDS && n < MAX_OCCURRENCES; round += 1) {
    const next = iterator.next();
    if (!next) break;
    if (next.year < longAgo) continue;
    const details = event.getOccurrenceDetails(next);
    const item = between(details.item, details.startDate, details.endDate, range);
    if (!item) continue;
    if (instant(next, zoneOf(event, 'dtstart', range)) >= range.to.getTime()) break;
    if (item.endsAt <= range.from) continue;
    found.push(item);
    n += 1;
  }
  return found;
}

const DAY_S = 86_400;
const WEEK_S = 7 * DAY_S;
const YEAR_S = 365 * DAY_S;
const SECONDS: Record<string, number> = { SECONDLY: 1, MINUTELY: 60, HOURLY: 3_600, DAILY: DAY_S, WEEKLY: WEEK_S };
/** What means the same some whole weeks later. */
const TIMELESS_PARTS = ['BYDAY', 'BYHOUR', 'BYMINUTE', 'BYSECOND', 'BYSETPOS'];

/**
 * From where to unroll a series: its own beginning or, where that is long ago, as many whole weeks later as keep its
 * rhythm and lie before the range by more than one of its turns.
 */
function beginningOf(event: ICAL.Event, range: OccurrenceRange): ICAL.Time {
  const { component, startDate } = event;
  const [rule, ...more] = component.getAllProperties('rrule').map((property) => property.getFirstValue() as ICAL.Recur);
  const unit = SECONDS[rule?.freq ?? ''];
  const counted = rule?.count || more.length > 0 || component.hasProperty('rdate');
  if (!rule || !unit || counted || !Object.keys(rule.parts).every((part) => TIMELESS_PARTS.includes(part))) {
    return startDate;
  }
  const period = unit * rule.interval;
  const cycle = (period * WEEK_S) / greatestDivisor(period, WEEK_S);
  const startS = instant(startDate, zoneOf(event, 'dtstart', range)) / 1000;
  const aheadS = range.from.getTime() / 1000 - DAY_S - event.duration.toSeconds() - startS;
  const cycles = Math.floor(aheadS / cycle) - 1;
  if (cycles <= 0) return startDate;
  const later = startDate.clone();
  later.adjust((cycles * cycle) / DAY_S, 0, 0, 0);
  return later;
}

const greatestDivisor = (a: number, b: number): number => (b === 0 ? a : greatestDivisor(b, a % b));

const occurrence = (event: ICAL.Event, range: OccurrenceRange): CalendarOccurrence | undefined =>
  between(event, event.startDate, event.endDate, range);

function between(
  event: ICAL.Event,
  start: ICAL.Time | null,
  end: ICAL.Time | null,
  range: OccurrenceRange,
): CalendarOccurrence | undefined {
  if (!start) return undefined;
  const startsAt = instant(start, zoneOf(event, 'dtstart', range));
  const endsAt = Math.max(end ? instant(end, zoneOf(event, 'dtend', range)) : startsAt, startsAt);
  const { component } = event;
  const word = (name: string) => String(component.getFirstPropertyValue(name) ?? '').toUpperCase();
  return {
    uid: event.uid ?? '',
    startsAt: new Date(startsAt),
    endsAt: new Date(endsAt),
    busy: word('transp') !== 'TRANSPARENT' && word('status') !== 'CANCELLED' && endsAt > startsAt,
  };
}

/** The zones to read a time in: the one its property names, if that name is known, and the owner's for days. */
function zoneOf({ component }: ICAL.Event, name: 'dtstart' | 'dtend', { timezone }: OccurrenceRange) {
  const property = component.getFirstProperty(name) ?? component.getFirstProperty('dtstart');
  const tzid = String(property?.getFirstParameter('tzid') ?? '');
  return { named: IANAZone.isValidZone(tzid) ? tzid : undefined, owners: timezone };
}

/** By its zone's name where that is known, else by the rules sent along, else by the owner's clock. */
function instant(time: ICAL.Time, { named, owners }: { named: string | undefined; owners: string }): number {
  const { zone, year, month, day, hour, minute, second } = time;
  const floating = time.isDate || !zone || zone === ICAL.Timezone.localTimezone;
  if (zone === ICAL.Timezone.utcTimezone || (!floating && !named)) return time.toUnixTime() * 1000;
  if (time.isDate) return DateTime.fromObject({ year, month, day }, { zone: owners }).toMillis();
  return DateTime.fromObject({ year, month, day, hour, minute, second }, { zone: named ?? owners }).toMillis();
}
