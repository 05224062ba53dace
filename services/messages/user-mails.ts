import { findOutgoingEmailSender } from '../../db/channels/email-senders.js';
import type { Db } from '../../db/connection.js';
import {
  claimUserMail,
  insertUserMail,
  lockUserMail,
  postponeUserMail,
  recordUserMail,
  type UserMail,
} from '../../db/messages/user-mails.js';
import type { EmailSenderRow, UserMailRow, WhatsAppNumberRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { type LinkMail, linkMail } from '../../domain/accounts/link-mail.js';
import type { WhatsAppContent } from '../../providers/whatsapp/provider.js';
import { newId } from '../../runtime/ids.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { RowStep } from '../../workflows/timer.protocol.js';
import { findSender, type Sender } from '../channels/senders.js';
import { SYSTEM_SENDER_ID } from '../channels/system-sender.js';
import { startUserMail } from '../instructions/messages.js';
import type { PreparedMessage } from './compose.js';
import { type ClaimedMail, type MailKind, mailFrom, mailsToPeople } from './mails-to-people.js';
import type { HeldBack, Owner } from './send.js';

/** How emails to users are sealed, and the sender of the instance if it has one. */
export interface MailAccess {
  box: SecretBox;
  system?: EmailSenderRow | undefined;
}

/** The content of an email to a user of the account. */
export interface MailText {
  subject: string;
  text: string;
  html: string | null;
}

/** The content of a WhatsApp message to a user of the account. */
export interface WhatsAppText {
  whatsapp: WhatsAppContent;
}

export interface NewUserMail extends Pick<UserMailRow, 'account_id' | 'kind' | 'user_id' | 'lead_id' | 'to_address'> {
  sender: Pick<EmailSenderRow | WhatsAppNumberRow, 'id'>;
  content: MailText | WhatsAppText;
  /** From then on it would tell nothing any more. */
  expires_at: Date;
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
  const row: UserMailRow = {
    id,
    ...mail,
    sender_id: sender.id,
    content: box.seal(JSON.stringify(content), context(id)),
    status: 'queued',
    failure: null,
    claim_no: 0,
    claimed_at: null,
    created_at: work.now,
  };
  await insertUserMail(work.tx, row);
  await startUserMail(work, row);
  return row;
}

const kindIn = ({ box, system }: MailAccess): MailKind<UserMail, Sender> => ({
  lock: lockUserMail,
  stops: ({ expires_at, content }, now) =>
    expires_at <= now || content === null ? { fails: "The message couldn't be sent in time." } : undefined,
  async senderOf(tx, { kind, account_id, sender_id }) {
    if (sender_id === SYSTEM_SENDER_ID) return system && { channel: 'email', row: system };
    return findSender(tx, kind === 'whatsapp_test' ? 'whatsapp' : 'email', account_id, sender_id);
  },
  async write(_tx, mail, sender) {
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

/** Sends the mails that people of the account have asked for: tests of messages, invitations, new passwords. */
export const userMails = (deps: MailAccess & { heldBack: HeldBack }): Owner<ClaimedMail, RowStep> =>
  mailsToPeople(kindIn(deps), deps);

/** Finds the sender of emails to users: the instance's own, else the account's first one with a server. */
export const outgoingSender = async (
  tx: Db,
  { system }: Pick<MailAccess, 'system'>,
  accountId: string,
): Promise<EmailSenderRow | undefined> => system ?? findOutgoingEmailSender(tx, accountId);

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
    content: { ...linkMail(link), html: null },
    expires_at: link.expiresAt,
  });
  return true;
}
