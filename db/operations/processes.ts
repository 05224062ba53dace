import type { Db, Listing } from '../connection.js';
import type { ProcessRow } from './tables.js';

/** Reads the database's clock. */
export async function readDatabaseClock(db: Db): Promise<Date> {
  const [[row]] = (await db.raw('SELECT UTC_TIMESTAMP(3) AS now')) as unknown as [[{ now: Date }]];
  return row.now;
}

/** Writes down that a process runs, and forgets those that have not been seen since a time. */
export async function noteProcess(db: Db, row: ProcessRow, forgetBefore: Date): Promise<void> {
  await db('processes').insert(row).onConflict().merge(['clock_ahead_ms', 'ignores_proxy', 'seen_at']);
  await db('processes').where('seen_at', '<', forgetBefore).delete();
}

/** Lists processes seen since a time whose clock is at least so far from the database's. */
export const listProcessesApart = (db: Db, since: Date, ms: number): Listing<ProcessRow> =>
  db('processes').where('seen_at', '>', since).whereRaw('ABS(clock_ahead_ms) >= ?', [ms]).orderBy('started_at');

/** Lists processes seen since a time to which a proxy forwards that they don't trust. */
export const listProcessesIgnoringProxies = (db: Db, since: Date): Listing<ProcessRow> =>
  db('processes').where('seen_at', '>', since).where({ ignores_proxy: true }).orderBy('started_at');
