import { refuse, type Value, valid } from './value.js';

/** Keys that would reach an object's prototype; refused wherever people name keys. */
export const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The limits of a lead's metadata. */
export const METADATA_LIMITS = { bytes: 64 * 1024, keys: 200, depth: 16 } as const;

const MAX_NUMBER = 2 ** 53;

/** Returns whether a text can be stored and shown anywhere: no NUL, no half of a surrogate pair. */
export function checkText(text: string): Value<string> {
  if (text.includes('\u0000')) return refuse('INVALID_TEXT', "Text can't contain NUL characters.");
  if (!text.isWellFormed()) return refuse('INVALID_TEXT', "Text can't contain lone surrogates.");
  return valid(text);
}

/** Keeps the storable part of a text from another program. Characters that can't be stored are removed. */
export const storable = (text: string): string => text.toWellFormed().replaceAll('\u0000', '');

/** Joins a text into one line and drops control characters, so that no header or subject can be split by a value. */
export function singleLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\r\n\u2028\u2029\v\f\t]+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();
}

/** Embeddings, overrides and isolates of direction, and format characters that no text needs any more. */
const OVERRIDES = /[\u202a-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\u{e0001}]/gu;

/**
 * Removes what can show a text in another order than it has. Joiners, variation selectors and the marks of right-to-left
 * scripts stay: letters and emoji need them.
 */
export const withoutOverrides = (text: string): string => text.replace(OVERRIDES, '');

/** Cuts a text to `max` characters without splitting a pair of surrogates. */
export function cut(text: string, max: number): string {
  const end = text.length > max && /[\ud800-\udbff]/.test(text[max - 1] ?? '') ? max - 1 : max;
  return text.slice(0, end);
}

/** Removes every one of the given characters from the end of a text, in linear time. */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** Folds a text into its words with one space between them, whatever their case, accents and punctuation. */
export const foldWords = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** A fault in a JSON value, with a JSON pointer below the value checked. */
export interface JsonProblem {
  field: string;
  message: string;
}

/**
 * Looks for the first thing that keeps a JSON value from being stored: NUL and lone surrogates in keys or texts,
 * prototype keys, numbers beyond 2^53, more than `depth` levels. Walks with a list, so depth costs no stack.
 */
export function findJsonProblem(value: unknown, depth = METADATA_LIMITS.depth): JsonProblem | undefined {
  const open: { value: unknown; field: string; level: number }[] = [{ value, field: '', level: 1 }];
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    const problem = problemOf(item.value);
    if (problem) return { field: item.field, message: problem };
    if (typeof item.value !== 'object' || item.value === null) continue;
    if (item.level > depth) return { field: item.field, message: `Values can be nested at most ${depth} levels deep.` };
    for (const [key, child] of Object.entries(item.value)) {
      const field = `${item.field}/${pointerPart(key)}`;
      if (FORBIDDEN_KEYS.has(key)) return { field, message: "This key isn't allowed." };
      if (!checkText(key).ok)
        return { field: item.field, message: "Keys can't contain NUL characters or lone surrogates." };
      open.push({ value: child, field, level: item.level + 1 });
    }
  }
  return undefined;
}

/** Checks a lead's whole metadata against every limit; the pointer in a problem starts below `metadata`. */
export function findMetadataProblem(metadata: Record<string, unknown>): JsonProblem | undefined {
  if (Object.keys(metadata).length > METADATA_LIMITS.keys) {
    return { field: '', message: `Metadata can have at most ${METADATA_LIMITS.keys} keys.` };
  }
  const problem = findJsonProblem(metadata);
  if (problem) return problem;
  const bytes = new TextEncoder().encode(JSON.stringify(metadata)).length;
  return bytes > METADATA_LIMITS.bytes ? { field: '', message: "Metadata can't exceed 64 KiB." } : undefined;
}

function problemOf(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const text = checkText(value);
    return text.ok ? undefined : text.message;
  }
  if (typeof value === 'number' && !(Math.abs(value) <= MAX_NUMBER))
    return "Numbers beyond 2^53 can't be stored exactly.";
  return undefined;
}

function pointerPart(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
