import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { MessageRow } from './tables.js';
import type { StateColumn } from './transitions.js';

export const findMessage = (db: Db, accountId: string, id: string): Promise<MessageRow | undefined> =>
  db('messages').where({ account_id: accountId, id }).first();

/** Locks the row of the message until the transaction ends. Lock its run first: claims do the same. */
export const lockMessage = (tx: Db, id: string): Promise<MessageRow | undefined> =>
  tx('messages').where({ id }).forUpdate().first();

export interface MessageFilter {
  leadId?: string | undefined;
  agentId?: string | undefined;
  agentRunId?: string | undefined;
  statuses?: readonly string[] | undefined;
  channels?: readonly string[] | undefined;
  direction?: string | undefined;
}

export function listMessages(db: Db, accountId: string, filter: MessageFilter, page: IdPage): Promise<MessageRow[]> {
  const query: Knex.QueryBuilder = db('messages').where({ account_id: accountId });
  if (filter.leadId !== undefined) query.where({ lead_id: filter.leadId });
  if (filter.agentId !== undefined) query.where({ agent_id: filter.agentId });
  if (filter.agentRunId !== undefined) query.where({ agent_run_id: filter.agentRunId });
  if (filter.direction !== undefined) query.where({ direction: filter.direction });
  if (filter.statuses) query.whereIn('status', [...filter.statuses]);
  if (filter.channels) query.whereIn('channel', [...filter.channels]);
  return newestFirst(query, page);
}

/** Changes what a message says or is known by; how far it is changes by its transitions alone. */
export async function updateMessage(
  tx: Db,
  id: string,
  changes: Partial<Omit<MessageRow, StateColumn>> & { [C in StateColumn]?: never },
): Promise<void> {
  await tx('messages').where({ id }).update(changes);
}

/** Finds the first of these ids that is a message we sent; the order of `ids` decides. */
export async function findSentMessage(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<MessageRow | undefined> {
  if (ids.length === 0) return undefined;
  const rows: MessageRow[] = await db('messages')
    .where({ account_id: accountId, direction: 'outbound' })
    .whereIn('id', [...ids]);
  return rows.sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))[0];
}

/** Lists the lead's emails that were handed to a provider within `ms` of a time. */
export const listEmailsSentAround = (db: Db, leadId: string, at: Date, ms: number): Promise<MessageRow[]> =>
  db('messages')
    .where({ lead_id: leadId, channel: 'email', direction: 'outbound' })
    .whereBetween('claimed_at', [new Date(at.getTime() - ms), new Date(at.getTime() + ms)])
    .limit(2);

/** Returns whether this very mail of the lead is stored already, by its own Message-ID. */
export const hasReceived = async (db: Db, leadId: string, providerMessageId: Buffer): Promise<boolean> =>
  (await db('messages')
    .where({ lead_id: leadId, direction: 'inbound', provider_message_id: providerMessageId })
    .first('id')) !== undefined;

/** Finds the message of the account that the provider knows by this id. */
export const findByProviderId = (
  db: Db,
  accountId: string,
  providerMessageId: string,
): Promise<MessageRow | undefined> =>
  db('messages')
    .where({ account_id: accountId, direction: 'outbound', provider_message_id: Buffer.from(providerMessageId) })
    .first();

/** Finds the message of the account on WhatsApp, from or to a lead, that the provider knows by this id. */
export const findOnWhatsApp = (db: Db, accountId: string, providerMessageId: string): Promise<MessageRow | undefined> =>
  db('messages')
    .where({ account_id: accountId, channel: 'whatsapp', provider_message_id: Buffer.from(providerMessageId) })
    .first();

/** Lists those of the IDs of WhatsApp's messages that messages of the account have. */
export async function listKnownOnWhatsApp(db: Db, accountId: string, ids: readonly Buffer[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db('messages')
    .where({ account_id: accountId, channel: 'whatsapp' })
    .whereIn('provider_message_id', [...ids])
    .select('provider_message_id');
  return rows.map(({ provider_message_id }) => provider_message_id?.toString() ?? '');
}

/** Lists the ids of messages to and from a lead that are newer than one, oldest first; what was cancelled is none. */
export const listNewerMessages = (db: Db, leadId: string, after: string): Promise<string[]> =>
  db('messages')
    .where({ lead_id: leadId })
    .where('id', '>', after)
    .whereNot('status', 'cancelled')
    .orderBy('id')
    .limit(50)
    .pluck('id');
