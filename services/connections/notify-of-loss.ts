import { findAccount } from '../../db/accounts/accounts.js';
import { listUsersOfRoles } from '../../db/accounts/owners.js';
import { findUser } from '../../db/accounts/users.js';
import { listNotified } from '../../db/messages/notices.js';
import type { ConnectionRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { lostConnectionMail } from '../../domain/accounts/lost-connection-mail.js';
import { addNotices } from '../agent-runs/add-notices.js';
import { type MailAccess, outgoingSender } from '../messages/mail-access.js';
import { mailUser } from '../messages/user-mails.js';

/** Who restores connections, in addition to the user who created one. */
const RESTORING = ['owner', 'admin'];
const DAY_MS = 86_400_000;

/** The way to the people who are notified. */
export interface NotifyAccess extends MailAccess {
  publicUrl: string;
}

/**
 * Notifies the user who created a connection, the owners and the admins that it has lost its access, in the transaction
 * that marks it. Users who have chosen how they are notified get it that way, the others by email at once. Without a
 * sender that still works, only the attention item and the dashboard report it to them.
 */
export async function notifyOfLoss(work: Work, access: NotifyAccess, connection: ConnectionRow): Promise<void> {
  const { tx, now } = work;
  const { id: subjectId, account_id: accountId, created_by } = connection;
  const managers = await listUsersOfRoles(tx, accountId, RESTORING);
  const userIds = [...new Set([...managers.map(({ id }) => id), ...(created_by ? [created_by] : [])])];
  const eventKey = `connection/${subjectId}/${now.getTime()}`;
  await addNotices(work, { accountId, kind: 'connection_lost', eventKey, leadId: null, subjectId, userIds });
  const chosen = new Set((await listNotified(tx, accountId)).map(({ user_id }) => user_id));
  const others = userIds.filter((id) => !chosen.has(id));
  if (others.length > 0) await mailLoss(work, access, connection, others);
}

async function mailLoss(
  work: Work,
  access: NotifyAccess,
  connection: ConnectionRow,
  userIds: readonly string[],
): Promise<void> {
  const { tx, now } = work;
  const sender = await outgoingSender(tx, access, connection.account_id);
  if (!sender || sender.connection_id === connection.id) return;
  const account = await findAccount(tx, connection.account_id);
  for (const id of userIds) {
    const user = await findUser(tx, account.id, id);
    if (!user || user.disabled_at) continue;
    const { provider, email } = connection;
    const url = `${access.publicUrl}/channels/connections`;
    await mailUser(work, access.box, {
      account_id: account.id,
      kind: 'connection_lost',
      user_id: id,
      lead_id: null,
      to_address: user.email,
      sender,
      content: lostConnectionMail({ account: account.name, provider, email, url }, user.language),
      expires_at: new Date(now.getTime() + DAY_MS),
    });
  }
}
