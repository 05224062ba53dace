import type { Knex } from 'knex';
import { insertConsents } from '../db/consent.js';
import { type EventOrigin, insertEvents, type NewEvent } from '../db/events.js';
import { claimIdentities } from '../db/lead-identities.js';
import { findMatches } from '../db/lead-matches.js';
import { insertLeads, lockLeads, updateLeads } from '../db/leads.js';
import { insertSuppressions } from '../db/suppressions.js';
import type { LeadRow } from '../db/tables.js';
import { ensureTags, insertLeadTags } from '../db/tags.js';
import { CONSENT_CHANNELS, type DuplicatePolicy } from '../schemas/leads.js';
import { campaignsJoined } from './campaigns.js';
import { addressOf } from './consent.js';
import { changeEvents } from './lead-changes.js';
import { applyConsents, wakeRunsOf } from './lead-consequences.js';
import { createDeduper, type Draft, type Entry, type Placed } from './lead-dedupe.js';
import { type EnrolledRun, enrollPlaced, type Refusal } from './lead-enrollment.js';
import type { LeadFields, LeadProblem } from './lead-input.js';
import { readDrafts } from './lead-references.js';
import { addTagNames } from './lead-tags.js';

/** One lead to be made, as the API or an import hands it in. */
export interface LeadInput extends LeadFields {
  tags?: string[] | undefined;
  workflow_id?: string | undefined;
  skip_first_message?: boolean | undefined;
  force_first_message?: string | undefined;
  on_duplicate?: DuplicatePolicy | undefined;
}

/** On whose behalf leads are saved. */
export interface SaveContext {
  account: { id: string; timezone: string; country: string | null };
  origin: EventOrigin;
  requestId: string | null;
  /** Where consents come from. */
  door: 'api' | 'import';
  importId?: string | null;
}

export type SaveOutcome =
  | { kind: 'failed'; problems: LeadProblem[] }
  | {
      kind: 'created' | 'reused' | 'updated';
      lead: LeadRow;
      /** The row before an update. */
      before: LeadRow | null;
      run: EnrolledRun | null;
      /** Why it was not enrolled, though that was asked for. */
      refusal: Refusal | null;
      warnings: string[];
    };

/**
 * Makes leads, or finds those that are known, in the order given; a lead that can't be taken doesn't keep the others
 * from it. Duplicates are recognised within the batch and against the account, also against requests running at this
 * moment: whoever names a person takes that person's identities until the end of the transaction. The number of
 * statements doesn't depend on the number of leads, but for consents that change.
 */
export async function saveLeads(
  tx: Knex,
  now: Date,
  context: SaveContext,
  inputs: readonly LeadInput[],
): Promise<SaveOutcome[]> {
  const { drafts, failed } = await readDrafts(tx, context, inputs);
  const deduper = await prepareDeduper(tx, context, drafts);
  const placed = new Map<number, Placed>();
  for (const draft of drafts) {
    const result = deduper.place(draft, now);
    if (result.ok) placed.set(draft.index, result.placed);
    else failed.set(draft.index, [result.problem]);
  }
  const entries = deduper.entries();
  const untold = await writeEntries(tx, now, context, entries);
  const enrollments = await enrollPlaced(tx, now, context, [...placed.values()], untold);
  await insertEvents(tx, now, untold.splice(0));
  return inputs.map((_, index): SaveOutcome => {
    const place = placed.get(index);
    if (!place) return { kind: 'failed', problems: failed.get(index) ?? [] };
    const enrollment = enrollments.get(index);
    return {
      kind: place.kind,
      lead: place.entry.row,
      before: place.kind === 'updated' ? place.entry.before : null,
      run: enrollment?.run ?? null,
      refusal: enrollment?.refusal ?? null,
      warnings: [...place.warnings, ...(enrollment?.warnings ?? [])],
    };
  });
}

/** Takes the identities of all drafts, then looks up and locks the leads that have them. */
async function prepareDeduper(tx: Knex, context: SaveContext, drafts: readonly Draft[]) {
  const accountId = context.account.id;
  const identities = drafts.flatMap((draft) => draft.identities);
  const allNew = await claimIdentities(tx, accountId, identities);
  const matches = allNew ? [] : await findMatches(tx, accountId, identities);
  const deduper = createDeduper(context, matches);
  const touched = deduper.needed(drafts);
  deduper.know(await lockLeads(tx, accountId, touched), touched);
  return deduper;
}

/** Answers the events of new leads that are still to be written: what enrolls these leads writes them with its own. */
async function writeEntries(tx: Knex, now: Date, context: SaveContext, entries: readonly Entry[]): Promise<NewEvent[]> {
  const { id: accountId } = context.account;
  const { origin } = context;
  const created = entries.filter(({ before }) => before === null);
  const updated = entries.filter(({ before, changed }) => before !== null && changed.size > 0);
  await insertLeads(
    tx,
    created.map(({ row }) => row),
  );
  await updateLeads(tx, updated);
  const consents = created.flatMap(({ row }) =>
    CONSENT_CHANNELS.map((channel) => ({ row, channel, state: row[`consent_${channel}`] })).filter(
      ({ state }) => state !== 'unknown',
    ),
  );
  await insertConsents(
    tx,
    now,
    consents.map(({ row, channel, state }) => ({
      accountId,
      leadId: row.id,
      channel,
      state,
      source: context.door,
      note: null,
    })),
  );
  // As a later opt-out does, so that no other lead with the address is written to either.
  await insertSuppressions(
    tx,
    now,
    consents.flatMap(({ row, channel, state }) => {
      const address = addressOf(row, channel);
      if (state !== 'opted_out' || address === null) return [];
      return [{ accountId, channel, address, reason: 'opted_out' }];
    }),
  );
  const events: NewEvent[] = [
    ...created.map(
      ({ row }): NewEvent => ({
        accountId,
        type: 'lead.created',
        leadId: row.id,
        data: { source: row.source, campaign_id: row.campaign_id, import_id: row.import_id },
        origin,
      }),
    ),
    ...updated.flatMap(({ row, before, changed }) => changeEvents(before ?? row, row, changed, origin)),
    ...consents.map(
      ({ row, channel, state }): NewEvent => ({
        accountId,
        type: state === 'opted_in' ? 'lead.opted_in' : 'lead.opted_out',
        leadId: row.id,
        data: { channel, source: context.door },
        origin,
      }),
    ),
  ];
  await campaignsJoined(
    tx,
    now,
    accountId,
    entries.map(({ row, before, changed }) => (before === null || changed.has('campaign_id') ? row.campaign_id : null)),
  );
  await tagCreated(tx, now, context, created, events);
  if (created.length === entries.length) return events;
  await insertEvents(tx, now, events);
  for (const entry of entries) {
    if (entry.before === null) continue;
    if (entry.tags.size > 0) {
      const { added } = await addTagNames(tx, now, entry.row, [...entry.tags.values()], origin);
      if (added.length > 0) entry.row = { ...entry.row, version: entry.row.version + 1, updated_at: now };
    }
    await applyConsents(tx, now, { ...context, lead: entry.row, consents: [...entry.consents.values()] });
  }
  await wakeRunsOf(
    tx,
    now,
    accountId,
    updated.map(({ row }) => row.id),
  );
  return [];
}

async function tagCreated(
  tx: Knex,
  now: Date,
  { account, origin }: SaveContext,
  created: readonly Entry[],
  events: NewEvent[],
): Promise<void> {
  const tagged = created.filter(({ tags }) => tags.size > 0);
  if (tagged.length === 0) return;
  const known = await ensureTags(
    tx,
    now,
    account.id,
    tagged.flatMap(({ tags }) => [...tags.values()]),
  );
  await insertLeadTags(
    tx,
    tagged.flatMap(({ row, tags }) =>
      [...tags.keys()].flatMap((slug) => {
        const tag = known.get(slug);
        return tag ? [{ lead_id: row.id, tag_id: tag.id, account_id: account.id, created_at: now }] : [];
      }),
    ),
  );
  for (const { row, tags } of tagged) {
    const data = { added: [...tags.keys()], removed: [] };
    events.push({ accountId: account.id, type: 'lead.tags_changed', leadId: row.id, data, origin });
  }
}
