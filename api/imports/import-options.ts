import { JsonRefused, parseStrictJson } from '../../runtime/strict-json.js';
import { ImportOptions } from '../../schemas/imports/imports.js';
import type { StoredOptions } from '../../services/imports/read-row.js';
import { ApiError } from '../http/errors.js';
import { bodyChecker } from '../http/request/validation.js';
import type { RouteInput } from '../http/route.js';

const check = bodyChecker(ImportOptions);
const DOCUMENTS = ['mapping', 'defaults'];
const FLAGS = ['dry_run', 'skip_first_message'];
const NUMBERS = ['header_line'];

/** Reads the options of an import, from the query and the fields of the form; a field wins over a parameter. */
export function readOptions(query: Record<string, unknown>, fields: ReadonlyMap<string, string>): ImportOptions {
  const given = new Map<string, unknown>(Object.entries(query));
  // An empty field of a form is one that was left out.
  for (const [name, value] of fields) if (value !== '') given.set(name, typed(name, value));
  for (const name of DOCUMENTS) {
    const text = given.get(name);
    if (typeof text === 'string') given.set(name, document(name, text));
  }
  return check(Object.fromEntries(given)) as ImportOptions;
}

function typed(name: string, value: string): unknown {
  if (FLAGS.includes(name) && (value === 'true' || value === 'false')) return value === 'true';
  return NUMBERS.includes(name) && /^\d{1,9}$/.test(value) ? Number(value) : value;
}

function document(name: string, text: string): unknown {
  try {
    return parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof JsonRefused)) throw error;
    const message = error.code === 'INVALID_JSON' ? `The ${name} must be valid JSON.` : error.message;
    throw new ApiError('VALIDATION_ERROR', { field: `/${name}${error.field}`, message });
  }
}

/** Makes of the options of an import what is kept with it. */
export const toStored = (
  options: ImportOptions,
  { origin, requestId }: Pick<RouteInput<never>, 'origin' | 'requestId'>,
): StoredOptions => ({
  onDuplicate: options.on_duplicate ?? 'update',
  agentId: options.workflow_id?.toLowerCase() ?? null,
  skipFirstMessage: options.skip_first_message ?? false,
  defaults: options.defaults ?? {},
  origin,
  requestId,
});
