import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { newId } from '../../runtime/ids.js';
import type { HookProvider } from '../../schemas/inbound/provider-hooks.js';
import type { Db } from '../connection.js';
import { deleteUnlocked } from '../delete-unlocked.js';
import { insertIfNew } from '../insert-rows.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { HookRow, HookTokenRow, InboundEventRow, InboundProvider } from './tables.js';

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();

export async function insertHook(
  tx: Db,
  row: Omit<HookRow, 'token_hash' | 'disabled_at'> & { token: string },
): Promise<void> {
  const { token, ...columns } = row;
  await tx('hooks').insert({ ...columns, token_hash: sha256(token) });
}

/** Finds the hook that a token opens; undefined when there is none, or it is another provider's. */
export const findHookByToken = (db: Db, provider: HookProvider, token: string): Promise<HookRow | undefined> =>
  db('hooks')
    .where({ token_hash: sha256(token), provider })
    .whereNull('disabled_at')
    .first();

/** Locks the account's hook of this id, as long as it takes events. */
export const lockOpenHook = (tx: Db, accountId: string, id: string): Promise<HookRow | undefined> =>
  tx('hooks').where({ account_id: accountId, id }).whereNull('disabled_at').forUpdate().first();

/** Finds the account's hook of this id, as long as it takes events. */
export const findOpenHook = (db: Db, accountId: string, id: string): Promise<HookRow | undefined> =>
  db('hooks').where({ account_id: accountId, id }).whereNull('disabled_at').first();

export const listHooks = (db: Db, accountId: string, page: IdPage): Promise<HookRow[]> =>
  newestFirst(db('hooks').where({ account_id: accountId }), page);

export const deleteHook = async (tx: Db, accountId: string, id: string): Promise<boolean> =>
  (await tx('hooks').where({ account_id: accountId, id }).delete()) > 0;

export async function updateHook(tx: Db, id: string, changes: Pick<HookRow, 'secret' | 'verify_token'>): Promise<void> {
  await tx('hooks').where({ id }).update(changes);
}

/**
 * Notes that a token has signed an event. Returns false if it has signed another one before; the same event may come
 * with the same token again.
 */
export async function claimHookToken(
  tx: Db,
  now: Date,
  { hookId, token, eventId }: { hookId: string; token: string; eventId: string },
): Promise<boolean> {
  const row: HookTokenRow = {
    hook_id: hookId,
    token_hash: sha256(token),
    event_key: sha256(eventId),
    received_at: now,
  };
  if (await insertIfNew(tx, 'hook_tokens', row)) return true;
  const known = await tx('hook_tokens').where({ hook_id: hookId, token_hash: row.token_hash }).first();
  return known?.event_key.equals(row.event_key) ?? false;
}

/** The time for which a token is remembered: longer than its signature is accepted. */
const TOKEN_MS = 48 * 3_600_000;

/** Removes tokens whose signatures have expired. */
export const forgetHookTokens = (db: Knex, now: Date): Promise<void> =>
  deleteUnlocked(db, 'hook_tokens', 'token_hash', (tokens) =>
    tokens.where('received_at', '<', new Date(now.getTime() - TOKEN_MS)),
  );

export interface NewInboundEvent {
  accountId: string;
  provider: InboundProvider;
  /** The provider's own id of the event, by which repeats are known. */
  eventId: string;
  type: string;
  payload: string;
}

/** Stores what came in. Undefined when the event was here before, however many of it come at once. */
export async function insertInboundEvent(tx: Db, now: Date, event: NewInboundEvent): Promise<string | undefined> {
  const id = newId();
  const isNew = await insertIfNew(tx, 'inbound_events', {
    id,
    account_id: event.accountId,
    provider: event.provider,
    event_key: sha256(event.eventId),
    type: event.type,
    payload: event.payload,
    received_at: now,
  });
  return isNew ? id : undefined;
}

/** Returns whether an event of this id has come in, worked or not. */
export const hasInboundEvent = async (
  db: Db,
  { account_id, provider }: Pick<InboundEventRow, 'account_id' | 'provider'>,
  eventId: string,
): Promise<boolean> =>
  (await db('inbound_events')
    .where({ account_id, provider, event_key: sha256(eventId) })
    .first('id')) !== undefined;

/** Locks the row of what came in until the transaction ends, so that it is worked once. */
export const lockInboundEvent = (tx: Db, id: string): Promise<InboundEventRow | undefined> =>
  tx('inbound_events').where({ id }).forUpdate().first();

/** Marks an event as processed, permanently. Data about an erased person isn't stored. */
export async function finishInboundEvent(
  tx: Db,
  now: Date,
  id: string,
  { outcome, leadId }: { outcome: string; leadId: string | null },
): Promise<void> {
  await tx('inbound_events')
    .where({ id })
    .update({
      outcome,
      lead_id: leadId,
      processed_at: now,
      payload: tx.raw(
        `IF(EXISTS (SELECT 1 FROM leads WHERE leads.id = ? AND leads.erased_at IS NOT NULL), '{}', payload)`,
        [leadId],
      ),
    });
}

/** Notes that an event can't be worked as it is; it stays open. */
export async function failInboundEvent(tx: Db, id: string): Promise<void> {
  await tx('inbound_events').where({ id }).update({ outcome: 'failed' });
}

/** Takes an event that was set aside, or that belonged to no lead, for one that is still to be worked. */
export async function reopenInboundEvent(tx: Db, id: string): Promise<void> {
  await tx('inbound_events').where({ id }).update({ outcome: null, processed_at: null });
}

/**
 * Empties the payloads of up to `limit` events that were worked before then, the oldest first. Returns how many.
 * Workers that do it at once pass over each other's.
 */
export const emptyInboundEvents = (db: Knex, now: Date, before: Date, limit: number): Promise<number> =>
  db.transaction(async (tx) => {
    const ids: string[] = await tx('inbound_events')
      .whereNull('emptied_at')
      .where('processed_at', '<', before)
      .orderBy('processed_at')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .pluck('id');
    if (ids.length > 0) await tx('inbound_events').whereIn('id', ids).update({ payload: '{}', emptied_at: now });
    return ids.length;
  });

/** Counts the events of a lead that ended like this since then. */
export async function countInboundOutcomes(db: Db, leadId: string, outcome: string, since: Date): Promise<number> {
  const [row] = (await db('inbound_events')
    .where({ lead_id: leadId, outcome })
    .where('received_at', '>=', since)
    .count({ n: '*' })) as { n: number }[];
  return Number(row?.n ?? 0);
}
