import { DateTime } from 'luxon';
import { BACK_AFTER, BACK_BEFORE, NUMBER_BEFORE, RANGE_BEFORE, UNTIL_AFTER, UNTIL_BEFORE } from './away-phrases.js';
import { monthOf, WEEKDAY_NAMES, weekdayOf } from './calendar-words.js';
import { foldPhrase } from './phrases.js';

/** A day that a text names, and where. */
interface NamedDay {
  start: number;
  end: number;
  day: DateTime;
}

const WORD = '\\p{L}{2,14}|\\p{L}{1,2}\\.\\p{L}';
const DATES: readonly RegExp[] = [
  // 2026-12-14, 2026. 12. 14., 2026年12月14日, 12月14日, 12월 14일
  /(?<!\d)(?<year>\d{4}) ?[-./] ?(?<month>\d{1,2}) ?[-./] ?(?<day>\d{1,2})(?!\d)/u,
  /(?<!\d)(?:(?<year>\d{4}) ?[年년] ?)?(?<month>\d{1,2}) ?[月월] ?(?<day>\d{1,2}) ?[日號号일]?/u,
  // 14/12, 14.12.2026, 14. 12., 12/14/26
  /(?<!\d)(?<first>\d{1,2})(?<mark>[/.-]) ?(?<second>\d{1,2})(?!\d)(?:\k<mark> ?(?<year>\d{4}|\d{2})(?!\d)|\k<mark>)?/u,
  // 14 tháng 12
  /(?<!\d)(?<day>\d{1,2}) thang (?<month>\d{1,2})(?!\d)(?:,? (?:nam )?(?<year>\d{4}))?/u,
  // 14 December 2026, 14. Dez., 14th of December, 14 de diciembre de 2026
  new RegExp(
    `(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th|er|e|º|°)?[.]? ?(?:of |de |del |di |den |d')?-?(?<name>${WORD})[.']?(?:,? (?:de |del |of )?(?<year>\\d{4})(?!\\d))?`,
    'u',
  ),
  // December 14th, 2026; 2026. december 14
  new RegExp(
    `(?:(?<!\\d)(?<yearFirst>\\d{4})\\.? )?(?<!\\p{L})(?<name>${WORD})\\.? (?:the )?(?<day>\\d{1,2})(?!\\d|:\\d)(?:st|nd|rd|th)?(?:,? (?<year>\\d{4})(?!\\d))?`,
    'u',
  ),
];
const WEEKDAY = new RegExp(`(?<!\\p{L})(?:${WEEKDAY_NAMES.join('|')})`, 'u');
const ALL = [...DATES, WEEKDAY].map(({ source }) => new RegExp(source, 'gu'));

const DAYS_AHEAD = 367;
const BEFORE = 60;
const AFTER = 40;

/**
 * Finds the first day that a person is back, `YYYY-MM-DD`, by what they wrote on `at` in any of thirty languages: the day of
 * return where it is named, else the day after the last one away. Null where the text names no day of the coming year.
 */
export function returnDay(text: string, at: Date): string | null {
  const folded = foldPhrase(text.slice(0, 4_000).replace(/\n\s*\n/g, '. '));
  const today = DateTime.fromJSDate(at, { zone: 'utc' }).startOf('day');
  const days = namedDays(folded, today);
  const last = today.plus({ days: DAYS_AHEAD });
  const candidates = days.flatMap((named, index) => {
    const role = roleOf(folded, named, days[index - 1]);
    if (!role) return [];
    const back = role === 'back' ? named.day : named.day.plus({ days: 1 });
    return back > today && back < last ? [{ role, back }] : [];
  });
  const found = candidates.find(({ role }) => role === 'back') ?? candidates[0];
  return found?.back.toFormat('yyyy-MM-dd') ?? null;
}

/** Returns whether a day is the one of the return or the last one away, by the words around it in its sentence. */
function roleOf(text: string, { start, end }: NamedDay, previous: NamedDay | undefined): 'back' | 'until' | undefined {
  const before = lastSentence(text.slice(Math.max(previous?.end ?? 0, start - BEFORE), start));
  const after = text.slice(end, end + AFTER);
  const between = text.slice(Math.max(previous?.end ?? 0, start - 25), start);
  const range = previous !== undefined && start - previous.end <= 25 && RANGE_BEFORE.test(between);
  const near = before.slice(-30);
  // "Will not return until" names the day of the return.
  if (/(?<!\p{L})(return|be back|be available) (until|before)\b/u.test(before)) return 'back';
  if (UNTIL_AFTER.test(after)) return 'until';
  const [until, back] = [lastIndexOf(UNTIL_BEFORE, near), lastIndexOf(BACK_BEFORE, before)];
  if (until >= 0 && until + before.length - near.length > back) return 'until';
  if (back >= 0 || BACK_AFTER.test(after)) return 'back';
  return range || NUMBER_BEFORE.test(before) ? 'until' : undefined;
}

function lastIndexOf(pattern: RegExp, text: string): number {
  let last = -1;
  for (const match of text.matchAll(new RegExp(pattern.source, 'gu'))) last = match.index;
  return last;
}

/** Returns the last sentence of a text. A period after a number or an abbreviation doesn't end one. */
const lastSentence = (text: string): string => text.split(/(?<=[\p{L}\p{N})]{4}[.!?]) |[!?;。！？]/u).at(-1) ?? '';

function namedDays(text: string, today: DateTime): NamedDay[] {
  const found: NamedDay[] = [];
  for (const pattern of ALL) {
    for (const match of text.matchAll(pattern)) {
      const [start, end] = [match.index, match.index + match[0].length];
      if (found.some((each) => start < each.end && each.start < end)) continue;
      const day = dayOf(match, today);
      // A date that is no day keeps its parts from being read in another way.
      if (day) found.push({ start, end, day });
    }
  }
  return found
    .sort((a, b) => a.start - b.start)
    .filter((each, index, all) => !precedesDate(each, all[index + 1], text));
}

/** A day of the week in front of its date says nothing more. */
const precedesDate = (each: NamedDay, next: NamedDay | undefined, text: string): boolean =>
  next !== undefined &&
  next.start - each.end <= 9 &&
  /^\p{L}/u.test(text.slice(each.start)) &&
  !/\d/.test(text.slice(each.start, each.end));

function dayOf(match: RegExpExecArray, today: DateTime): DateTime | undefined {
  const groups = match.groups ?? {};
  const year = yearOf(groups.year ?? groups.yearFirst);
  if (groups.first !== undefined) return readNumeric(groups, year, today);
  if (groups.day === undefined) {
    const weekday = weekdayOf(match[0]);
    return weekday === undefined ? undefined : today.plus({ days: ((weekday - today.weekday + 6) % 7) + 1 });
  }
  const month = groups.name === undefined ? Number(groups.month) : monthOf(groups.name);
  return month === undefined ? undefined : upcoming(month, Number(groups.day), year, today);
}

/** The Gregorian year; Thailand's runs 543 ahead. */
function yearOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const year = Number(text.length === 2 ? `20${text}` : text);
  return year > 2_400 ? year - 543 : year;
}

// If both orders result in a future day, the later one counts: waiting too long is a smaller error than writing too
// soon.
function readNumeric(
  groups: Record<string, string | undefined>,
  year: number | undefined,
  today: DateTime,
): DateTime | undefined {
  const [first, second] = [Number(groups.first), Number(groups.second)];
  const readings = [
    upcoming(second, first, year, today),
    ...(groups.mark === '.' ? [] : [upcoming(first, second, year, today)]),
  ];
  const soon = readings.filter((day) => day !== undefined && day >= today && day < today.plus({ days: 120 }));
  return soon.sort((a, b) => Number(b) - Number(a))[0] ?? readings.find((day) => day !== undefined);
}

function upcoming(month: number, day: number, year: number | undefined, today: DateTime): DateTime | undefined {
  if (year !== undefined) return valid(year, month, day);
  const thisYear = valid(today.year, month, day);
  return thisYear && thisYear >= today ? thisYear : valid(today.year + 1, month, day);
}

function valid(year: number, month: number, day: number): DateTime | undefined {
  const found = DateTime.utc(year, month, day);
  return found.isValid ? found : undefined;
}
