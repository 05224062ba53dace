import { findActiveUser } from '../../db/accounts/owners.js';
import {
  claimUserMail,
  lockUserMail,
  postponeUserMail,
  recordUserMail,
  type UserMail,
} from '../../db/messages/user-mails.js';
import type { EmailSenderRow, UserMailRow, WhatsAppNumberRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { WEBHOOK_GONE } from '../../domain/accounts/chat-payload.js';
import { type LinkMail, linkMail } from '../../domain/accounts/link-mail.js';
import type { WhatsAppContent } from '../../providers/whatsapp/provider.js';
import { newId } from '../../runtime/ids.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { RowStep } from '../../workflows/timer.protocol.js';
import { findSender, type Sender } from '../channels/senders.js';
import type { PreparedMessage } from './compose.js';
import { isServiceMail } from './failed-user-mails.js';
import { type MailAccess, type MailText, outgoingSender } from './mail-access.js';
import { type ClaimedMail, type MailKind, mailFrom, mailsToPeople } from './mails-to-people.js';
import { giveUpWebhook, noticeChannelOf, noticeChat, noticeMail, noticeStop } from './notices.js';
import { type NewMailRow, queueUserMail } from './queue-user-mail.js';
import type { HeldBack, Owner } from './send.js';

/** The content of a WhatsApp message to a user of the account. */
export interface WhatsAppText {
  whatsapp: WhatsAppContent;
}

export interface NewUserMail extends Omit<NewMailRow, 'id' | 'sender_id' | 'content'> {
  sender: Pick<EmailSenderRow | WhatsAppNumberRow, 'id'>;
  content: MailText | WhatsAppText;
}

const context = (id: string) => `user_mails/${id}/content`;

/**
 * Queues an email to a user of the account in the caller's transaction: its row and the instruction to start the
 * workflow that sends it. It isn't a message to a lead and doesn't count as one. Its text may have a sign-in link, so
 * it is sealed while it waits and deleted after the send.
 */
export async function mailUser(
  work: Work,
  box: SecretBox,
  { sender, content, ...mail }: NewUserMail,
): Promise<UserMailRow> {
  const id = newId();
  const sealed = box.seal(JSON.stringify(content), context(id));
  return queueUserMail(work, { id, ...mail, sender_id: sender.id, content: sealed });
}

/** How user mails are sent: what seals them, the sender of the instance, and the address of the dashboard. */
export interface UserMailAccess extends MailAccess {
  publicUrl: string;
}

const kindIn = ({ box, system, publicUrl }: UserMailAccess): MailKind<UserMail, Sender> => ({
  lock: lockUserMail,
  async stops(tx, mail, now) {
    const hasNotices = noticeChannelOf(mail.kind) !== undefined;
    if (mail.expires_at <= now || (mail.content === null && !hasNotices)) {
      return { fails: "The message couldn't be sent in time." };
    }
    if (mail.kind === 'weekly_summary' && !(await findActiveUser(tx, mail.account_id, mail.user_id))) {
      return { fails: 'The user is disabled.' };
    }
    return hasNotices ? noticeStop(tx, mail) : undefined;
  },
  async direct(tx, mail) {
    const channel = noticeChannelOf(mail.kind);
    return channel && channel !== 'email' ? noticeChat(tx, box, mail, { channel, publicUrl }) : undefined;
  },
  async senderOf(tx, { kind, account_id, sender_id }) {
    if (isServiceMail(kind)) {
      // The settings and senders of now: those of the time when it was queued may be gone.
      const row = await outgoingSender(tx, { system }, account_id);
      return row && { channel: 'email', row };
    }
    return findSender(tx, kind === 'whatsapp_test' ? 'whatsapp' : 'email', account_id, sender_id);
  },
  async write(tx, mail, sender) {
    if (mail.kind === 'notice_email' && sender.channel === 'email') {
      return mailFrom(sender, mail, { to: { address: mail.to_address }, ...(await noticeMail(tx, mail, publicUrl)) });
    }
    const written = JSON.parse(box.open(mail.content ?? '', context(mail.id))) as MailText | WhatsAppText;
    if (sender.channel === 'whatsapp' && 'whatsapp' in written) return whatsAppFrom(sender.row, mail, written);
    if (sender.channel !== 'email' || 'whatsapp' in written) {
      throw new Error(`A ${sender.channel} sender can't send ${mail.kind} messages.`);
    }
    return mailFrom(sender, mail, { to: { address: mail.to_address }, ...written });
  },
  claim: claimUserMail,
  postpone: postponeUserMail,
  record: recordUserMail,
});

const whatsAppFrom = (
  sender: WhatsAppNumberRow,
  { id, account_id, to_address }: UserMail,
  { whatsapp: content }: WhatsAppText,
): PreparedMessage => ({
  channel: 'whatsapp',
  sender,
  message: { messageId: id, accountId: account_id, from: sender.phone_number, to: to_address, content },
});

/** Sends the mails that people of the account have asked for: tests of messages, invitations, new passwords, notices. */
export const userMails = (deps: UserMailAccess & { heldBack: HeldBack }): Owner<ClaimedMail, RowStep> => {
  const owner = mailsToPeople(kindIn(deps), deps);
  return {
    ...owner,
    async record(work, send, outcome) {
      const next = await owner.record(work, send, outcome);
      const isGone = outcome.kind === 'refused_final' && outcome.code === WEBHOOK_GONE;
      if (isGone && send.prepared.channel === 'chat') await giveUpWebhook(work, send.messageId, outcome.message);
      return next;
    },
  };
};

/**
 * Emails a link that grants access, in the caller's transaction, and returns whether it will be sent. It only uses a
 * mail server, because users who can read the sandbox must not be able to take over another user's account.
 */
export async function mailLink(
  work: Work,
  access: MailAccess,
  { accountId, userId, to, ...link }: LinkMail & { accountId: string; userId: string; to: string },
): Promise<boolean> {
  const sender = await outgoingSender(work.tx, access, accountId);
  if (!sender) return false;
  await mailUser(work, access.box, {
    account_id: accountId,
    kind: link.kind,
    user_id: userId,
    lead_id: null,
    to_address: to,
    sender,
    content: linkMail(link),
    expires_at: link.expiresAt,
  });
  return true;
}
