import { lockOpenRunsOfImport } from '../../db/agent-runs/lists.js';
import { insertEvents } from '../../db/events/events.js';
import { listLeadRows, listRowsOfLeads, lockImport, updateImport } from '../../db/imports/imports.js';
import { claimIdentities } from '../../db/leads/identities.js';
import { lockLeads, updateLeads } from '../../db/leads/leads.js';
import { findTags } from '../../db/leads/tags.js';
import { countSentTo } from '../../db/messages/sent-to-leads.js';
import type { ImportRow, LeadRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import type { ImportProgress } from '../../domain/flow/import.js';
import { identitiesOf } from '../../domain/values/identity.js';
import type { EventOrigin } from '../../schemas/events/events.js';
import { endRun, stopReasonOf } from '../agent-runs/end-run.js';
import { wakeRunsOf } from '../instructions/agent-runs.js';
import { changeEvents } from '../leads/change-lead.js';
import { hideLead } from '../leads/remove-lead.js';
import { removeTags } from '../leads/tags.js';
import { type BeforeUpdate, type LeadBefore, restoreLead } from './row-outcomes.js';

/** The progress of an undo, as it is stored with the import. */
export interface UndoState {
  /** The last row whose lead was looked at. */
  after: number;
  removed: number;
  restored: number;
  kept: number;
  /** The messages to these leads that were sent since the import. Undos of earlier releases lack it. */
  sent?: number;
  origin: EventOrigin;
}

/** Returns the state in which an undo begins. */
export const newUndo = (origin: EventOrigin): UndoState => ({ after: 0, removed: 0, restored: 0, kept: 0, origin });

/** Returns the progress of undoing an import, or null if no one requested it. */
export const undoOf = (row: Pick<ImportRow, 'undo_progress'>): UndoState | null =>
  row.undo_progress === null ? null : (JSON.parse(row.undo_progress) as UndoState);

const LEADS_AT_ONCE = 200;

/**
 * Takes back the next leads of an import in one transaction with the note of how far it came. Each lead is looked at
 * once, at its first row: one that the import made is hidden, one that it changed is put back, and its enrolments by
 * the import end; a lead that was changed or removed since is left alone.
 */
export const undoNextLeads = (deps: WorkDependencies, importId: string): Promise<ImportProgress> =>
  inWork(deps, (work) => undoPiece(work, importId));

async function undoPiece(work: Work, importId: string): Promise<ImportProgress> {
  const { tx, now } = work;
  const found = await lockImport(tx, importId);
  const state = found && undoOf(found);
  if (!found || !state || found.status === 'undone') return undoProgress(found, state ?? null, true);
  const rows = await listLeadRows(tx, importId, state.after, LEADS_AT_ONCE);
  const leadIds = [...new Set(rows.flatMap(({ lead_id }) => lead_id ?? []))];
  const histories = Map.groupBy(await listRowsOfLeads(tx, importId, leadIds), (row) => row.lead_id as string);
  const fresh = leadIds.filter((leadId) => (histories.get(leadId)?.[0]?.row_no ?? 0) > state.after);
  const plans = new Map(fresh.map((leadId) => [leadId, planOf(histories.get(leadId) ?? [])]));
  await undoLeads(work, found, plans, state);
  state.after = rows.at(-1)?.row_no ?? state.after;
  const finished = rows.length < LEADS_AT_ONCE;
  await updateImport(tx, importId, {
    undo_progress: JSON.stringify(state),
    updated_at: now,
    ...(finished ? { status: 'undone' } : {}),
  });
  return undoProgress(finished ? { ...found, status: 'undone' } : found, state, finished);
}

/** The changes that an undo reverts for a lead. */
interface UndoPlan {
  /** The lead's version after the import, or null if it was changed by others during the import. */
  version: number | null;
  before: LeadBefore | null;
  tagIds: string[];
}

/**
 * Returns the total change of an import to a lead: the first state, and the version it left. Undefined if it changed
 * nothing.
 */
function planOf(history: readonly { before_update: string | null }[]): UndoPlan | undefined {
  const notes = history.flatMap(({ before_update }) =>
    before_update === null ? [] : [JSON.parse(before_update) as BeforeUpdate],
  );
  const [first, ...later] = notes;
  if (!first) return undefined;
  const alone = later.every(({ from }, at) => from === undefined || from === notes[at]?.version);
  return {
    before: first.before,
    version: alone ? (notes.at(-1)?.version ?? first.version) : null,
    tagIds: notes.flatMap(({ tagIds }) => tagIds),
  };
}

async function undoLeads(
  work: Work,
  found: ImportRow,
  plans: ReadonlyMap<string, UndoPlan | undefined>,
  state: UndoState,
): Promise<void> {
  const { tx } = work;
  const { account_id: accountId, id: importId } = found;
  const { origin } = state;
  const leads = new Map((await lockLeads(tx, accountId, [...plans.keys()])).map((lead) => [lead.id, lead]));
  const untouched: string[] = [];
  const restored: { lead: LeadRow; before: LeadBefore }[] = [];
  for (const [leadId, plan] of plans) {
    const lead = leads.get(leadId);
    if (!plan) untouched.push(leadId);
    else if (lead?.version !== plan.version) state.kept += 1;
    else if (plan.before === null) {
      if (lead.import_id === importId) {
        await hideLead(work, lead, origin, importId);
        state.removed += 1;
      }
    } else {
      const tags = await findTags(tx, accountId, plan.tagIds);
      await removeTags(work, lead, new Set(tags.map(({ slug }) => slug)), origin);
      restored.push({ lead, before: plan.before });
      state.restored += 1;
    }
  }
  const leadIds = [...plans.keys()];
  state.sent = (state.sent ?? 0) + (await countSentTo(tx, accountId, leadIds, found.created_at));
  await restoreLeads(work, restored, origin);
  await endRunsOf(work, importId, [...untouched, ...restored.map(({ lead }) => lead.id)], origin);
  await wakeRunsOf(
    work,
    accountId,
    restored.map(({ lead }) => lead.id),
    'lead.updated',
  );
}

async function restoreLeads(
  work: Work,
  leads: readonly { lead: LeadRow; before: LeadBefore }[],
  origin: EventOrigin,
): Promise<void> {
  const { tx, now } = work;
  const changes = leads
    .map(({ lead, before }) => ({ lead, ...restoreLead(lead, before, now) }))
    .filter(({ changed }) => changed.length > 0);
  const [first] = changes;
  if (!first) return;
  // So that a lead made at this moment with an address that comes back sees this one, or is seen by it.
  await claimIdentities(
    tx,
    first.row.account_id,
    changes.flatMap(({ row }) => identitiesOf(row)),
  );
  // Tags that were taken off a moment ago have raised the version as well.
  for (const { row } of changes) row.version += 1;
  await updateLeads(tx, changes);
  await insertEvents(
    tx,
    now,
    changes.flatMap(({ lead, row, changed }) => changeEvents(lead, row, changed, origin)),
  );
}

async function endRunsOf(work: Work, importId: string, leadIds: readonly string[], origin: EventOrigin): Promise<void> {
  const { tx } = work;
  if (leadIds.length === 0) return;
  const runs = await lockOpenRunsOfImport(tx, importId, leadIds);
  for (const run of runs) {
    await endRun(work, run, {
      runStatus: 'stopped',
      stopReason: stopReasonOf(origin),
      origin,
      data: { import_undone: importId },
    });
  }
}

function undoProgress(row: ImportRow | undefined, state: UndoState | null, finished: boolean): ImportProgress {
  return {
    finished,
    status: finished ? 'undone' : 'being undone',
    rows: row?.row_count ?? 0,
    done: finished ? (row?.row_count ?? 0) : (state?.after ?? 0),
    counts: state ? { removed: state.removed, restored: state.restored, kept: state.kept } : {},
  };
}
