import { setImmediate as turn } from 'node:timers/promises';

/** The reason why a JSON text was refused, with a JSON pointer to the place where that is known. */
export class JsonRefused extends Error {
  readonly code: 'INVALID_JSON' | 'VALIDATION_ERROR';
  readonly field: string;
  constructor(code: 'INVALID_JSON' | 'VALIDATION_ERROR', message: string, field = '') {
    super(message);
    this.name = 'JsonRefused';
    this.code = code;
    this.field = field;
  }
}

/** A list is longer than its limit. */
export class ListTooLong extends Error {
  constructor() {
    super('A list of the body is too long.');
    this.name = 'ListTooLong';
  }
}

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_DEPTH = 32;
const MAX_KEYS = 10_000;
const MAX_VALUES = 300_000;
const NOTHING_LOST_DIGITS = 15;

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const OPEN_ARRAY = 91;
const CLOSE_ARRAY = 93;
const LETTER_F = 102;
const LETTER_N = 110;
const LETTER_T = 116;
const LETTER_U = 117;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/** Lists that hold at most so many items, each by its JSON pointer. */
export interface ListLimit {
  lists: readonly string[];
  items: number;
}

/**
 * Parses JSON and refuses what parsers disagree about or what harms later: doubled keys, `__proto__` and its sisters,
 * nesting beyond 32 levels, more than 300,000 values, NUL, lone surrogates, numbers beyond 2^53. The text is walked
 * once before `JSON.parse`, which says nothing of doubled keys, runs out of stack on deep nesting, and holds the event
 * loop for long over millions of values.
 */
export function parseStrictJson(text: string, limit?: ListLimit): unknown {
  return parse(text, walk(text, limit));
}

/** From this many characters on the parts of the work take long enough to matter to others. */
const LONG_TEXT = 256 * 1024;

/**
 * Parses JSON as `parseStrictJson` does, and gives way to others on the event loop before and after each part of the
 * work where the text is long.
 */
export async function parseStrictJsonInTurns(text: string, limit?: ListLimit): Promise<unknown> {
  const giveWay = () => (text.length > LONG_TEXT ? turn() : undefined);
  await giveWay();
  const fault = walk(text, limit);
  await giveWay();
  const value = parse(text, fault);
  await giveWay();
  return value;
}

function parse(text: string, fault: JsonRefused | undefined): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid();
  }
  // Only of a text that is JSON can it be said what is wrong inside it.
  if (fault) throw fault;
  if (!text.isWellFormed()) throw new JsonRefused('VALIDATION_ERROR', HALF_PAIR);
  return value;
}

const invalid = () => new JsonRefused('INVALID_JSON', "The body isn't valid JSON.");
const HALF_PAIR = 'A string contains half of a surrogate pair.';

/** An open object or array, and what of it is being read. */
interface Level {
  isObject: boolean;
  /** The keys so far, made with the first: a body may hold a million empty objects. */
  keys?: Set<string>;
  /** The key as it is in the text, with its quotes. */
  key: string;
  index: number;
}

/** The JSON pointer of what is being read. */
const pointerTo = (levels: readonly Level[]): string =>
  levels.map(({ isObject, key, index }) => `/${isObject ? escapePointer(readKey(key)) : index}`).join('');

/** The first fault of a text that may be JSON. Throws at once where going on would cost too much. */
function walk(text: string, limit: ListLimit | undefined): JsonRefused | undefined {
  const levels: Level[] = [];
  let fault: JsonRefused | undefined;
  let expectKey = false;
  let values = 0;
  const escapes: Escapes = { next: -1 };
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (values > MAX_VALUES) throw refused(`The body can have at most ${MAX_VALUES} values.`, []);
    if (char === QUOTE) {
      const string = readString(text, at, escapes);
      const level = levels[levels.length - 1];
      const isKey = expectKey && level?.isObject === true;
      if (isKey) level.key = text.slice(at, string.end + 1);
      else values += 1;
      if (string.problem) fault ??= refused(string.problem, isKey ? levels.slice(0, -1) : levels);
      if (isKey) fault ??= checkKey(level, string.escaped, levels);
      at = string.end;
      expectKey = false;
    } else if (char === OPEN_OBJECT || char === OPEN_ARRAY) {
      if (levels.length === MAX_DEPTH)
        throw refused(`The body can be nested at most ${MAX_DEPTH} levels deep.`, levels);
      levels.push({ isObject: char === OPEN_OBJECT, key: '""', index: 0 });
      values += 1;
      expectKey = char === OPEN_OBJECT;
    } else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) {
      levels.pop();
      expectKey = false;
    } else if (char === COMMA) {
      const level = levels[levels.length - 1];
      expectKey = level?.isObject === true;
      if (level) level.index += 1;
      if (limit && level?.index === limit.items) checkLength(levels, limit);
    } else if (isDigit(char) || char === MINUS) {
      const end = endOfNumber(text, at);
      if (losesDigits(text, at, end))
        fault ??= refused('Numbers beyond 2^53 lose precision. Send them as strings.', levels);
      values += 1;
      at = end - 1;
    } else if (char === LETTER_T || char === LETTER_F || char === LETTER_N) {
      values += 1;
    }
  }
  return fault;
}

function checkLength(levels: readonly Level[], { lists }: ListLimit): void {
  if (levels.at(-1)?.isObject === false && lists.includes(pointerTo(levels.slice(0, -1)))) throw new ListTooLong();
}

const refused = (message: string, levels: readonly Level[]) =>
  new JsonRefused('VALIDATION_ERROR', message, pointerTo(levels));

interface ReadString {
  /** The position of the closing quote. */
  end: number;
  escaped: boolean;
  problem: string | undefined;
}

/**
 * The position of the next backslash of a text, past its end if there is none. It is searched again only after the
 * last.
 */
interface Escapes {
  next: number;
}

// Searched for by the engine, since a text may be megabytes long: only escapes can hide anything.
function readString(text: string, start: number, escapes: Escapes): ReadString {
  let escaped = false;
  let problem: string | undefined;
  let lowDueAt = -1;
  let end = -1;
  for (let from = start + 1; ; ) {
    if (end < from) end = text.indexOf('"', from);
    if (end === -1) throw invalid();
    if (escapes.next < from) escapes.next = indexOrEnd(text, '\\', from);
    const at = Math.min(escapes.next, end);
    if (lowDueAt >= 0 && (lowDueAt !== at || at === end)) problem ??= HALF_PAIR;
    if (at === end) return { end, escaped, problem };
    escaped = true;
    const isUnit = text.charCodeAt(at + 1) === LETTER_U;
    const unit = isUnit ? Number.parseInt(text.slice(at + 2, at + 6), 16) : -1;
    if (unit === 0) problem ??= "Strings can't contain the NUL character.";
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (isLow !== lowDueAt >= 0) problem ??= HALF_PAIR;
    from = at + (isUnit ? 6 : 2);
    lowDueAt = unit >= 0xd800 && unit <= 0xdbff ? from : -1;
  }
}

const indexOrEnd = (text: string, wanted: string, from: number): number => {
  const at = text.indexOf(wanted, from);
  return at === -1 ? text.length : at;
};

function checkKey(level: Level, escaped: boolean, levels: readonly Level[]): JsonRefused | undefined {
  const { key: quoted } = level;
  level.keys ??= new Set();
  const { keys } = level;
  const key = escaped ? readKey(quoted) : quoted.slice(1, -1);
  if (FORBIDDEN_KEYS.has(key)) return refused(`The key "${key}" isn't allowed.`, levels);
  if (keys.has(key)) return refused('An object has a duplicate key.', levels);
  if (keys.size === MAX_KEYS) throw refused(`An object can have at most ${MAX_KEYS} keys.`, levels.slice(0, -1));
  keys.add(key);
  return undefined;
}

function readKey(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw invalid();
  }
}

const LONGEST_KEY = 100;

/** Returns a key as a part of a JSON pointer; cut, so that an answer doesn't repeat a megabyte. */
export const escapePointer = (key: string): string =>
  key.slice(0, LONGEST_KEY).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');

const isDigit = (char: number): boolean => char >= 48 && char <= 57;

/** Behind the last character that can belong to a number: digits, sign, point, exponent. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end += 1) {
    const char = text.charCodeAt(end);
    if (!isDigit(char) && char !== 43 && char !== MINUS && char !== 46 && char !== 69 && char !== 101) break;
  }
  return end;
}

function losesDigits(text: string, start: number, end: number): boolean {
  const number = text.slice(start, end);
  if (number.length <= NOTHING_LOST_DIGITS && !/e/i.test(number)) return false;
  return Math.abs(Number(number)) > Number.MAX_SAFE_INTEGER;
}
