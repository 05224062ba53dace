import type { AgentField } from '../../schemas/agents/agents.js';
import { parseDate } from '../values/dates.js';
import { parseEmail } from '../values/email.js';
import { readPhone } from '../values/phone.js';
import { singleLine } from '../values/text.js';
import type { KnownValue } from './turn-input.js';

const column = (key: string, type: AgentField['type']): AgentField => ({
  key,
  label: key.replaceAll('_', ' '),
  type,
  required: false,
  options: [],
  ask_prompt: null,
  extract_hint: null,
});

/** The columns of a lead that an agent may learn, whether it has fields of their names or not. */
const COLUMNS: readonly AgentField[] = [
  column('first_name', 'text'),
  column('last_name', 'text'),
  column('email', 'email'),
  column('phone', 'phone'),
  column('company', 'text'),
];

/** The columns of a lead that an agent may learn. */
export type LeadColumn = 'first_name' | 'last_name' | 'email' | 'phone' | 'company';
/** Returns whether a key names one of these columns, and no field of the agent's own. */
export const isColumn = (key: string): key is LeadColumn => COLUMNS.some((each) => each.key === key);

/** Returns the agent's fields, and the lead's columns that no field represents. */
export const fieldsAndColumns = (fields: readonly AgentField[]): AgentField[] => [
  ...fields,
  ...COLUMNS.filter(({ key }) => !fields.some((field) => field.key === key)),
];

/**
 * Returns the next field that has to be asked for, in the agent's order; undefined once every required one is known.
 */
export const nextMissing = (
  fields: readonly AgentField[],
  known: Readonly<Record<string, KnownValue>>,
): AgentField | undefined => fields.find(({ key, required }) => required && known[key] === undefined);

const MAX_TEXT = 2000;

const NUMBER = /^[+-]?\d{1,15}(\.\d{1,10})?$/;

/** Reads a number, which may be written as text. */
function asNumber(value: unknown): number | undefined {
  const read = typeof value === 'string' && NUMBER.test(value) ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

/** Reads true or false, which may be written as text. */
function asBoolean(value: unknown): boolean | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  return typeof value === 'boolean' ? value : undefined;
}

/** Returns a value in the one form in which its field keeps it; undefined for what the field's type doesn't take. */
export function canonical(field: AgentField, value: unknown, country: string | null): unknown {
  if (field.type === 'number') return asNumber(value);
  if (field.type === 'boolean') return asBoolean(value);
  if (typeof value !== 'string') return undefined;
  switch (field.type) {
    case 'email': {
      const address = parseEmail(value);
      return address.ok ? address.value.toLowerCase() : undefined;
    }
    case 'phone': {
      const number = readPhone(value, country);
      return number.ok ? number.value.number : undefined;
    }
    case 'date':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) && parseDate(value, {}).ok ? value : undefined;
    case 'enum':
      return field.options.includes(value) ? value : undefined;
    case 'text': {
      const text = singleLine(value).slice(0, MAX_TEXT);
      return text === '' ? undefined : text;
    }
  }
}
