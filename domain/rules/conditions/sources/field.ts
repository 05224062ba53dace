import type { FieldType } from '../../../../schemas/agents/agents.js';
import type { Facts } from '../../../facts.js';
import type { Kind, Reading, SourceReader } from '../reading.js';

const KINDS: Record<FieldType, Kind> = {
  text: 'text',
  enum: 'text',
  email: 'text',
  phone: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
};

/** Reads a captured variable, or its `.confidence` or `.updated_at`. */
export function readField(key: string, facts: Facts): Reading {
  const [, name = key, part] = /^(.*)\.(confidence|updated_at)$/.exec(key) ?? [];
  const variable = Object.hasOwn(facts.variables, name) ? facts.variables[name] : undefined;
  if (part === 'confidence') return { value: variable?.confidence, kind: 'number' };
  if (part === 'updated_at') return { value: variable?.updated_at, kind: 'date' };
  const type = facts.fieldTypes && Object.hasOwn(facts.fieldTypes, name) ? facts.fieldTypes[name] : undefined;
  return { value: variable?.value ?? undefined, kind: type ? KINDS[type] : 'any' };
}

/** The values that the agent captured. */
export const fieldSource: SourceReader = { keys: 'name', read: readField };
