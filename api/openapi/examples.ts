import { EXAMPLE_ID, EXAMPLE_TIME, FIELD_EXAMPLES } from '../../schemas/examples.js';
import { onlyBoolean } from './components.js';

type Json = Record<string, unknown>;

const REFERENCE = '#/components/schemas/';
const MAX_DEPTH = 8;
/** Tried in this order for a text whose form is given by a pattern. */
const TEXTS = ['example', 'a', 'https://example.com/', 'A', '09:00', 'en', '+34600123456', '1', '2026-11-23', 'open'];

const typeOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (Number.isInteger(value)) return 'integer';
  return typeof value;
};

function fits(schema: Json, value: unknown): boolean {
  if (schema.enum && !(schema.enum as unknown[]).includes(value)) return false;
  if (schema.type !== undefined && schema.type !== typeOf(value)) {
    if (!(schema.type === 'number' && typeof value === 'number')) return false;
  }
  if (typeof value === 'string') {
    const { length } = value;
    if (length < Number(schema.minLength ?? 0) || length > Number(schema.maxLength ?? length)) return false;
    if (schema.format && schema.format !== 'email' && schema.format !== 'uri') return false;
    if (schema.pattern && !new RegExp(String(schema.pattern), 'u').test(value)) return false;
  }
  // A list of shapes is made from the shape.
  if (Array.isArray(value) && (schema.items as Json | undefined)?.$ref) return false;
  if (typeof value === 'number') {
    if (value < Number(schema.minimum ?? value) || value > Number(schema.maximum ?? value)) return false;
  }
  return true;
}

function textExample(schema: Json): string {
  if (schema.format === 'uuid') return EXAMPLE_ID;
  if (schema.format === 'date-time') return EXAMPLE_TIME;
  if (schema.format === 'date') return EXAMPLE_TIME.slice(0, 10);
  const found = TEXTS.find((text) => fits(schema, text));
  return found ?? 'x'.repeat(Number(schema.minLength ?? 1));
}

/**
 * Creates what makes whole examples from the document's own schemas. `every` takes optional fields too, as answers show
 * them.
 */
export function exampleMaker(components: Json) {
  const resolve = (schema: Json): Json =>
    typeof schema.$ref === 'string' ? (components[schema.$ref.slice(REFERENCE.length)] as Json) : schema;

  const object = (schema: Json, every: boolean, depth: number): Json => {
    const properties = (schema.properties ?? {}) as Record<string, Json>;
    const required = (schema.required ?? []) as string[];
    let keys = Object.keys(properties).filter((key) => every || required.includes(key));
    if (keys.length === 0) keys = Object.keys(properties).slice(0, Math.max(1, Number(schema.minProperties ?? 0)));
    return Object.fromEntries(keys.map((key) => [key, make(properties[key] as Json, every, key, depth + 1)]));
  };

  const make = (given: Json, every: boolean, name = '', depth = 0): unknown => {
    const schema = resolve(given);
    if (Array.isArray(schema.examples)) return schema.examples[0];
    if ('const' in schema) return schema.const;
    const known = FIELD_EXAMPLES[name];
    const variants = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
    if (variants) {
      const solid = variants.filter((each) => each.type !== 'null');
      if (solid.length < variants.length && (depth > MAX_DEPTH || known === null)) return null;
      return make(solid[0] as Json, every, name, depth);
    }
    if (known !== undefined && !schema.properties && fits(schema, known)) return known;
    if (Array.isArray(schema.enum)) return schema.enum[0];
    if ('default' in schema) return schema.default;
    if (schema.type === 'string') return textExample(schema);
    if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
    if (schema.type === 'boolean') return onlyBoolean(schema) ?? !['already_stopped', 'already_running'].includes(name);
    if (schema.type === 'array') {
      const wanted = Number(schema.minItems ?? 0);
      if (depth > MAX_DEPTH && wanted === 0) return [];
      return [make((schema.items ?? {}) as Json, every, '', depth + 1)];
    }
    if (schema.properties) return object(schema, every, depth);
    return schema.type === 'object' ? {} : 'anything';
  };
  return make;
}
