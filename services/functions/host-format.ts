import { DateTime } from 'luxon';
import { HostError } from '../../functions/sandbox.js';

const DATE_OPTIONS = new Set([
  ...['dateStyle', 'timeStyle', 'weekday', 'era', 'year', 'month', 'day', 'hour', 'minute', 'second', 'timeZoneName'],
  ...['hour12', 'dayPeriod'],
]);
const NUMBER_OPTIONS = new Set([
  ...['style', 'unit', 'unitDisplay', 'notation', 'compactDisplay', 'useGrouping', 'signDisplay', 'currencyDisplay'],
  ...['minimumFractionDigits', 'maximumFractionDigits', 'maximumSignificantDigits', 'minimumIntegerDigits'],
]);
const DEFAULT_LOCALE = 'en';
const MAX_ITEMS = 5_000;

type Options = Record<string, unknown>;

const objectOf = (options: unknown): Options =>
  typeof options === 'object' && options !== null ? (options as Options) : {};

/** The options among those that a format takes; an unknown one is refused, so that no typing error is ignored. */
function picked(options: Options, known: ReadonlySet<string>, others: readonly string[]): Options {
  const wrong = Object.keys(options).find((key) => !known.has(key) && !others.includes(key));
  if (wrong !== undefined) throw new HostError('VALIDATION_ERROR', `Unknown option "${wrong.slice(0, 50)}".`);
  return Object.fromEntries(Object.entries(options).filter(([key]) => known.has(key)));
}

function localeOf({ locale }: Options): string {
  if (locale === undefined || locale === null) return DEFAULT_LOCALE;
  try {
    return Intl.getCanonicalLocales(String(locale).slice(0, 100))[0] ?? DEFAULT_LOCALE;
  } catch {
    throw new HostError('VALIDATION_ERROR', 'The locale must be a BCP 47 tag such as `de-DE`.');
  }
}

/** Runs a formatter of `Intl`, whose refusals name the option. */
function formatted(format: () => string): string {
  try {
    return format();
  } catch (error) {
    throw new HostError(
      'VALIDATION_ERROR',
      error instanceof Error ? error.message.slice(0, 300) : "The value can't be formatted.",
    );
  }
}

function zoneOf({ zone }: Options, fallback: string): string {
  if (zone === undefined || zone === null) return fallback;
  const name = String(zone).slice(0, 100);
  if (!DateTime.utc().setZone(name).isValid)
    throw new HostError('INVALID_TIMEZONE', 'The time zone must be an IANA name.');
  return name;
}

function numberOf(value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  throw new HostError('VALIDATION_ERROR', 'The value must be a number.');
}

/**
 * Creates `svc.format`: texts for people and the order of a language, which the sandbox's engine can't do. The zone is
 * the account's where none is given.
 */
export const createFunctionFormat = (now: () => Date, accountZone: string) => ({
  date(time: unknown, options: unknown): string {
    const given = objectOf(options);
    const zone = zoneOf(given, accountZone);
    const at =
      time === undefined || time === null ? DateTime.fromJSDate(now()) : DateTime.fromISO(String(time), { zone });
    if (!at.isValid) throw new HostError('INVALID_DATE', 'The time must be an ISO 8601 string.');
    const shape = picked(given, DATE_OPTIONS, ['locale', 'zone']);
    const usual = Object.keys(shape).some((key) => key !== 'hour12') ? {} : { dateStyle: 'medium', timeStyle: 'short' };
    const format = { ...usual, ...shape, timeZone: zone } as Intl.DateTimeFormatOptions;
    return formatted(() => new Intl.DateTimeFormat(localeOf(given), format).format(at.toJSDate()));
  },
  number(value: unknown, options: unknown): string {
    const given = objectOf(options);
    const shape = picked(given, NUMBER_OPTIONS, ['locale']);
    return formatted(() => new Intl.NumberFormat(localeOf(given), shape).format(numberOf(value)));
  },
  money(amount: unknown, currency: unknown, options: unknown): string {
    const given = objectOf(options);
    const shape = {
      ...picked(given, NUMBER_OPTIONS, ['locale']),
      style: 'currency',
      currency: String(currency),
    } as const;
    return formatted(() => new Intl.NumberFormat(localeOf(given), shape).format(numberOf(amount)));
  },
  sort(items: unknown, options: unknown): unknown[] {
    if (!Array.isArray(items) || items.length > MAX_ITEMS) {
      throw new HostError('VALIDATION_ERROR', `The items must be a list with at most ${MAX_ITEMS} entries.`);
    }
    const given = objectOf(options);
    picked(given, new Set(), ['locale', 'by', 'numeric', 'descending']);
    const { compare } = new Intl.Collator(localeOf(given), { numeric: given.numeric === true });
    const by = given.by === undefined || given.by === null ? null : String(given.by);
    const textOf = (item: unknown): string => {
      const value = by === null ? item : objectOf(item)[by];
      return typeof value === 'object' || value === undefined ? '' : String(value);
    };
    const sorted = items.map((item) => ({ item, text: textOf(item) })).sort((a, b) => compare(a.text, b.text));
    const inOrder = given.descending === true ? sorted.reverse() : sorted;
    return inOrder.map(({ item }) => item);
  },
});
