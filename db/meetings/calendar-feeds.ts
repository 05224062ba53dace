import { createHash } from 'node:crypto';
import type { Db } from '../connection.js';
import type { HostRow, MeetingRow } from './tables.js';

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** Keeps the secret of a host's feed as a hash, in place of an earlier one. */
export async function putFeed(
  tx: Db,
  now: Date,
  { hostId, accountId, token }: { hostId: string; accountId: string; token: string },
): Promise<void> {
  const row = { token_hash: hashOf(token), created_at: now };
  await tx('calendar_feeds')
    .insert({ host_id: hostId, account_id: accountId, ...row })
    .onConflict()
    .merge(row);
}

export async function deleteFeed(tx: Db, hostId: string): Promise<void> {
  await tx('calendar_feeds').where({ host_id: hostId }).delete();
}

/** Finds the host whose feed a secret opens; that of a host who is not active stays shut. */
export async function findFeedHost(db: Db, token: string): Promise<HostRow | undefined> {
  const feed = await db('calendar_feeds')
    .where({ token_hash: hashOf(token) })
    .first();
  return feed && db('hosts').where({ id: feed.host_id, account_id: feed.account_id, is_active: true }).first();
}

const BACK_MS = 30 * 86_400_000;
const MAX_MEETINGS = 1_000;

/** Lists a host's meetings as feeds show them: the last 30 days and what lies ahead, without cancelled ones. */
export const listFeedMeetings = (db: Db, now: Date, host: HostRow): Promise<MeetingRow[]> =>
  db('meetings')
    .where({ account_id: host.account_id, host_id: host.id })
    .where('starts_at', '>=', new Date(now.getTime() - BACK_MS))
    .whereNot('status', 'cancelled')
    .orderBy('starts_at')
    .limit(MAX_MEETINGS);
