import { createHash } from 'node:crypto';
import { updateMailbox } from '../../db/channels/mailboxes.js';
import { fromJson } from '../../db/connection.js';
import type { MailboxRow } from '../../db/tables.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import { mailToEvent, type ReadMail } from '../../domain/inbound/mail-to-event.js';
import { storable } from '../../domain/values/text.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { receiveEvent } from './hooks.js';

/** The mail server of a mailbox as it is stored. */
export interface StoredImap {
  host: string;
  port: number;
  secure: boolean;
  user: string;
}

const context = (senderId: string) => `mailboxes/${senderId}/password`;

/** Returns the password as the row keeps it; sealed for this mailbox. */
export const sealImapPassword = (box: SecretBox, senderId: string, password: string): string =>
  box.seal(password, context(senderId));

/** Returns the settings by which a mailbox is reached, the password opened. */
export const imapConfigOf = (row: Pick<MailboxRow, 'sender_id' | 'settings' | 'password'>, box: SecretBox) => ({
  ...fromJson<StoredImap>(row.settings),
  password: box.open(row.password, context(row.sender_id)),
});

/** A mail of a mailbox with its number there; undefined where it can't be read. */
export interface NumberedMail {
  uid: number;
  mail: ReadMail | undefined;
}

/**
 * Keeps mails as inbound events and how far the mailbox was read, in one transaction under the lease: each mail has its
 * effect once, whoever reads it how often. Answers false where the lease was lost and nothing was kept.
 */
export async function keepMails(
  deps: WorkDependencies,
  mailbox: MailboxRow,
  mails: readonly NumberedMail[],
  { uidValidity, lastUid }: { uidValidity: number; lastUid: number },
): Promise<boolean> {
  return inWork(deps, async (work) => {
    const { tx, now } = work;
    const changes = { uid_validity: uidValidity, last_uid: lastUid, checked_at: now, failures: 0, last_error: null };
    if (!(await updateMailbox(tx, mailbox, changes))) return false;
    for (const { uid, mail } of mails) {
      const eventId = eventIdOf(mailbox, uidValidity, uid, mail);
      const event = mail ? mailToEvent(mail, eventId) : { event_id: eventId, type: 'imap.unreadable' };
      await receiveEvent(work, {
        accountId: mailbox.account_id,
        provider: 'imap',
        eventId: event.event_id,
        type: event.type,
        payload: JSON.stringify(event, (_key, value) => (typeof value === 'string' ? storable(value) : value)),
      });
    }
    return true;
  });
}

/** A mail is known by its own id where it has one, since a server may number all mails anew. */
function eventIdOf({ sender_id }: MailboxRow, uidValidity: number, uid: number, mail: ReadMail | undefined): string {
  const id = mail?.headers['message-id'];
  const known = id ? createHash('sha256').update(id).digest('hex') : `${uidValidity}/${uid}`;
  return `${sender_id}/${known}`;
}
