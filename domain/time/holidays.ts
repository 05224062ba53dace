import { createRequire } from 'node:module';
import type Holidays from 'date-holidays';

const load = createRequire(import.meta.url);
let library: typeof Holidays | undefined;

/** Loading the rules of all countries takes a quarter of a second, so it waits until an account has closed days. */
const holidaysLibrary = (): typeof Holidays => {
  library ??= load('date-holidays') as typeof Holidays;
  return library;
};

const calendars = new Map<string, Holidays | null>();
const days = new Map<string, ReadonlySet<string>>();

function calendarOf(code: string): Holidays | null {
  let calendar = calendars.get(code);
  if (calendar === undefined) {
    const [country = '', state, region] = code.toUpperCase().split('-');
    const Library = holidaysLibrary();
    const known = new Library();
    const states = state ? known.getStates(country) : undefined;
    const regions = state && region ? known.getRegions(country, state) : undefined;
    const exists = country in known.getCountries() && (!state || (states && state in states));
    const regionExists = !region || (regions && region in regions);
    const options = { types: ['public' as const] };
    if (!exists || !regionExists) calendar = null;
    else if (state && region) calendar = new Library(country, state, region, options);
    else if (state) calendar = new Library(country, state, options);
    else calendar = new Library(country, options);
    if (calendars.size < 500) calendars.set(code, calendar);
  }
  return calendar;
}

/** Returns whether public holidays are known for a country or region such as `ES` or `DE-BY`. */
export const knowsHolidays = (code: string): boolean => calendarOf(code) !== null;

/** The public holidays of a country or region in a year, as calendar days; none where the code is unknown. */
function holidaysIn(code: string, year: number): ReadonlySet<string> {
  const key = `${code}:${year}`;
  let found = days.get(key);
  if (!found) {
    const list = calendarOf(code)?.getHolidays(year) ?? [];
    found = new Set(
      list.flatMap((holiday) => {
        const first = Date.parse(`${holiday.date.slice(0, 10)}T00:00:00Z`);
        const length = Math.max(1, Math.round((holiday.end.getTime() - holiday.start.getTime()) / 86_400_000));
        return Array.from({ length }, (_, n) => new Date(first + n * 86_400_000).toISOString().slice(0, 10));
      }),
    );
    if (days.size < 2000) days.set(key, found);
  }
  return found;
}

/** Returns whether a calendar day is closed: a public holiday of one of the codes, or a blackout date. */
export const isClosedDay = (
  day: string,
  closed: { holidays?: readonly string[] | undefined; blackout_dates?: readonly string[] | undefined },
): boolean =>
  (closed.blackout_dates?.includes(day) ?? false) ||
  (closed.holidays?.some((code) => holidaysIn(code, Number(day.slice(0, 4))).has(day)) ?? false);
