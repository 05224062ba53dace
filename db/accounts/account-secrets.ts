import type { Db } from '../connection.js';
import type { AccountSecretRow } from './tables.js';

/** Writes a secret, in place of an earlier one of the same name. */
export async function putAccountSecret(tx: Db, row: AccountSecretRow): Promise<void> {
  await tx('account_secrets').insert(row).onConflict(['account_id', 'name']).merge(['value', 'updated_at']);
}

export const findAccountSecret = (db: Db, accountId: string, name: string): Promise<AccountSecretRow | undefined> =>
  db('account_secrets').where({ account_id: accountId, name }).first();

/** Lists the names of an account's secrets; their values leave the database only to sign with. */
export const listAccountSecrets = (
  db: Db,
  accountId: string,
): Promise<Pick<AccountSecretRow, 'name' | 'created_at' | 'updated_at'>[]> =>
  db('account_secrets').where({ account_id: accountId }).orderBy('name').select('name', 'created_at', 'updated_at');

/** Deletes a secret; answers false when there was none. */
export const deleteAccountSecret = async (tx: Db, accountId: string, name: string): Promise<boolean> =>
  (await tx('account_secrets').where({ account_id: accountId, name }).delete()) > 0;
