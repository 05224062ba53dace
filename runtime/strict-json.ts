/** Why a JSON text was refused, with a JSON pointer to the place where that is known. */
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

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);
const MAX_DEPTH = 32;
const MAX_KEYS = 10_000;
const NOTHING_LOST_DIGITS = 15;

const QUOTE = 34;
const COMMA = 44;
const MINUS = 45;
const OPEN_ARRAY = 91;
const BACKSLASH = 92;
const CLOSE_ARRAY = 93;
const LETTER_U = 117;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Parses JSON and refuses what parsers disagree about or what harms later: doubled keys, `__proto__` and its sisters,
 * nesting beyond 32 levels, NUL, lone surrogates, numbers beyond 2^53. The text is walked once before `JSON.parse`,
 * which says nothing of doubled keys and runs out of stack on deep nesting.
 */
export function parseStrictJson(text: string): unknown {
  const fault = walk(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid();
  }
  // Only of a text that is JSON can it be said what is wrong inside it.
  if (fault) throw fault;
  if (!text.isWellFormed()) throw halfPair();
  return value;
}

const invalid = () => new JsonRefused('INVALID_JSON', 'The body is not valid JSON.');
const halfPair = () => new JsonRefused('VALIDATION_ERROR', 'A text contains half of a surrogate pair.');

/** The first fault of a text that may be JSON. Throws at once where going on would cost too much. */
function walk(text: string): JsonRefused | undefined {
  // The keys of each open object, null for an array.
  const levels: (Set<string> | null)[] = [];
  let fault: JsonRefused | undefined;
  let expectKey = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const string = readString(text, at);
      const keys = levels[levels.length - 1];
      fault ??= string.fault;
      if (expectKey && keys) fault ??= checkKey(text.slice(at, string.end + 1), string.escaped, keys);
      at = string.end;
      expectKey = false;
    } else if (char === OPEN_OBJECT || char === OPEN_ARRAY) {
      if (levels.length === MAX_DEPTH) {
        throw new JsonRefused('VALIDATION_ERROR', `The body is nested deeper than ${MAX_DEPTH} levels.`);
      }
      levels.push(char === OPEN_OBJECT ? new Set() : null);
      expectKey = char === OPEN_OBJECT;
    } else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) {
      levels.pop();
      expectKey = false;
    } else if (char === COMMA) {
      expectKey = levels[levels.length - 1] != null;
    } else if (isDigit(char) || char === MINUS) {
      const end = endOfNumber(text, at);
      if (losesDigits(text, at, end)) {
        fault ??= new JsonRefused('VALIDATION_ERROR', 'Numbers beyond 2^53 lose digits; send them as text.');
      }
      at = end - 1;
    }
  }
  return fault;
}

interface ReadString {
  /** Where the closing quote is. */
  end: number;
  escaped: boolean;
  fault: JsonRefused | undefined;
}

function readString(text: string, start: number): ReadString {
  let escaped = false;
  let fault: JsonRefused | undefined;
  let high = -1;
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      if (high >= 0) fault ??= halfPair();
      return { end: at, escaped, fault };
    }
    let unit = char;
    let next = at;
    if (char === BACKSLASH) {
      escaped = true;
      next = at + 1;
      if (text.charCodeAt(next) === LETTER_U) {
        unit = Number.parseInt(text.slice(at + 2, at + 6), 16);
        next = at + 5;
        if (unit === 0) fault ??= new JsonRefused('VALIDATION_ERROR', 'Texts may not contain the NUL character.');
      }
    }
    // A pair may be written half as an escape and half as it is.
    const isLow = unit >= 0xdc00 && unit <= 0xdfff;
    if (isLow !== high >= 0) fault ??= halfPair();
    high = unit >= 0xd800 && unit <= 0xdbff ? at : -1;
    at = next;
  }
  throw invalid();
}

function checkKey(quoted: string, escaped: boolean, seen: Set<string>): JsonRefused | undefined {
  let key = quoted.slice(1, -1);
  if (escaped) {
    try {
      key = JSON.parse(quoted) as string;
    } catch {
      throw invalid();
    }
  }
  if (FORBIDDEN_KEYS.has(key)) {
    return new JsonRefused('VALIDATION_ERROR', `The key "${key}" is not allowed.`, `/${key}`);
  }
  if (seen.has(key)) {
    return new JsonRefused('VALIDATION_ERROR', 'An object has the same key twice.', `/${escapePointer(key)}`);
  }
  if (seen.size === MAX_KEYS) {
    throw new JsonRefused('VALIDATION_ERROR', `An object has more than ${MAX_KEYS} keys.`);
  }
  seen.add(key);
  return undefined;
}

const escapePointer = (key: string): string =>
  key.slice(0, 100).toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');

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
