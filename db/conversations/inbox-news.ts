import type { Db } from '../connection.js';
import type { InboxNewsRow } from './tables.js';

type Kind = Exclude<keyof InboxNewsRow, 'account_id'>;

/**
 * Tells those who listen that an inbox has changed. The row is locked until the commit, so it comes last in a
 * transaction; and since the count is written under that lock, none is passed over by who reads it.
 */
export async function noteInboxNews(tx: Db, accountId: string, kind: Kind): Promise<void> {
  await tx('inbox_news')
    .insert({ account_id: accountId, changes: 0, presences: 0, [kind]: 1 })
    .onConflict('account_id')
    .merge({ [kind]: tx.raw('?? + 1', [kind]) });
}

/** Lists how often the inboxes of these accounts have changed. */
export const listInboxNews = (db: Db, accountIds: readonly string[]): Promise<InboxNewsRow[]> =>
  db('inbox_news').whereIn('account_id', [...accountIds]);
