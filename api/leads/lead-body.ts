import {
  CreateLeadBody,
  LEAD_RESPONSE_KEYS,
  type UpdateLeadBody,
  UpdateLeadBody as UpdateSchema,
} from '../../schemas/leads/lead-bodies.js';
import { type LeadInput, type LeadProblem, readLead } from '../../services/leads/read-lead.js';
import { ApiError } from '../http/errors.js';
import { canonicalBody } from '../http/idempotency/canonical-body.js';
import { bodyChecker } from '../http/request/validation.js';

const RESPONSE_KEYS = new Set(LEAD_RESPONSE_KEYS);
const CREATE_KEYS = new Set(Object.keys(CreateLeadBody.properties));
const UPDATE_KEYS = new Set(Object.keys(UpdateSchema.properties));
const checkCreate = bodyChecker(CreateLeadBody);

/** Returns whether a part of a body is an object: no list, no null. */
export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

/** Moves keys that aren't fields of the request into `metadata`. Existing keys there win. */
function foldUnknown(body: Record<string, unknown>, known: ReadonlySet<string>): Record<string, unknown> {
  const fields: [string, unknown][] = [];
  const others: [string, unknown][] = [];
  for (const entry of Object.entries(body)) (known.has(entry[0]) ? fields : others).push(entry);
  if (others.length === 0) return body;
  const { metadata, ...rest } = Object.fromEntries(fields);
  // A metadata of another type is left for the schema to refuse.
  if (metadata !== undefined && metadata !== null && !isObject(metadata)) return body;
  return { ...rest, metadata: { ...Object.fromEntries(others), ...metadata } };
}

const tagNames = (tags: readonly (string | { name: string })[] | undefined): string[] | undefined =>
  tags?.map((tag) => (typeof tag === 'string' ? tag : tag.name));

/** One lead of POST /leads, whatever is no field of it moved into `metadata`. */
const foldCreate = (value: Record<string, unknown>): Record<string, unknown> =>
  foldUnknown(Object.fromEntries(Object.entries(value).filter(([key]) => !RESPONSE_KEYS.has(key))), CREATE_KEYS);

/** Lists the fields that one lead of POST /leads gives: null means that it doesn't. */
export const givenFields = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(foldCreate(value)).filter(([, item]) => item !== null));

/** Checks one lead of POST /leads and brings it into the form of the services. Throws the 400 for a bad one. */
export function readCreate(value: Record<string, unknown>): LeadInput {
  const { tags, ...fields } = checkCreate(foldCreate(value)) as CreateLeadBody;
  return { ...fields, tags: tagNames(tags) };
}

/** Returns what one lead of POST /leads says, as it would be kept. */
export function canonicalLead(input: LeadInput, country: string | null): unknown {
  const read = readLead(input, country);
  const canonical = canonicalBody(CreateLeadBody, { ...input, ...(read.ok ? read.values : {}) }, country) as LeadInput;
  const kept = Object.entries(canonical).filter(([, item]) => item != null);
  return Object.fromEntries(kept);
}

/** Brings a checked PATCH body into the form of the services. */
export function readUpdate(body: UpdateLeadBody) {
  const { tags, ...fields } = foldUnknown(body, UPDATE_KEYS) as UpdateLeadBody;
  return { fields, tags: tagNames(tags) };
}

/** Makes the error that problems of a lead mean. */
export function problemError(problems: readonly LeadProblem[]): ApiError {
  const [first] = problems;
  if (!first) return new ApiError('VALIDATION_ERROR');
  const errors = problems.slice(0, 20).map(({ field, message, code }) => ({ field, message, code }));
  const isValidation = new ApiError(first.code).status === 400;
  return new ApiError(first.code, {
    message: first.message,
    field: first.field,
    details: { ...first.details, ...(isValidation ? { errors } : {}) },
  });
}
