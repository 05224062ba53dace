import type { Db } from '../connection.js';
import type { AccountRow } from '../tables.js';

export async function insertAccount(tx: Db, row: Omit<AccountRow, 'sending_enabled' | 'sending_note' | 'limits'>) {
  await tx('accounts').insert(row);
}

/** Returns an account by an id that another row holds: accounts are never deleted. */
export async function findAccount(db: Db, id: string): Promise<AccountRow> {
  const row = await db('accounts').where({ id }).first();
  if (!row) throw new Error(`There is no account ${id}.`);
  return row;
}

export async function updateAccount(tx: Db, id: string, changes: Partial<AccountRow>): Promise<void> {
  await tx('accounts').where({ id }).update(changes);
}
