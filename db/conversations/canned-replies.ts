import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { CannedReplyRow } from './tables.js';

/** Lists canned replies that fit a channel, or all, newest first. */
export function listCannedReplies(
  db: Db,
  accountId: string,
  channel: string | undefined,
  page: IdPage,
): Promise<CannedReplyRow[]> {
  const query = db('canned_replies').where({ account_id: accountId });
  if (channel !== undefined) query.where((fit) => fit.where({ channel }).orWhereNull('channel'));
  return newestFirst(query, page);
}

/** Locks a canned reply of the account. */
export const lockCannedReply = (tx: Db, accountId: string, id: string): Promise<CannedReplyRow | undefined> =>
  tx('canned_replies').where({ account_id: accountId, id }).forUpdate().first();

export async function insertCannedReply(tx: Db, row: CannedReplyRow): Promise<void> {
  await tx('canned_replies').insert(row);
}

export async function updateCannedReply(tx: Db, id: string, changes: Partial<CannedReplyRow>): Promise<void> {
  await tx('canned_replies').where({ id }).update(changes);
}

export async function deleteCannedReply(tx: Db, id: string): Promise<void> {
  await tx('canned_replies').where({ id }).delete();
}
