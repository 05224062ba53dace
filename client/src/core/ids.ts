import { LeadAutomationError } from './errors.js';

/** Returns whether a value can be an ID: a text that isn't blank, and no part of a path that an address resolves. */
const isId = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value !== '.' && value !== '..';

const refuse = (name: string, value: unknown): never => {
  const found = typeof value === 'string' ? `"${value}"` : value === null ? 'null' : typeof value;
  throw new LeadAutomationError(`${name} must be the ID that the service returned, not ${found}. Nothing was sent.`);
};

/** Throws unless the value is an ID. An empty one in a path would name the list instead of one of its items. */
export function requireId(name: string, value: unknown): void {
  if (!isId(value)) refuse(name, value);
}

/**
 * Throws if a field that holds an ID of this service is blank. Fields that are undefined or null are left to the
 * service, and so are IDs of other systems.
 */
export function refuseBlankIds(fields: unknown): void {
  if (Array.isArray(fields)) {
    for (const item of fields) refuseBlankIds(item);
    return;
  }
  if (typeof fields !== 'object' || fields === null) return;
  for (const [name, value] of Object.entries(fields)) {
    if (name === 'leads' || name === 'defaults') refuseBlankIds(value);
    const isOwn = name.endsWith('_id') && !name.startsWith('external_');
    if (isOwn && value !== undefined && value !== null && !isId(value)) refuse(name, value);
  }
}
