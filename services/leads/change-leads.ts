import { lockRun } from '../../db/agent-runs/agent-runs.js';
import { fromJson } from '../../db/connection.js';
import type { EventOrigin } from '../../db/events/events.js';
import {
  deleteChangedLeads,
  insertChangedLeads,
  listChangedLeads,
  lockLeadChange,
  updateLeadChange,
} from '../../db/leads/lead-changes.js';
import { lockLeads } from '../../db/leads/leads.js';
import { findTags } from '../../db/leads/tags.js';
import { countSentByRuns } from '../../db/messages/sent-to-leads.js';
import type { LeadRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { endRun, stopReasonOf } from '../agent-runs/end-run.js';
import { enrollLeads } from '../agent-runs/enroll.js';
import { readTags } from './read-lead.js';
import { hideLead } from './remove-lead.js';
import { addTagNames, addTags, removeTags } from './tags.js';
import { updateLead } from './update-lead.js';

/** The operation on each of many leads. */
export type LeadOperation =
  | { operation: 'add_tags' | 'remove_tags'; tags: readonly string[] }
  | { operation: 'set_owner'; owner_id: string | null }
  | { operation: 'set_campaign'; campaign_id: string | null }
  | { operation: 'set_metadata'; metadata: Record<string, unknown> }
  | { operation: 'enroll'; workflow_id: string }
  | { operation: 'delete' };

/** The change of a lead, as far as its undo needs it. */
type Done =
  | { added: string[] }
  | { removed: string[] }
  | { column: 'owner_id' | 'campaign_id'; before: string | null; after: string | null }
  | { metadata: Record<string, { before: unknown; after: unknown }> }
  | { run_id: string }
  | { hidden: true };

/** The context of a change. */
export interface ChangeContext {
  account: { id: string; timezone: string; country: string | null };
  origin: EventOrigin;
  requestId: string | null;
}

type Outcome = { done: Done } | { refused: string } | undefined;

export interface ChangedPage {
  changed: string[];
  refused: Record<string, number>;
}

/**
 * Changes these leads in the caller's transaction, their rows locked in the order of their ids, and notes with the
 * change what was done to each. Leads for which there is nothing to do, or that refuse it, are left as they are.
 */
export async function changeLeads(
  work: Work,
  context: ChangeContext,
  { changeId, ids, operation }: { changeId: string; ids: readonly string[]; operation: LeadOperation },
): Promise<ChangedPage> {
  const { tx, now } = work;
  const refused: Record<string, number> = {};
  const rows: { lead_id: string; done: Done }[] = [];
  for (const lead of await lockLeads(tx, context.account.id, ids)) {
    const outcome = await changeOne(work, context, lead, operation);
    if (!outcome) continue;
    if ('refused' in outcome) refused[outcome.refused] = (refused[outcome.refused] ?? 0) + 1;
    else rows.push({ lead_id: lead.id, done: outcome.done });
  }
  const common = { change_id: changeId, account_id: context.account.id, created_at: now };
  await insertChangedLeads(
    tx,
    rows.map(({ lead_id, done }) => ({ ...common, lead_id, done: JSON.stringify(done) })),
  );
  return { changed: rows.map(({ lead_id }) => lead_id), refused };
}

async function changeOne(work: Work, context: ChangeContext, lead: LeadRow, wish: LeadOperation): Promise<Outcome> {
  const { origin, account } = context;
  switch (wish.operation) {
    case 'add_tags': {
      const read = readTags(wish.tags);
      if (!read.ok) return { refused: read.problem.code };
      const { added } = await addTagNames(work, lead, read.tags, origin);
      return added.length === 0 ? undefined : { done: { added: added.map(({ id }) => id) } };
    }
    case 'remove_tags': {
      const read = readTags(wish.tags);
      if (!read.ok) return { refused: read.problem.code };
      const { removed } = await removeTags(work, lead, new Set(read.tags.map(({ slug }) => slug)), origin);
      return removed.length === 0 ? undefined : { done: { removed: removed.map(({ id }) => id) } };
    }
    case 'set_owner':
      return setColumn(work, context, lead, 'owner_id', wish.owner_id);
    case 'set_campaign':
      return setColumn(work, context, lead, 'campaign_id', wish.campaign_id);
    case 'set_metadata':
      return setMetadata(work, context, lead, wish.metadata);
    case 'enroll': {
      const { workflow_id: agentId } = wish;
      const [result] = await enrollLeads(work, {
        accountId: account.id,
        accountTimezone: account.timezone,
        agentId,
        leads: [{ lead }],
        origin,
        requestId: context.requestId,
        campaignId: lead.campaign_id,
      });
      if (result?.outcome !== 'enrolled') return { refused: result?.code ?? 'WORKFLOW_NOT_FOUND' };
      return { done: { run_id: result.run.id } };
    }
    case 'delete':
      await hideLead(work, lead, origin);
      return { done: { hidden: true } };
  }
}

async function setColumn(
  work: Work,
  context: ChangeContext,
  lead: LeadRow,
  column: 'owner_id' | 'campaign_id',
  after: string | null,
): Promise<Outcome> {
  const before = lead[column];
  if (before === after) return undefined;
  const refused = await update(work, context, lead, { [column]: after });
  return refused ? { refused } : { done: { column, before, after } };
}

async function setMetadata(
  work: Work,
  context: ChangeContext,
  lead: LeadRow,
  metadata: Record<string, unknown>,
): Promise<Outcome> {
  const currentMetadata = fromJson<Record<string, unknown>>(lead.metadata);
  const differing = Object.entries(metadata).filter(
    ([key, value]) => JSON.stringify(currentMetadata[key] ?? null) !== JSON.stringify(value ?? null),
  );
  if (differing.length === 0) return undefined;
  const refused = await update(work, context, lead, { metadata: Object.fromEntries(differing) });
  if (refused) return { refused };
  const done = differing.map(
    ([key, after]) => [key, { before: currentMetadata[key] ?? null, after: after ?? null }] as const,
  );
  return { done: { metadata: Object.fromEntries(done) } };
}

/** Changes a lead as `PATCH /leads/{id}` does; answers the code of what kept it from that. */
async function update(work: Work, { account, origin }: ChangeContext, lead: LeadRow, fields: object) {
  const result = await updateLead(work, { lead, fields, country: account.country, origin });
  return result.ok ? undefined : (result.problems[0]?.code ?? 'VALIDATION_ERROR');
}

const UNDONE_AT_ONCE = 100;

/**
 * Undoes a change of its next leads, in one transaction with its progress. Values that were changed since then stay as
 * they are, and messages that its runs sent are counted. Returns whether the undo is complete.
 */
export async function undoNext(
  work: Work,
  context: ChangeContext,
  { changeId, by }: { changeId: string; by: string },
): Promise<boolean> {
  const { tx, now } = work;
  const change = await lockLeadChange(tx, changeId);
  if (!change || change.undone) return true;
  const rows = await listChangedLeads(tx, changeId, UNDONE_AT_ONCE);
  const ids = rows.map(({ lead_id }) => lead_id);
  const leads = new Map((await lockLeads(tx, context.account.id, ids)).map((lead) => [lead.id, lead]));
  const changes = rows.map(({ lead_id, done }) => ({ lead: leads.get(lead_id), done: fromJson<Done>(done) }));
  let restored = 0;
  for (const { lead, done } of changes) {
    if (lead && (await undoOne(work, context, lead, done))) restored += 1;
  }
  const runIds = changes.flatMap(({ done }) => ('run_id' in done ? [done.run_id] : []));
  const sent = await countSentByRuns(tx, context.account.id, runIds);
  await deleteChangedLeads(tx, changeId, ids);
  const undone = rows.length < UNDONE_AT_ONCE;
  await updateLeadChange(tx, changeId, {
    restored: change.restored + restored,
    kept: change.kept + rows.length - restored,
    sent: change.sent + sent,
    undone,
    undone_by: change.undone_by ?? by,
    updated_at: now,
  });
  return undone;
}

/** Puts back what a change did to a lead; false where it has changed since. */
async function undoOne(work: Work, context: ChangeContext, lead: LeadRow, done: Done): Promise<boolean> {
  const { tx } = work;
  const { origin, account } = context;
  if ('added' in done) {
    const slugs = new Set((await findTags(tx, account.id, done.added)).map(({ slug }) => slug));
    return (await removeTags(work, lead, slugs, origin)).removed.length > 0;
  }
  if ('removed' in done) {
    const { added } = await addTags(work, lead, await findTags(tx, account.id, done.removed), origin);
    return added.length > 0;
  }
  if ('column' in done) {
    if (lead[done.column] !== done.after) return false;
    return (await update(work, context, lead, { [done.column]: done.before })) === undefined;
  }
  if ('metadata' in done) {
    const currentMetadata = fromJson<Record<string, unknown>>(lead.metadata);
    const same = Object.entries(done.metadata).filter(
      ([key, { after }]) => JSON.stringify(currentMetadata[key] ?? null) === JSON.stringify(after),
    );
    if (same.length === 0) return false;
    const metadata = Object.fromEntries(same.map(([key, { before }]) => [key, before]));
    return (await update(work, context, lead, { metadata })) === undefined;
  }
  if ('run_id' in done) {
    const run = await lockRun(tx, done.run_id);
    if (run?.open_slot !== 1) return false;
    await endRun(work, run, {
      runStatus: 'stopped',
      stopReason: stopReasonOf(origin),
      origin,
      data: { enrolment_undone: true },
    });
    return true;
  }
  return false;
}
