import type { LeadMatch } from '../../db/leads/matches.js';
import type { TagToFind } from '../../db/leads/tags.js';
import type { LeadRow } from '../../db/tables.js';
import { createHolders, resolveDuplicate } from '../../domain/leads/duplicates.js';
import { type IdentityKind, identitiesOf, identityKey } from '../../domain/values/identity.js';
import { idTime, newId } from '../../runtime/ids.js';
import { CONSENT_CHANNELS, type ConsentState } from '../../schemas/leads/leads.js';
import { type ConsentRequest, changeLead, type LeadChange } from './change-lead.js';
import type { Draft, LeadProblem, Typed } from './read-lead.js';

/** A lead that a batch makes or touches, as it will be written. */
export interface Entry {
  row: LeadRow;
  /** The row as it was found; null for a new one. */
  before: LeadRow | null;
  changed: Set<string>;
  consents: Map<string, ConsentRequest>;
  tags: Map<string, TagToFind>;
}

/** The result of a draft. */
export interface ResolvedLead {
  draft: Draft;
  kind: 'created' | 'reused' | 'updated';
  entry: Entry;
  /** A second lead for an address that is known. */
  duplicate: boolean;
  warnings: string[];
}

const KIND_FIELD: Record<IdentityKind, string> = {
  id: '/id',
  external_id: '/external_id',
  email: '/email',
  phone: '/phone',
};

interface NewLeadContext {
  account: { id: string };
  importId?: string | null;
  typed?: Typed;
}

/** Gathers what a batch makes of leads: those found in the account, those made earlier in the batch, and new ones. */
export function createDeduper(context: NewLeadContext, matches: readonly LeadMatch[]) {
  const holders = createHolders(matches);
  const entries = new Map<string, Entry>();

  const addEntry = (row: LeadRow, before: LeadRow | null): Entry => {
    const entry: Entry = { row, before, changed: new Set(), consents: new Map(), tags: new Map() };
    entries.set(row.id, entry);
    return entry;
  };

  const settle = (draft: Draft, entry: Entry): void => {
    for (const tag of draft.tags) entry.tags.set(tag.slug, tag);
    holders.add(draft.identities, entry.row.id);
  };

  const update = (draft: Draft, values: Draft['values'], entry: Entry, now: Date): LeadProblem | undefined => {
    const result = changeLead(entry.row, values, now, context.typed);
    if (!result.ok) return result.problem;
    const { row } = result.change;
    const kept = new Set(identitiesOf(row).map(identityKey));
    const given = identitiesOf(entry.row).filter((identity) => !kept.has(identityKey(identity)));
    holders.remove(given, row.id);
    change(entry, values, result.change);
    settle(draft, entry);
    return undefined;
  };

  return {
    /** Lists the leads that drafts will reuse or change, to be locked before anything is placed. */
    needed(drafts: readonly Draft[]): string[] {
      const ids = drafts
        .filter(({ policy }) => policy === 'reuse' || policy === 'update')
        .flatMap(({ identities }) => holders.match(identities)?.leadId ?? []);
      return [...new Set(ids)];
    },

    /** Adds the locked rows. Leads that were hidden or erased since then don't match any more. */
    know(rows: readonly LeadRow[], requestedIds: readonly string[]): void {
      const found = new Set(rows.map(({ id }) => id));
      holders.removeLeads(new Set(requestedIds.filter((id) => !found.has(id))));
      for (const row of rows) addEntry(row, row);
    },

    /** Makes of a draft what it is, as far as drafts before it leave it. */
    place(draft: Draft, now: Date): { ok: true; placed: ResolvedLead } | { ok: false; problem: LeadProblem } {
      const resolution = resolveDuplicate(draft, holders, (leadId) => entries.has(leadId));
      if (resolution.kind === 'reject') return { ok: false, problem: duplicate(resolution) };
      const { warnings } = resolution;
      if (resolution.kind === 'create') {
        const entry = addEntry(newRow(context, draft.values), null);
        settle(draft, entry);
        return { ok: true, placed: { draft, kind: 'created', entry, duplicate: resolution.duplicate, warnings } };
      }
      const entry = entries.get(resolution.leadId) as Entry;
      if (resolution.kind === 'reuse') {
        if (context.importId) takeOptOuts(draft.values, entry);
        return { ok: true, placed: { draft, kind: 'reused', entry, duplicate: false, warnings } };
      }
      const values = context.importId ? keepOptOuts(draft.values, entry) : draft.values;
      const problem = update(draft, values, entry, now);
      if (problem) return { ok: false, problem };
      const allWarnings = values === draft.values ? warnings : [...warnings, 'opt_out_kept'];
      return { ok: true, placed: { draft, kind: 'updated', entry, duplicate: false, warnings: allWarnings } };
    },

    /** Lists everything that was made or touched, in order. */
    entries: (): Entry[] => [...entries.values()],
  };
}

const duplicate = ({ leadId, by }: { leadId: string; by: IdentityKind }): LeadProblem => ({
  code: 'DUPLICATE_LEAD',
  field: KIND_FIELD[by],
  message: 'A lead with this email address, phone number or external ID already exists.',
  details: { lead_id: leadId },
});

/**
 * Returns values without the consents that would take an opt-out back: what an old list says of a person doesn't
 * outweigh what the person said. The same object where there are none.
 */
function keepOptOuts(values: Draft['values'], { row, consents }: Entry): Draft['values'] {
  const kept = CONSENT_CHANNELS.filter((channel) => {
    const state = values.consent?.[channel];
    const known = consents.get(channel)?.state ?? row[`consent_${channel}`];
    return state !== undefined && state !== 'opted_out' && known === 'opted_out';
  });
  if (kept.length === 0) return values;
  const consent = { ...values.consent };
  for (const channel of kept) delete consent[channel];
  return { ...values, consent };
}

/** Opts a lead out that an import leaves as it is otherwise: an opt-out counts wherever it was said. */
function takeOptOuts({ consent }: Draft['values'], { row, before, consents }: Entry): void {
  for (const channel of CONSENT_CHANNELS) {
    if (consent?.[channel] !== 'opted_out' || row[`consent_${channel}`] === 'opted_out') continue;
    if (before === null) row[`consent_${channel}`] = 'opted_out';
    else consents.set(channel, { channel, state: 'opted_out' });
  }
}

/**
 * Takes a change into an entry. A new lead is written once, as it is in the end; a known one rises by one version,
 * however often it is named.
 */
function change(entry: Entry, values: Draft['values'], { row, changed, consents }: LeadChange): void {
  if (entry.before === null) {
    for (const { channel, state } of consents) row[`consent_${channel}`] = state;
    entry.row = { ...row, version: 1, updated_at: row.created_at };
  } else {
    // Against the stored row, whose consents stay until the end: what is named last may be what it has.
    for (const channel of CONSENT_CHANNELS) {
      const state = values.consent?.[channel];
      if (state === undefined) continue;
      if (state === entry.before[`consent_${channel}`]) entry.consents.delete(channel);
      else entry.consents.set(channel, { channel, state });
    }
    entry.row = { ...row, version: entry.before.version + (entry.changed.size + changed.length > 0 ? 1 : 0) };
  }
  for (const name of changed) entry.changed.add(name);
}

/** The row of a new lead. Its time is that of its id, so that both sort alike. */
function newRow({ account, importId, typed = {} }: NewLeadContext, values: Draft['values']): LeadRow {
  const id = newId();
  const createdAt = new Date(idTime(id));
  const [consent_whatsapp, consent_email, consent_call, consent_sms] = CONSENT_CHANNELS.map(
    (channel) => values.consent?.[channel] ?? 'unknown',
  ) as [ConsentState, ConsentState, ConsentState, ConsentState];
  return {
    id,
    account_id: account.id,
    first_name: values.first_name,
    last_name: values.last_name ?? null,
    email: values.email ?? null,
    phone: values.phone ?? null,
    source: values.source ?? (importId ? 'import' : 'api'),
    company: values.company ?? null,
    title: values.title ?? null,
    timezone: values.timezone ?? null,
    country: values.country ?? null,
    owner_id: values.owner_id ?? null,
    external_id: values.external_id ? Buffer.from(values.external_id) : null,
    deal_value: values.deal_value ?? null,
    deal_currency: values.deal_currency ?? null,
    whatsapp_user_id: null,
    whatsapp_username: null,
    consent_whatsapp,
    consent_email,
    consent_call,
    consent_sms,
    metadata: JSON.stringify(values.metadata ?? {}),
    campaign_id: values.campaign_id ?? null,
    import_id: importId ?? null,
    version: 1,
    created_at: createdAt,
    updated_at: createdAt,
    hidden: false,
    erased_at: null,
    email_typed: values.email == null ? null : (typed.email ?? false),
    phone_typed: values.phone == null ? null : (typed.phone ?? false),
    needs_opt_in: typed.needsOptIn ?? false,
  };
}
