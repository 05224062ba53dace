import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { deleteUnlocked } from '../delete-unlocked.js';
import { readSettled } from '../events/settled.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { EventRow } from '../tables.js';
import type { WebhookDeliveryRow, WebhookDeliveryStatus } from './tables.js';

/** Lists the next events that a webhook wants, of some kinds or, without kinds, of all, up to the first that may still commit. */
export const listWantedEvents = (
  db: Db,
  accountId: string,
  { after, kinds, limit }: { after: number; kinds: readonly string[] | undefined; limit: number },
): Promise<EventRow[]> =>
  readSettled(db, (reader, upTo) => {
    const query: Knex.QueryBuilder = reader('events').where({ account_id: accountId }).where('seq', '>', after);
    if (kinds) query.whereIn('type', [...kinds]);
    if (upTo !== undefined) query.where('seq', '<=', upTo);
    return query.orderBy('seq').limit(limit);
  });

/** Writes deliveries; those that exist stay as they are. */
export async function insertDeliveries(tx: Db, rows: readonly WebhookDeliveryRow[]): Promise<void> {
  if (rows.length > 0)
    await tx('webhook_deliveries')
      .insert([...rows])
      .onConflict('id')
      .ignore();
}

/** Lists a webhook's deliveries that are due, in their order. */
export const listDueDeliveries = (db: Db, webhookId: string, now: Date, limit: number): Promise<WebhookDeliveryRow[]> =>
  db('webhook_deliveries')
    .where({ webhook_id: webhookId, status: 'queued' })
    .where('next_at', '<=', now)
    .orderByRaw('sequence IS NULL, sequence, id')
    .limit(limit);

/** Returns the times until which leads wait for an earlier delivery, by lead. */
export async function listWaitingLeads(db: Db, webhookId: string, now: Date): Promise<Map<string, Date>> {
  const rows = await db('webhook_deliveries')
    .where({ webhook_id: webhookId, status: 'queued' })
    .where('next_at', '>', now)
    .whereNotNull('lead_id')
    .groupBy('lead_id')
    .select('lead_id')
    .max({ until: 'next_at' });
  return new Map(rows.map(({ lead_id, until }) => [String(lead_id), until as Date]));
}

/** Returns when the next queued delivery of a webhook is due; undefined if there is none. */
export async function findNextDue(db: Db, webhookId: string): Promise<Date | undefined> {
  const row = await db('webhook_deliveries')
    .where({ webhook_id: webhookId, status: 'queued' })
    .orderBy('next_at')
    .first('next_at');
  return row?.next_at ?? undefined;
}

/** The fields that an attempt changes. */
export type AttemptColumns = Pick<
  WebhookDeliveryRow,
  | 'id'
  | 'status'
  | 'attempts'
  | 'retries'
  | 'next_at'
  | 'last_attempt_at'
  | 'response_status'
  | 'duration_ms'
  | 'failure'
  | 'updated_at'
>;

const ATTEMPT_COLUMNS = [
  ...(['status', 'attempts', 'retries', 'next_at', 'last_attempt_at', 'response_status', 'duration_ms'] as const),
  ...(['failure', 'updated_at'] as const),
];

/** Records the outcomes of attempts, all in one statement. Rows that were deleted since then stay deleted. */
export async function recordAttempts(tx: Db, rows: readonly AttemptColumns[]): Promise<void> {
  if (rows.length === 0) return;
  const ids = rows.map(({ id }) => id);
  const changes = ATTEMPT_COLUMNS.map((column) => [
    column,
    tx.raw(`CASE id ${rows.map(() => 'WHEN ? THEN ?').join(' ')} ELSE ?? END`, [
      ...rows.flatMap((row) => [row.id, row[column]]),
      column,
    ]),
  ]);
  await tx('webhook_deliveries').whereIn('id', ids).update(Object.fromEntries(changes));
}

/** Makes the later deliveries of leads wait for the same time as the earlier one that failed. */
export async function deferLeads(
  tx: Db,
  webhookId: string,
  waiting: readonly { lead_id: string; sequence: number; next_at: Date }[],
): Promise<void> {
  for (const { lead_id, sequence, next_at } of waiting) {
    await tx('webhook_deliveries')
      .where({ webhook_id: webhookId, lead_id, status: 'queued' })
      .where('sequence', '>', sequence)
      .update({ next_at });
  }
}

export interface DeliveryFilter {
  status?: WebhookDeliveryStatus | undefined;
  eventType?: string | undefined;
}

export const listWebhookDeliveries = (
  db: Db,
  webhookId: string,
  { status, eventType }: DeliveryFilter,
  page: IdPage,
): Promise<WebhookDeliveryRow[]> => {
  const query = db('webhook_deliveries').where({ webhook_id: webhookId });
  if (status) query.where({ status });
  if (eventType) query.where({ event_type: eventType });
  return newestFirst(query, page);
};

export const findWebhookDelivery = (db: Db, accountId: string, id: string): Promise<WebhookDeliveryRow | undefined> =>
  db('webhook_deliveries').where({ account_id: accountId, id }).first();

/** Queues a delivery again, at the start of the schedule. */
export async function requeueDelivery(tx: Db, now: Date, id: string): Promise<void> {
  await tx('webhook_deliveries').where({ id }).update({ status: 'queued', retries: 0, next_at: now, updated_at: now });
}

/** Queues deliveries again that failed, of events of a period. Returns how many. */
export async function requeueFailed(
  tx: Db,
  now: Date,
  { webhookId, from, before }: { webhookId: string; from: string; before: string },
): Promise<number> {
  return tx('webhook_deliveries')
    .where({ webhook_id: webhookId, status: 'failed', test: false })
    .where('id', '>=', from)
    .where('id', '<', before)
    .update({ status: 'queued', retries: 0, next_at: now, updated_at: now });
}

/** Lists events of a period that a webhook wants and has no delivery of, the oldest first. */
export const listUndelivered = (
  tx: Db,
  {
    accountId,
    webhookId,
    kinds,
    since,
    until,
    upTo,
    limit,
  }: {
    accountId: string;
    webhookId: string;
    kinds: readonly string[] | undefined;
    since: Date;
    until: Date;
    upTo: number;
    limit: number;
  },
): Promise<EventRow[]> => {
  const query = tx('events as e')
    .leftJoin('webhook_deliveries as d', (join) =>
      join.on('d.event_id', 'e.id').onVal('d.webhook_id', webhookId).onVal('d.test', false),
    )
    .where('e.account_id', accountId)
    .where('e.seq', '<=', upTo)
    .where('e.created_at', '>=', since)
    .where('e.created_at', '<', until)
    .whereNull('d.id');
  if (kinds) query.whereIn('e.type', [...kinds]);
  return query.orderBy('e.seq').limit(limit).select('e.*');
};

/** Removes deliveries from the log that ended before a time. */
export const forgetDeliveries = (db: Knex, before: Date): Promise<void> =>
  deleteUnlocked(db, 'webhook_deliveries', 'id', (rows) =>
    rows.where('updated_at', '<', before).whereIn('status', ['delivered', 'failed']),
  );
