import { findOutgoingEmailSender } from '../../db/channels/email-senders.js';
import type { Db } from '../../db/connection.js';
import type { EmailSenderRow } from '../../db/tables.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { findSystemSender, type SystemMail } from '../channels/system-sender.js';

/** How emails to users are sealed, and what sends those of the instance. */
export interface MailAccess {
  box: SecretBox;
  system?: SystemMail | undefined;
}

/** The content of an email to a user of the account. */
export interface MailText {
  subject: string;
  text: string;
  html: string | null;
}

/** Finds the sender of emails to users: the instance's own, else the account's first one with a server. */
export const outgoingSender = async (
  tx: Db,
  { system }: Pick<MailAccess, 'system'>,
  accountId: string,
): Promise<EmailSenderRow | undefined> =>
  (system && (await findSystemSender(tx, system))) ?? findOutgoingEmailSender(tx, accountId);
