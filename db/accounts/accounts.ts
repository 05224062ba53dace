import type { Db } from '../connection.js';
import type { AccountRow } from './tables.js';

/** The account's columns for decisions about a lead, in a query that joins `accounts`. */
export const ACCOUNT_COLUMNS = [
  'accounts.name as account_name',
  'accounts.timezone as account_timezone',
  'accounts.country as account_country',
  'accounts.sending_enabled as account_sending_enabled',
  'accounts.sending_note as account_sending_note',
  'accounts.limits as account_limits',
] as const;

export async function insertAccount(
  tx: Db,
  row: Omit<
    AccountRow,
    | 'sending_enabled'
    | 'sending_note'
    | 'limits'
    | 'retention'
    | 'second_factor_required'
    | 'machine_engagement'
    | 'request_log_days'
  >,
) {
  await tx('accounts').insert(row);
}

/** Returns an account by an id that another row holds: accounts are never deleted. */
export async function findAccount(db: Db, id: string): Promise<AccountRow> {
  const row = await db('accounts').where({ id }).first();
  if (!row) throw new Error(`Account ${id} not found.`);
  return row;
}

/** Returns the ID of the only account of this instance; undefined if there are several, or none. */
export async function findOnlyAccount(db: Db): Promise<string | undefined> {
  const ids = await db('accounts').limit(2).pluck('id');
  return ids.length === 1 ? ids[0] : undefined;
}

/** Locks an account, where only one of several things in it may be so. */
export const lockAccount = (tx: Db, id: string) => tx('accounts').where({ id }).forUpdate().first('id');

/** Finds after how many days an account's records go, which stays so until the transaction ends. */
export const findRetention = async (tx: Db, id: string): Promise<string | null> =>
  (await tx('accounts').where({ id }).forShare().first('retention'))?.retention ?? null;

/** Finds the zone of an account; undefined if there is no such account. */
export const findTimezone = async (db: Db, id: string): Promise<string | undefined> =>
  (await db('accounts').where({ id }).first('timezone'))?.timezone;

export async function updateAccount(tx: Db, id: string, changes: Partial<AccountRow>): Promise<void> {
  await tx('accounts').where({ id }).update(changes);
}
