import { findEmailSender } from '../../db/channels/email-senders.js';
import {
  claimUserMail,
  insertUserMail,
  lockUserMail,
  postponeUserMail,
  recordUserMail,
  type UserMail,
} from '../../db/messages/user-mails.js';
import type { EmailSenderRow, UserMailRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { newId } from '../../runtime/ids.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { startUserMail } from '../instructions/messages.js';
import { type ClaimedMail, type MailKind, type MailStand, mailsToPeople } from './mails-to-people.js';
import type { HeldBack, Owner } from './send.js';

/** What a mail to somebody of the account says. */
export interface MailText {
  subject: string;
  text: string;
  html: string | null;
}

export interface NewUserMail extends Pick<UserMailRow, 'account_id' | 'kind' | 'user_id' | 'lead_id' | 'to_address'> {
  sender: Pick<EmailSenderRow, 'id'>;
  content: MailText;
  /** From then on it would tell nothing any more. */
  expires_at: Date;
}

const context = (id: string) => `user_mails/${id}/content`;

/**
 * Takes a mail to somebody of the account, in the caller's transaction: its row and the instruction to start the
 * workflow that sends it. It is no message to a lead and counts as none. Its text, which may hold a link that signs
 * somebody in, is sealed while it waits and gone once it has left.
 */
export async function mailUser(
  work: Work,
  box: SecretBox,
  { sender, content, ...mail }: NewUserMail,
): Promise<UserMailRow> {
  const id = newId();
  const row: UserMailRow = {
    ...{ id, ...mail, sender_id: sender.id, content: box.seal(JSON.stringify(content), context(id)) },
    ...{ status: 'queued', failure: null, claim_no: 0, claimed_at: null, created_at: work.now },
  };
  await insertUserMail(work.tx, row);
  await startUserMail(work, row);
  return row;
}

const kindIn = (box: SecretBox): MailKind<UserMail> => ({
  lock: lockUserMail,
  stops: ({ expires_at, content }, now) =>
    expires_at <= now || content === null ? { fails: 'It could not leave in time.' } : undefined,
  senderOf: (tx, { account_id, sender_id }) => findEmailSender(tx, account_id, sender_id),
  async write(_tx, { id, to_address, content }) {
    const text = JSON.parse(box.open(content ?? '', context(id))) as MailText;
    return { to: { address: to_address }, ...text };
  },
  claim: claimUserMail,
  postpone: postponeUserMail,
  record: recordUserMail,
});

/** Sends the mails that people of the account have asked for: tests of messages, invitations, new passwords. */
export const userMails = ({ heldBack, box }: { heldBack: HeldBack; box: SecretBox }): Owner<ClaimedMail, MailStand> =>
  mailsToPeople(kindIn(box), { heldBack });
