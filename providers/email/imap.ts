import type { ImapFlow } from 'imapflow';
import { type ImapConfig, sentPathIn, withImapClient } from './imap-session.js';

/** The position in a mailbox. The server renews all numbers when it changes `uidValidity`. */
export interface ImapCursor {
  uidValidity: number | null;
  lastUid: number;
  /** The start time for emails if no UID is known. */
  since: Date;
}

export interface FetchedMail {
  uid: number;
  uidValidity: number;
  raw: Buffer;
}

export interface ImapReading {
  /** The folder to read. Nothing is read where the mailbox has no Sent folder. */
  folder?: 'inbox' | 'sent';
  cursor: ImapCursor;
  /** Told once the mailbox is open. */
  opened(): Promise<void>;
  /** Takes mails in the order of their numbers; what is not taken is read again in the next session. */
  take(mails: FetchedMail[], uidValidity: number, lastUid: number): Promise<void>;
  signal: AbortSignal;
}

const MAX_MAIL_BYTES = 5 * 1024 * 1024;
/** The time that a mailbox is listened to before it is polled, and the timeout of an answer. */
export interface ImapPace {
  /** Servers forget to tell; so a mailbox is looked at again after this. */
  lookMs: number;
  /** A server that sends no byte after a request for this long is gone, even if the connection is still open. */
  silentMs: number;
}
const PACE: ImapPace = { lookMs: 60_000, silentMs: 30_000 };
const BATCH = 20;

/**
 * Reads the inbox of a mailbox, or its Sent folder, until the signal ends it: first what is new, then, told by IDLE, whatever comes. Nothing
 * in the mailbox is changed, not even what is marked as read. Throws when the connection or the log-in fails, and when
 * the server falls silent: while it is listened to, that is noticed with the next look.
 */
export const readMailbox = (config: ImapConfig, reading: ImapReading, pace: ImapPace = PACE): Promise<void> =>
  // Silence is judged here: the library takes one that begins while IDLE is asked for as meant.
  withImapClient(config, 10 * (pace.lookMs + pace.silentMs), (client) => readWith(client, reading, pace));

async function readWith(
  client: ImapFlow,
  { folder = 'inbox', cursor, opened, take, signal }: ImapReading,
  { lookMs, silentMs }: ImapPace,
): Promise<void> {
  let wake = () => {};
  let isNotified = false;
  let failure: unknown;
  const end = () => client.close();
  client.on('error', (error: unknown) => {
    failure = error;
  });
  const answering: Answering = (answer) => rejectOnSilence(client, silentMs, answer);
  client.on('exists', () => {
    isNotified = true;
    wake();
  });
  client.on('close', () => wake());
  signal.addEventListener('abort', end, { once: true });
  try {
    await answering(client.connect());
    const path = folder === 'inbox' ? 'INBOX' : sentPathIn(await answering(client.list()));
    if (path === undefined) return;
    const { uidValidity: renewed } = await answering(client.mailboxOpen(path, { readOnly: true }));
    const uidValidity = Number(renewed);
    await opened();
    let lastUid = cursor.uidValidity === uidValidity ? cursor.lastUid : 0;
    while (!signal.aborted && client.usable) {
      isNotified = false;
      lastUid = await readNew(client, answering, { uidValidity, lastUid, since: cursor.since }, take);
      // A notification during a poll may be too late for its answer, and isn't repeated.
      if (isNotified) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, lookMs);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
        client.idle().catch(() => wake());
        if (signal.aborted || !client.usable) wake();
      });
    }
    if (failure && !signal.aborted) throw failure;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

const CHECKS = 10;
const DAY_MS = 86_400_000;
/** Waits for an answer of the server as long as bytes of it come in. */
type Answering = <T>(answer: Promise<T>) => Promise<T>;

async function rejectOnSilence<T>(client: ImapFlow, silentMs: number, answer: Promise<T>): Promise<T> {
  let received = -1;
  let quiet = 0;
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    // Checks are counted, not time, so that a stalled process first reads what it received.
    timer = setInterval(() => {
      const { received: now } = client.stats();
      quiet = now === received ? quiet + 1 : 0;
      received = now;
      if (quiet < CHECKS) return;
      reject(Object.assign(new Error('The mail server stopped responding.'), { code: 'ETIMEOUT' }));
      client.close();
    }, silentMs / CHECKS);
  });
  try {
    return await Promise.race([answer, silence]);
  } finally {
    clearInterval(timer);
    answer.catch(() => undefined);
  }
}

async function readNew(
  client: ImapFlow,
  answering: Answering,
  { uidValidity, lastUid, since }: { uidValidity: number; lastUid: number; since: Date },
  take: ImapReading['take'],
): Promise<number> {
  // Servers keep whole seconds.
  const from = new Date(Math.floor(since.getTime() / 1000) * 1000);
  // SINCE knows days only, those of the server's zone, which may begin later than ours.
  const query = lastUid > 0 ? { uid: `${lastUid + 1}:*` } : { since: new Date(since.getTime() - DAY_MS) };
  const found = (await answering(client.search(query, { uid: true }))) || [];
  const uids = found.filter((uid) => uid > lastUid).sort((a, b) => a - b);
  let last = lastUid;
  for (let start = 0; start < uids.length; start += BATCH) {
    const batch = uids.slice(start, start + BATCH);
    const parts = { uid: true, internalDate: true, source: { maxLength: MAX_MAIL_BYTES } };
    const fetched = await answering(all(client.fetch(batch.join(','), parts, { uid: true })));
    const mails = fetched.flatMap((mail): FetchedMail[] => {
      // Older mails of the first days are none of ours.
      const early = lastUid === 0 && mail.internalDate !== undefined && new Date(mail.internalDate) < from;
      return mail.source && !early ? [{ uid: mail.uid, uidValidity, raw: mail.source }] : [];
    });
    last = batch.at(-1) ?? last;
    await take(
      mails.sort((a, b) => a.uid - b.uid),
      uidValidity,
      last,
    );
  }
  return last;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
