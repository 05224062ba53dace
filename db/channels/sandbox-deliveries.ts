import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { SandboxDeliveryRow } from './tables.js';

/** A call that the sandbox took, and the voice agent that makes it. */
export interface SandboxCallRow extends Pick<SandboxDeliveryRow, 'account_id' | 'to_address' | 'created_at'> {
  message_id: string;
  voice_agent_id: string;
  begin_message: string;
}

/** Finds the call of a message; undefined where there is none, or none any more. */
export const findSandboxCall = (db: Db, messageId: string): Promise<SandboxCallRow | undefined> =>
  db('sandbox_deliveries')
    .join('messages', 'messages.id', 'sandbox_deliveries.message_id')
    .where('sandbox_deliveries.message_id', messageId)
    .where('sandbox_deliveries.channel', 'call')
    .whereNotNull('messages.sender_id')
    .first({
      account_id: 'sandbox_deliveries.account_id',
      message_id: 'sandbox_deliveries.message_id',
      to_address: 'sandbox_deliveries.to_address',
      begin_message: 'sandbox_deliveries.body_text',
      created_at: 'sandbox_deliveries.created_at',
      voice_agent_id: 'messages.sender_id',
    });

/** A delivery with the lead whom its message went to; null where it went to a user. */
export type ListedDelivery = SandboxDeliveryRow & { lead_id: string | null };

/** Lists what the sandbox delivered for an account, to one address if given. */
export function listSandboxDeliveries(
  db: Db,
  accountId: string,
  to: string | undefined,
  page: IdPage,
): Promise<ListedDelivery[]> {
  const leadOf = db('messages').select('lead_id').where('messages.id', db.ref('sandbox_deliveries.message_id'));
  const query = db('sandbox_deliveries').where({ account_id: accountId }).select('*', leadOf.as('lead_id'));
  if (to !== undefined) query.where({ to_address: to });
  return newestFirst(query, page);
}

/** Finds what the sandbox delivered of a message, where it still has it. */
export const findSandboxDelivery = (
  db: Db,
  accountId: string,
  messageId: string,
): Promise<SandboxDeliveryRow | undefined> =>
  db('sandbox_deliveries').where({ account_id: accountId, message_id: messageId }).first();
