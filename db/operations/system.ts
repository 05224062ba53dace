import type { Db } from '../connection.js';
import type { OutboxRow, ProcessRow } from '../tables.js';

/** What the database calls itself, and what was done to it last. */
export async function describeDatabase(db: Db): Promise<{ version: string; migration: string | null }> {
  const [[row]] = (await db.raw('SELECT VERSION() AS version')) as unknown as [[{ version: string }]];
  const [[last]] = (await db.raw('SELECT name FROM migrations ORDER BY id DESC LIMIT 1')) as unknown as [
    [{ name: string } | undefined],
  ];
  return { version: row.version, migration: last?.name ?? null };
}

/** Lists processes seen since a time. */
export const listProcesses = (db: Db, since: Date): Promise<ProcessRow[]> =>
  db('processes').where('seen_at', '>', since).orderBy(['kind', 'started_at']);

/** How many instructions of an account wait, and since when. */
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

/** How many events of an account's providers are still to be worked, and when the last one came in. */
export async function findInboundBacklog(db: Db, accountId: string): Promise<{ unworked: number; last: Date | null }> {
  const events = () => db('inbound_events').where({ account_id: accountId });
  const [unworked, last] = await Promise.all([
    events().whereNull('processed_at').count({ n: '*' }).first(),
    events().orderBy('id', 'desc').first('received_at'),
  ]);
  return { unworked: Number(unworked?.n ?? 0), last: last?.received_at ?? null };
}
