import { isDeepStrictEqual } from 'node:util';
import type { ErrorObject } from 'ajv';
import { checksOf, MAX_COLLECTED_ERRORS } from '../../../runtime/json-schema.js';
import { escapePointer } from '../../../runtime/strict-json.js';
import { ERROR_CODE, NULL_ABSENT, type TSchema } from '../../../schemas/common.js';
import type { ErrorCode } from '../../../schemas/error-codes.js';
import { ApiError } from '../errors.js';
import { inWords } from './error-words.js';

const MAX_ERRORS = 20;

/**
 * Returns the JSON pointer to what an error is about: the missing or unknown key itself, not the object that holds it.
 */
export function pointerOf(error: ErrorObject): string {
  if (error.keyword === 'required')
    return `${error.instancePath}/${escapePointer(String(error.params.missingProperty))}`;
  if (error.keyword === 'additionalProperties') {
    return `${error.instancePath}/${escapePointer(String(error.params.additionalProperty))}`;
  }
  if (error.keyword === 'discriminator') return `${error.instancePath}/${escapePointer(String(error.params.tag))}`;
  return error.instancePath;
}

/** The code of the schema that failed, where it has one of its own. */
const codeOf = (error: ErrorObject | undefined): ErrorCode =>
  (error?.parentSchema as { [ERROR_CODE]?: ErrorCode } | undefined)?.[ERROR_CODE] ?? 'VALIDATION_ERROR';

const isInside = (error: ErrorObject, whole: ErrorObject): boolean =>
  error.instancePath === whole.instancePath || error.instancePath.startsWith(`${whole.instancePath}/`);

/**
 * The errors of a union that say nothing of what is wrong: those of null, and of branches for values of another type
 * where there is one for values of this type; and that of the union itself.
 */
function noiseOf(union: ErrorObject, all: readonly ErrorObject[]): ErrorObject[] {
  const branches = (union.schema as TSchema[]).map((_, index) =>
    all.filter((error) => error.schemaPath.startsWith(`${union.schemaPath}/${index}/`) && isInside(error, union)),
  );
  const isOfOtherType = (branch: ErrorObject[]) =>
    branch.some(({ keyword, instancePath }) => keyword === 'type' && instancePath === union.instancePath);
  const meant = branches.filter((branch) => !isOfOtherType(branch));
  const relevant =
    meant.length > 0 ? meant : branches.filter((branch) => branch.every(({ params }) => params.type !== 'null'));
  return [union, ...branches.filter((branch) => !relevant.includes(branch)).flat()];
}

const UNIONS = new Set(['anyOf', 'oneOf']);

/** Returns the errors of Ajv that the response reports. */
function relevantOf(errors: ErrorObject[]): ErrorObject[] {
  // A union within a union first: the outer one is judged by what is left of it.
  const unions = errors
    .filter(({ keyword }) => UNIONS.has(keyword))
    .sort((a, b) => b.schemaPath.length - a.schemaPath.length);
  let relevant = errors.filter(({ keyword }) => keyword !== 'if');
  for (const union of unions) {
    const noise = new Set(noiseOf(union, relevant));
    relevant = relevant.filter((error) => !noise.has(error));
  }
  return relevant.length > 0 ? relevant : errors;
}

/** Makes the error to answer for what Ajv found. */
export function validationError(errors: ErrorObject[], what: string): ApiError {
  const relevant = relevantOf(errors.slice(0, MAX_COLLECTED_ERRORS));
  const shown = relevant
    .slice(0, MAX_ERRORS)
    .map((error) => ({ field: pointerOf(error), message: inWords(error) }))
    // An id has a format and a pattern, which say the same.
    .filter((one, place, all) => !isDeepStrictEqual(one, all[place - 1]));
  const first = shown[0] ?? { field: '', message: 'is not valid' };
  const name = first.field === '' ? `The ${what}` : first.field;
  return new ApiError(codeOf(relevant[0]), {
    message: `${name} ${first.message}.`,
    field: first.field,
    details: { errors: shown },
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

/**
 * Creates a checker of bodies: throws the validation error, returns the value with defaults filled in and empty nulls
 * gone.
 */
export function bodyChecker(schema: TSchema): (value: unknown) => unknown {
  const checks = checksOf(schema, 'filled');
  return (value) => {
    const validate = checks();
    if (!validate(value)) throw validationError(validate.errors ?? [], 'body');
    dropAbsent(schema, value);
    return value;
  };
}

/** Creates a checker of query strings: numbers and booleans are read from text. */
export function queryChecker(schema: TSchema, lenient: boolean): (query: Document) => Document {
  const checks = checksOf({ ...schema, additionalProperties: lenient }, 'texts');
  return (query) => {
    const repeated = Object.keys(query).find((key) => typeof query[key] !== 'string');
    if (repeated !== undefined) {
      throw new ApiError('VALIDATION_ERROR', {
        message: `The query parameter ${repeated} can appear only once. Separate several values with commas.`,
        field: `/${escapePointer(repeated)}`,
      });
    }
    const copy = { ...query };
    const validate = checks();
    if (!validate(copy)) throw validationError(validate.errors ?? [], 'query');
    return copy;
  };
}
