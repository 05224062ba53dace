import { createHash } from 'node:crypto';
import type { Db } from '../connection.js';
import type { MessageRow } from './tables.js';

/** Counts a click on a link of a message. Returns whether it is the first one on this link. */
export async function countClick(
  tx: Db,
  now: Date,
  { id, account_id, lead_id }: Pick<MessageRow, 'id' | 'account_id' | 'lead_id'>,
  url: string,
): Promise<boolean> {
  const [result] = (await tx.raw(
    `INSERT INTO message_clicks (message_id, url_hash, account_id, lead_id, url, first_at, last_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON DUPLICATE KEY UPDATE n = n + 1, last_at = ?`,
    [id, createHash('sha256').update(url).digest(), account_id, lead_id, url.slice(0, 2048), now, now, now],
  )) as [{ affectedRows: number }];
  // A new row counts one, a changed one two.
  return result.affectedRows === 1;
}
