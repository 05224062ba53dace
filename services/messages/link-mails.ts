import { findOutgoingEmailSender } from '../../db/channels/email-senders.js';
import type { Work } from '../../db/work.js';
import { type LinkMail, linkMail } from '../../domain/accounts/link-mail.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { mailUser } from './user-mails.js';

/**
 * Has a link that lets somebody in mailed to them, in the caller's transaction, and answers whether it will be. Only
 * through a mail server: whoever may look at the sandbox must not find a way into another's place there.
 */
export async function mailLink(
  work: Work,
  box: SecretBox,
  { accountId, userId, to, ...link }: LinkMail & { accountId: string; userId: string; to: string },
): Promise<boolean> {
  const sender = await findOutgoingEmailSender(work.tx, accountId);
  if (!sender) return false;
  await mailUser(work, box, {
    ...{ account_id: accountId, kind: link.kind, user_id: userId, lead_id: null, to_address: to, sender },
    content: { ...linkMail(link), html: null },
    expires_at: link.expiresAt,
  });
  return true;
}
