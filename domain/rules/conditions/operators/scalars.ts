import { tagSlug } from '../../../leads/tag-slug.js';

const NUMERIC = /^\s*[+-]?(\d+(\.\d+)?|\.\d+)([eE][+-]?\d{1,3})?\s*$/;

/** Reads a number, or a text that is nothing but one. */
export function asNumber(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  return typeof value === 'string' && NUMERIC.test(value) ? Number(value) : undefined;
}

/** Returns a text as it is compared: composed, and without letter case unless case counts. */
export const folded = (text: string, caseSensitive: boolean): string =>
  caseSensitive ? text.normalize('NFC') : text.normalize('NFKC').toLowerCase();

/**
 * Returns whether two values are the same: numbers also as text, texts by case only where it counts, lists item by
 * item.
 */
export function same(actual: unknown, expected: unknown, caseSensitive: boolean): boolean {
  if (typeof actual === 'string' && typeof expected === 'string') {
    return folded(actual, caseSensitive) === folded(expected, caseSensitive);
  }
  if (typeof actual === 'number' || typeof expected === 'number') {
    const a = asNumber(actual);
    return a !== undefined && a === asNumber(expected);
  }
  if (typeof actual === 'boolean' || typeof expected === 'boolean') {
    return String(actual).toLowerCase() === String(expected).toLowerCase();
  }
  if (Array.isArray(actual) && Array.isArray(expected)) {
    return actual.length === expected.length && actual.every((item, n) => same(item, expected[n], caseSensitive));
  }
  return sameObject(actual, expected, caseSensitive);
}

function sameObject(actual: unknown, expected: unknown, caseSensitive: boolean): boolean {
  if (!isObject(actual) || !isObject(expected)) return actual === expected;
  const keys = Object.keys(actual);
  return (
    keys.length === Object.keys(expected).length &&
    keys.every((key) => Object.hasOwn(expected, key) && same(actual[key], expected[key], caseSensitive))
  );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns whether a set of tag slugs holds a tag, given by slug or by name. */
export const hasTag = (tags: readonly unknown[], tag: unknown): boolean =>
  typeof tag === 'string' && tags.includes(tagSlug(tag));

/** Makes a list of one value or several. */
export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);
