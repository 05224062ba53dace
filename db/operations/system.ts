import type { Db } from '../connection.js';
import type { InboundProvider } from '../inbound/tables.js';
import { migrations } from '../migrations/index.js';
import type { InboundEventRow, OutboxRow, SenderBreakerRow } from '../tables.js';
import type { ProcessRow } from './tables.js';

/** Returns what the database calls itself, and what was done to it last. */
export async function describeDatabase(
  db: Db,
): Promise<{ version: string; migration: string | null; pending: string[] }> {
  const [[row]] = (await db.raw('SELECT VERSION() AS version')) as unknown as [[{ version: string }]];
  const [done] = (await db.raw('SELECT name FROM migrations ORDER BY id')) as unknown as [{ name: string }[]];
  const names = new Set(done.map(({ name }) => name));
  const pending = Object.keys(migrations).filter((name) => !names.has(name));
  return { version: row.version, migration: done.at(-1)?.name ?? null, pending };
}

/** Lists processes seen since a time. */
export const listProcesses = (db: Db, since: Date): Promise<ProcessRow[]> =>
  db('processes').where('seen_at', '>', since).orderBy(['kind', 'started_at']);

/** Finds how many instructions of an account wait, and since when. */
export async function findWaitingInstructions(
  db: Db,
  accountId: string,
): Promise<{ waiting: number; oldest: Date | null }> {
  const row = await db('outbox')
    .where({ account_id: accountId })
    .whereNull('parked_at')
    .count({ waiting: '*' })
    .min({ oldest: 'created_at' })
    .first();
  return { waiting: Number(row?.waiting ?? 0), oldest: (row?.oldest as Date | null | undefined) ?? null };
}

/** Gives a parked instruction of an account another 20 tries; false where there is none of this id. */
export async function retryInstructionOf(db: Db, now: Date, accountId: string, id: string): Promise<boolean> {
  const changes: Partial<OutboxRow> = { parked_at: null, attempts: 0, next_at: now };
  const parked = db('outbox').where({ id, account_id: accountId }).whereNotNull('parked_at');
  return (await parked.update(changes)) === 1;
}

/** Finds what came in from an account's providers and is not worked, the oldest first, and how much of it there is. */
export async function findInboundBacklog(
  db: Db,
  accountId: string,
  limit: number,
): Promise<{ unworked: number; events: InboundEventRow[] }> {
  const open = () => db('inbound_events').where({ account_id: accountId }).whereNull('processed_at');
  const [count, events] = await Promise.all([
    open().count({ n: '*' }).first(),
    open().orderBy('received_at').limit(limit),
  ]);
  return { unworked: Number(count?.n ?? 0), events };
}

/** Lists when something came in last from each provider of an account. */
export const listLastEvents = (db: Db, accountId: string): Promise<{ provider: InboundProvider; last_at: Date }[]> =>
  db('inbound_events')
    .where({ account_id: accountId })
    .groupBy('provider')
    .orderBy('provider')
    .select('provider')
    .max({ last_at: 'received_at' }) as unknown as Promise<{ provider: InboundProvider; last_at: Date }[]>;

/** Lists the senders of an account that are held back because their providers fail. */
export const listHeldBackSenders = (db: Db, accountId: string): Promise<SenderBreakerRow[]> =>
  db('sender_breakers').where({ account_id: accountId }).orderBy('opened_at');
