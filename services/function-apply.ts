import type { Knex } from 'knex';
import { findFunctionById } from '../db/cloud-functions.js';
import { fromJson, inTransaction } from '../db/connection.js';
import { findFunctionRun, lockFunctionRun, updateFunctionRun } from '../db/function-runs.js';
import { lockLeads } from '../db/leads.js';
import { type OutboxItem, takePending } from '../db/outbox.js';
import type { FunctionRow, FunctionRunRow } from '../db/tables-functions.js';
import type { FunctionEffect } from '../schemas/function-runs.js';
import { bookForRun } from './function-bookings.js';
import { applyFunctionEffects, leadOf } from './function-effects.js';
import { effectsOf } from './function-runs.js';

export type ApplyOutcome =
  | { outcome: 'done'; row: FunctionRunRow; pending: OutboxItem[] }
  | { outcome: 'missing' }
  | { outcome: 'refused'; message: string }
  | { outcome: 'changed'; leadIds: string[] };

/** Carries out the effects of a dry run, once, if all its leads are still as it saw them. */
export async function applyRun(db: Knex, now: Date, accountId: string, runId: string): Promise<ApplyOutcome> {
  const first = await checked(db, accountId, await findFunctionRun(db, accountId, runId));
  if ('outcome' in first) return first;
  // Bookings lock the host before the lead, so they come first; under their own keys a repeat finds them made.
  const bookings = await bookForRun(db, now, effectsOf(first.fn, first.row), first.effects);
  const applied = await inTransaction(db, async (tx) => {
    const found = await checked(
      tx,
      accountId,
      await lockFunctionRun(tx, accountId, runId),
      first.booked ? 'booked' : undefined,
    );
    if ('outcome' in found) return { result: found, pending: [] };
    const { row, fn, effects } = found;
    const told = await applyFunctionEffects(tx, now, effectsOf(fn, row), effects, bookings.refusals);
    const changes = { effects: JSON.stringify(told), applied_at: now };
    await updateFunctionRun(tx, row.id, changes);
    const result: ApplyOutcome = { outcome: 'done', row: { ...row, ...changes }, pending: [] };
    return { result, pending: takePending(tx) };
  });
  const { result } = applied;
  return result.outcome === 'done' ? { ...result, pending: [...bookings.pending, ...applied.pending] } : result;
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
  // What the bookings themselves changed of a lead is no change by others.
  const changed = after ? [] : ids.filter((id) => versions[id] !== undefined && known.get(id) !== versions[id]);
  return changed.length > 0 ? { outcome: 'changed', leadIds: changed } : { row, fn, effects, booked };
}

function refusalOf(row: FunctionRunRow): string | undefined {
  if (row.applied_at !== null) return 'The effects of this run were carried out already.';
  if (row.dry_run !== 1) return 'This was no dry run.';
  if (row.replay_of !== null) return 'A replay shows what was; its effects are not carried out.';
  return row.status === 'success' ? undefined : `The run ended as ${row.status}; it has no effects to carry out.`;
}
