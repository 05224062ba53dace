import type { Knex } from 'knex';
import { newId } from '../runtime/ids.js';
import { currentTrace } from '../runtime/tracing.js';
import { type Db, fromJson } from './connection.js';
import { insertRows } from './insert-rows.js';
import type { OutboxRow } from './tables.js';

/**
 * What Temporal is asked to do. `start` and `wake` concern a cadence run (wake restarts one that is missing),
 * `cancel` ends a workflow, `workflow` starts one of the other kinds. `schedule` makes the
 * schedule of a background job or a function what its row says.
 */
export type OutboxKind = 'start' | 'wake' | 'workflow' | 'cancel' | 'delete' | 'schedule';

export interface OutboxItem {
  id: string;
  accountId: string;
  kind: OutboxKind;
  workflowId: string;
  args: Record<string, unknown>;
  /** The trace that asked for it, as W3C's `traceparent`; null where none are exported. */
  trace?: string | null;
}

/** How long a process that wrote an instruction has the first try at it before the relay takes over. */
export const FIRST_TRY_MS = 2_000;

const pending = new WeakMap<object, OutboxItem[]>();

/** Writes instructions to Temporal in the caller's transaction; they commit or vanish with it. */
export async function addToOutbox(tx: Knex, now: Date, items: Omit<OutboxItem, 'id'>[]): Promise<void> {
  if (items.length === 0) return;
  const trace = currentTrace();
  const added = items.map((item) => ({ id: newId(), ...item, trace }));
  await insertRows(
    tx,
    'outbox',
    added.map((item) => ({
      id: item.id,
      account_id: item.accountId,
      kind: item.kind,
      workflow_id: item.workflowId,
      args: JSON.stringify(item.args),
      next_at: new Date(now.getTime() + FIRST_TRY_MS),
      created_at: now,
      trace_parent: trace,
    })),
  );
  pending.set(tx, [...(pending.get(tx) ?? []), ...added]);
}

/** Takes back what this transaction wrote to wake a workflow that sees what changed without it. */
export async function dropWakes(tx: Knex, workflowId: string): Promise<void> {
  const items = pending.get(tx) ?? [];
  const dropped = items.filter((item) => item.kind === 'wake' && item.workflowId === workflowId);
  if (dropped.length === 0) return;
  pending.set(
    tx,
    items.filter((item) => !dropped.includes(item)),
  );
  await finishOutbox(
    tx,
    dropped.map(({ id }) => id),
  );
}

/** Writes an instruction that isn't tried before an operator asks for it, and why. */
export async function addParked(tx: Knex, now: Date, item: Omit<OutboxItem, 'id'>, reason: string): Promise<void> {
  await tx('outbox').insert({
    id: newId(),
    account_id: item.accountId,
    kind: item.kind,
    workflow_id: item.workflowId,
    args: JSON.stringify(item.args),
    next_at: now,
    last_error: reason.slice(0, 500),
    parked_at: now,
    created_at: now,
  });
}

/** What `addToOutbox` wrote in this transaction, for a first try right after its commit. */
export function takePending(tx: Knex): OutboxItem[] {
  const items = pending.get(tx) ?? [];
  pending.delete(tx);
  return items;
}

/**
 * Takes up to `limit` due instructions for one relay: their `next_at` moves on by `leaseMs`, so that no other relay
 * takes them meanwhile; a relay that dies leaves them to the next one after the lease.
 */
export async function claimOutbox(db: Db, now: Date, limit: number, leaseMs: number): Promise<OutboxItem[]> {
  return db.transaction(async (tx) => {
    const rows: OutboxRow[] = await tx('outbox')
      .whereNull('parked_at')
      .where('next_at', '<=', now)
      .orderBy('next_at')
      .limit(limit)
      .forUpdate()
      .skipLocked();
    if (rows.length > 0) {
      await tx('outbox')
        .whereIn(
          'id',
          rows.map((row) => row.id),
        )
        .update({ next_at: new Date(now.getTime() + leaseMs) });
    }
    return rows.map((row) => ({
      id: row.id,
      accountId: row.account_id,
      kind: row.kind as OutboxKind,
      workflowId: row.workflow_id,
      args: fromJson(row.args),
      trace: row.trace_parent,
    }));
  });
}

/** Gives instructions back that a relay took but could not carry out, to be tried again from `at` on. */
export async function releaseOutbox(db: Db, at: Date, ids: string[]): Promise<void> {
  if (ids.length > 0) await db('outbox').whereIn('id', ids).whereNull('parked_at').update({ next_at: at });
}

/** Removes instructions that were carried out. */
export async function finishOutbox(db: Db, ids: string[]): Promise<void> {
  if (ids.length > 0) await db('outbox').whereIn('id', ids).delete();
}

const MAX_ATTEMPTS = 20;

/** Puts an instruction off after a failure of its own (not an outage); after 20 of them it is parked for an operator. */
export async function deferOutbox(db: Db, now: Date, id: string, error: string): Promise<void> {
  await db('outbox')
    .where({ id })
    .update({
      attempts: db.raw('attempts + 1'),
      last_error: error.slice(0, 500),
      next_at: db.raw('? + INTERVAL LEAST(300, POW(2, attempts)) SECOND', [now]),
      parked_at: db.raw(`IF(attempts >= ?, ?, NULL)`, [MAX_ATTEMPTS, now]),
    });
}

/** How far behind the relay is: age in seconds of the oldest instruction, and how many are parked. */
export async function outboxHealth(db: Db, now: Date): Promise<{ oldestSeconds: number; parked: number }> {
  const [row] = (await db('outbox').select(
    db.raw('MIN(IF(parked_at IS NULL, created_at, NULL)) AS oldest'),
    db.raw('SUM(parked_at IS NOT NULL) AS parked'),
  )) as { oldest: Date | null; parked: number | null }[];
  return {
    oldestSeconds: row?.oldest ? Math.max(0, (now.getTime() - row.oldest.getTime()) / 1000) : 0,
    parked: Number(row?.parked ?? 0),
  };
}

/** Instructions that wait, oldest first: those to be tried, or those given up on. */
export async function listOutbox(
  db: Db,
  { accountId, parked, limit }: { accountId?: string | undefined; parked: boolean; limit: number },
): Promise<OutboxRow[]> {
  const query = db('outbox').orderBy('id').limit(limit);
  if (accountId !== undefined) query.where({ account_id: accountId });
  return parked ? query.whereNotNull('parked_at') : query.whereNull('parked_at');
}

/** Takes an instruction aside until somebody retries it. False when none waits under this id. */
export const parkOutbox = async (db: Db, now: Date, id: string): Promise<boolean> =>
  (await db('outbox').where({ id }).whereNull('parked_at').update({ parked_at: now })) === 1;
