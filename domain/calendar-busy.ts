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

/** A calendar may hold an entry that recurs every second; what is beyond this is not looked at. */
const MAX_OCCURRENCES = 5_000;

/** A calendar object that can't be read as iCalendar. */
export class CalendarUnreadable extends Error {
  constructor() {
    super('A calendar entry is not valid iCalendar.');
    this.name = 'CalendarUnreadable';
  }
}

/** Every occurrence of the events of one calendar object that touches the range; series are unrolled. */
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
  const found: CalendarOccurrence[] = [];
  const iterator = event.iterator();
  for (let n = 0; n < MAX_OCCURRENCES; n += 1) {
    const next = iterator.next();
    if (!next) break;
    const details = event.getOccurrenceDetails(next);
    const item = between(details.item, details.startDate, details.endDate, range);
    if (!item) continue;
    if (instant(next, zoneOf(event, 'dtstart', range)) >= range.to.getTime()) break;
    found.push(item);
  }
  return found;
}

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
