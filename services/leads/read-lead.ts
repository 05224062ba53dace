import { parseCountry } from '../../domain/values/country.js';
import { parseEmail } from '../../domain/values/email.js';
import { parsePhone } from '../../domain/values/phone.js';
import { findMetadataProblem, singleLine } from '../../domain/values/text.js';
import { parseTimezone } from '../../domain/values/timezone.js';
import type { Value } from '../../domain/values/value.js';
import type { ErrorCode } from '../../schemas/error-codes.js';
import type { ConsentChannel, ConsentState } from '../../schemas/leads/leads.js';

/** Why a lead can't be taken, with a JSON pointer into it. The value itself is never repeated. */
export interface LeadProblem {
  code: ErrorCode;
  field: string;
  message: string;
  details?: Record<string, unknown>;
}

/** The columns of a lead as they come in: absent stays as it is, null clears. */
export interface LeadFields {
  first_name?: string | undefined;
  last_name?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
  source?: string | undefined;
  company?: string | null | undefined;
  title?: string | null | undefined;
  timezone?: string | null | undefined;
  country?: string | null | undefined;
  owner_id?: string | null | undefined;
  external_id?: string | null | undefined;
  campaign_id?: string | null | undefined;
  consent?: Partial<Record<ConsentChannel, ConsentState>> | undefined;
  metadata?: Record<string, unknown> | undefined;
}

/** The same after reading: every value in its one canonical form. */
export type LeadValues = LeadFields;

export type ReadLead = { ok: true; values: LeadValues } | { ok: false; problems: LeadProblem[] };

const LINES = ['first_name', 'last_name', 'source', 'company', 'title'] as const;

/**
 * Reads the columns of a lead: one-line texts, E.164 phone, plain e-mail address, IANA zone, two-letter country.
 * A national phone number is read by the lead's country, else by `country`.
 */
export function readLead(fields: LeadFields, country: string | null): ReadLead {
  const problems: LeadProblem[] = [];
  const values: LeadValues = {};

  for (const key of LINES) {
    const text = fields[key];
    if (text === undefined) continue;
    const line = text === null ? '' : singleLine(text);
    if (line !== '') values[key] = line;
    else if (key === 'first_name') {
      problems.push({ code: 'VALIDATION_ERROR', field: '/first_name', message: 'The first name must not be empty.' });
    } else if (key !== 'source') values[key] = null;
  }
  for (const key of ['owner_id', 'campaign_id'] as const) {
    const id = fields[key];
    if (id !== undefined) values[key] = id === null ? null : id.toLowerCase();
  }
  if (fields.external_id !== undefined) values.external_id = fields.external_id?.trim() || null;

  const read = (key: 'email' | 'phone' | 'timezone' | 'country', code: ErrorCode, parse: Parser) => {
    const text = fields[key];
    if (text === undefined) return;
    if (text === null || text.trim() === '') {
      values[key] = null;
      return;
    }
    const value = parse(text);
    if (value.ok) values[key] = value.value;
    else problems.push({ code, field: `/${key}`, message: value.message });
  };
  read('email', 'VALIDATION_ERROR', parseEmail);
  read('timezone', 'INVALID_TIMEZONE', parseTimezone);
  read('country', 'VALIDATION_ERROR', parseCountry);
  read('phone', 'INVALID_PHONE', (text) => parsePhone(text, values.country ?? country));

  if (fields.consent) values.consent = fields.consent;
  if (fields.metadata) {
    const problem = metadataProblem(fields.metadata);
    if (problem) problems.push(problem);
    else values.metadata = fields.metadata;
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values };
}

type Parser = (text: string) => Value<string>;

/** Returns what keeps a lead's whole metadata from being stored. */
export function metadataProblem(metadata: Record<string, unknown>): LeadProblem | undefined {
  const problem = findMetadataProblem(metadata);
  return problem && { code: 'VALIDATION_ERROR', field: `/metadata${problem.field}`, message: problem.message };
}
