import type { Knex } from 'knex';
import { inTransaction } from '../db/connection.js';
import { insertEvents } from '../db/events.js';
import { listLeadRows, listRowsOfLeads, lockImport, updateImport } from '../db/imports.js';
import { claimIdentities, identitiesOf } from '../db/lead-identities.js';
import { lockLeads, updateLeads } from '../db/leads.js';
import { takePending } from '../db/outbox.js';
import type { AgentRunRow, ImportRow, LeadRow } from '../db/tables.js';
import { findTags } from '../db/tags.js';
import type { ImportProgress } from '../domain/flow/import.js';
import type { Clock } from '../runtime/clock.js';
import type { EventOrigin } from '../schemas/events.js';
import { type BeforeUpdate, type LeadBefore, restoreLead } from './import-outcomes.js';
import type { WorkedPiece } from './import-run.js';
import { changeEvents } from './lead-changes.js';
import { wakeRunsOf } from './lead-consequences.js';
import { hideLead } from './lead-removal.js';
import { removeTags } from './lead-tags.js';
import { endRun } from './runs.js';

/** How far taking an import back has come, as it is kept with it. */
export interface UndoState {
  /** The last row whose lead was looked at. */
  after: number;
  removed: number;
  restored: number;
  kept: number;
  origin: EventOrigin;
}

/** How an undo begins. */
export const newUndo = (origin: EventOrigin): UndoState => ({ after: 0, removed: 0, restored: 0, kept: 0, origin });

/** How far taking an import back has come; null if nobody asked for it. */
export const undoOf = (row: Pick<ImportRow, 'undo_progress'>): UndoState | null =>
  row.undo_progress === null ? null : (JSON.parse(row.undo_progress) as UndoState);

const LEADS_AT_ONCE = 200;

/**
 * Takes back the next leads of an import in one transaction with the note of how far it came. Each lead is looked at
 * once, at its first row: one that the import made is hidden, one that it changed is put back, and its enrolments by
 * the import end; a lead that was changed or removed since is left alone.
 */
export async function undoNextLeads(db: Knex, clock: Clock, importId: string): Promise<WorkedPiece> {
  return inTransaction(db, async (tx) => {
    const progress = await undoPiece(tx, clock.now(), importId);
    return { progress, pending: takePending(tx) };
  });
}

async function undoPiece(tx: Knex, now: Date, importId: string): Promise<ImportProgress> {
  const found = await lockImport(tx, importId);
  const state = found && undoOf(found);
  if (!found || !state || found.status === 'undone') return undoProgress(found, state ?? null, true);
  const rows = await listLeadRows(tx, importId, state.after, LEADS_AT_ONCE);
  const leadIds = [...new Set(rows.flatMap(({ lead_id }) => lead_id ?? []))];
  const histories = Map.groupBy(await listRowsOfLeads(tx, importId, leadIds), (row) => row.lead_id as string);
  const fresh = leadIds.filter((leadId) => (histories.get(leadId)?.[0]?.row_no ?? 0) > state.after);
  const plans = new Map(fresh.map((leadId) => [leadId, planOf(histories.get(leadId) ?? [])]));
  await undoLeads(tx, now, found, plans, state);
  state.after = rows.at(-1)?.row_no ?? state.after;
  const finished = rows.length < LEADS_AT_ONCE;
  await updateImport(tx, importId, {
    undo_progress: JSON.stringify(state),
    updated_at: now,
    ...(finished ? { status: 'undone' } : {}),
  });
  return undoProgress(finished ? { ...found, status: 'undone' } : found, state, finished);
}

/** What is to be taken back of a lead. */
interface UndoPlan {
  /** The lead's version after the import; null where somebody changed it while the import was running. */
  version: number | null;
  before: LeadBefore | null;
  tagIds: string[];
}

/** What the import did to a lead in all: as it was first, and the version it left. Undefined when it changed nothing. */
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
  tx: Knex,
  now: Date,
  found: ImportRow,
  plans: ReadonlyMap<string, UndoPlan | undefined>,
  state: UndoState,
): Promise<void> {
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
        await hideLead(tx, now, lead, origin);
        state.removed += 1;
      }
    } else {
      const tags = await findTags(tx, accountId, plan.tagIds);
      await removeTags(tx, now, lead, new Set(tags.map(({ slug }) => slug)), origin);
      restored.push({ lead, before: plan.before });
      state.restored += 1;
    }
  }
  await restoreLeads(tx, now, restored, origin);
  await endRunsOf(tx, now, importId, [...untouched, ...restored.map(({ lead }) => lead.id)], origin);
  await wakeRunsOf(
    tx,
    now,
    accountId,
    restored.map(({ lead }) => lead.id),
  );
}

async function restoreLeads(
  tx: Knex,
  now: Date,
  leads: readonly { lead: LeadRow; before: LeadBefore }[],
  origin: EventOrigin,
): Promise<void> {
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

async function endRunsOf(
  tx: Knex,
  now: Date,
  importId: string,
  leadIds: readonly string[],
  origin: EventOrigin,
): Promise<void> {
  if (leadIds.length === 0) return;
  const runs: AgentRunRow[] = await tx('agent_runs')
    .where({ import_id: importId, open_slot: 1 })
    .whereIn('lead_id', [...leadIds])
    .orderBy('id')
    .forUpdate();
  for (const run of runs) {
    await endRun(tx, now, run, { runStatus: 'stopped', stopReason: 'api', origin, data: { import_undone: importId } });
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
