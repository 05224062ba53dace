import { readInstant } from '../../../domain/meetings/starts-at.js';
import { parseEmail } from '../../../domain/values/email.js';
import { readPhone } from '../../../domain/values/phone.js';
import { canonicalJson } from '../../../runtime/canonical-json.js';
import { IMPLIED_DEFAULT, MEANT_AS, NULL_ABSENT, type Spelling, type TSchema } from '../../../schemas/common.js';

type Document = Record<string, unknown>;

const isObject = (value: unknown): value is Document =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const BEHIND_UTC = /(?:[Zz]|[+-]\d{2}(?::?\d{2})?)$/;

/** A date-time that names its offset as the instant it is; one of a wall clock as it was written. */
function instantOf(text: string): string {
  if (!BEHIND_UTC.test(text.trim())) return text;
  const instant = readInstant(text, 'UTC');
  return instant.ok ? new Date(instant.ms).toISOString() : text;
}

const READERS: Record<Spelling, (text: string, country: string | null) => string> = {
  instant: instantOf,
  email: (text) => {
    const address = parseEmail(text);
    return address.ok ? address.value : text;
  },
  phone: (text, country) => {
    const number = readPhone(text, country);
    if (!number.ok) return text;
    const { number: e164, extension } = number.value;
    return extension ? `${e164};ext=${extension}` : e164;
  },
};

function spellingOf(schema: TSchema): Spelling | 'id' | undefined {
  if (schema.format === 'uuid') return 'id';
  return schema.format === 'date-time' ? 'instant' : (schema as { [MEANT_AS]?: Spelling })[MEANT_AS];
}

const typeOf = (value: unknown) => (Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value);

/** The branch of a union that a value is of; the schema itself where it is none. */
function branchFor(schema: TSchema, value: unknown): TSchema {
  const branches = (schema.anyOf ?? schema.oneOf) as TSchema[] | undefined;
  if (!branches) return schema;
  const found = branches.find((branch) => {
    const tag = branch.properties?.type?.const;
    if (tag !== undefined && isObject(value)) return value.type === tag;
    const type = branch.type === 'integer' ? 'number' : branch.type;
    return type === undefined || type === typeOf(value) || (branch.anyOf ?? branch.oneOf) !== undefined;
  });
  return found ? branchFor(found, value) : schema;
}

/**
 * Returns what a checked body means, whatever way it is written: without nulls that stand for "absent" and without what
 * is the default anyway, ids in lower case, instants, email addresses and phone numbers in their one form. `country`
 * is where national numbers are dialled.
 */
export function canonicalBody(schema: TSchema, value: unknown, country: string | null): unknown {
  const fitting = branchFor(schema, value);
  if (typeof value === 'string') {
    const spelling = spellingOf(fitting);
    if (spelling === undefined) return value;
    return spelling === 'id' ? value.toLowerCase() : READERS[spelling](value, country);
  }
  if (Array.isArray(value)) {
    const { items } = fitting;
    return items ? value.map((item) => canonicalBody(items as TSchema, item, country)) : value;
  }
  if (!isObject(value)) return value;
  const parts = (fitting.properties ?? {}) as Record<string, TSchema>;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      const part = Object.hasOwn(parts, key) ? parts[key] : undefined;
      if (!part) return [[key, item]];
      if (item === null && (part as { [NULL_ABSENT]?: boolean })[NULL_ABSENT]) return [];
      const meant = canonicalBody(part, item, country);
      const branch = branchFor(part, item) as TSchema & { [IMPLIED_DEFAULT]?: unknown };
      const usual = branch.default ?? branch[IMPLIED_DEFAULT];
      return usual !== undefined && canonicalJson(meant) === canonicalJson(usual) ? [] : [[key, meant]];
    }),
  );
}
