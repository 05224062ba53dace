import { createHash } from 'node:crypto';
import type { Db } from '../connection.js';
import type { MessageRow } from './tables.js';

interface Click {
  /** The link; empty for the image. */
  url: string;
  at: Date;
  by: 'person' | 'machine';
}

/** Counts a click on a link of a message that the caller has locked. Returns whether it is the first one of its kind. */
export async function countClick(
  tx: Db,
  { id, account_id, lead_id }: Pick<MessageRow, 'id' | 'account_id' | 'lead_id'>,
  { url, at, by }: Click,
): Promise<boolean> {
  const key = { message_id: id, url_hash: createHash('sha256').update(url).digest() };
  const column = by === 'person' ? 'n' : 'machine_n';
  const known = await tx('message_clicks').where(key).first('n', 'machine_n');
  if (known) {
    await tx('message_clicks').where(key).increment(column, 1).update({ last_at: at });
    return known[column] === 0;
  }
  const counts = { n: 0, machine_n: 0, [column]: 1 };
  const row = { ...key, account_id, lead_id, url: url.slice(0, 2048), first_at: at, last_at: at };
  await tx('message_clicks').insert({ ...row, ...counts });
  return true;
}
