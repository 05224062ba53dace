import { setTimeout as sleep } from 'node:timers/promises';
import { claimMailboxes, updateMailbox } from '../db/channels/mailboxes.js';
import { findConnectionById } from '../db/connections/connections.js';
import { listNoticed } from '../db/inbound/push-channels.js';
import type { MailboxRow } from '../db/tables.js';
import type { WorkDependencies } from '../db/work.js';
import type { GmailAccess } from '../providers/email/gmail.js';
import { readGmailMailbox } from '../providers/email/gmail-mailbox.js';
import type { GraphAccess } from '../providers/email/graph.js';
import { readGraphMailbox } from '../providers/email/graph-mailbox.js';
import { type ImapPace, type ImapReading, readMailbox } from '../providers/email/imap.js';
import { explainRefusal } from '../providers/email/imap-session.js';
import { readMail } from '../providers/email/read-mail.js';
import { MailboxError, type SyncedMail, type SyncPace, type SyncReading } from '../providers/email/sync.js';
import type { LoginTokens } from '../providers/oauth/provider.js';
import { newId } from '../runtime/ids.js';
import type { Logger } from '../runtime/logger.js';
import type { SecretBox } from '../runtime/secret-box.js';
import { mailboxSettingsOf } from '../services/channels/mailbox-settings.js';
import {
  imapConfigOf,
  type KnownMail,
  keepMails,
  type ReadUntil,
  sentCursorOf,
  syncCursorOf,
} from '../services/inbound/mailboxes.js';
import { Alarm } from './alarm.js';
import { type Loop, startLoop } from './loop.js';

const TURN_MS = 2_000;
const LEASE_MS = 60_000;
const RENEW_MS = 20_000;
const MAX_OPEN = 200;
const FIRST_BACKOFF_MS = 5_000;
const LONGEST_BACKOFF_MS = 15 * 60_000;
const SENT_PAUSE_MS = 60_000;

export interface MailboxOptions extends WorkDependencies {
  logger: Logger;
  box: SecretBox;
  /** Servers that may have a private address, as `privateHostsOf` lists them. */
  privateHosts: readonly string[];
  /** The access to the mailboxes of connections: at mail servers, and by the APIs of providers. */
  tokens?: LoginTokens;
  graph?: GraphAccess;
  gmail?: GmailAccess;
  /** The timeouts of reading servers, if not the defaults. */
  pace?: ImapPace;
  syncPace?: SyncPace;
}

/** The alarms of a mailbox that is read, by the part that changed. */
interface Alarms {
  mail: Alarm;
  sent_mail: Alarm;
}

/** A mailbox that this process reads. */
interface OpenMailbox {
  mailbox: MailboxRow;
  abort: AbortController;
  ended: Promise<void>;
  alarms: Alarms;
  /** The times of the reported changes that an alarm rang for, by the IDs of their channels. */
  noticed: Map<string, number>;
}

/**
 * Reads the mailboxes of all accounts. Each is leased by one process, which renews its lease while it reads; of a
 * process that dies the mailboxes go to the others a minute later. One that can't be read is tried again with growing
 * pauses, and says why. A change that the provider reports ends the pause before the next look.
 */
export function startMailboxes(options: MailboxOptions): Loop {
  const { db, clock, logger } = options;
  const open = new Map<string, OpenMailbox>();
  const later = (ms: number) => new Date(clock.now().getTime() + ms);
  let renewed = clock.now().getTime();

  const loop = startLoop(logger, 'mailboxes', async () => {
    if (clock.now().getTime() - renewed >= RENEW_MS) {
      renewed = clock.now().getTime();
      for (const { mailbox, abort } of open.values()) {
        const kept = await updateMailbox(db, mailbox, { lease_until: later(LEASE_MS) });
        if (!kept) abort.abort();
      }
    }
    const limit = Math.min(20, MAX_OPEN - open.size);
    // Each claim has its own owner, so a claim from before a change of the mailbox's settings has no effect.
    const lease = { owner: newId(), leaseUntil: later(LEASE_MS), limit };
    for (const mailbox of await claimMailboxes(db, clock.now(), lease)) {
      const before = open.get(mailbox.sender_id);
      before?.abort.abort();
      await before?.ended;
      const abort = new AbortController();
      const alarms = { mail: new Alarm(), sent_mail: new Alarm() };
      const ended = read(options, mailbox, { signal: abort.signal, alarms }).finally(() =>
        open.delete(mailbox.sender_id),
      );
      open.set(mailbox.sender_id, { mailbox, abort, ended, alarms, noticed: new Map() });
    }
    await ringNoticed(db, open);
    return TURN_MS;
  });
  return {
    healthy: loop.healthy,
    async stop() {
      await loop.stop();
      for (const { abort } of open.values()) abort.abort();
      await Promise.all([...open.values()].map(({ ended }) => ended));
    },
  };
}

/** Rings the alarms of mailboxes whose provider has reported a change since the last turn. */
async function ringNoticed(db: WorkDependencies['db'], open: ReadonlyMap<string, OpenMailbox>): Promise<void> {
  const connected = [...open].flatMap(([id, { mailbox }]) => (mailbox.connection_id === null ? [] : [id]));
  for (const { id, subject_id, kind, noticed_at } of await listNoticed(db, connected)) {
    const mailbox = open.get(subject_id);
    if (kind === 'calendar' || !mailbox || mailbox.noticed.get(id) === noticed_at.getTime()) continue;
    mailbox.noticed.set(id, noticed_at.getTime());
    mailbox.alarms[kind].ring();
  }
}

async function read(
  options: MailboxOptions,
  mailbox: MailboxRow,
  { signal, alarms }: Pick<Session, 'signal' | 'alarms'>,
): Promise<void> {
  const { db, clock, logger } = options;
  let failure: string | null = null;
  let pauseSeconds = 0;
  let failuresBefore = mailbox.failures;
  const opened = async () => {
    const well = { failures: 0, last_error: null, checked_at: clock.now() };
    if (!(await updateMailbox(db, mailbox, well))) throw new Error('The lease was lost.');
    failuresBefore = 0;
  };
  try {
    const readBy = mailboxSettingsOf(mailbox).by === 'imap' ? readByImap : readByConnection;
    await readBy(options, mailbox, { opened, signal, alarms });
  } catch (error) {
    if (!signal.aborted) failure = reasonOf(error);
    if (failure) logger.warn({ err: error, sender_id: mailbox.sender_id }, 'A mailbox can not be read');
    if (error instanceof MailboxError) pauseSeconds = error.retryAfterSeconds;
  }
  const failures = failure === null ? 0 : failuresBefore + 1;
  const backoff = failure === null ? 0 : Math.min(FIRST_BACKOFF_MS * 2 ** (failures - 1), LONGEST_BACKOFF_MS);
  const pause = Math.max(backoff, pauseSeconds * 1000);
  await updateMailbox(db, mailbox, {
    lease_owner: null,
    lease_until: null,
    failures,
    last_error: failure,
    next_at: new Date(clock.now().getTime() + pause),
  }).catch(() => undefined);
}

interface Session {
  opened(): Promise<void>;
  signal: AbortSignal;
  alarms: Alarms;
}

async function readByImap(options: MailboxOptions, mailbox: MailboxRow, session: Session): Promise<void> {
  const { box, privateHosts, tokens, pace } = options;
  const config = { ...imapConfigOf(mailbox, box), privateHosts, ...(tokens && { tokens }) };
  const sent = async (signal: AbortSignal) => {
    const since = mailbox.sent_since ?? mailbox.read_since;
    const cursor = { uidValidity: mailbox.sent_uid_validity, lastUid: mailbox.sent_last_uid, since };
    const take: ImapReading['take'] = async (mails, uidValidity, lastUid) => {
      const known = mails.map(({ uid, raw }) => ({ key: `${uidValidity}/${uid}`, raw, isSent: true }));
      const until = { sent_uid_validity: uidValidity, sent_last_uid: lastUid };
      await storeMails(options, mailbox, known, until);
      Object.assign(mailbox, until);
    };
    await readMailbox(config, { folder: 'sent', cursor, take, signal, opened: async () => undefined }, pace);
  };
  await alongside(options, mailbox, session.signal, sent, () =>
    readMailbox(
      config,
      {
        ...session,
        cursor: { uidValidity: mailbox.uid_validity, lastUid: mailbox.last_uid, since: mailbox.read_since },
        async take(mails, uidValidity, lastUid) {
          const known = mails.map(({ uid, raw }) => ({ key: `${uidValidity}/${uid}`, raw }));
          await storeMails(options, mailbox, known, { uid_validity: uidValidity, last_uid: lastUid });
        },
      },
      pace,
    ),
  );
}

async function readByConnection(options: MailboxOptions, mailbox: MailboxRow, session: Session): Promise<void> {
  const { db, graph, gmail, syncPace } = options;
  const connection = mailbox.connection_id === null ? undefined : await findConnectionById(db, mailbox.connection_id);
  if (!connection) throw new Error('The connection was deleted.');
  const connectionId = connection.id;
  const { opened, signal, alarms } = session;
  const reading: SyncReading = {
    opened,
    signal,
    rest: (ms) => alarms.mail.pause(ms, signal),
    cursor: syncCursorOf(mailbox),
    take: (mails, token) => storeMails(options, mailbox, keyed(mails), { sync_token: token }),
  };
  switch (connection.provider) {
    case 'google':
      if (!gmail) throw new Error('This process has no access to the Gmail API.');
      return readGmailMailbox(gmail, { connectionId }, reading, syncPace);
    case 'microsoft':
      if (!graph) throw new Error('This process has no access to Microsoft Graph.');
      return readByGraph(options, mailbox, { graph, connectionId, reading, alarms });
    case 'oauth':
      throw new Error('The mailbox has no mail server.');
  }
}

interface GraphReading extends Pick<Session, 'alarms'> {
  graph: GraphAccess;
  connectionId: string;
  reading: SyncReading;
}

async function readByGraph(
  options: MailboxOptions,
  mailbox: MailboxRow,
  { graph, connectionId, reading, alarms }: GraphReading,
): Promise<void> {
  const { syncPace } = options;
  const settings = mailboxSettingsOf(mailbox);
  const config = { connectionId, sharedMailbox: settings.by === 'api' ? settings.shared_mailbox : null };
  const sent = async (signal: AbortSignal) => {
    const take: SyncReading['take'] = async (mails, token) => {
      await storeMails(options, mailbox, keyed(mails), { sent_token: token });
      mailbox.sent_token = token;
    };
    const rest = (ms: number) => alarms.sent_mail.pause(ms, signal);
    const reading = { cursor: sentCursorOf(mailbox), take, signal, rest, opened: async () => undefined };
    await readGraphMailbox(graph, { ...config, folder: 'sentitems' }, reading, syncPace);
  };
  await alongside(options, mailbox, reading.signal, sent, () => readGraphMailbox(graph, config, reading, syncPace));
}

const keyed = (mails: readonly SyncedMail[]) => mails.map(({ id, ...mail }) => ({ key: id, ...mail }));

/**
 * Reads the Sent folder for as long as the inbox is read. If Sent can't be read, that doesn't keep the inbox from being
 * read; it is tried again a minute later.
 */
async function alongside(
  { logger }: MailboxOptions,
  { sender_id }: MailboxRow,
  signal: AbortSignal,
  readSent: (signal: AbortSignal) => Promise<void>,
  readInbox: () => Promise<void>,
): Promise<void> {
  const end = new AbortController();
  const both = AbortSignal.any([signal, end.signal]);
  const sent = (async () => {
    while (!both.aborted) {
      await readSent(both).catch((err: unknown) => {
        if (!both.aborted) logger.warn({ err, sender_id }, 'The Sent folder of a mailbox can not be read');
      });
      await sleep(SENT_PAUSE_MS, undefined, { signal: both }).catch(() => undefined);
    }
  })();
  try {
    await readInbox();
  } finally {
    end.abort();
    await sent;
  }
}

/** Reads mails one after the other, since the other loops of the process take turns with hostile ones, and keeps them. */
async function storeMails(
  options: MailboxOptions,
  mailbox: MailboxRow,
  mails: readonly { key: string; raw: Buffer; isSent?: boolean }[],
  until: ReadUntil,
): Promise<void> {
  const { logger } = options;
  const { sender_id } = mailbox;
  const read: KnownMail[] = [];
  for (const { key, raw, isSent } of mails) {
    // One mail must not keep those behind it from being read, whatever its writer made of it.
    const mail = await readMail(raw).catch((error: unknown) => {
      logger.warn({ err: error, sender_id, key }, 'A mail can not be read');
      return undefined;
    });
    if (mail?.isCut) logger.warn({ sender_id, key }, 'The end of a mail was cut');
    read.push({ key, mail, ...(isSent && { isSent }) });
  }
  if (!(await keepMails(options, mailbox, read, until))) throw new Error('The lease was lost.');
}

/** Returns the reason for the owner: the sentence of a provider or how the server refused a login, else the failure. */
function reasonOf(error: unknown): string {
  if (error instanceof MailboxError) return error.message.slice(0, 500);
  const { code, message } = error as { code?: string; message?: string };
  return (explainRefusal(error) ?? `${code ?? 'ERROR'}: ${message ?? ''}`).slice(0, 500);
}
