import type { Knex } from 'knex';
import { findEmailSender } from '../../db/channels/email-senders.js';
import { findMailbox } from '../../db/channels/mailboxes.js';
import { deleteSentMail, updateSentMail } from '../../db/channels/sent-mails.js';
import { fromJson } from '../../db/connection.js';
import { findConnectionById } from '../../db/connections/connections.js';
import { insertEvents } from '../../db/events/events.js';
import { findMessage } from '../../db/messages/messages.js';
import type { ConnectionRow, EmailSenderRow, MailboxRow, SentMailRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { type MailAccount, savesSentMail } from '../../domain/channels/saved-sent.js';
import { judgeLook } from '../../domain/messages/sent-lookups.js';
import type { SentFolderSettings } from '../../providers/email/sent-folders.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { RegisteredProvider } from '../../schemas/connections/connections.js';
import type { StoredSmtp } from '../channels/email-senders.js';
import { mailboxSettingsOf } from '../channels/mailbox-settings.js';
import { SENDER_KEPT_MS } from '../channels/senders.js';
import { mailServerOf } from '../connections/own-clients.js';
import { purposesOf } from '../connections/settings.js';
import { queueAgain } from '../messages/queue-again.js';
import { applyReceipt, type LockedMessage, lockMessageAndRun } from '../messages/receipts.js';
import { imapConfigOf } from './mailboxes.js';

/** A sender with the mailbox that has its sent mail. */
export interface SentMailbox {
  sender: EmailSenderRow;
  settings: SentFolderSettings;
  /** True if the provider saves each mail of the sender there. */
  isSavedByProvider: boolean;
  copies: MailboxRow['sent_copies'];
}

/** Returns the mailbox that has a sender's sent mail: its own, or that of its connection if it may be read. */
export async function findSentMailbox(
  db: Knex,
  box: SecretBox,
  { account_id, sender_id }: Pick<SentMailRow, 'account_id' | 'sender_id'>,
): Promise<SentMailbox | undefined> {
  const sender = await findEmailSender(db, account_id, sender_id);
  if (!sender) return undefined;
  const mailbox = await findMailbox(db, account_id, sender_id);
  const senderConnection = await connectionOf(db, sender.connection_id);
  const from = senderAccount(sender, senderConnection);
  const settings = mailbox && mailboxSettingsOf(mailbox);
  if (mailbox && settings?.by === 'imap') {
    const config = imapConfigOf(mailbox, box);
    const at: MailAccount = { host: config.host, user: config.user, connectionId: null };
    return {
      sender,
      settings: { provider: 'imap', ...config },
      isSavedByProvider: savesSentMail(from, at),
      copies: mailbox.sent_copies,
    };
  }
  const connection = mailbox ? await connectionOf(db, mailbox.connection_id) : senderConnection;
  if (!connection || !purposesOf(connection).includes('read_mail')) return undefined;
  const { id: connectionId, provider } = connection;
  if (provider === 'oauth') return ownSentMailbox(sender, from, connection);
  const shared = settings?.by === 'api' ? settings.shared_mailbox : sender.shared_mailbox;
  const at: MailAccount = { host: HOSTS[provider], user: shared ?? connection.email, connectionId };
  return {
    sender,
    settings: provider === 'google' ? { provider, connectionId } : { provider, connectionId, sharedMailbox: shared },
    isSavedByProvider: savesSentMail(from, at),
    copies: 'never',
  };
}

/** Returns the sent mail of a sender without a mailbox of its own, at the mail server of its connection. */
function ownSentMailbox(sender: EmailSenderRow, from: MailAccount, connection: ConnectionRow): SentMailbox | undefined {
  const server = mailServerOf(connection, 'imap');
  if (!server) return undefined;
  const at: MailAccount = { host: server.host, user: server.user, connectionId: null };
  return {
    sender,
    settings: { provider: 'imap', accountId: sender.account_id, ...server, password: '', connectionId: connection.id },
    isSavedByProvider: savesSentMail(from, at),
    copies: 'never',
  };
}

/** The place where mailboxes of connections are, as `savesSentMail` knows them. */
const HOSTS: Readonly<Record<RegisteredProvider, string>> = {
  microsoft: 'graph.microsoft.com',
  google: 'gmail.googleapis.com',
};

const connectionOf = async (db: Knex, id: string | null): Promise<ConnectionRow | undefined> =>
  id === null ? undefined : findConnectionById(db, id);

function senderAccount(
  { provider, smtp, shared_mailbox }: EmailSenderRow,
  connection: ConnectionRow | undefined,
): MailAccount {
  if (provider === 'smtp') {
    const { host, user } = fromJson<StoredSmtp>(smtp ?? '{}');
    return { host, user, connectionId: null };
  }
  return { host: null, user: shared_mailbox ?? connection?.email ?? null, connectionId: connection?.id ?? null };
}

/** The result of a search in the mailbox, or why it wasn't possible. */
export type Look =
  | { kind: 'found'; providerMessageId: string }
  | { kind: 'pending' | 'absent' | 'no_mailbox' }
  | { kind: 'unavailable'; message: string; retryAfterSeconds: number };

const ORIGIN = { kind: 'provider', id: 'mailbox' } as const;
const LONGEST_PAUSE_SECONDS = 900;

/**
 * Records a look for a message with an unknown outcome. One that was found counts as sent. One that has been absent for
 * long enough, where the provider saves each sent mail, is queued again; if its cadence doesn't send it any more, it
 * counts as failed. The others are looked up again, until a person has to settle them.
 */
export async function recordLookup(work: Work, row: SentMailRow, look: Look, mailbox?: SentMailbox): Promise<void> {
  const { tx, now } = work;
  const found = await findMessage(tx, row.account_id, row.message_id);
  const locked = found && (await lockMessageAndRun(tx, found));
  const message = locked?.message;
  if (message?.status !== 'unknown' || message.claim_no !== row.claim_no) return deleteSentMail(tx, row);
  if (look.kind === 'no_mailbox') return updateSentMail(tx, row, { next_at: null, last_error: 'no_mailbox' });
  if (look.kind === 'unavailable') {
    const pause = Math.min(Math.max(look.retryAfterSeconds, 15 * 2 ** row.failures), LONGEST_PAUSE_SECONDS);
    const next_at = new Date(now.getTime() + pause * 1_000);
    return updateSentMail(tx, row, { failures: row.failures + 1, last_error: look.message.slice(0, 500), next_at });
  }
  const claimedAt = message.claimed_at ?? message.updated_at;
  const verdict = judgeLook({
    now,
    claimedAt,
    looks: row.looks,
    absentSince: row.absent_since,
    answer: look.kind,
    isProof: mailbox !== undefined && provesAbsence(mailbox, claimedAt),
  });
  if (verdict.kind === 'sent' && look.kind === 'found') {
    const { providerMessageId } = look;
    const receipt = { status: 'sent', at: now, settledBy: 'lookup', origin: ORIGIN, providerMessageId } as const;
    await applyReceipt(work, locked as LockedMessage, receipt);
    return deleteSentMail(tx, row);
  }
  if (verdict.kind === 'not_sent') {
    await resend(work, locked as LockedMessage);
    return deleteSentMail(tx, row);
  }
  return updateSentMail(tx, row, {
    looks: row.looks + 1,
    failures: 0,
    last_error: null,
    looked_at: now,
    absent_since: look.kind === 'absent' ? (row.absent_since ?? now) : null,
    next_at: verdict.kind === 'again' ? verdict.at : null,
  });
}

/**
 * Whether a mail that isn't in the mailbox can't have left. Where the sender was changed since then, the mail may have
 * another Message-ID, or have left by another server.
 */
const provesAbsence = ({ isSavedByProvider, sender }: SentMailbox, claimedAt: Date): boolean =>
  isSavedByProvider && sender.updated_at.getTime() + SENDER_KEPT_MS < claimedAt.getTime();

const NOT_SENT = {
  code: 'not_in_sent_folder',
  provider_code: null,
  retryable: false,
  message: "The sender's mailbox has no such email, so it wasn't sent. Its cadence doesn't send it any more.",
};

async function resend(work: Work, locked: LockedMessage): Promise<void> {
  const { tx, now } = work;
  const { id, account_id, lead_id, agent_run_id, agent_id, channel, step_key } = locked.message;
  const queued = await queueAgain(work, locked);
  if (!queued) {
    await applyReceipt(work, locked, {
      status: 'failed',
      at: now,
      settledBy: 'lookup',
      origin: ORIGIN,
      failure: NOT_SENT,
    });
    return;
  }
  const data = { message_id: id, channel, workflow_id: agent_id, step_key, settled_by: 'lookup' };
  await insertEvents(tx, now, [
    { accountId: account_id, leadId: lead_id, agentRunId: agent_run_id, type: 'message.queued', data, origin: ORIGIN },
  ]);
}
