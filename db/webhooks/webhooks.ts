import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { WebhookRow } from './tables.js';

export async function insertWebhook(tx: Db, row: WebhookRow): Promise<void> {
  await tx('webhooks').insert(row);
}

export const listWebhooks = (db: Db, accountId: string, page: IdPage): Promise<WebhookRow[]> =>
  newestFirst(db('webhooks').where({ account_id: accountId }), page);

export const countWebhooks = async (db: Db, accountId: string): Promise<number> =>
  Number((await db('webhooks').where({ account_id: accountId }).count({ n: '*' }))[0]?.n ?? 0);

export const findWebhook = (db: Db, accountId: string, id: string): Promise<WebhookRow | undefined> =>
  db('webhooks').where({ account_id: accountId, id }).first();

export const lockWebhook = (tx: Db, accountId: string, id: string): Promise<WebhookRow | undefined> =>
  tx('webhooks').where({ account_id: accountId, id }).forUpdate().first();

/** Finds a webhook by its ID alone, for its workflow. */
export const findWebhookById = (db: Db, id: string): Promise<WebhookRow | undefined> =>
  db('webhooks').where({ id }).first();

export const lockWebhookById = (tx: Db, id: string): Promise<WebhookRow | undefined> =>
  tx('webhooks').where({ id }).forUpdate().first();

export async function updateWebhook(tx: Db, id: string, changes: Partial<WebhookRow>): Promise<void> {
  await tx('webhooks').where({ id }).update(changes);
}

/** Moves a webhook's cursor and number on, unless they have changed since they were read. Returns whether it did. */
export const moveCursor = async (
  tx: Db,
  { id, cursor_seq, sequence }: Pick<WebhookRow, 'id' | 'cursor_seq' | 'sequence'>,
  changes: Partial<WebhookRow>,
): Promise<boolean> => (await tx('webhooks').where({ id, cursor_seq, sequence }).update(changes)) > 0;

/** Deletes a webhook with its log. Returns false if the account has none with this ID. */
export async function deleteWebhook(tx: Db, accountId: string, id: string): Promise<boolean> {
  if ((await tx('webhooks').where({ account_id: accountId, id }).delete()) === 0) return false;
  await tx('webhook_deliveries').where({ webhook_id: id }).delete();
  return true;
}

/** The fields of a webhook by which events are matched with it. */
export type ListeningWebhook = Pick<WebhookRow, 'id' | 'account_id' | 'events'>;

/** Lists the active webhooks of some accounts. */
export const listActiveWebhooks = (db: Db, accountIds: readonly string[]): Promise<ListeningWebhook[]> =>
  db('webhooks')
    .whereIn('account_id', [...accountIds])
    .where({ is_active: true })
    .select('id', 'account_id', 'events');

/**
 * Notes that webhooks want an event up to a place. One without a workflow has seen all that it wanted, so its cursor
 * moves up to `after`, where the reader began. Returns those that need a workflow.
 */
export async function noteWantedEvents(
  tx: Db,
  now: Date,
  { ids, after, upTo }: { ids: readonly string[]; after: number; upTo: number },
): Promise<Pick<WebhookRow, 'id' | 'account_id'>[]> {
  const asleep = await tx('webhooks')
    .whereIn('id', [...ids])
    .where({ walking: false, is_active: true })
    .forUpdate()
    .select('id', 'account_id');
  await tx('webhooks')
    .whereIn('id', [...ids])
    .update({
      cursor_seq: tx.raw('IF(walking, cursor_seq, GREATEST(cursor_seq, ?))', [after]),
      wanted_seq: tx.raw('GREATEST(wanted_seq, ?)', [upTo]),
      look_at: tx.raw('IF(walking, look_at, ?)', [now]),
      walking: true,
    });
  return asleep;
}

/**
 * Marks that a webhook's workflow has taken all that is wanted, and looks again at a time or, without one, ends. From
 * then on events wake it. Returns false if it has to look at once, since another event is wanted.
 */
export const restWebhook = async (db: Db, id: string, lookAt: Date | null): Promise<boolean> =>
  (await db('webhooks')
    .where({ id })
    .whereRaw('wanted_seq <= cursor_seq')
    .update({ walking: false, look_at: lookAt })) > 0;

/** Lists webhooks whose workflow should have looked again before a time. */
export const listOverdueWebhooks = (
  db: Db,
  before: Date,
  limit: number,
): Promise<Pick<WebhookRow, 'id' | 'account_id'>[]> =>
  db('webhooks').where({ is_active: true }).where('look_at', '<', before).limit(limit).select('id', 'account_id');
