import type { Db } from '../../db/connection.js';
import { lockConnection } from '../../db/connections/connections.js';
import type { ConnectionRow } from '../../db/tables.js';
import type { ConnectionPurpose } from '../../schemas/connections/connections.js';
import { purposesOf } from '../../services/connections/settings.js';
import { ApiError } from '../http/errors.js';
import { found } from '../http/request/path-id.js';

export const invalidConnection = (message: string, field: string): ApiError =>
  new ApiError('VALIDATION_ERROR', { message, field });

/**
 * Locks the connection that a sender or a mailbox is to use, so that it can't be deleted at the same time. Throws where
 * it doesn't serve the purpose.
 */
export async function usableConnection(
  tx: Db,
  accountId: string,
  id: string,
  { purpose, shared }: { purpose: ConnectionPurpose; shared: string | null },
): Promise<ConnectionRow> {
  const row = found(await lockConnection(tx, accountId, id), 'CONNECTION_NOT_FOUND');
  const purposes = purposesOf(row);
  if (!purposes.includes(purpose)) {
    const remedy = `Create a connection with this purpose.`;
    throw invalidConnection(`The connection doesn't have the purpose ${purpose}. ${remedy}`, '/connection_id');
  }
  if (shared !== null && !purposes.includes('shared_mailboxes')) {
    throw invalidConnection("The connection doesn't have the purpose shared_mailboxes.", '/shared_mailbox');
  }
  return row;
}
