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

/** Makes a request field optional: absent and null mean the same. */
export const optional = <T extends TSchema>(schema: T) =>
  Type.Optional(
    Type.Unsafe<Static<T>>({
      anyOf: [schema, { type: 'null' }],
      ...(schema.description ? { description: schema.description } : {}),
      [NULL_ABSENT]: true,
    }),
  );

/** Makes a field that may be null and means it: "no value" in an answer, "clear it" in a PATCH. */
export const nullable = <T extends TSchema>(schema: T) =>
  Type.Unsafe<Static<T> | null>({
    anyOf: [schema, { type: 'null' }],
    ...(schema.description ? { description: schema.description } : {}),
  });

/** Makes a schema of one of the given words. */
export const oneOf = <const T extends readonly string[]>(
  values: T,
  options: { description?: string; default?: T[number] } = {},
) => Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

/** Makes an object that refuses keys it doesn't know. */
export const strictObject: typeof Type.Object = (properties, options) =>
  Type.Object(properties, { additionalProperties: false, ...options });

const UUID_PATTERN = '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$';

export const Uuid = (description: string) => Type.String({ format: 'uuid', pattern: UUID_PATTERN, description });
export const Timestamp = (description: string) => Type.String({ format: 'date-time', description });

/** Makes a schema of any JSON value. */
export const AnyJson = (description: string) => Type.Unsafe<unknown>({ description });

/** Makes a schema of any JSON object. */
export const JsonObject = (description: string) =>
  Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true, description });

/** Where a list goes on. */
export const Pagination = named(
  'Pagination',
  strictObject({
    limit: Type.Integer({ description: 'How many items a page holds at most.' }),
    next_cursor: nullable(Type.String({ description: 'Send it as `cursor` for the next page; null on the last one.' })),
    has_more: Type.Boolean({ description: 'Whether there is a next page.' }),
    total: Type.Optional(Type.Integer({ description: 'How many items there are in all, where the list counts them.' })),
  }),
);

/** The two query parameters of every list. */
export const PageQuery = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50, description: 'Items a page, 1 to 200.' })),
  cursor: Type.Optional(Type.String({ maxLength: 500, description: 'The `next_cursor` of the page before.' })),
};

/** `success: true`, which opens every answer but those of background jobs. */
export const Success = Type.Literal(true, { description: 'Always true: failures have an error body.' });

/** In answers of what ends or pauses runs: the messages that it came too late for, if there are any. */
export const InFlight = Type.Optional(
  Type.Array(Uuid('A message.'), {
    description:
      'Given only where it holds something: messages that were being sent at this moment and, after two seconds of ' +
      'waiting, may still leave. All others won’t.',
  }),
);

export type { Static, TSchema };
export { Type };

/** What a secret can be called; the same in an account and in a function. */
export const SecretName = Type.String({
  pattern: '^[A-Za-z0-9_-]{1,64}$',
  description: '1 to 64 letters, digits, hyphens and underscores.',
});
