import type { Db } from '../connection.js';
import type { UserRow } from './tables.js';

const activeUsers = (db: Db, accountId: string) =>
  db('users').where('users.account_id', accountId).whereNull('users.disabled_at');

/** Finds a user of the account who may still sign in, by id. */
export const findActiveUser = async (db: Db, accountId: string, id: string): Promise<string | undefined> =>
  (await activeUsers(db, accountId).where('users.id', id).first('users.id'))?.id;

/** Finds the user who owns the fewest leads. */
export const findLeastLoadedUser = async (db: Db, accountId: string): Promise<string | undefined> =>
  (
    await activeUsers(db, accountId)
      .leftJoin('leads', (join) => join.on('leads.owner_id', 'users.id').andOnVal('leads.hidden', false))
      .groupBy('users.id')
      .orderByRaw('COUNT(leads.id), users.id')
      .first('users.id')
  )?.id;

/** Takes the user whose turn was the longest ago, and puts them last. All are locked, so that no two take one turn. */
export async function takeOwnerTurn(tx: Db, accountId: string): Promise<string | undefined> {
  const rows: { id: string; owner_turn: number }[] = await activeUsers(tx, accountId)
    .orderBy(['owner_turn', 'id'])
    .select('id', 'owner_turn')
    .forUpdate();
  const [next] = rows;
  const last = rows.at(-1);
  if (!next || !last) return undefined;
  await tx('users')
    .where({ id: next.id })
    .update({ owner_turn: last.owner_turn + 1 });
  return next.id;
}

/** Lists the users that a rule tells: one by id, or all of a role. */
export const listUsersToNotify = (
  db: Db,
  accountId: string,
  { userId, role }: { userId: string | null; role: string | null },
): Promise<{ id: string }[]> =>
  db('users')
    .where({ account_id: accountId })
    .where(userId ? { id: userId } : { role: role ?? '' })
    .whereNull('disabled_at')
    .orderBy('id')
    .select('id');

/** Lists the users of an account who have one of these roles and may sign in. */
export const listUsersOfRoles = (db: Db, accountId: string, roles: readonly string[]): Promise<Pick<UserRow, 'id'>[]> =>
  db('users')
    .where({ account_id: accountId })
    .whereIn('role', [...roles])
    .whereNull('disabled_at')
    .orderBy('id')
    .select('id');
