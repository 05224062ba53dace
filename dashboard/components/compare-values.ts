import { labelOf } from '../words/fields.js';

/** Something that differs between two definitions. */
export interface Difference {
  /** The subject, such as a step. */
  about: string;
  /** The changed part. Absent if the whole value was added or removed. */
  part: string;
  before: string | undefined;
  after: string | undefined;
}

type Json = unknown;
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isKeyed = (value: Json): value is { key: string }[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && typeof item.key === 'string');
/** Returns the label of a list item; undefined if it takes more than a word. */
const nameIn = (item: Json): string | undefined =>
  typeof item === 'string' || typeof item === 'number'
    ? String(item)
    : isObject(item) && typeof item.name === 'string'
      ? item.name
      : undefined;
const namesIn = (value: readonly Json[]): string[] | undefined => {
  const names = value.map(nameIn);
  return names.every((name) => name !== undefined) ? names : undefined;
};
const wordsOf = (value: Json): string =>
  typeof value === 'string'
    ? value
    : Array.isArray(value)
      ? (namesIn(value)?.join(', ') ?? JSON.stringify(value))
      : JSON.stringify(value);

/** Lists every leaf of a value under the path to it, in words. */
function leavesOf(value: Json, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === undefined || value === null) return into;
  if (isKeyed(value)) for (const { key, ...rest } of value) leavesOf(rest, `${path} › ${key}`, into);
  else if (isObject(value))
    for (const [key, part] of Object.entries(value))
      leavesOf(part, path ? `${path} › ${labelOf(key)}` : labelOf(key), into);
  else if (!(Array.isArray(value) && value.length === 0)) into.set(path, wordsOf(value));
  return into;
}

/** Compares two values leaf by leaf: what is about which thing, and how it was and is. */
export function compareValues(about: string, before: Json, after: Json): Difference[] {
  const old = leavesOf(before);
  const young = leavesOf(after);
  return [...new Set([...old.keys(), ...young.keys()])]
    .filter((part) => old.get(part) !== young.get(part))
    .map((part) => ({ about, part, before: old.get(part), after: young.get(part) }));
}

/** Describes what a set of values holds, in one line. */
export const valuesInWords = (values: Json): string =>
  [...leavesOf(values)].map(([name, value]) => `${name}: ${value}`).join(' · ');
