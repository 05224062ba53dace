import type { Db } from '../connection.js';
import type { InboxPresenceRow } from './tables.js';

/** A user who views an inbox entry, with their name. */
export interface Present {
  thread_id: string;
  user_id: string;
  name: string;
  state: string;
}

/** Writes down what a user does, and returns whether that is new; what counts no more of the same user is forgotten. */
export async function putPresence(tx: Db, now: Date, row: InboxPresenceRow): Promise<boolean> {
  await tx('inbox_presences').where({ user_id: row.user_id }).where('until', '<', now).delete();
  const { thread_id, user_id, state } = row;
  const before = await tx('inbox_presences').where({ thread_id, user_id }).first('state');
  await tx('inbox_presences').insert(row).onConflict(['thread_id', 'user_id']).merge(['state', 'until']);
  return before?.state !== state;
}

/** Forgets that a user was there, and returns whether one was. */
export async function dropPresence(tx: Db, threadId: string, userId: string): Promise<boolean> {
  return (await tx('inbox_presences').where({ thread_id: threadId, user_id: userId }).delete()) > 0;
}

/** Lists who but the user themself is at these entries now. */
export const listPresent = (
  db: Db,
  now: Date,
  { accountId, userId }: { accountId: string; userId: string },
  threadIds: readonly string[],
): Promise<Present[]> =>
  db('inbox_presences as p')
    .join('users as u', 'u.id', 'p.user_id')
    .where('p.account_id', accountId)
    .whereIn('p.thread_id', [...threadIds])
    .whereNot('p.user_id', userId)
    .where('p.until', '>', now)
    .orderBy('u.name')
    .select('p.thread_id', 'p.user_id', 'u.name', 'p.state') as unknown as Promise<Present[]>;
