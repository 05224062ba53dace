import { createHash } from 'node:crypto';
import { updateMailbox } from '../../db/channels/mailboxes.js';
import { fromJson } from '../../db/connection.js';
import { findConnectionById } from '../../db/connections/connections.js';
import { findSentMessage } from '../../db/messages/messages.js';
import { receiveTest } from '../../db/messages/user-mails.js';
import type { MailboxRow } from '../../db/tables.js';
import { inWork, type Work, type WorkDependencies } from '../../db/work.js';
import { judgeTest } from '../../domain/channels/authentication-results.js';
import { mailToEvent, type ReadMail } from '../../domain/inbound/mail-to-event.js';
import { isOwnMail, recipientsOf, sentMailToEvent } from '../../domain/inbound/sent-mail.js';
import { emailDomain } from '../../domain/values/email.js';
import { storable } from '../../domain/values/text.js';
import { isUuid } from '../../runtime/ids.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { EmailHookEvent } from '../../schemas/inbound/hooks.js';
import { mailboxSettingsOf, type StoredImap } from '../channels/mailbox-settings.js';
import { receiveEvent } from './hooks.js';
import { leadOfAddress } from './lead-of-address.js';
import { CUT_MAIL, UNREADABLE_MAIL } from './mail-limits.js';

const context = (senderId: string) => `mailboxes/${senderId}/password`;

/** Returns the password as the row keeps it; sealed for this mailbox. */
export const sealImapPassword = (box: SecretBox, senderId: string, password: string): string =>
  box.seal(password, context(senderId));

/** Returns the settings by which a mailbox is reached, the password opened. */
export const imapConfigOf = (
  row: Pick<MailboxRow, 'account_id' | 'sender_id' | 'settings' | 'password' | 'connection_id'>,
  box: SecretBox,
) => ({
  accountId: row.account_id,
  ...fromJson<StoredImap>(row.settings),
  password: row.password === null ? '' : box.open(row.password, context(row.sender_id)),
  connectionId: row.connection_id,
});

/** A mail of a mailbox, with what it is known by there; undefined where it can't be read. */
export interface KnownMail {
  key: string;
  mail: ReadMail | undefined;
  /** True if someone sent it from the mailbox. */
  isSent?: boolean;
}

/** The position in a mailbox. */
export type ReadUntil =
  | Pick<MailboxRow, 'uid_validity' | 'last_uid'>
  | Pick<MailboxRow, 'sent_uid_validity' | 'sent_last_uid'>
  | Pick<MailboxRow, 'sync_token'>
  | Pick<MailboxRow, 'sent_token'>;

const DAY_MS = 86_400_000;

/**
 * Returns where a mailbox of a connection is read on. Without a token that is a day before it was last read: the
 * provider may show mails late, and those that were taken are known.
 */
export const syncCursorOf = ({
  sync_token,
  checked_at,
  read_since,
}: MailboxRow): { token: string | null; since: Date; readSince: Date } => ({
  token: sync_token,
  readSince: read_since,
  since: new Date(Math.max(read_since.getTime(), (checked_at?.getTime() ?? 0) - DAY_MS)),
});

/** Returns where the Sent folder of a mailbox is read on. What was sent before the mailbox was connected is no news. */
export const sentCursorOf = ({ sent_since, sent_token, checked_at, read_since }: MailboxRow) => ({
  token: sent_token,
  readSince: sent_since ?? read_since,
  since: new Date(Math.max((sent_since ?? read_since).getTime(), (checked_at?.getTime() ?? 0) - DAY_MS)),
});

/**
 * Stores emails as inbound events together with the mailbox's cursor, in one transaction under the lease. Each email
 * has its effect once, even if several processes read it. Returns false if the lease was lost and nothing was stored.
 */
export async function keepMails(
  deps: WorkDependencies,
  mailbox: MailboxRow,
  mails: readonly KnownMail[],
  until: ReadUntil,
): Promise<boolean> {
  return inWork(deps, async (work) => {
    const { tx, now } = work;
    const changes = { ...until, checked_at: now, failures: 0, last_error: null };
    if (!(await updateMailbox(tx, mailbox, changes))) return false;
    for (const { key, mail, isSent } of mails) {
      if (isSent) {
        if (mail) await keepSentMail(work, mailbox, key, mail);
        continue;
      }
      if (mail && (await keepTest(work, mailbox, mail))) continue;
      const eventId = eventIdOf(mailbox, key, mail);
      const event = mail ? mailToEvent(mail, eventId) : { event_id: eventId, type: UNREADABLE_MAIL };
      if (mail?.isCut) Object.assign(event, CUT_MAIL);
      await receive(work, mailbox, event);
    }
    return true;
  });
}

const receive = (work: Work, { account_id }: MailboxRow, event: EmailHookEvent) =>
  receiveEvent(work, {
    accountId: account_id,
    // The provider of emails from a mailbox, however it was read.
    provider: 'imap',
    eventId: event.event_id,
    type: event.type,
    payload: JSON.stringify(event, (_key, value) => (typeof value === 'string' ? storable(value) : value)),
  });

/** Returns whether a mail is a message of ours. Gmail can put a Message-ID of its own on it before its outcome is recorded. */
async function isKnown({ tx }: Work, accountId: string, { headers }: ReadMail): Promise<boolean> {
  const id = headers['x-message-id']?.trim().toLowerCase() ?? '';
  return isUuid(id) && (await findSentMessage(tx, accountId, [id])) !== undefined;
}

/**
 * Keeps what the receiving server reports of a test email of the account. Returns false if a mail isn't one. A mail
 * is found by the header that senders set, because providers replace Message-IDs.
 */
async function keepTest({ tx, now }: Work, mailbox: MailboxRow, mail: ReadMail): Promise<boolean> {
  const id = mail.headers['x-message-id']?.trim().toLowerCase() ?? '';
  if (!isUuid(id)) return false;
  const { account_id, connection_id } = mailbox;
  const settings = mailboxSettingsOf(mailbox);
  const isApi = settings.by === 'api' && connection_id !== null;
  const provider = isApi ? (await findConnectionById(tx, connection_id))?.provider : undefined;
  const receiver = {
    provider: provider === undefined || provider === 'oauth' ? ('imap' as const) : provider,
    host: settings.by === 'imap' ? settings.host : null,
    received: mail.headers.received ?? null,
  };
  const judged = judgeTest(mail.authentication ?? [], receiver, emailDomain(mail.from ?? '') ?? '');
  return receiveTest(tx, { id, account_id }, { received_at: now, authentication: JSON.stringify(judged) });
}

/** Keeps a mail that someone sent to a lead. What people write to others is private and isn't stored. */
async function keepSentMail(work: Work, mailbox: MailboxRow, key: string, mail: ReadMail): Promise<void> {
  const { account_id, sender_id } = mailbox;
  if (isOwnMail(mail) || (await isKnown(work, account_id, mail))) return;
  for (const address of recipientsOf(mail)) {
    if ((await leadOfAddress(work.tx, account_id, address)) === undefined) continue;
    const event_id = `sent/${eventIdOf(mailbox, key, mail)}`;
    await receive(work, mailbox, sentMailToEvent(mail, { event_id, sender_id }));
    return;
  }
}

/** An email is identified by its Message-ID if it has one, because a server may renumber all emails. */
function eventIdOf({ sender_id }: MailboxRow, key: string, mail: ReadMail | undefined): string {
  const id = mail?.headers['message-id'];
  const known = id ? createHash('sha256').update(id).digest('hex') : key;
  return `${sender_id}/${known}`;
}
