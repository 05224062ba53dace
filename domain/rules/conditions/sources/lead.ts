import type { Facts, LeadFacts } from '../../../facts.js';
import type { Kind, Reading, SourceReader } from '../reading.js';

const KINDS: Record<Exclude<keyof LeadFacts, 'id' | 'whatsapp_user_id'>, Kind> = {
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  phone: 'text',
  company: 'text',
  title: 'text',
  source: 'text',
  campaign_id: 'text',
  created_at: 'date',
  updated_at: 'date',
  timezone: 'text',
  country: 'text',
  owner_id: 'text',
  deal_value: 'number',
  deal_currency: 'text',
};

/** Reads a column of the lead. */
export function readLead(key: string, facts: Facts): Reading {
  if (!Object.hasOwn(KINDS, key)) return { value: undefined, kind: 'any' };
  const column = key as keyof typeof KINDS;
  return { value: facts.lead[column] ?? undefined, kind: KINDS[column] };
}

/** The lead's own columns. */
export const leadSource: SourceReader = { keys: Object.keys(KINDS), kinds: KINDS, read: readLead };
