import type { TSchema } from '../../schemas/common.js';

/** A JSON value without texts of people, and the texts that were left out. */
export interface Redacted {
  json: unknown;
  /** In lower case; undefined if the value was too large to read all of it. */
  texts: ReadonlySet<string> | undefined;
}

/** The number of items that are shown of a list. */
const MOST_ITEMS = 3;
/** The number of values that are read. */
const MOST_READ = 5_000;
/** Shorter texts appear in any sentence. */
const SHORTEST = 3;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]{5,18}(Z|[+-]\d{2}:\d{2})$/i;

/** Too short for a phone number. */
const SHORT_NUMBER = /^-?\d{1,6}$/;

const branches = new WeakMap<TSchema, readonly TSchema[]>();

/** Returns a schema with all its variants. */
function branchesOf(schema: TSchema): readonly TSchema[] {
  const known = branches.get(schema);
  if (known) return known;
  const { anyOf = [], oneOf = [], allOf = [] } = schema as Record<string, TSchema[]>;
  const conditional = [schema.then, schema.else].filter((part) => part !== undefined) as TSchema[];
  const all = [schema, ...[...anyOf, ...oneOf, ...allOf, ...conditional].flatMap(branchesOf)];
  branches.set(schema, all);
  return all;
}

const typesOf = (schema: TSchema): readonly unknown[] => [schema.type].flat();

function keepsText(schema: TSchema, text: string): boolean {
  if (schema.const === text || (schema.enum as unknown[] | undefined)?.includes(text)) return true;
  if (schema.format === 'uuid') return UUID.test(text);
  if (schema.format === 'date-time') return TIME.test(text);
  // Queries have numbers and booleans as text.
  if (isFlag(schema)) return text === 'true' || text === 'false';
  return isNumeric(schema) && SHORT_NUMBER.test(text);
}

const isNumeric = (schema: TSchema): boolean => {
  const types = typesOf(schema);
  return types.includes('number') || types.includes('integer');
};
const isFlag = (schema: TSchema): boolean => typesOf(schema).includes('boolean');

/**
 * Redacts a value by its schema. Only what the schema describes and what can't be personal or secret stays: names of
 * fields, numbers, booleans, times, UUIDs, and words of fixed lists. A text becomes `<text:16>` with its length, and
 * whatever the schema leaves open becomes `<object:3>` or `<list:3>` with its size. `texts` has those of all items of
 * lists with `readAll`, otherwise only of those that are shown.
 */
export function redact(schema: TSchema | undefined, value: unknown, { readAll = false } = {}): Redacted {
  const texts = new Set<string>();
  let read = 0;
  const leaveOut = (text: string) => {
    if (text.length >= SHORTEST) texts.add(text.toLowerCase());
  };

  const list = (items: readonly unknown[], schemas: readonly TSchema[]): unknown => {
    const inner = schemas.flatMap(({ items: of }) => (of ? branchesOf(of as TSchema) : []));
    const all = (readAll ? items : items.slice(0, MOST_ITEMS)).map((item) => visit(item, inner));
    if (inner.length === 0) return `<list:${items.length}>`;
    const more = items.length - MOST_ITEMS;
    return more > 0 ? [...all.slice(0, MOST_ITEMS), `<more:${more}>`] : all;
  };

  const object = (fields: Record<string, unknown>, schemas: readonly TSchema[]): unknown => {
    const result: [string, unknown][] = [];
    let others = 0;
    for (const [name, field] of Object.entries(fields)) {
      const inner = schemas.flatMap(({ properties }) =>
        properties && Object.hasOwn(properties, name) ? branchesOf((properties as Record<string, TSchema>)[name]!) : [],
      );
      if (inner.length === 0) {
        others += 1;
        leaveOut(name);
      }
      const visited = visit(field, inner);
      if (inner.length > 0) result.push([name, visited]);
    }
    if (result.length === 0 && others > 0) return `<object:${others}>`;
    return Object.fromEntries(others > 0 ? [...result, ['<others>', others]] : result);
  };

  const visit = (value: unknown, schemas: readonly TSchema[]): unknown => {
    read += 1;
    if (read > MOST_READ) return '<more>';
    switch (typeof value) {
      case 'string':
        if (schemas.some((schema) => keepsText(schema, value))) return value;
        leaveOut(value);
        return `<text:${value.length}>`;
      case 'number':
        return schemas.some((schema) => schema.const === value || isNumeric(schema)) ? value : '<number>';
      case 'boolean':
        return schemas.some((schema) => schema.const === value || isFlag(schema)) ? value : '<boolean>';
      case 'object':
        if (value === null) return null;
        return Array.isArray(value) ? list(value, schemas) : object(value as Record<string, unknown>, schemas);
      default:
        return undefined;
    }
  };

  const json = visit(value, schema ? branchesOf(schema) : []);
  return { json, texts: read > MOST_READ ? undefined : texts };
}
