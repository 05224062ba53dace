import type { Language } from '../../schemas/agents/talking.js';

/** A piece of what someone wrote, as far as days and times are read from it. */
export type Token =
  | { kind: 'word'; word: string }
  /** Minutes since midnight that it may mean. */
  | { kind: 'time'; minutes: readonly number[] }
  /** A date; the year is left out by most. */
  | { kind: 'date'; day: number; month: number }
  /** Written like `10.11`: a time or a date. */
  | { kind: 'time_or_date'; minutes: readonly number[]; day: number; month: number }
  /** A number alone: a place in a list, a day of the month or an hour. */
  | { kind: 'number'; value: number }
  /** Written like `0930`, which may be something else. */
  | { kind: 'maybe_time'; minutes: readonly number[] }
  | { kind: 'thumb_up' }
  | { kind: 'thumb_down' }
  /** A sign that says nothing here, such as a smile. */
  | { kind: 'nothing' }
  /** A sign that may turn round what the words say. */
  | { kind: 'odd' };

/** A part of a text between two signs of punctuation, and whether it asks. */
export interface Clause {
  tokens: readonly Token[];
  asks: boolean;
}

/** Longer texts are read up to here and never understood completely. */
export const READ_CHARS = 1_500;

const HALF = String.raw`(?:\s?(?<suffix>am|pm|a\.m\.?|p\.m\.?|uhr|hs?|hrs?|horas|heures|o'clock))?(?![\p{L}\p{N}])`;
const SCAN = new RegExp(
  [
    String.raw`(?<iso>\d{4}-\d{2}-\d{2})(?!\d)`,
    String.raw`(?<dotted>\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})?)(?!\d)`,
    String.raw`(?<slashed>\d{1,2}\/\d{1,2})(?!\d)`,
    String.raw`(?<hour>\d{1,2})\s?(?<mark>[:.h]|uhr)\s?(?<minute>\d{2})(?!\d)${HALF}`,
    String.raw`(?<dashed>\d{1,2}-?(?:00|15|30|45))(?![\p{L}\p{N}-])`,
    String.raw`(?<whole>\d{1,2})\s?(?<half>am|pm|a\.m\.?|p\.m\.?|uhr|hs?|hrs?|horas|heures|o'clock)(?![\p{L}\p{N}])`,
    String.raw`(?<number>\d{1,9})(?:st|nd|rd|th|ere?|eme|o|a|e)?(?![\p{L}\p{N}])`,
    String.raw`(?<smile>[:;=]-?[)dp](?![\p{L}\p{N}])|<3)`,
    String.raw`(?<frown>[:;=]'?-?[(/|\\])`,
    String.raw`(?<word>\p{L}+)`,
    '(?<asks>[?؟¿])',
    String.raw`(?<end>[.,;:!¡…،؛()"“”«»\n–—])`,
    String.raw`(?<face>\p{Extended_Pictographic}|\p{Emoji_Modifier})`,
    String.raw`(?<skip>[\s'*_#\u200d-])`,
    '(?<odd>[^])',
  ].join('|'),
  'gu',
);

const UP = '👍👌✅✔☑💯🆗';
const DOWN = '👎❌🚫🙅✖⛔🙄';
const SMILES = '🙂😊😀😃😄😁🤗🥰😍😉🙏❤💙💚🎉✨☺🤝👏🦷🌞☀📅🗓⏰🕘🕙';

/** Writes what is looked at in one way: small letters without accents, ASCII digits, one apostrophe. */
const plain = (text: string): string =>
  text
    .slice(0, READ_CHARS)
    .replace(/[’‘`´]/g, "'")
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));

/** The minutes of a day that an hour may mean; without am or pm, a small hour is one of the morning or of the evening. */
function minutesOf(hour: number, minute: number, half = ''): number[] {
  if (hour > 24 || minute > 59) return [];
  if (/^a/.test(half)) return [(hour % 12) * 60 + minute];
  if (/^p/.test(half)) return [((hour % 12) + 12) * 60 + minute];
  const own = (hour % 24) * 60 + minute;
  return hour >= 1 && hour < 12 ? [own, own + 720] : [own];
}

const isDate = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12;

/** Reads `12/2` and `2.12.`: the day comes first, but in English either may. */
function dated(text: string, isEnglish: boolean): Token {
  const [first = 0, second = 0] = text.split(/[./-]/).map(Number);
  const daysFirst = isDate(first, second);
  const monthFirst = isDate(second, first);
  if (daysFirst && monthFirst && first !== second && isEnglish && text.includes('/')) return { kind: 'odd' };
  if (daysFirst) return { kind: 'date', day: first, month: second };
  if (monthFirst && text.includes('/')) return { kind: 'date', day: second, month: first };
  const minutes = minutesOf(first, second);
  return minutes.length > 0 ? { kind: 'time', minutes } : { kind: 'odd' };
}

function timed(hour: number, minute: number, mark: string, half: string | undefined): Token {
  const minutes = minutesOf(hour, minute, half);
  if (mark === '.' && half === undefined && isDate(hour, minute)) {
    return { kind: 'time_or_date', minutes, day: hour, month: minute };
  }
  return minutes.length > 0 ? { kind: 'time', minutes } : { kind: 'odd' };
}

/** Reads `9-30`, `0930` and `930`; a number of two digits is none of them. */
function unmarked(text: string): Token {
  const digits = text.replace('-', '');
  const minutes = digits.length < 3 ? [] : minutesOf(Number(digits.slice(0, -2)), Number(digits.slice(-2)));
  if (minutes.length > 0) return { kind: 'maybe_time', minutes };
  return { kind: 'number', value: Number(digits) };
}

function tokenOf(groups: Record<string, string | undefined>, isEnglish: boolean): Token {
  const { iso, dotted, slashed, hour, mark = '', minute, dashed, whole, number, word, face } = groups;
  if (word !== undefined) return { kind: 'word', word };
  if (iso !== undefined) return { kind: 'date', day: Number(iso.slice(8)), month: Number(iso.slice(5, 7)) };
  if (dotted !== undefined || slashed !== undefined) return dated(dotted ?? slashed ?? '', isEnglish);
  if (hour !== undefined) return timed(Number(hour), Number(minute), mark, groups.suffix);
  if (dashed !== undefined) return unmarked(dashed);
  if (whole !== undefined) return timed(Number(whole), 0, '', groups.half);
  if (number !== undefined) return { kind: 'number', value: Number(number) };
  if (face !== undefined) {
    if (UP.includes(face)) return { kind: 'thumb_up' };
    if (DOWN.includes(face)) return { kind: 'thumb_down' };
    return SMILES.includes(face) || /\p{Emoji_Modifier}/u.test(face) ? { kind: 'nothing' } : { kind: 'odd' };
  }
  return { kind: groups.smile === undefined ? 'odd' : 'nothing' };
}

/** Reads a text as clauses of words, days and times. In linear time: each sign is looked at once. */
export function clausesOf(text: string, language: Language): Clause[] {
  const isEnglish = language === 'en';
  // A German day of the month ends with a dot that ends no sentence.
  const written = language === 'de' ? plain(text).replace(/(\d)\.(?=\s?\p{L})/gu, '$1') : plain(text);
  const clauses: Clause[] = [];
  let tokens: Token[] = [];
  const close = (asks: boolean) => {
    if (tokens.length > 0) clauses.push({ tokens, asks });
    tokens = [];
  };
  let opened = false;
  for (const { groups = {} } of written.matchAll(SCAN)) {
    if (groups.skip !== undefined) continue;
    if (groups.asks === '¿') opened = true;
    else if (groups.asks !== undefined) {
      // A question mark applies to the whole sentence.
      if (tokens.length === 0 && clauses.length > 0) clauses.push({ tokens: [], asks: true });
      close(true);
      opened = false;
    } else if (groups.end !== undefined) close(opened);
    else tokens.push(tokenOf(groups, isEnglish));
  }
  close(opened);
  return clauses;
}
