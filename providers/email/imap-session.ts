import { isIP } from 'node:net';
import type { ImapFlow, ListResponse } from 'imapflow';
import { publicAddressOf } from '../../runtime/public-address.js';

/** The address and credentials of a mailbox. */
export interface ImapConfig {
  host: string;
  port: number;
  secure: boolean;
  user: string;
  password: string;
  /** The account that configured the server. */
  accountId?: string;
  /** Servers that may have a private address, as `privateHostsOf` lists them. */
  privateHosts: readonly string[];
}

/** Returns the path of the Sent folder, by its special use (RFC 6154) or, where the server marks none, by its name. */
export const sentPathIn = (folders: readonly ListResponse[]): string | undefined =>
  folders.find(({ specialUse }) => specialUse === '\\Sent')?.path;

const CONNECT_MS = 10_000;

/** Prepares a session with a mailbox. The caller connects and closes it. `socketMs`: how long the server may be silent. */
export async function createImapClient(config: ImapConfig, socketMs: number): Promise<ImapFlow> {
  // Loaded where it is needed: most workers read no mailbox, and all of them should be up soon.
  const imap = await import('imapflow');
  return new imap.ImapFlow({
    host: await publicAddressOf(config, config.privateHosts),
    port: config.port,
    secure: config.secure,
    servername: isIP(config.host) ? undefined : config.host,
    auth: { user: config.user, pass: config.password },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: socketMs,
  });
}

/** Does something in a mailbox within a session of its own, which ends after `limitMs` at the latest. */
export async function withinImap<T>(
  config: ImapConfig,
  limitMs: number,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const client = await createImapClient(config, limitMs);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    // A session that breaks also fails the command that it broke; without a listener it would end the process.
    client.on('error', reject);
    timer = setTimeout(reject, limitMs, Object.assign(new Error('The mail server stopped responding.'), LATE));
  });
  const done = client.connect().then(() => work(client));
  try {
    return await Promise.race([done, late]);
  } finally {
    clearTimeout(timer);
    done.catch(() => undefined);
    late.catch(() => undefined);
    client.close();
  }
}

const LATE = { code: 'ETIMEOUT' };
