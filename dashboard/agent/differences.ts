import { labelOf } from '../words/fields.js';

/** Something that differs between two definitions. */
export interface Difference {
  /** What it is about, such as a step. */
  about: string;
  /** Which part of it; nothing where all of it came or went. */
  part: string;
  before: string | undefined;
  after: string | undefined;
}

type Json = unknown;
const isObject = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isKeyed = (value: Json): value is { key: string }[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => isObject(item) && typeof item.key === 'string');
const wordsOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Writes every leaf of a value down under the path to it. */
function leavesOf(value: Json, path: string, into: Map<string, string>): Map<string, string> {
  if (value === undefined || value === null) return into;
  if (isKeyed(value)) for (const { key, ...rest } of value) leavesOf(rest, `${path} › ${key}`, into);
  else if (isObject(value))
    for (const [key, part] of Object.entries(value))
      leavesOf(part, path ? `${path} › ${labelOf(key)}` : labelOf(key), into);
  else if (!(Array.isArray(value) && value.length === 0)) into.set(path, wordsOf(value));
  return into;
}

function compare(about: string, before: Json, after: Json): Difference[] {
  const old = leavesOf(before, '', new Map());
  const young = leavesOf(after, '', new Map());
  return [...new Set([...old.keys(), ...young.keys()])]
    .filter((part) => old.get(part) !== young.get(part))
    .map((part) => ({ about, part, before: old.get(part), after: young.get(part) }));
}

interface Definition {
  cadence: { steps: readonly { key: string; type: string }[]; window?: unknown };
}

/** Tells steps by their keys, and the order they stand in. */
function stepDifferences(before: Definition['cadence']['steps'], after: Definition['cadence']['steps']): Difference[] {
  const old = new Map(before.map((step) => [step.key, step]));
  const young = new Map(after.map((step) => [step.key, step]));
  const keys = [...new Set([...after.map(({ key }) => key), ...before.map(({ key }) => key)])];
  const changed = keys.flatMap((key): Difference[] => {
    const was = old.get(key);
    const is = young.get(key);
    if (was && is) return compare(`Step ${key}`, was, is);
    return [{ about: `Step ${key}`, part: '', before: was && labelOf(was.type), after: is && labelOf(is.type) }];
  });
  const orderOf = (steps: Definition['cadence']['steps'], known: Map<string, unknown>) =>
    steps
      .map(({ key }) => key)
      .filter((key) => known.has(key))
      .join(', ');
  const [was, is] = [orderOf(before, young), orderOf(after, old)];
  return was === is ? changed : [...changed, { about: 'Steps', part: 'Order', before: was, after: is }];
}

/** Lists what differs between two definitions, steps first. */
export function differencesOf(before: Definition, after: Definition): Difference[] {
  const { cadence: was, ...oldRest } = before;
  const { cadence: is, ...youngRest } = after;
  return [
    ...stepDifferences(was.steps, is.steps),
    ...compare('Settings', { window: was.window }, { window: is.window }),
    ...compare('Settings', oldRest, youngRest),
  ];
}
