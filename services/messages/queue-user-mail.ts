import { insertUserMail } from '../../db/messages/user-mails.js';
import type { UserMailRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { startUserMail } from '../instructions/messages.js';

/** A mail or chat message to a user before it is queued. From `expires_at` on it isn't sent any more. */
export type NewMailRow = Pick<
  UserMailRow,
  'id' | 'account_id' | 'kind' | 'user_id' | 'lead_id' | 'to_address' | 'sender_id' | 'content' | 'expires_at'
>;

/** Inserts the row of a mail to a user and starts the workflow that sends it, in the caller's transaction. */
export async function queueUserMail(work: Work, mail: NewMailRow): Promise<UserMailRow> {
  const row: UserMailRow = {
    ...mail,
    status: 'queued',
    failure: null,
    claim_no: 0,
    claimed_at: null,
    received_at: null,
    authentication: null,
    created_at: work.now,
  };
  await insertUserMail(work.tx, row);
  await startUserMail(work, row);
  return row;
}
