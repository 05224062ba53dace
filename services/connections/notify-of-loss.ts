import { findAccount } from '../../db/accounts/accounts.js';
import { listUsersOfRoles } from '../../db/accounts/owners.js';
import { findUser } from '../../db/accounts/users.js';
import type { ConnectionRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { lostConnectionMail } from '../../domain/accounts/lost-connection-mail.js';
import { type MailAccess, mailUser, outgoingSender } from '../messages/user-mails.js';

/** Who restores connections, in addition to the user who created one. */
const RESTORING = ['owner', 'admin'];
const DAY_MS = 86_400_000;

/** The way to the people who are notified. */
export interface NotifyAccess extends MailAccess {
  publicUrl: string;
}

/**
 * Emails the user who created a connection, the owners and the admins that it has lost its access, in the transaction
 * that marks it. Without a sender that still works, only the attention item and the dashboard report it.
 */
export async function notifyOfLoss(work: Work, access: NotifyAccess, connection: ConnectionRow): Promise<void> {
  const { tx, now } = work;
  const sender = await outgoingSender(tx, access, connection.account_id);
  if (!sender || sender.connection_id === connection.id) return;
  const account = await findAccount(tx, connection.account_id);
  const managers = await listUsersOfRoles(tx, account.id, RESTORING);
  const ids = new Set([...managers.map(({ id }) => id), ...(connection.created_by ? [connection.created_by] : [])]);
  for (const id of ids) {
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
      content: { ...lostConnectionMail({ account: account.name, provider, email, url }, user.language), html: null },
      expires_at: new Date(now.getTime() + DAY_MS),
    });
  }
}
