import { type Identity, type IdentityKind, identitiesOf, identityKey } from '../db/lead-identities.js';
import type { LeadMatch } from '../db/lead-matches.js';
import type { LeadRow } from '../db/tables.js';
import type { TagToFind } from '../db/tags.js';
import { idTime, newId } from '../runtime/ids.js';
import { CONSENT_CHANNELS, type DuplicatePolicy } from '../schemas/leads.js';
import { type ConsentWish, changeLead } from './lead-changes.js';
import type { LeadProblem, LeadValues } from './lead-input.js';
import type { LeadInput } from './leads.js';

/** A lead of a batch that could be read. */
export interface Draft {
  index: number;
  input: LeadInput;
  values: LeadValues & { first_name: string };
  tags: TagToFind[];
  identities: Identity[];
  policy: DuplicatePolicy;
}

/** A lead that a batch makes or touches, as it will be written. */
export interface Entry {
  row: LeadRow;
  /** The row as it was found; null for a new one. */
  before: LeadRow | null;
  changed: Set<string>;
  consents: Map<string, ConsentWish>;
  tags: Map<string, TagToFind>;
}

/** What became of a draft. */
export interface Placed {
  draft: Draft;
  kind: 'created' | 'reused' | 'updated';
  entry: Entry;
  /** A second lead for an address that is known. */
  duplicate: boolean;
  warnings: string[];
}

type Place = { ok: true; placed: Placed } | { ok: false; problem: LeadProblem };

/** Who has an identity. */
interface Holder {
  /** Those known by id; the first is the match. */
  leadIds: string[];
  /** How many others the account has. */
  others: number;
}

const KIND_FIELD: Record<IdentityKind, string> = { external_id: '/external_id', email: '/email', phone: '/phone' };

/** Decides, draft by draft, which lead it is: one found in the account, one made earlier in the batch, or a new one. */
export function createDeduper(
  context: { account: { id: string }; importId?: string | null },
  matches: readonly LeadMatch[],
) {
  const holders = new Map<string, Holder>(
    matches.map((match) => [identityKey(match), { leadIds: [match.leadId], others: match.count - 1 }]),
  );
  const entries = new Map<string, Entry>();

  const match = (identities: readonly Identity[]) => {
    const found = identities.flatMap((identity) => {
      const holder = holders.get(identityKey(identity));
      const leadId = holder?.leadIds[0];
      return holder && leadId ? [{ leadId, count: holder.leadIds.length + holder.others, kind: identity.kind }] : [];
    });
    const [first] = found;
    if (!first) return undefined;
    const ambiguous = found.some(({ leadId, count }) => count > 1 || leadId !== first.leadId);
    return { leadId: first.leadId, kind: first.kind, ambiguous };
  };

  const hold = (identities: readonly Identity[], leadId: string) => {
    for (const identity of identities) {
      const key = identityKey(identity);
      const known = holders.get(key);
      if (!known) holders.set(key, { leadIds: [leadId], others: 0 });
      else if (!known.leadIds.includes(leadId)) known.leadIds.push(leadId);
    }
  };

  /** Takes from a lead what it had before and hasn't now: whoever is named so next is somebody else. */
  const release = (before: LeadRow, after: LeadRow) => {
    const kept = new Set(identitiesOf(after).map(identityKey));
    for (const key of identitiesOf(before).map(identityKey)) {
      const holder = kept.has(key) ? undefined : holders.get(key);
      if (holder) holder.leadIds = holder.leadIds.filter((id) => id !== after.id);
    }
  };

  const addEntry = (row: LeadRow, before: LeadRow | null): Entry => {
    const entry: Entry = { row, before, changed: new Set(), consents: new Map(), tags: new Map() };
    entries.set(row.id, entry);
    return entry;
  };

  const create = (draft: Draft, duplicate: boolean, warnings: string[]): Place => {
    const entry = addEntry(newRow(context, draft.values), null);
    for (const tag of draft.tags) entry.tags.set(tag.slug, tag);
    hold(draft.identities, entry.row.id);
    return { ok: true, placed: { draft, kind: 'created', entry, duplicate, warnings } };
  };

  const update = (draft: Draft, entry: Entry, warnings: string[], now: Date): Place => {
    const result = changeLead(entry.row, draft.values, now);
    if (!result.ok) return result;
    const { row, changed, consents } = result.change;
    release(entry.row, row);
    // A new lead is written once, as it is in the end; a known one rises by one version, however often it is named.
    if (entry.before === null) {
      for (const { channel, state } of consents) row[`consent_${channel}`] = state;
      entry.row = { ...row, version: 1, updated_at: row.created_at };
    } else {
      // Against the stored row, whose consents stay until the end: what is named last may be what it has.
      for (const channel of CONSENT_CHANNELS) {
        const state = draft.values.consent?.[channel];
        if (state === undefined) continue;
        if (state === entry.before[`consent_${channel}`]) entry.consents.delete(channel);
        else entry.consents.set(channel, { channel, state });
      }
      entry.row = { ...row, version: entry.before.version + (entry.changed.size + changed.length > 0 ? 1 : 0) };
    }
    for (const name of changed) entry.changed.add(name);
    for (const tag of draft.tags) entry.tags.set(tag.slug, tag);
    hold(draft.identities, entry.row.id);
    return { ok: true, placed: { draft, kind: 'updated', entry, duplicate: false, warnings } };
  };

  return {
    /** The leads that drafts will reuse or change, to be locked before anything is placed. */
    needed(drafts: readonly Draft[]): string[] {
      const ids = drafts
        .filter(({ policy }) => policy === 'reuse' || policy === 'update')
        .flatMap(({ identities }) => match(identities)?.leadId ?? []);
      return [...new Set(ids)];
    },

    /** Takes in the locked rows. Leads that were hidden or erased meanwhile are not matched any more. */
    know(rows: readonly LeadRow[], asked: readonly string[]): void {
      const found = new Set(rows.map(({ id }) => id));
      const gone = new Set(asked.filter((id) => !found.has(id)));
      for (const [key, { leadIds }] of holders) if (leadIds.some((id) => gone.has(id))) holders.delete(key);
      for (const row of rows) addEntry(row, row);
    },

    place(draft: Draft, now: Date): Place {
      const found = match(draft.identities);
      if (!found) return create(draft, false, []);
      const warnings = found.ambiguous ? ['ambiguous_match'] : [];
      const entry = entries.get(found.leadId);
      if (draft.policy === 'reject') {
        return {
          ok: false,
          problem: {
            code: 'DUPLICATE_LEAD',
            field: KIND_FIELD[found.kind],
            message: 'A lead with this address or external id exists already.',
            details: { lead_id: found.leadId },
          },
        };
      }
      if (draft.policy === 'create' || !entry) return create(draft, true, ['duplicate_lead']);
      if (draft.policy === 'update') return update(draft, entry, warnings, now);
      return { ok: true, placed: { draft, kind: 'reused', entry, duplicate: false, warnings } };
    },

    /** Everything that was made or touched, in order. */
    entries: (): Entry[] => [...entries.values()],
  };
}

/** The row of a new lead. Its time is that of its id, so that both sort alike. */
function newRow(
  { account, importId }: { account: { id: string }; importId?: string | null },
  values: Draft['values'],
): LeadRow {
  const id = newId();
  const createdAt = new Date(idTime(id));
  const [consent_whatsapp, consent_email, consent_call, consent_sms] = CONSENT_CHANNELS.map(
    (channel) => values.consent?.[channel] ?? 'unknown',
  ) as [string, string, string, string];
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
    hidden: 0,
    erased_at: null,
  };
}
