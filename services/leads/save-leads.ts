import type { Knex } from 'knex';
import { insertEvents, type NewEvent } from '../../db/events/events.js';
import { insertConsents } from '../../db/leads/consent.js';
import { listErasedSince } from '../../db/leads/erasures.js';
import { claimIdentities } from '../../db/leads/identities.js';
import { listCampaignNames } from '../../db/leads/lead-details.js';
import { insertLeads, lockLeads, updateLeads } from '../../db/leads/leads.js';
import { findMatches } from '../../db/leads/matches.js';
import { insertSuppressions } from '../../db/leads/suppressions.js';
import { ensureTags, insertLeadTags } from '../../db/leads/tags.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { identityKey } from '../../domain/values/identity.js';
import { CONSENT_CHANNELS } from '../../schemas/leads/leads.js';
import type { Enrolled, NotEnrolled } from '../agent-runs/enroll.js';
import { wakeRunsOf } from '../instructions/agent-runs.js';
import { joinCampaigns } from '../instructions/campaigns.js';
import { changeEvents, MAY_JOIN } from './change-lead.js';
import { addressesOf, applyConsents } from './consent.js';
import { createDeduper, type Entry, type ResolvedLead } from './deduper.js';
import { type Enrollment, enrollResolved } from './enroll-saved.js';
import {
  type Draft,
  ERASED_SINCE,
  type LeadInput,
  type LeadProblem,
  NO_CAMPAIGN,
  readDrafts,
  type SaveContext,
} from './read-lead.js';
import { addTagNames } from './tags.js';

export type SaveOutcome =
  | { kind: 'failed'; problems: LeadProblem[] }
  | {
      kind: 'created' | 'reused' | 'updated';
      lead: LeadRow;
      /** The name of the campaign that it joined. */
      campaignName: string | undefined;
      /** The row before an update. */
      before: LeadRow | null;
      run: Enrolled | null;
      /** The reason why it was not enrolled, though that was asked for. */
      refusal: NotEnrolled | null;
      warnings: string[];
    };

/**
 * Creates leads, or finds existing ones, in the given order. An invalid lead doesn't prevent the others. Duplicates are
 * detected within the batch and against the account, also across concurrent requests, because a request locks the
 * identities of its leads until the end of the transaction. The number of statements doesn't depend on the number of
 * leads, except for consents that change.
 */
export async function saveLeads(
  work: Work,
  context: SaveContext,
  inputs: readonly LeadInput[],
): Promise<SaveOutcome[]> {
  const { tx, now } = work;
  const { drafts, failed } = await readDrafts(tx, context, inputs);
  const deduper = await prepareDeduper(tx, context, drafts);
  const erased = await listErased(tx, context, drafts);
  const placed = new Map<number, ResolvedLead>();
  for (const draft of drafts) {
    if (draft.identities.some((identity) => erased.has(identityKey(identity)))) {
      failed.set(draft.index, [ERASED_SINCE]);
      continue;
    }
    const result = deduper.place(draft, now);
    if (result.ok) placed.set(draft.index, result.placed);
    else failed.set(draft.index, [result.problem]);
  }
  const entries = deduper.entries();
  const { events, campaigns } = await writeEntries(work, context, entries);
  const problem = await campaignProblem(tx, context, drafts, campaigns);
  if (problem) return inputs.map(() => ({ kind: 'failed', problems: [problem] }));
  const enrollments = await enrollResolved(work, context, [...placed.values()], events);
  return inputs.map((_, index): SaveOutcome => {
    const resolved = placed.get(index);
    if (!resolved) return { kind: 'failed', problems: failed.get(index) ?? [] };
    const enrollment = enrollments.get(index);
    return {
      kind: resolved.kind,
      lead: resolved.entry.row,
      campaignName: campaigns.get(resolved.entry.row.campaign_id ?? ''),
      before: resolved.kind === 'updated' ? resolved.entry.before : null,
      run: enrollment?.outcome === 'enrolled' ? enrollment : null,
      refusal: enrollment?.outcome === 'refused' ? enrollment : null,
      warnings: [...resolved.warnings, ...warningsOf(enrollment)],
    };
  });
}

/** Finds a campaign that the account hasn't, where that wasn't looked up before: one that a lead has joined is known. */
async function campaignProblem(
  tx: Knex,
  { account, isUndone }: SaveContext,
  drafts: readonly Draft[],
  joined: ReadonlyMap<string, string>,
): Promise<LeadProblem | undefined> {
  if (!isUndone) return undefined;
  const named = drafts.flatMap(({ values }) => values.campaign_id ?? []).filter((id) => !joined.has(id));
  const known = await listCampaignNames(tx, account.id, named);
  return named.every((id) => known.has(id)) ? undefined : NO_CAMPAIGN;
}

function warningsOf(enrollment: Enrollment | undefined): string[] {
  if (!enrollment || enrollment.outcome === 'enrolled') return [];
  if (enrollment.outcome === 'shared_address') return ['duplicate_in_cadence'];
  return [enrollment.code === 'ALREADY_ENROLLED' ? 'already_enrolled' : 'not_enrolled'];
}

/** Takes the identities of all drafts, then looks up and locks the leads that have them. */
async function prepareDeduper(tx: Knex, context: SaveContext, drafts: readonly Draft[]) {
  const accountId = context.account.id;
  const identities = drafts.flatMap((draft) => draft.identities);
  const allNew = await claimIdentities(tx, accountId, identities);
  const named = identities.some(({ kind }) => kind === 'id');
  const matches = allNew && !named ? [] : await findMatches(tx, accountId, identities);
  const deduper = createDeduper(context, matches);
  const touched = deduper.needed(drafts);
  deduper.know(await lockLeads(tx, accountId, touched), touched);
  return deduper;
}

/** Finds people who were erased since the leads were received. Their identities are taken, so no erasure is missed. */
const listErased = async (
  tx: Knex,
  { account, receivedAt }: SaveContext,
  drafts: readonly Draft[],
): Promise<ReadonlySet<string>> =>
  receivedAt
    ? listErasedSince(
        tx,
        account.id,
        receivedAt,
        drafts.flatMap(({ identities }) => identities),
      )
    : new Set();

/** Writes the consents that new leads came with, and what was opted out of as suppressions. */
async function writeConsents(work: Work, context: SaveContext, created: readonly Entry[]) {
  const { tx, now } = work;
  const { id: accountId } = context.account;
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
      source: context.source,
      note: null,
    })),
  );
  // As a later opt-out does, so that no other lead with the address is written to either.
  await insertSuppressions(
    tx,
    now,
    consents.flatMap(({ row, channel, state }) => {
      if (state !== 'opted_out') return [];
      return addressesOf(row, channel).map((address) => ({ accountId, channel, address, reason: 'opted_out' }));
    }),
  );
  return consents;
}

/** The work that remains for written leads. */
interface Written {
  /** The events of new leads: what enrolls these leads writes them with its own. */
  events: NewEvent[];
  /** The names of the campaigns that leads joined. */
  campaigns: Map<string, string>;
}

async function writeEntries(work: Work, context: SaveContext, entries: readonly Entry[]): Promise<Written> {
  const { tx, now } = work;
  const { id: accountId } = context.account;
  const { origin } = context;
  const created = entries.filter(({ before }) => before === null);
  const updated = entries.filter(({ before, changed }) => before !== null && changed.size > 0);
  await insertLeads(
    tx,
    created.map(({ row }) => row),
  );
  await updateLeads(tx, updated);
  const consents = await writeConsents(work, context, created);
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
        data: { channel, source: context.source },
        before: { [`consent.${channel}`]: 'unknown' },
        origin,
      }),
    ),
  ];
  const campaigns = await joinCampaigns(
    work,
    accountId,
    entries.flatMap(({ row, before, changed }) =>
      before === null || [...changed].some((name) => MAY_JOIN.has(name)) ? [row] : [],
    ),
  );
  await tagCreated(work, context, created, events);
  if (created.length === entries.length) return { events, campaigns };
  await insertEvents(tx, now, events);
  for (const entry of entries) {
    if (entry.before === null) continue;
    if (entry.tags.size > 0) {
      const { added } = await addTagNames(work, entry.row, [...entry.tags.values()], origin);
      if (added.length > 0) entry.row = { ...entry.row, version: entry.row.version + 1, updated_at: now };
    }
    await applyConsents(work, { ...context, lead: entry.row, consents: [...entry.consents.values()] });
  }
  await wakeRunsOf(
    work,
    accountId,
    updated.map(({ row }) => row.id),
    'lead.updated',
  );
  return { events: [], campaigns };
}

async function tagCreated(
  work: Work,
  { account, origin }: SaveContext,
  created: readonly Entry[],
  events: NewEvent[],
): Promise<void> {
  const { tx, now } = work;
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
