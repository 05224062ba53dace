import type { Db } from '../connection.js';
import type { MessageRow } from './tables.js';

/** Lists those of the messages that are held as an error. */
export const listMessagesHeldAsError = (
  db: Db,
  ids: readonly string[],
): Promise<Pick<MessageRow, 'id' | 'account_id' | 'lead_id'>[]> =>
  db('messages')
    .whereIn('id', [...ids])
    .where({ hold_reason: 'error' })
    .select('id', 'account_id', 'lead_id');
