import { findOutgoingEmailSender } from '../../db/channels/email-senders.js';
import type { Db } from '../../db/connection.js';
import type { EmailSenderRow } from '../../db/tables.js';
import type { SecretBox } from '../../runtime/secret-box.js';

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

/** Finds the sender of emails to users: the instance's own, else the account's first one with a server. */
export const outgoingSender = async (
  tx: Db,
  { system }: Pick<MailAccess, 'system'>,
  accountId: string,
): Promise<EmailSenderRow | undefined> => system ?? findOutgoingEmailSender(tx, accountId);
