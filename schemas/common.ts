import { type Static, type TSchema, Type } from '@sinclair/typebox';
import type { ErrorCode } from './error-codes.js';

/** Marks an optional request field whose null means "absent"; the route layer removes such nulls after validation. */
export const NULL_ABSENT = Symbol.for('schema.null-absent');
/** Marks a schema that `/openapi.json` lists under `components.schemas` by this name. */
export const NAME = Symbol.for('schema.name');

/** Marks a text of which several spellings mean the same, by what it is. */
export const MEANT_AS = Symbol.for('schema.meant-as');
export type Spelling = 'instant' | 'email' | 'phone';

/** Marks a schema whose texts mean the same in every spelling of the one thing they name. */
export const meantAs = <T extends TSchema>(spelling: Spelling, schema: T): T => ({ ...schema, [MEANT_AS]: spelling });

/** Marks a schema whose failure is answered by this error code instead of `VALIDATION_ERROR`. */
export const ERROR_CODE = Symbol.for('schema.error-code');

/** Gives a schema an error code of its own, for words out of a fixed list. */
export const refusedAs = <T extends TSchema>(code: ErrorCode, schema: T): T => ({ ...schema, [ERROR_CODE]: code });

/** Names a schema, so that the API description shows it under that name. */
export const named = <T extends TSchema>(name: string, schema: T): T => ({ ...schema, [NAME]: name });

/** Holds the default of a field whose schema has none. */
export const IMPLIED_DEFAULT = Symbol.for('schema.implied-default');

/**
 * Gives a schema a default that its API description mentions in words only. Generated clients send a default that the
 * schema declares, although the caller didn't set the field.
 */
export const impliedDefault = <T extends TSchema>(value: unknown, schema: T): T => ({
  ...schema,
  [IMPLIED_DEFAULT]: value,
});

/** Makes a request field optional: absent and null mean the same. */
export const optional = <T extends TSchema>(schema: T) =>
  Type.Optional(
    Type.Unsafe<Static<T>>({
      anyOf: [schema, { type: 'null' }],
      ...(schema.description ? { description: schema.description } : {}),
      [NULL_ABSENT]: true,
    }),
  );

/**
 * Makes a field for which null has a meaning: no value in a response, to clear it in a PATCH. `meaningOfNull` is the
 * sentence of the description about it.
 */
export const nullable = <T extends TSchema>(schema: T, meaningOfNull?: string) => {
  const description = [schema.description, meaningOfNull].filter((sentence) => sentence !== undefined).join(' ');
  return Type.Unsafe<Static<T> | null>({
    anyOf: [schema, { type: 'null' }],
    ...(description === '' ? {} : { description }),
  });
};

/** Makes a schema of one of the given words. */
export const oneOf = <const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

/** Makes an object that refuses keys it doesn't know. */
export const strictObject: typeof Type.Object = (properties, options) =>
  Type.Object(properties, { additionalProperties: false, ...options });

/** Returns the options of a schema that have its description, if it needs one. */
export const described = (description?: string) => (description === undefined ? {} : { description });

/** A pattern for one line: no line breaks and no control characters. */
export const LINE = '^[^\\x00-\\x1f\\x7f\\u2028\\u2029]*$';
const FILLED_LINE = '^[^\\S\\x00-\\x1f\\x7f\\u2028\\u2029]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f\\u2028\\u2029]*$';

/** Makes the schema of a name that people give something: one line that isn't blank. */
export const nameText = (description?: string, maxLength = 200) =>
  Type.String({ minLength: 1, maxLength, pattern: FILLED_LINE, ...described(description) });

const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

/*
 * Schemas of properties take a description, or none where the name of the property and of its object say everything.
 */

export const Uuid = (description?: string) =>
  Type.String({ format: 'uuid', pattern: UUID_PATTERN, ...described(description) });
export const Timestamp = (description?: string) => Type.String({ format: 'date-time', ...described(description) });
export const Text = (description?: string) => Type.String(described(description));

/** Makes a schema of any JSON value. */
export const AnyJson = (description: string) => Type.Unsafe<unknown>({ description });

/** Makes a schema of any JSON object. */
export const JsonObject = (description?: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, ...described(description) });

/** The cursor of a list. */
export const Pagination = named(
  'Pagination',
  strictObject({
    limit: Type.Integer({ description: 'Maximum number of items per page.' }),
    next_cursor: nullable(
      Type.String({ description: 'Cursor of the next page. Send it as `cursor`. Null on the last page.' }),
    ),
    has_more: Type.Boolean({ description: 'Whether there is another page.' }),
    total: Type.Optional(
      Type.Integer({ description: 'Total number of items. Only present in lists that count them.' }),
    ),
  }),
);

/** The two query parameters of every list. */
export const PageQuery = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Items per page, 1 to 200. Defaults to 50.' }),
  ),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: '`next_cursor` of the previous page.' })),
};

/** `success: true`, which opens every answer but those of background jobs. */
export const Success = Type.Literal(true, { description: 'Always true. Errors have a different body.' });

/** In answers of what ends or pauses runs: the messages that it came too late for, if there are any. */
export const InFlight = Type.Optional(
  Type.Array(Uuid('ID of a message.'), {
    description:
      'Messages that were already being sent and may still be delivered, after a wait of two seconds. Absent ' +
      'if there are none.',
  }),
);

export type { Static, TSchema };
export { Type };

/** The name of a secret. The same rules hold in an account and in a function. */
export const SecretName = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: 'Name of the secret: 1 to 64 letters, digits, hyphens and underscores.',
});

/** The code of a currency. */
export const CurrencyCode = Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 currency code, such as EUR.' });
