import type { Db } from './connection.js';
import type { SessionRow, UserRow } from './tables.js';

export const findUserByEmail = (db: Db, email: string): Promise<UserRow | undefined> =>
  db('users').where({ email }).whereNull('disabled_at').first();

export async function insertUser(
  db: Db,
  now: Date,
  user: Pick<UserRow, 'id' | 'account_id' | 'email' | 'name' | 'role' | 'password_hash'>,
): Promise<void> {
  await db('users').insert({ ...user, created_at: now });
}

/** The users of an account, oldest first. */
export const listUsers = (db: Db, accountId: string): Promise<UserRow[]> =>
  db('users').where({ account_id: accountId }).orderBy('id');

export async function insertSession(db: Db, session: Omit<SessionRow, 'revoked_at'>): Promise<void> {
  await db('sessions').insert(session);
}

/** A session that is neither revoked nor over, with what requests need of its user and account. */
export async function findSession(
  db: Db,
  now: Date,
  jti: string,
): Promise<
  | { userId: string; role: string; account: { id: string; name: string; timezone: string; country: string | null } }
  | undefined
> {
  const row = await db('sessions')
    .join('users', 'users.id', 'sessions.user_id')
    .join('accounts', 'accounts.id', 'sessions.account_id')
    .where('sessions.jti', jti)
    .whereNull('sessions.revoked_at')
    .whereNull('users.disabled_at')
    .where('sessions.expires_at', '>', now)
    .first(
      'users.id as user_id',
      'users.role',
      'accounts.id',
      'accounts.name',
      'accounts.timezone',
      'accounts.country',
    );
  return (
    row && {
      userId: row.user_id,
      role: row.role,
      account: { id: row.id, name: row.name, timezone: row.timezone, country: row.country },
    }
  );
}

export async function revokeSession(db: Db, now: Date, jti: string): Promise<void> {
  await db('sessions').where({ jti }).whereNull('revoked_at').update({ revoked_at: now });
}
