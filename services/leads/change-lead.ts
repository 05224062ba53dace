import type { EventOrigin, NewEvent } from '../../db/events/events.js';
import type { LeadRow } from '../../db/tables.js';
import { PHONE_EXTENSION } from '../../domain/values/phone.js';
import { CONSENT_CHANNELS, type ConsentChannel, type ConsentState } from '../../schemas/leads/leads.js';
import { type LeadFields, type LeadProblem, metadataProblem, type Typed } from './read-lead.js';

/** A consent that a change asks for; the consent log and its consequences belong to `services/consent`. */
export interface ConsentRequest {
  channel: ConsentChannel;
  state: ConsentState;
}

/** The change of a lead's row by its new values. */
export interface LeadChange {
  row: LeadRow;
  /** Names of what differs now: columns, and metadata keys as `metadata.key`. */
  changed: string[];
  consents: ConsentRequest[];
}

const METADATA = 'metadata.';
const COLUMNS = [
  ...(['first_name', 'last_name', 'email', 'phone', 'source', 'company', 'title'] as const),
  ...(['timezone', 'country', 'owner_id', 'campaign_id', 'deal_value', 'deal_currency'] as const),
];

/**
 * Makes the row that a lead has after `values`: absent ones stay, null clears, metadata keys are replaced whole and a
 * null removes its key. The version rises by one if anything differs. An address that stays the same keeps its
 * provenance: repeating a typed one does not prove it.
 */
export function changeLead(
  lead: LeadRow,
  values: LeadFields,
  now: Date,
  typed: Typed = {},
): { ok: true; change: LeadChange } | { ok: false; problem: LeadProblem } {
  const row = { ...lead };
  const changed: string[] = [];
  for (const column of COLUMNS) {
    const value = values[column];
    if (value === undefined || value === row[column]) continue;
    Object.assign(row, { [column]: value });
    changed.push(column);
    if (column === 'email') row.email_typed = typed.email ?? false;
    if (column === 'phone') row.phone_typed = typed.phone ?? false;
    if ((column === 'email' || column === 'phone') && typed[column] && typed.needsOptIn) row.needs_opt_in = true;
  }
  if (values.external_id !== undefined && values.external_id !== (lead.external_id?.toString() ?? null)) {
    row.external_id = values.external_id === null ? null : Buffer.from(values.external_id);
    changed.push('external_id');
  }
  // The extension of another number says nothing about this one.
  const staleExtension = changed.includes('phone') && lead.phone !== null ? { [PHONE_EXTENSION]: null } : undefined;
  if (values.metadata || staleExtension) {
    const merged = mergeMetadata(JSON.parse(lead.metadata), { ...staleExtension, ...values.metadata });
    const problem = metadataProblem(merged.metadata);
    if (problem) return { ok: false, problem };
    if (merged.changed.length > 0) row.metadata = JSON.stringify(merged.metadata);
    changed.push(...merged.changed.map((key) => `metadata.${key}`));
  }
  if (changed.length > 0) {
    row.version += 1;
    row.updated_at = now;
  }
  return {
    ok: true,
    change: { row, changed, consents: [...consentWishes(lead, values), ...lapsedConsents(lead, row)] },
  };
}

const consentWishes = (lead: LeadRow, { consent }: LeadFields): ConsentRequest[] =>
  CONSENT_CHANNELS.flatMap((channel) => {
    const state = consent?.[channel];
    return state !== undefined && state !== lead[`consent_${channel}`] ? [{ channel, state }] : [];
  });

/** The channels on which an address is used. */
const CHANNELS_OF = { email: ['email'], phone: ['whatsapp', 'call', 'sms'] } as const;

/** Ends the consents of an address that a visitor replaced with another one: that one has confirmed nothing. */
const lapsedConsents = (before: LeadRow, after: LeadRow): ConsentRequest[] =>
  (['email', 'phone'] as const)
    .filter((field) => after.needs_opt_in && after[`${field}_typed`] && after[field] !== before[field])
    .flatMap((field) => CHANNELS_OF[field])
    .filter((channel) => before[`consent_${channel}`] === 'opted_in')
    .map((channel) => ({ channel, state: 'unknown' as const }));

function mergeMetadata(before: Record<string, unknown>, given: Record<string, unknown>) {
  const metadata = new Map(Object.entries(before));
  const changed: string[] = [];
  for (const [key, value] of Object.entries(given)) {
    if (value === null ? !metadata.has(key) : JSON.stringify(metadata.get(key)) === JSON.stringify(value)) continue;
    if (value === null) metadata.delete(key);
    else metadata.set(key, value);
    changed.push(key);
  }
  return { metadata: Object.fromEntries(metadata), changed };
}

/** The values whose change may add a lead to a campaign: its campaign, or an address that another lead had, too. */
export const MAY_JOIN: ReadonlySet<string> = new Set(['campaign_id', 'email', 'phone']);

/** Returns what a lead had before a change, of the values that conditions can read; what it lacked is absent. */
export function valuesBefore(before: LeadRow, changed: readonly string[]): Record<string, unknown> {
  const metadata: unknown = changed.some((name) => name.startsWith(METADATA)) ? JSON.parse(before.metadata) : {};
  return Object.fromEntries(
    changed.flatMap((name): [string, unknown][] => {
      const column = COLUMNS.find((one) => one === name);
      const value = column ? before[column] : readOwn(metadata, name.slice(METADATA.length));
      return value == null ? [] : [[column ? `lead.${name}` : name, value]];
    }),
  );
}

const readOwn = (object: unknown, key: string): unknown =>
  Object.hasOwn(object as object, key) ? (object as Record<string, unknown>)[key] : undefined;

/** Creates the events of a change of a lead. A new owner has its own event. */
export function changeEvents(
  before: LeadRow,
  row: LeadRow,
  changed: Iterable<string>,
  origin: EventOrigin,
): NewEvent[] {
  const common = { accountId: row.account_id, leadId: row.id, origin };
  const { owner_id } = row;
  const owner = { from: before.owner_id, to: owner_id, owner_id };
  const names = [...changed];
  const data = { changed: names, version: row.version };
  return [
    { ...common, type: 'lead.updated', data, before: valuesBefore(before, names) },
    ...(owner.from === owner.to ? [] : [{ ...common, type: 'lead.owner_changed' as const, data: owner }]),
  ];
}
