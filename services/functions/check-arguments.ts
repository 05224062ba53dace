import type { ErrorObject } from 'ajv';
import { HostError } from '../../functions/sandbox.js';
import { checksOf } from '../../runtime/json-schema.js';
import type { TSchema } from '../../schemas/common.js';

const checks = new WeakMap<object, ReturnType<typeof checksOf>>();

/** Makes the refusal of what a function gave. */
export const invalid = (message: string) => new HostError('VALIDATION_ERROR', message);

/** Returns whether a value is an object of named values, as JSON has them: no list, no null. */
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Reads the object that a method is given: none is an empty one, and null and absent are the same, as in requests. */
export function readOptions(value: unknown, name: string): Record<string, unknown> {
  if (value === undefined || value === null) return {};
  if (!isRecord(value)) throw invalid(`${name} must be an object.`);
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null));
}

/** Checks what a method was given by a schema. Throws `VALIDATION_ERROR` with the place of what is wrong. */
export function checkArguments(schema: TSchema, value: unknown): void {
  const known = checks.get(schema) ?? checksOf(schema, 'untouched');
  checks.set(schema, known);
  const validate = known();
  if (validate(value)) return;
  const [error] = validate.errors ?? [];
  throw invalid(error ? sentenceOf(error) : 'The value is invalid.');
}

function sentenceOf({ params, instancePath, message }: ErrorObject): string {
  const { additionalProperty, missingProperty } = params as { additionalProperty?: string; missingProperty?: string };
  const path = [instancePath.slice(1).replaceAll('/', '.'), additionalProperty ?? missingProperty].filter(Boolean);
  return `${path.length === 0 ? 'The value' : path.join('.')} ${message ?? 'is invalid'}.`;
}
