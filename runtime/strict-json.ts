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
const QUOTE = 34;
const BACKSLASH = 92;

interface Level {
  keys: Set<string> | null;
}

/**
 * Parses JSON and refuses what parsers disagree about or what harms later: doubled keys, `__proto__` and its sisters,
 * nesting beyond 32 levels, NUL, lone surrogates, numbers beyond 2^53. The text is walked once beside `JSON.parse`,
 * which says nothing of doubled keys.
 */
export function parseStrictJson(text: string): unknown {
  const levels: Level[] = [];
  let expectKey = false;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const end = endOfString(text, at);
      const level = levels[levels.length - 1];
      if (expectKey && level?.keys) checkKey(text.slice(at, end + 1), level.keys);
      at = end;
      expectKey = false;
    } else if (char === 123 || char === 91) {
      levels.push({ keys: char === 123 ? new Set() : null });
      if (levels.length > MAX_DEPTH) {
        throw new JsonRefused('VALIDATION_ERROR', `The body is nested deeper than ${MAX_DEPTH} levels.`);
      }
      expectKey = char === 123;
    } else if (char === 125 || char === 93) {
      levels.pop();
      expectKey = false;
    } else if (char === 44) {
      expectKey = levels[levels.length - 1]?.keys != null;
    } else if ((char >= 48 && char <= 57) || char === 45) {
      at = checkNumber(text, at);
    }
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new JsonRefused('INVALID_JSON', 'The body is not valid JSON.');
  }
  checkText(text);
  return value;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === BACKSLASH) at += 1;
    else if (char === QUOTE) return at;
  }
  throw new JsonRefused('INVALID_JSON', 'The body is not valid JSON.');
}

function checkKey(quoted: string, seen: Set<string>): void {
  let key = quoted.slice(1, -1);
  if (quoted.includes('\\')) {
    try {
      key = JSON.parse(quoted) as string;
    } catch {
      throw new JsonRefused('INVALID_JSON', 'The body is not valid JSON.');
    }
  }
  if (FORBIDDEN_KEYS.has(key)) throw new JsonRefused('VALIDATION_ERROR', `The key "${key}" is not allowed.`, `/${key}`);
  if (seen.has(key)) {
    throw new JsonRefused('VALIDATION_ERROR', 'An object has the same key twice.', `/${escapePointer(key)}`);
  }
  seen.add(key);
}

const escapePointer = (key: string): string => key.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');

function checkNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && /[0-9+\-.eE]/.test(text[end] as string)) end += 1;
  if (end - start > 15 || /[eE]/.test(text.slice(start, end))) {
    const value = Number(text.slice(start, end));
    if (Math.abs(value) > Number.MAX_SAFE_INTEGER) {
      throw new JsonRefused('VALIDATION_ERROR', 'Numbers beyond 2^53 lose digits; send them as text.');
    }
  }
  return end - 1;
}

function checkText(text: string): void {
  if (text.includes('\\u0000') || text.includes('\u0000')) {
    // An escaped backslash before "u0000" is harmless text, so the decoded value decides.
    if (/(^|[^\\])(\\\\)*\\u0000/.test(text) || text.includes('\u0000')) {
      throw new JsonRefused('VALIDATION_ERROR', 'Texts may not contain the NUL character.');
    }
  }
  if (!text.isWellFormed() || hasEscapedLoneSurrogate(text)) {
    throw new JsonRefused('VALIDATION_ERROR', 'A text contains half of a surrogate pair.');
  }
}

const ESCAPED_SURROGATE = /\\u[dD][89abAB]|\\u[dD][c-fC-F]/;
function hasEscapedLoneSurrogate(text: string): boolean {
  if (!ESCAPED_SURROGATE.test(text)) return false;
  let lone = false;
  JSON.parse(text, (key, value) => {
    if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) lone = true;
    return value;
  });
  return lone;
}
