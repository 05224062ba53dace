import type { Condition, ConditionSource } from '../../../schemas/rules/conditions.js';
import type { Facts } from '../../facts.js';

/** The type of a source's values; `any` is decided by the value itself. */
export type Kind = 'text' | 'number' | 'date' | 'boolean' | 'set' | 'any';

/** A value read from the facts; undefined is a missing one. */
export interface Reading {
  value: unknown;
  kind: Kind;
}

/** The place and time at which a condition is evaluated. */
export interface ReadContext {
  now: number;
  /** The zone of calendar days and of the clock. */
  zone: string;
}

/** The reader of a source's values, and its keys: a list, any dotted path, any name, or none. */
export interface SourceReader {
  keys: readonly string[] | 'path' | 'name' | 'none';
  /** The types of the values by key, where the keys are a list. */
  kinds?: Readonly<Record<string, Kind>>;
  read(key: string, facts: Facts, context: ReadContext): Reading;
}

/** The target of a condition, with its shorthand resolved. */
export interface ConditionTarget {
  source: string | undefined;
  key: string;
  /** The path as users write it, and as events name changed values. */
  path: string;
}

/** Resolves `field: "metadata.budget"` into source and key. */
export function conditionTarget(condition: Pick<Condition, 'source' | 'key' | 'field'>): ConditionTarget {
  const path = condition.field ?? [condition.source, condition.key].filter((part) => part != null).join('.');
  const dot = path.indexOf('.');
  if (condition.field == null) return { source: condition.source ?? undefined, key: condition.key ?? '', path };
  return { source: dot < 0 ? path : path.slice(0, dot), key: dot < 0 ? '' : path.slice(dot + 1), path };
}

export type SourceMap = { [S in ConditionSource]: SourceReader };

/** Reads own properties only along a dotted path, so that no path leads into a prototype. */
export function readPath(root: unknown, path: string): unknown {
  let value: unknown = root;
  for (const part of path.split('.')) {
    if (value === null || typeof value !== 'object' || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value ?? undefined;
}
