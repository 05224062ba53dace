import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import { ERROR_CODE, NULL_ABSENT, type TSchema } from '../schemas/common.js';
import type { ErrorCode } from '../schemas/error-codes.js';
import { ApiError } from './errors.js';

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020, formats: string[]) => void;
const FORMATS = ['uuid', 'date-time', 'date', 'email', 'uri'];
const MAX_ERRORS = 20;

function makeAjv(coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    coerceTypes,
    useDefaults: true,
    discriminator: true,
    verbose: true,
    // Checks as fast, and is made in less than half the time.
    code: { optimize: false },
  });
  addFormats(ajv, FORMATS);
  return ajv;
}
const bodies = makeAjv(false);
const queries = makeAjv(true);

const escapePointer = (key: string) => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** The JSON pointer to what an error is about: the missing or unknown key itself, not the object that holds it. */
export function pointerOf(error: ErrorObject): string {
  if (error.keyword === 'required')
    return `${error.instancePath}/${escapePointer(String(error.params.missingProperty))}`;
  if (error.keyword === 'additionalProperties') {
    return `${error.instancePath}/${escapePointer(String(error.params.additionalProperty))}`;
  }
  if (error.keyword === 'discriminator') return `${error.instancePath}/${escapePointer(String(error.params.tag))}`;
  return error.instancePath;
}

function messageOf(error: ErrorObject): string {
  if (error.keyword === 'required') return 'is required';
  if (error.keyword === 'additionalProperties') return 'is not a known field; check its spelling';
  if (error.keyword === 'enum') return `must be one of: ${(error.params.allowedValues as unknown[]).join(', ')}`;
  if (error.keyword === 'const') return `must be ${JSON.stringify(error.params.allowedValue)}`;
  if (error.keyword === 'discriminator') return `must be one of: ${tagsOf(error).join(', ')}`;
  return error.message ?? 'is not valid';
}

/** The words by which the branches of a union are told apart. */
const tagsOf = ({ parentSchema, params }: ErrorObject): unknown[] =>
  ((parentSchema?.oneOf ?? []) as TSchema[]).map((branch) => branch.properties?.[String(params.tag)]?.const);

/** The code of the schema that failed, where it has one of its own. */
const codeOf = (error: ErrorObject | undefined): ErrorCode =>
  (error?.parentSchema as { [ERROR_CODE]?: ErrorCode } | undefined)?.[ERROR_CODE] ?? 'VALIDATION_ERROR';

/** An `anyOf` of one schema and null reports both branches; the null branch only adds noise. */
const isNoise = (error: ErrorObject, all: ErrorObject[]): boolean =>
  (error.keyword === 'anyOf' &&
    all.some((other) => other !== error && other.instancePath.startsWith(error.instancePath))) ||
  (error.keyword === 'type' && error.params.type === 'null' && all.length > 1) ||
  (error.keyword === 'if' && all.length > 1);

/** The error to answer for what Ajv found. */
export function validationError(errors: ErrorObject[], what: string): ApiError {
  const useful = errors.filter((error) => !isNoise(error, errors));
  const telling = useful.length > 0 ? useful : errors;
  const told = telling.slice(0, MAX_ERRORS).map((error) => ({
    field: pointerOf(error),
    message: messageOf(error),
  }));
  const first = told[0] ?? { field: '', message: 'is not valid' };
  const name = first.field === '' ? `The ${what}` : first.field;
  return new ApiError(codeOf(telling[0]), {
    message: `${name} ${first.message}.`,
    field: first.field,
    details: { errors: told },
  });
}

type Document = Record<string, unknown>;

/** Removes the nulls of optional fields for which null means "absent". */
export function dropAbsent(schema: TSchema, value: unknown): void {
  if (Array.isArray(value)) {
    if (schema.items) for (const item of value) dropAbsent(schema.items as TSchema, item);
  } else if (value !== null && typeof value === 'object') {
    const document = value as Document;
    for (const [key, property] of Object.entries((schema.properties ?? {}) as Record<string, TSchema>)) {
      if (!(key in document)) continue;
      if (document[key] === null && (property as unknown as Record<symbol, unknown>)[NULL_ABSENT]) delete document[key];
      else dropAbsent(property, document[key]);
    }
  }
  for (const branch of (schema.anyOf ?? schema.oneOf ?? schema.allOf ?? []) as TSchema[]) dropAbsent(branch, value);
}

const notMade = new Set<() => ValidateFunction>();

/** The checks of a schema, made when they are first needed. */
function checksOf(ajv: Ajv2020, schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  const checks = () => {
    notMade.delete(checks);
    validate ??= ajv.compile(schema);
    return validate;
  };
  notMade.add(checks);
  return checks;
}

/** Makes the checks that nobody has needed yet: a service does so before it listens, so that no request waits. */
export function makeAllChecks(): void {
  for (const checks of notMade) checks();
}

/** A checker of bodies: throws the validation error, returns the value with defaults filled in and empty nulls gone. */
export function bodyChecker(schema: TSchema): (value: unknown) => unknown {
  const checks = checksOf(bodies, schema);
  return (value) => {
    const validate = checks();
    if (!validate(value)) throw validationError(validate.errors ?? [], 'body');
    dropAbsent(schema, value);
    return value;
  };
}

/** A checker of query strings: numbers and booleans are read from text. */
export function queryChecker(schema: TSchema, lenient: boolean): (query: Document) => Document {
  const checks = checksOf(queries, { ...schema, additionalProperties: lenient });
  return (query) => {
    const repeated = Object.keys(query).find((key) => typeof query[key] !== 'string');
    if (repeated !== undefined) {
      throw new ApiError('VALIDATION_ERROR', {
        message: `The query parameter ${repeated} may stand once; separate several values by commas.`,
        field: `/${escapePointer(repeated)}`,
      });
    }
    const copy = { ...query };
    const validate = checks();
    if (!validate(copy)) throw validationError(validate.errors ?? [], 'query');
    return copy;
  };
}
