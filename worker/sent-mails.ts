import { claimSentMails, deleteSentMail, noteUnknownMails, updateSentMail } from '../db/channels/sent-mails.js';
import { fromJson } from '../db/connection.js';
import { findMessage } from '../db/messages/messages.js';
import type { SentMailRow } from '../db/tables.js';
import { inWork, type WorkDependencies } from '../db/work.js';
import { composeEmail } from '../providers/email/compose.js';
import { messageIdHeader, type OutgoingEmail } from '../providers/email/provider.js';
import { type MailboxAccess, sentFolderOf } from '../providers/email/sent-folders.js';
import type { Logger } from '../runtime/logger.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { findSentMailbox, recordLookup } from '../services/inbound/sent-mails.js';
import { type Loop, startLoop } from './loop.js';

const TURN_MS = 5_000;
/** Longer than a session with a mailbox may take. */
const LEASE_MS = 120_000;
const BATCH = 50;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A copy that can't be saved is given up after this time. */
const COPY_DAYS = 30;
/** The interval at which a waiting email is checked. */
const NOT_SENT_YET_MS = 10 * MINUTE_MS;

export interface SentMailOptions extends WorkDependencies, MailboxAccess {
  logger: Logger;
  box: SecretBox;
}

/**
 * Looks up messages with an unknown outcome in their senders' mailboxes, and saves copies of sent mails there. Both are
 * rows, so what a process that died has begun is done by another one. Each sender's mailbox is asked for one mail at a
 * time.
 */
export function startSentMails(options: SentMailOptions): Loop {
  const { db, clock, logger } = options;
  return startLoop(logger, 'sent mails', async () => {
    const now = clock.now();
    await noteUnknownMails(db, now, BATCH);
    const leaseUntil = new Date(now.getTime() + LEASE_MS);
    const due = await claimSentMails(db, now, { leaseUntil, limit: BATCH });
    const senders = new Set(due.map(({ sender_id }) => sender_id));
    const rowsOf = (id: string) => due.filter(({ sender_id }) => sender_id === id);
    await Promise.all([...senders].map((id) => processRows(options, rowsOf(id))));
    return due.length === BATCH ? 0 : TURN_MS;
  });
}

async function processRows(options: SentMailOptions, rows: readonly SentMailRow[]): Promise<void> {
  for (const row of rows) {
    // A row whose lease ended belongs to another process by now.
    if (row.next_at && row.next_at.getTime() - LEASE_MS / 2 < options.clock.now().getTime()) return;
    await (row.kind === 'look_up' ? lookUp : saveCopy)(options, row);
  }
}

async function lookUp(options: SentMailOptions, row: SentMailRow): Promise<void> {
  const mailbox = await findSentMailbox(options.db, options.box, row);
  const look = mailbox
    ? await sentFolderOf(options, mailbox.settings).findSent(messageIdHeader(row.message_id, mailbox.sender.from_email))
    : ({ kind: 'no_mailbox' } as const);
  await inWork(options, (work) => recordLookup(work, row, look, mailbox));
}

const LEFT = ['sent', 'delivered', 'read'];
const NEVER_LEFT = ['failed', 'cancelled'];

async function saveCopy(options: SentMailOptions, row: SentMailRow): Promise<void> {
  const { db, clock, logger } = options;
  const now = clock.now();
  const later = (ms: number) => new Date(now.getTime() + ms);
  const message = await findMessage(db, row.account_id, row.message_id);
  const mailbox = await findSentMailbox(db, options.box, row);
  const isWanted =
    mailbox && (mailbox.copies === 'always' || (mailbox.copies === 'auto' && !mailbox.isSavedByProvider));
  if (!message || !isWanted || row.mail === null || NEVER_LEFT.includes(message.status)) return deleteSentMail(db, row);
  if (!LEFT.includes(message.status)) return updateSentMail(db, row, { next_at: later(NOT_SENT_YET_MS) });
  const email = fromJson<OutgoingEmail>(row.mail);
  const sentAt = message.sent_at ?? row.created_at;
  const { raw, messageIdHeader: messageId } = await composeEmail({ ...email, sentAt });
  const saved = await sentFolderOf(options, mailbox.settings).saveSent?.({ messageId, raw, sentAt });
  if (saved?.kind !== 'unavailable') return deleteSentMail(db, row);
  if (now.getTime() - row.created_at.getTime() > COPY_DAYS * DAY_MS) {
    logger.warn({ message_id: row.message_id, code: saved.code }, 'The copy of a sent mail could not be saved');
    return deleteSentMail(db, row);
  }
  const pauseMs = Math.max(saved.retryAfterSeconds * 1_000, Math.min(MINUTE_MS * 2 ** row.failures, DAY_MS / 4));
  const failures = row.failures + 1;
  return updateSentMail(db, row, { failures, last_error: saved.message, next_at: later(pauseMs) });
}
