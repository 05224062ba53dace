import type { Db } from '../connection.js';
import type { TokenKind, UserTokenRow } from './tables.js';

export async function insertUserToken(tx: Db, row: Omit<UserTokenRow, 'used_at'>): Promise<void> {
  await tx('user_tokens').insert(row);
}

/** Finds a link by the hash of its token, whether or not it still works. */
export const findUserToken = (db: Db, kind: TokenKind, hash: Buffer): Promise<UserTokenRow | undefined> =>
  db('user_tokens').where({ kind, token_hash: hash }).first();

/** Uses a link up, if it still works: of any number of requests with it one does. Returns what it was for. */
export async function takeUserToken(
  tx: Db,
  now: Date,
  kind: TokenKind,
  hash: Buffer,
): Promise<UserTokenRow | undefined> {
  const open = () => tx('user_tokens').where({ kind, token_hash: hash });
  const taken = await open().whereNull('used_at').where('expires_at', '>', now).update({ used_at: now });
  return taken === 1 ? open().first() : undefined;
}

/** Ends the open links of a kind that are for the same user or address, or of the whole account. */
export async function endUserTokens(
  tx: Db,
  now: Date,
  which: Pick<UserTokenRow, 'account_id' | 'kind'> & Partial<Pick<UserTokenRow, 'user_id' | 'email'>>,
): Promise<void> {
  // By their ids: the index would have links of other users locked as well, which are being used up at the same time.
  const ids = await tx('user_tokens').where(which).whereNull('used_at').pluck('id');
  if (ids.length > 0) await tx('user_tokens').whereIn('id', ids).whereNull('used_at').update({ used_at: now });
}

/** Ends the open links that a user made for others. */
export async function endUserTokensMadeBy(tx: Db, now: Date, user: { id: string; account_id: string }): Promise<void> {
  await tx('user_tokens')
    .where({ account_id: user.account_id, created_by: `user:${user.id}` })
    .whereNull('used_at')
    .andWhere((others) => others.whereNull('user_id').orWhereNot('user_id', user.id))
    .update({ used_at: now });
}

const open = (db: Db, now: Date, accountId: string, kind: TokenKind) =>
  db('user_tokens').where({ account_id: accountId, kind }).whereNull('used_at').where('expires_at', '>', now);

/** Lists the open links of a kind, the newest first. */
export const listUserTokens = (db: Db, now: Date, accountId: string, kind: TokenKind): Promise<UserTokenRow[]> =>
  open(db, now, accountId, kind).orderBy('id', 'desc').limit(500);

/** Takes an open link back. Returns whether there was one. */
export const revokeUserToken = async (
  tx: Db,
  now: Date,
  accountId: string,
  kind: TokenKind,
  id: string,
): Promise<boolean> => (await open(tx, now, accountId, kind).where({ id }).update({ used_at: now })) === 1;

/** Removes links that ended a month ago. */
export async function forgetUserTokens(db: Db, now: Date): Promise<void> {
  await db('user_tokens')
    .where('expires_at', '<', new Date(now.getTime() - 30 * 86_400_000))
    .limit(10_000)
    .delete();
}
