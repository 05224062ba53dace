import { NAME } from '../../schemas/common.js';

type Json = Record<string, unknown>;

/** The pattern by which TypeBox writes a map with any keys. */
const ANY_KEY = '^(.*)$';

const isObject = (value: unknown): value is Json =>
  value !== null && typeof value === 'object' && !Array.isArray(value);
const isNull = (schema: unknown): boolean => isObject(schema) && schema.type === 'null';

/** Writes `lead_id` and `bookMeeting` as `LeadId` and `BookMeeting`. */
export const pascal = (name: string): string =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

/** Returns the singular name of a list's item. */
function singular(name: string): string {
  if (/(sses|uses|xes|ches)$/.test(name)) return name.slice(0, -2);
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (/[^su]s$/.test(name)) return name.slice(0, -1);
  return `${name}Item`;
}

/** A variant by what tells it from the others: a constant of its own. */
function variantName(name: string, variant: unknown, index: number): string {
  const properties = isObject(variant) && isObject(variant.properties) ? variant.properties : {};
  const constant = Object.values(properties).find((each) => isObject(each) && typeof each.const === 'string');
  return `${name}${pascal(String((constant as Json | undefined)?.const ?? `Option${index + 1}`))}`;
}

/** Returns whether a schema is a shape of its own, which a generator would have to find a name for. */
function isShape(schema: Json): boolean {
  if (isObject(schema.properties)) return Object.keys(schema.properties).length > 0;
  const variants = (schema.anyOf ?? schema.oneOf) as unknown[] | undefined;
  return (variants?.filter((each) => isObject(each) && isObject(each.properties)).length ?? 0) > 1;
}

/**
 * Maps each value of a discriminator to its shape. Without the mapping, the names of the shapes would have to be the
 * values.
 */
function withMapping(schema: Json, written: Json): Json {
  const discriminator = schema.discriminator as { propertyName: string } | undefined;
  if (!discriminator || !Array.isArray(schema.oneOf) || !Array.isArray(written.oneOf)) return written;
  const references = written.oneOf as { $ref?: string }[];
  const mapping = Object.fromEntries(
    (schema.oneOf as Json[]).flatMap((variant, index) => {
      const constant = (variant.properties as Record<string, Json> | undefined)?.[discriminator.propertyName]?.const;
      const reference = references[index]?.$ref;
      return typeof constant === 'string' && reference ? [[constant, reference]] : [];
    }),
  );
  return { ...written, discriminator: { ...discriminator, mapping } };
}

/**
 * Writes a constant that is true or false as a boolean that isn't the other one. It means the same, but OpenAPI Generator
 * compares constants as texts, so that its clients would reject every `true`.
 */
function withoutBooleanConstant(schema: Json): Json {
  if (typeof schema.const !== 'boolean') return schema;
  const { const: constant, ...rest } = schema;
  return { ...rest, type: 'boolean', not: { const: !constant } };
}

/** Returns the value of a boolean of the document that can have only one. */
export function onlyBoolean({ type, not }: Json): boolean | undefined {
  const excluded = type === 'boolean' && isObject(not) ? not.const : undefined;
  return typeof excluded === 'boolean' ? !excluded : undefined;
}

export interface Components {
  schemas: Json;
  /** The schema as the document shows it: a reference for whatever is a shape, called `name` unless it has its own. */
  refer(schema: unknown, name: string): unknown;
}

/** Collects shapes under names, so that every shape of the document has one. */
export function collectComponents(): Components {
  const schemas: Json = {};
  const names = new Map<object, string>();

  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  const properties = (value: unknown, name: string): Json =>
    Object.fromEntries(Object.entries(value as Json).map(([key, each]) => [key, refer(each, name + pascal(key))]));

  const keyword = (key: string, value: unknown, name: string): unknown => {
    if (key === 'properties' || key === 'patternProperties') return properties(value, name);
    if (key === 'items' || key === 'contains' || key === 'not') return refer(value, singular(name));
    if (key === 'additionalProperties' && isObject(value)) return refer(value, `${name}Value`);
    if (key === 'anyOf' || key === 'oneOf' || key === 'allOf') {
      const variants = value as unknown[];
      const several = variants.filter((each) => !isNull(each)).length > 1;
      return variants.map((each, index) => refer(each, several ? variantName(name, each, index) : name));
    }
    return value;
  };

  /** A map by any key, in the form that every generator knows. */
  const plainMap = (schema: Json): Json => {
    const { [ANY_KEY]: value, ...others } = (schema.patternProperties ?? {}) as Json;
    if (value === undefined || Object.keys(others).length > 0) return schema;
    const { patternProperties: _, ...rest } = schema;
    return { ...rest, additionalProperties: value };
  };

  const write = (schema: Json, name: string): Json => {
    const written = Object.entries(plainMap(schema)).map(([key, value]) => [key, keyword(key, value, name)]);
    return withoutBooleanConstant(withMapping(schema, Object.fromEntries(written)));
  };

  const place = (schema: Json, name: string): unknown => {
    const known = names.get(schema);
    if (known) return reference(known);
    const before = schemas[name];
    schemas[name] ??= {};
    const written = write(schema, name);
    // Two places may ask for the same name: the same shape shares it, another one gets the next.
    if (before === undefined) schemas[name] = written;
    else if (JSON.stringify(before) !== JSON.stringify(written)) return place(schema, nextName(name));
    names.set(schema, name);
    return reference(name);
  };

  const nextName = (name: string): string => name.replace(/\d*$/, (number) => String(Number(number || 1) + 1));

  const refer = (value: unknown, name: string): unknown => {
    if (!isObject(value)) return value;
    const own = (value as Record<symbol, unknown>)[NAME] as string | undefined;
    if (own !== undefined) return place(value, own);
    return isShape(value) ? place(value, name) : write(value, name);
  };

  return { schemas, refer };
}
