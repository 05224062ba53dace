import type { Knex } from 'knex';
import { newId } from '../runtime/ids.js';
import { currentTrace } from '../runtime/tracing.js';
import { createTurns } from '../runtime/turns.js';
import { type Db, fromJson } from './connection.js';
import { insertRows } from './insert-rows.js';
import type { OutboxRow } from './tables.js';

/**
 * The kind of an instruction to Temporal. `start` and `wake` concern a cadence run (wake restarts one that is missing),
 * `cancel` ends a workflow, `workflow` starts one of the other kinds. `schedule` makes the schedule of a background job
 * or a function match its row.
 */
export type OutboxKind = 'start' | 'wake' | 'workflow' | 'cancel' | 'delete' | 'schedule';

export interface OutboxItem {
  id: string;
  accountId: string;
  kind: OutboxKind;
  workflowId: string;
  args: Record<string, unknown>;
  /** One of many that were asked for together: those asked for alone go first. */
  bulk: boolean;
  /** The trace that asked for it, as W3C's `traceparent`; null where none are exported. */
  trace?: string | null;
}

/** The time in which the process that wrote an instruction tries first, before the relay takes over. */
export const FIRST_TRY_MS = 2_000;

/** An instruction before it is written. `bulk` is false where a thing's turn has come, among however many others. */
export type NewOutboxItem = Omit<OutboxItem, 'id' | 'trace' | 'bulk'> & { bulk?: false };

/** More instructions than this, asked for together, are a bulk. */
const FEW = 10;

/** Writes instructions in the caller's transaction and returns them. Call it through a `Work`. */
export async function addToOutbox(tx: Knex, now: Date, items: readonly NewOutboxItem[]): Promise<OutboxItem[]> {
  if (items.length === 0) return [];
  const trace = currentTrace();
  const many = items.length > FEW;
  const added = items.map((item) => ({ id: newId(), ...item, bulk: item.bulk ?? many, trace }));
  await insertRows(
    tx,
    'outbox',
    added.map((item) => ({
      id: item.id,
      account_id: item.accountId,
      kind: item.kind,
      workflow_id: item.workflowId,
      args: JSON.stringify(item.args),
      bulk: item.bulk,
      next_at: new Date(now.getTime() + FIRST_TRY_MS),
      created_at: now,
      trace_parent: trace,
    })),
  );
  return added;
}

/** Writes an instruction that isn't tried before an operator asks for it, and why. */
export async function addParked(tx: Knex, now: Date, item: NewOutboxItem, reason: string): Promise<void> {
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

/** Removes what is parked about a workflow, which something else asks for now. */
export async function dropParked(tx: Knex, accountId: string, workflowId: string): Promise<void> {
  await tx('outbox').where({ account_id: accountId, workflow_id: workflowId }).whereNotNull('parked_at').delete();
}

/** An instruction that is due, as little of it as its turn is found by. */
interface Due {
  id: string;
  account_id: string;
  bulk: boolean;
}

/** The number of accounts per claim. If more have waiting instructions, the next claim continues after them. */
const MOST_ACCOUNTS = 40;

/** The instructions of a claim, and the account after which the next claim continues. */
export interface ClaimedOutbox {
  items: OutboxItem[];
  lastAccount: string;
}

/**
 * Claims up to `limit` due instructions for one relay. Their `next_at` moves by `leaseMs`, so that no other relay
 * claims them during that time. If a relay dies, the next one claims them after the lease. Accounts take turns,
 * starting after `after`, so that none waits for all instructions of another. Single instructions precede bulk ones.
 */
export async function claimOutbox(
  db: Db,
  now: Date,
  { limit, leaseMs, after }: { limit: number; leaseMs: number; after: string },
): Promise<ClaimedOutbox> {
  const accounts = await accountsInTurn(db, after);
  const due = await listDue(db, now, accounts, limit);
  const ids = inTurns(due).slice(0, limit);
  const items = ids.length === 0 ? [] : await db.transaction((tx) => takeDue(tx, now, ids, leaseMs));
  return { items, lastAccount: accounts.at(-1) ?? '' };
}

/** Lists accounts that have instructions waiting, in the order of their turns. */
async function accountsInTurn(db: Db, after: string): Promise<string[]> {
  const waiting = (operator: '>' | '<=', limit: number): Promise<string[]> =>
    limit === 0
      ? Promise.resolve([])
      : db('outbox')
          .whereNull('parked_at')
          .where('account_id', operator, after)
          .groupBy('account_id')
          .orderBy('account_id')
          .limit(limit)
          .pluck('account_id');
  const behind = await waiting('>', MOST_ACCOUNTS);
  return [...behind, ...(await waiting('<=', MOST_ACCOUNTS - behind.length))];
}

/** Lists what is due of some accounts, the oldest of each. */
async function listDue(db: Db, now: Date, accounts: readonly string[], limit: number): Promise<Due[]> {
  if (accounts.length === 0) return [];
  const part = `(SELECT id, account_id, bulk FROM outbox WHERE parked_at IS NULL AND account_id = ? AND bulk = ? AND next_at <= ?
    ORDER BY next_at LIMIT ?)`;
  const parts = [0, 1].flatMap((bulk) => accounts.map((account) => [account, bulk, now, limit]));
  const [rows] = (await db.raw(parts.map(() => part).join(' UNION ALL '), parts.flat())) as unknown as [Due[]];
  return rows;
}

/** Returns the ids in turns: of each account one after the other, all that stand alone before those of bulks. */
function inTurns(due: readonly Due[]): string[] {
  const [alone, bulk] = [createTurns<string>(), createTurns<string>()];
  for (const row of due) (row.bulk ? bulk : alone).add(row.account_id, row.id);
  return [alone, bulk].flatMap((turns) => Array.from({ length: turns.size }, () => turns.next() as string));
}

/** Claims those of some instructions that are still due and not locked, in the given order. */
async function takeDue(tx: Knex, now: Date, ids: readonly string[], leaseMs: number): Promise<OutboxItem[]> {
  const rows = await tx('outbox')
    .whereIn('id', [...ids])
    .whereNull('parked_at')
    .where('next_at', '<=', now)
    .forUpdate()
    .skipLocked();
  const taken = new Map(rows.map((row) => [row.id, row]));
  await tx('outbox')
    .whereIn('id', [...taken.keys()])
    .update({ next_at: new Date(now.getTime() + leaseMs) });
  return ids.flatMap((id) => {
    const row = taken.get(id);
    if (!row) return [];
    const { account_id: accountId, workflow_id: workflowId, bulk, trace_parent: trace } = row;
    return [{ id, accountId, kind: row.kind as OutboxKind, workflowId, args: fromJson(row.args), bulk, trace }];
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

/** Reads how far behind the relay is: the age in seconds of what has waited longest, and how many are parked. */
export async function outboxHealth(db: Db, now: Date): Promise<{ oldestSeconds: number; parked: number }> {
  const [oldest, parked] = await Promise.all([
    db('outbox').whereNull('parked_at').orderBy('next_at').first('created_at'),
    db('outbox').whereNotNull('parked_at').count({ n: '*' }).first(),
  ]);
  return {
    oldestSeconds: oldest ? Math.max(0, (now.getTime() - oldest.created_at.getTime()) / 1000) : 0,
    parked: Number(parked?.n ?? 0),
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

/** Sets an instruction aside until an operator retries it. Returns false if none with this ID is waiting. */
export const parkOutbox = async (db: Db, now: Date, id: string): Promise<boolean> =>
  (await db('outbox').where({ id }).whereNull('parked_at').update({ parked_at: now })) === 1;

/** Gives a parked instruction another 20 tries. False when there is none of this id. */
export async function retryParked(db: Db, now: Date, id: string): Promise<boolean> {
  const changes = { parked_at: null, attempts: 0, next_at: now };
  return (await db('outbox').where({ id }).whereNotNull('parked_at').update(changes)) === 1;
}
