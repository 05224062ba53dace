import { promises as dns } from 'node:dns';
import { isIP } from 'node:net';
import type { ImapFlow } from 'imapflow';
import { BlockedAddressError, isPublicAddress } from '../../runtime/public-address.js';

/** Where a mailbox is and who may read it. */
export interface ImapConfig {
  host: string;
  port: number;
  secure: boolean;
  user: string;
  password: string;
  allowPrivate: boolean;
}

/** How far a mailbox was read. The server renews all numbers when it changes `uidValidity`. */
export interface ImapCursor {
  uidValidity: number | null;
  lastUid: number;
  /** Where no number helps: mails that came after this. */
  since: Date;
}

export interface FetchedMail {
  uid: number;
  uidValidity: number;
  raw: Buffer;
}

export interface ImapReading {
  cursor: ImapCursor;
  /** Told once the mailbox is open. */
  opened(): Promise<void>;
  /** Takes mails in the order of their numbers; what is not taken is read again in the next session. */
  take(mails: FetchedMail[], uidValidity: number, lastUid: number): Promise<void>;
  signal: AbortSignal;
}

const MAX_MAIL_BYTES = 5 * 1024 * 1024;
const CONNECT_MS = 10_000;
/** Servers forget to tell; so a mailbox is looked at again after this. */
const LOOK_MS = 60_000;
const BATCH = 20;

/**
 * Reads the inbox of a mailbox until the signal ends it: first what is new, then, told by IDLE, whatever comes. Nothing
 * in the mailbox is changed, not even what is marked as read. Throws when the connection or the log-in fails.
 */
export async function readMailbox(config: ImapConfig, { cursor, opened, take, signal }: ImapReading): Promise<void> {
  // Loaded where it is needed: most workers read no mailbox, and all of them should be up soon.
  const imap = await import('imapflow');
  const client = new imap.ImapFlow({
    host: await checkedHost(config),
    port: config.port,
    secure: config.secure,
    servername: isIP(config.host) ? undefined : config.host,
    auth: { user: config.user, pass: config.password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    // A line that fell silent is noticed with the next look.
    socketTimeout: 1.5 * LOOK_MS,
  });
  let wake = () => {};
  let failure: unknown;
  const end = () => client.close();
  client.on('error', (error: unknown) => {
    failure = error;
  });
  client.on('exists', () => wake());
  client.on('close', () => wake());
  signal.addEventListener('abort', end, { once: true });
  try {
    await client.connect();
    const { uidValidity: renewed } = await client.mailboxOpen('INBOX', { readOnly: true });
    const uidValidity = Number(renewed);
    await opened();
    let lastUid = cursor.uidValidity === uidValidity ? cursor.lastUid : 0;
    while (!signal.aborted && client.usable) {
      lastUid = await readNew(client, { uidValidity, lastUid, since: cursor.since }, take);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, LOOK_MS);
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
    client.close();
  }
}

async function readNew(
  client: ImapFlow,
  { uidValidity, lastUid, since }: { uidValidity: number; lastUid: number; since: Date },
  take: ImapReading['take'],
): Promise<number> {
  // Servers keep whole seconds.
  const from = new Date(Math.floor(since.getTime() / 1000) * 1000);
  const query = lastUid > 0 ? { uid: `${lastUid + 1}:*` } : { since };
  const found = (await client.search(query, { uid: true })) || [];
  const uids = found.filter((uid) => uid > lastUid).sort((a, b) => a - b);
  let last = lastUid;
  for (let start = 0; start < uids.length; start += BATCH) {
    const batch = uids.slice(start, start + BATCH);
    const mails: FetchedMail[] = [];
    const parts = { uid: true, internalDate: true, source: { maxLength: MAX_MAIL_BYTES } };
    for await (const mail of client.fetch(batch.join(','), parts, { uid: true })) {
      // SINCE knows days only; older mails of the first day are none of ours.
      const early = lastUid === 0 && mail.internalDate !== undefined && new Date(mail.internalDate) < from;
      if (mail.source && !early) mails.push({ uid: mail.uid, uidValidity, raw: mail.source });
    }
    last = batch.at(-1) ?? last;
    await take(
      mails.sort((a, b) => a.uid - b.uid),
      uidValidity,
      last,
    );
  }
  return last;
}

// The connection is made to the address that was checked, so a name can't change its meaning in between.
async function checkedHost({ host, allowPrivate }: ImapConfig): Promise<string> {
  if (allowPrivate) return host;
  const found = isIP(host) ? [{ address: host }] : await dns.lookup(host, { all: true });
  const [first] = found;
  if (!first || !found.every(({ address }) => isPublicAddress(address))) throw new BlockedAddressError();
  return first.address;
}
