import type { TSchema } from '@sinclair/typebox';
import { _, Ajv2020, type KeywordCxt, type ValidateFunction } from 'ajv/dist/2020.js';
import ajvCodegen from 'ajv/dist/compile/codegen/index.js';
import ajvNames from 'ajv/dist/compile/names.js';
import addFormatsModule from 'ajv-formats';

const addFormats = addFormatsModule as unknown as (ajv: Ajv2020, formats: string[]) => void;
const { default: NAMES } = ajvNames as unknown as typeof import('ajv/dist/compile/names.js');
const { strConcat } = ajvCodegen as unknown as typeof import('ajv/dist/compile/codegen/index.js');

const FORMATS = ['uuid', 'date-time', 'date', 'email', 'uri'];
/** Checking ends at so many errors: of a body with a hundred thousand it would take seconds, and the memory of each. */
export const MAX_COLLECTED_ERRORS = 200;
/** And at an array that has too many items, if it has so many, before it looks at each. */
const MANY_ITEMS = 1_000;
/** A part of a schema with so many schemas inside has a function of its own, made once for all that hold the part. */
const LARGE_PART = 8;

/** Marks the schemas at which checking may end early. */
const STOP = 'endsAtEnoughErrors';
/** Marks a part that has its own check function. */
const PART = 'checkedAsPart';

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

/**
 * The reading of values: `filled` takes JSON and fills in defaults, `texts` also reads numbers and booleans from text,
 * `untouched` changes nothing.
 */
export type Reading = 'filled' | 'texts' | 'untouched';

interface Prepared {
  /** With marks, and with its large parts replaced. */
  schema: TSchema;
  /** The number of schemas in it, including itself. */
  size: number;
}

const prepared = new Map<TSchema, Prepared>();
const parts = new Map<string, TSchema>();

/** Prepares a schema for the compiler, wherever values can be many marked to stop, and large parts set apart. */
function prepare(schema: TSchema): Prepared {
  const known = prepared.get(schema);
  if (known) return known;
  let size = 1;
  const inner = (part: unknown, apart: boolean): unknown => {
    if (Array.isArray(part)) return part.map((each) => inner(each, apart));
    if (!isSchema(part)) return part;
    const made = prepare(part);
    const isLarge = apart && made.size >= LARGE_PART;
    size += isLarge ? 1 : made.size;
    return isLarge ? setApart(made.schema) : made.schema;
  };
  // A discriminator has to see what its branches are.
  const branchesApart = schema.discriminator === undefined;
  const entries = Object.entries(schema).map(([key, part]) => {
    if (PARTS_BY_NAME.has(key)) {
      return [key, Object.fromEntries(Object.entries(part).map(([name, each]) => [name, inner(each, true)]))];
    }
    return [key, PARTS.has(key) ? inner(part, key !== 'oneOf' || branchesApart) : part];
  });
  const made = { schema: { ...schema, ...Object.fromEntries(entries), [STOP]: true }, size };
  prepared.set(schema, made);
  return made;
}

const partNames = new Map<TSchema, string>();

/** Returns the placeholder for a part. The containing schema fills in its default. */
function setApart(part: TSchema): TSchema {
  const name = partNames.get(part) ?? String(partNames.size);
  partNames.set(part, name);
  parts.set(name, part);
  return { [PART]: name, [STOP]: true, ...('default' in part ? { default: part.default } : {}) } as unknown as TSchema;
}

const compilers = new Map<Reading, Ajv2020>();

function compilerOf(reading: Reading): Ajv2020 {
  const known = compilers.get(reading);
  if (known) return known;
  const ajv = new Ajv2020({
    allErrors: true,
    strict: false,
    coerceTypes: reading === 'texts',
    useDefaults: reading !== 'untouched',
    discriminator: true,
    verbose: true,
    // Checks as fast, and is made in less than half the time.
    code: { optimize: false },
  });
  addFormats(ajv, FORMATS);
  ajv.addKeyword({
    keyword: STOP,
    error: { message: ({ parentSchema }) => `must NOT have more than ${parentSchema?.maxItems} items` },
    code: stop,
  });
  ajv.addKeyword({ keyword: PART, code: (context) => callPart(context, reading) });
  compilers.set(reading, ajv);
  return ajv;
}

function stop(context: KeywordCxt): void {
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
  gen.if(_`${NAMES.errors} > ${MAX_COLLECTED_ERRORS}`, end);
}

/** Calls the function of a part. In a union nothing is filled in. */
function callPart({ gen, data, schema, it }: KeywordCxt, reading: Reading): void {
  const checks = checksOfPart(String(schema), it.compositeRule && reading === 'filled' ? 'untouched' : reading);
  const called = gen.scopeValue('validate', { ref: standingAt(it.errSchemaPath, checks) });
  const path = strConcat(NAMES.instancePath, it.errorPath);
  gen.if(_`!${called}(${data}, ${path}, ${NAMES.rootData})`, () => {
    gen
      .assign(
        NAMES.vErrors,
        _`${NAMES.vErrors} === null ? ${called}.errors : ${NAMES.vErrors}.concat(${called}.errors)`,
      )
      .assign(NAMES.errors, _`${NAMES.vErrors}.length`);
  });
}

/** The checks of a part whose errors come out as if it stood at a place of another schema. */
function standingAt(schemaPath: string, checks: () => ValidateFunction) {
  const check = (value: unknown, instancePath: string, rootData: Record<string, unknown>): boolean => {
    const validate = checks();
    const valid = validate(value, {
      instancePath,
      rootData,
      parentData: {},
      parentDataProperty: '',
      dynamicAnchors: {},
    });
    check.errors = (validate.errors ?? []).map((error) => ({
      ...error,
      schemaPath: schemaPath + error.schemaPath.slice(1),
    }));
    return valid;
  };
  check.errors = [] as object[];
  return check;
}

const notMade = new Set<() => ValidateFunction>();
const partChecks = new Map<string, () => ValidateFunction>();

function checksOfPart(name: string, reading: Reading): () => ValidateFunction {
  const key = `${reading} ${name}`;
  const known = partChecks.get(key);
  if (known) return known;
  const checks = madeOnce(() => compilerOf(reading).compile(parts.get(name) as TSchema));
  partChecks.set(key, checks);
  return checks;
}

function madeOnce(make: () => ValidateFunction): () => ValidateFunction {
  let validate: ValidateFunction | undefined;
  const checks = () => {
    if (validate) return validate;
    notMade.delete(checks);
    validate = make();
    return validate;
  };
  notMade.add(checks);
  return checks;
}

/** Returns the checks of a schema, which are made when they are first needed. Errors come with their schemas. */
export const checksOf = (schema: TSchema, reading: Reading): (() => ValidateFunction) =>
  madeOnce(() => compilerOf(reading).compile(prepare(schema).schema));

/** Compiles all checks that haven't been used yet. A service does this before it listens, so that no request waits. */
export function makeAllChecks(): void {
  for (const checks of notMade) checks();
}
