import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { findFunctionById } from '../../db/functions/functions.js';
import { findFunctionRun, lockFunctionRun, updateFunctionRun } from '../../db/functions/runs.js';
import { lockLeads } from '../../db/leads/leads.js';
import type { FunctionRow, FunctionRunRow } from '../../db/tables.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import type { FunctionEffect } from '../../schemas/functions/function-runs.js';
import { applyFunctionEffects, leadOf } from './apply-effects.js';
import { bookForRun } from './bookings.js';
import { effectsOf } from './run.js';

export type ApplyOutcome =
  | { outcome: 'done'; row: FunctionRunRow }
  | { outcome: 'missing' }
  | { outcome: 'refused'; message: string }
  | { outcome: 'changed'; leadIds: string[] };

/** Carries out the effects of a dry run, once, if all its leads are still as it saw them. */
export async function applyRun(deps: WorkDependencies, accountId: string, runId: string): Promise<ApplyOutcome> {
  const { db } = deps;
  const first = await checked(db, accountId, await findFunctionRun(db, accountId, runId));
  if ('outcome' in first) return first;
  // Bookings lock the host before the lead, so they come first; under their own keys a repeat finds them made.
  const refusals = await bookForRun(deps, effectsOf(first.fn, first.row), first.effects);
  return inWork<ApplyOutcome>(deps, async (work) => {
    const { tx, now } = work;
    const found = await checked(
      tx,
      accountId,
      await lockFunctionRun(tx, accountId, runId),
      first.booked ? 'booked' : undefined,
    );
    if ('outcome' in found) return found;
    const { row, fn, effects } = found;
    const applied = await applyFunctionEffects(work, effectsOf(fn, row), effects, refusals);
    const changes = { effects: JSON.stringify(applied), applied_at: now };
    await updateFunctionRun(tx, row.id, changes);
    return { outcome: 'done', row: { ...row, ...changes } };
  });
}

interface Applicable {
  row: FunctionRunRow;
  fn: FunctionRow;
  effects: FunctionEffect[];
  booked: boolean;
}

/** A run whose effects may be carried out, or why they may not. In a transaction the leads are locked. */
async function checked(
  db: Knex,
  accountId: string,
  row: FunctionRunRow | undefined,
  after?: 'booked',
): Promise<Applicable | Exclude<ApplyOutcome, { outcome: 'done' }>> {
  const fn = row && (await findFunctionById(db, row.function_id));
  if (!row || !fn) return { outcome: 'missing' };
  const refused = refusalOf(row);
  if (refused !== undefined) return { outcome: 'refused', message: refused };
  const effects = fromJson<FunctionEffect[] | null>(row.effects) ?? [];
  const booked = effects.some(({ type }) => type === 'book_meeting');
  const versions = fromJson<Record<string, number>>(row.lead_versions ?? '{}');
  const ids = [...new Set(effects.filter(({ target }) => target.kind !== 'function').map(leadOf))];
  const known = new Map((await lockLeads(db, accountId, ids)).map((lead) => [lead.id, lead.version]));
  // Changes that the bookings made themselves aren't changes by others.
  const changed = after ? [] : ids.filter((id) => versions[id] !== undefined && known.get(id) !== versions[id]);
  return changed.length > 0 ? { outcome: 'changed', leadIds: changed } : { row, fn, effects, booked };
}

function refusalOf(row: FunctionRunRow): string | undefined {
  if (row.applied_at !== null) return 'The effects of this run have already been applied.';
  if (!row.dry_run) return "This run isn't a dry run.";
  if (row.draft_source !== null) return 'The run used unsaved code. Save the function and run it again.';
  if (row.replay_of !== null) return "This run is a replay. Effects of replays can't be applied.";
  return row.status === 'success' ? undefined : `The run ended with status ${row.status}. It has no effects to apply.`;
}
