import type { Db, Listing } from '../connection.js';
import type { ProviderNoticeRow } from './tables.js';

/**
 * Keeps a notice, one row for each kind. A repeat of an understood one starts over, so that it is seen again after it was
 * dismissed; one that no rule understands is seen once.
 */
export async function putProviderNotice(tx: Db, row: ProviderNoticeRow): Promise<void> {
  await tx('provider_notices')
    .insert(row)
    .onConflict(['account_id', 'provider', 'kind'])
    .merge({
      detail: row.detail,
      event_id: row.event_id,
      updated_at: row.updated_at,
      events: tx.raw('provider_notices.events + 1'),
      ...(row.understood ? { since: row.since } : {}),
    });
}

/** The time a notice is listed after it was last received. */
const LISTED_MS = 30 * 86_400_000;

/** Lists notices that rules understand, or those that none does. */
export function listProviderNotices(
  db: Db,
  { accountId, now, limit }: { accountId: string | undefined; now: Date; limit: number },
  understood: boolean,
): Listing<ProviderNoticeRow> {
  const notices = db('provider_notices')
    .where({ understood })
    .where('updated_at', '>', new Date(now.getTime() - LISTED_MS));
  if (accountId !== undefined) notices.where({ account_id: accountId });
  return notices.orderBy('since').limit(limit);
}
