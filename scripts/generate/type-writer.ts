import { onlyBoolean } from '../../api/openapi/components.js';

export type Json = Record<string, unknown>;

/** The prefix of references to named schemas. */
export const REFERENCE = '#/components/schemas/';

/** Writes JSON schemas as TypeScript. */
export interface TypeWriter {
  /** The names that were used so far; it grows while it is gone through, as declarations use further ones. */
  readonly used: ReadonlySet<string>;
  use(name: string): void;
  typeOf(schema: Json, indent: string): string;
  /** Returns an object type's braces and fields. */
  fields(properties: Record<string, Json>, required: readonly string[], indent: string): string;
  /** Returns an exported declaration. */
  declare(name: string, schema: Json): string;
}

const comment = (schema: Json, indent: string): string =>
  typeof schema.description === 'string'
    ? `${indent}/** ${schema.description.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */\n`
    : '';
const keyOf = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name).replaceAll('"', "'");
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);
const hasFields = ({ properties }: Json): boolean => Object.keys((properties ?? {}) as Json).length > 0;

/** Makes a writer that has used no name yet. `binary` is the type of content that isn't text. */
export function createTypeWriter({ binary = 'string' } = {}): TypeWriter {
  const used = new Set<string>();

  const typeOf = (schema: Json, indent: string): string => {
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.slice(REFERENCE.length);
      used.add(name);
      return name;
    }
    if ('const' in schema) return literal(schema.const);
    if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ');
    const variants = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
    if (variants) return [...new Set(variants.map((each) => typeOf(each, indent)))].join(' | ');
    switch (schema.type) {
      case 'boolean':
        return String(onlyBoolean(schema) ?? 'boolean');
      case 'string':
        return schema.format === 'binary' ? binary : 'string';
      case 'null':
        return 'null';
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return arrayType(schema, indent);
      case 'object':
        return objectType(schema, indent);
      default:
        return 'unknown';
    }
  };

  const arrayType = (schema: Json, indent: string): string => {
    const item = typeOf((schema.items ?? {}) as Json, indent);
    return item.includes('|') ? `(${item})[]` : `${item}[]`;
  };

  const objectType = (schema: Json, indent: string): string => {
    if (hasFields(schema)) {
      return fields(schema.properties as Record<string, Json>, (schema.required ?? []) as string[], indent);
    }
    const value = schema.additionalProperties ?? Object.values((schema.patternProperties ?? {}) as Json)[0];
    return typeof value === 'object' ? `Record<string, ${typeOf(value as Json, indent)}>` : 'Record<string, unknown>';
  };

  const fields = (properties: Record<string, Json>, required: readonly string[], indent: string): string => {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?';
      return `${comment(schema, inner)}${inner}${keyOf(name)}${mark}: ${typeOf(schema, inner)};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  };

  return {
    used,
    use: (name) => {
      used.add(name);
    },
    typeOf,
    fields,
    declare: (name, schema) =>
      schema.type === 'object' && hasFields(schema)
        ? `${comment(schema, '')}export interface ${name} ${objectType(schema, '')}\n`
        : `${comment(schema, '')}export type ${name} = ${typeOf(schema, '')};\n`,
  };
}
