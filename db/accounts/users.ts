import type { Db } from '../connection.js';
import type { UserRow } from './tables.js';

/** Finds the user of an account who may sign in with an address. */
export const findUserByEmail = (db: Db, accountId: string, email: string): Promise<UserRow | undefined> =>
  db('users').where({ account_id: accountId, email }).whereNull('disabled_at').first();

/** Accounts in which an address may have a user: each costs a sign-in the check of one password. */
const MOST_ACCOUNTS = 20;

/** Lists the users who may sign in with an address, one of each account that has one, oldest first. */
export const listUsersByEmail = (db: Db, email: string): Promise<UserRow[]> =>
  db('users').where({ email }).whereNull('disabled_at').orderBy('id').limit(MOST_ACCOUNTS);

export async function insertUser(
  db: Db,
  now: Date,
  user: Pick<UserRow, 'id' | 'account_id' | 'email' | 'name' | 'role' | 'password_hash'>,
): Promise<void> {
  await db('users').insert({ ...user, created_at: now });
}

/** Lists the users of an account, oldest first. */
export const listUsers = (db: Db, accountId: string): Promise<UserRow[]> =>
  db('users').where({ account_id: accountId }).orderBy('id');

/** Returns whether an account has a user, whether or not they may sign in. */
export const hasUsers = async (db: Db, accountId: string): Promise<boolean> =>
  (await db('users').where({ account_id: accountId }).first('id')) !== undefined;

/** Returns whether anybody could sign in at all. */
export const hasAnyUsers = async (db: Db): Promise<boolean> => (await db('users').first('id')) !== undefined;

/** Finds a user of the account. */
export const findUser = (db: Db, accountId: string, id: string): Promise<UserRow | undefined> =>
  db('users').where({ account_id: accountId, id }).first();

/** Finds a user of the account who is active, and locks them until the transaction ends. */
export const lockActiveUser = (tx: Db, accountId: string, id: string): Promise<UserRow | undefined> =>
  tx('users').where({ account_id: accountId, id }).whereNull('disabled_at').forShare().first();

/**
 * Locks a user who has provided a password, and returns whether the password is still current and the user can still
 * sign in.
 */
export const lockShown = async (tx: Db, { id, password_hash }: UserRow): Promise<boolean> =>
  (await tx('users').where({ id, password_hash }).whereNull('disabled_at').forUpdate().first('id')) !== undefined;

/** Finds the user of an account with an address, whether or not they may sign in. */
export const findAnyUserByEmail = (db: Db, accountId: string, email: string): Promise<UserRow | undefined> =>
  db('users').where({ account_id: accountId, email }).first();

/** Returns whether a user of the account has an address, whether or not they may sign in. */
export const isEmailTaken = async (db: Db, accountId: string, email: string): Promise<boolean> =>
  (await findAnyUserByEmail(db, accountId, email)) !== undefined;

/** A user as others see it. */
export interface ListedUser
  extends Pick<UserRow, 'id' | 'name' | 'email' | 'role' | 'language' | 'created_at' | 'disabled_at'> {
  last_seen_at: Date | null;
}

/** Lists the users of an account with when each was seen last, oldest first; or the one of an id. */
export const listPeople = (db: Db, accountId: string, id?: string): Promise<ListedUser[]> =>
  db('users')
    .where({ account_id: accountId, ...(id === undefined ? {} : { id }) })
    .orderBy('id')
    .select('id', 'name', 'email', 'role', 'language', 'created_at', 'disabled_at', {
      last_seen_at: db('sessions').whereRaw('sessions.user_id = users.id').max('last_seen_at'),
    });

/** Locks the owners of an account who may sign in, in one order, so that no two changes take the last two away. */
export const lockOwners = (tx: Db, accountId: string): Promise<string[]> =>
  tx('users')
    .where({ account_id: accountId, role: 'owner' })
    .whereNull('disabled_at')
    .orderBy('id')
    .forUpdate()
    .pluck('id');

export async function updateUser(
  tx: Db,
  id: string,
  changes: Partial<Pick<UserRow, 'name' | 'role' | 'language' | 'disabled_at' | 'password_hash' | 'password_until'>>,
): Promise<void> {
  await tx('users').where({ id }).update(changes);
}
