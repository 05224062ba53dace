import type { Db } from '../connection.js';
import type { AttentionDismissalRow } from './tables.js';

/** Lists what people of an account, or of all, have let be. */
export const listDismissals = (db: Db, accountId: string | undefined): Promise<AttentionDismissalRow[]> =>
  db('attention_dismissals').where(accountId === undefined ? {} : { account_id: accountId });

/** Writes down that something is let be, since it began as it is now. */
export async function putDismissal(tx: Db, row: AttentionDismissalRow): Promise<void> {
  await tx('attention_dismissals').insert(row).onConflict(['account_id', 'kind', 'id']).merge();
}

/** Removes what was let be so long ago that it is listed no more in any case. */
export async function forgetDismissals(db: Db, now: Date): Promise<void> {
  await db('attention_dismissals')
    .where('dismissed_at', '<', new Date(now.getTime() - 400 * 86_400_000))
    .limit(10_000)
    .delete();
}
