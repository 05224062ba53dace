import { _, Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvNames from 'ajv/dist/compile/names.js';
import addFormatsModule from 'ajv-formats';
import { escapePointer } from '../runtime/strict-json.js';
import { ERROR_CODE, NULL_ABSENT, type TSchema } from '../schemas/common.js';
import type { ErrorCode } from '../schemas/error-codes.js';
import { ApiError } from './errors.js';

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020, formats: string[]) => void;
const FORMATS = ['uuid', 'date-time', 'date', 'email', 'uri'];
const MAX_ERRORS = 20;
/** Checking ends at so many errors: of a body with a hundred thousand it would take seconds, and the memory of each. */
const ENOUGH_ERRORS = 200;
/** And at an array that has too many items, if it has so many, before it looks at each. */
const MANY_ITEMS = 1_000;
const { default: NAMES } = ajvNames as unknown as typeof import('ajv/dist/compile/names.js');

/** Marks the schemas at which checking may end early. */
const STOP = 'endsAtEnoughErrors';

/** A schema that stops, wherever values can be many: at each item of an array and each object. */
function stopping(schema: TSchema, made: Map<TSchema, TSchema>): TSchema {
  const known = made.get(schema);
  if (known) return known;
  const inner = (part: unknown): unknown =>
    Array.isArray(part) ? part.map(inner) : isSchema(part) ? stopping(part, made) : part;
  const parts = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => {
      if (PARTS_BY_NAME.has(key))
        return [key, Object.fromEntries(Object.entries(part).map(([name, each]) => [name, inner(each)]))];
      return [key, PARTS.has(key) ? inner(part) : part];
    }),
  );
  const stops = { ...schema, ...parts, [STOP]: true };
  made.set(schema, stops);
  return stops;
}

const PARTS = new Set([
  'items',
  'prefixItems',
  'anyOf',
  'oneOf',
  'allOf',
  'if',
  'then',
  'else',
  'additionalProperties',
]);
const PARTS_BY_NAME = new Set(['properties', 'patternProperties']);
const isSchema = (part: unknown): part is TSchema => part !== null && typeof part === 'object';

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
  ajv.addKeyword({
    keyword: STOP,
    error: { message: ({ parentSchema }) => `must NOT have more than ${parentSchema?.maxItems} items` },
    code: (context) => {
      const { gen, data, parentSchema, it } = context;
      const end = () => gen.assign(_`${it.validateName}.errors`, NAMES.vErrors).return(false);
      const { maxItems } = parentSchema;
      if (maxItems !== undefined) {
        const tooMany = Math.max(maxItems, MANY_ITEMS);
        gen.if(_`Array.isArray(${data}) && ${data}.length > ${tooMany}`, () => {
          context.error();
          end();
        });
      }
      gen.if(_`${NAMES.errors} > ${ENOUGH_ERRORS}`, end);
    },
  });
  return ajv;
}
const bodies = makeAjv(false);
const queries = makeAjv(true);

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
  const told =
    meant.length > 0 ? meant : branches.filter((branch) => branch.every(({ params }) => params.type !== 'null'));
  return [union, ...branches.filter((branch) => !told.includes(branch)).flat()];
}

const UNIONS = new Set(['anyOf', 'oneOf']);

/** What is told of what Ajv found. */
function tellingOf(errors: ErrorObject[]): ErrorObject[] {
  // A union within a union first: the outer one is judged by what is left of it.
  const unions = errors
    .filter(({ keyword }) => UNIONS.has(keyword))
    .sort((a, b) => b.schemaPath.length - a.schemaPath.length);
  let telling = errors.filter(({ keyword }) => keyword !== 'if');
  for (const union of unions) {
    const noise = new Set(noiseOf(union, telling));
    telling = telling.filter((error) => !noise.has(error));
  }
  return telling.length > 0 ? telling : errors;
}

/** The error to answer for what Ajv found. */
export function validationError(errors: ErrorObject[], what: string): ApiError {
  const telling = tellingOf(errors.slice(0, ENOUGH_ERRORS));
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

const stoppingSchemas = new Map<TSchema, TSchema>();
const notMade = new Set<() => ValidateFunction>();

/** The checks of a schema, made when they are first needed. */
function checksOf(ajv: Ajv2020, schema: TSchema): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  const checks = () => {
    notMade.delete(checks);
    validate ??= ajv.compile(stopping(schema, stoppingSchemas));
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
