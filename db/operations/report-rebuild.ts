import type { Knex } from 'knex';
import type { Db } from '../connection.js';

/** The counts of one account on one day, which are replaced together. */
export interface CountedDay {
  account_id: string;
  day: string;
}

const REBUILD = 'rebuild';
/** The number of rows that one statement deletes. A long statement would be cut off. */
const DELETED_AT_ONCE = 5_000;
const DAYS_AT_ONCE = 50;

/** Begins a rebuild under a token of its own: one that runs elsewhere ends with its next piece. */
export async function beginRebuild(db: Knex, token: number): Promise<void> {
  await db('report_cursors').insert({ name: REBUILD, seq: token, counted_at: null }).onConflict().merge();
  let deleted: number;
  do {
    deleted = await db('report_counts_rebuilt').limit(DELETED_AT_ONCE).delete();
  } while (deleted === DELETED_AT_ONCE);
}

/** Locks a rebuild until the transaction ends. Throws where another one has begun since. */
export async function lockRebuild(tx: Knex, token: number): Promise<void> {
  const row = await tx('report_cursors').where({ name: REBUILD }).forUpdate().first();
  if (Number(row?.seq) !== token) throw new Error('Another rebuild of the counts has begun.');
}

const nextDays = (
  tx: Knex,
  table: 'report_counts' | 'report_counts_rebuilt',
  last: CountedDay,
): Promise<CountedDay[]> =>
  tx(table)
    .distinct('account_id', 'day')
    .where('account_id', '>', last.account_id)
    .orWhere((own) => own.where('account_id', last.account_id).where('day', '>', last.day))
    .orderBy(['account_id', 'day'])
    .limit(DAYS_AT_ONCE);

/** Returns whether a day comes behind another one: both are ASCII, which the database sorts alike. */
export const isBehind = (one: CountedDay, other: CountedDay): boolean =>
  one.account_id > other.account_id || (one.account_id === other.account_id && one.day > other.day);

/** Lists the next days, in their order, that have counts, old or rebuilt. */
export async function listDaysBehind(tx: Knex, last: CountedDay): Promise<CountedDay[]> {
  const found = [
    ...(await nextDays(tx, 'report_counts', last)),
    ...(await nextDays(tx, 'report_counts_rebuilt', last)),
  ];
  return found
    .sort((one, other) => (isBehind(one, other) ? 1 : isBehind(other, one) ? -1 : 0))
    .filter((day, at) => at === 0 || isBehind(day, found[at - 1] as CountedDay))
    .slice(0, DAYS_AT_ONCE);
}

/** Puts the rebuilt counts of some days in the place of the old ones; those of `left` accounts stay as they are. */
export async function replaceDays(tx: Knex, days: readonly CountedDay[], left: ReadonlySet<string>): Promise<void> {
  const of = (some: readonly CountedDay[]) => (query: Knex.QueryBuilder) => {
    for (const { account_id, day } of some) query.orWhere({ account_id, day });
  };
  const replaced = days.filter(({ account_id }) => !left.has(account_id));
  if (replaced.length > 0) {
    await tx('report_counts').where(of(replaced)).delete();
    await tx.raw('INSERT INTO report_counts ?', [tx('report_counts_rebuilt').select('*').where(of(replaced))]);
  }
  await tx('report_counts_rebuilt').where(of(days)).delete();
}

/** Finds the place up to which events are counted, without waiting for the process that counts. */
export const findCountedUpTo = async (db: Db): Promise<number> =>
  Number((await db('report_cursors').where({ name: 'events' }).first('seq'))?.seq ?? 0);
