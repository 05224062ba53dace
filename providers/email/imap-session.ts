import { isIP } from 'node:net';
import type { ImapFlow, ListResponse } from 'imapflow';
import { publicAddressOf } from '../../runtime/public-address.js';
import { oneLine } from '../json-api.js';
import { type TokenLogin, withLogin } from './token-login.js';

/** The address and credentials of a mailbox. */
export interface ImapConfig extends TokenLogin {
  host: string;
  port: number;
  secure: boolean;
  user: string;
  /** Unused with a connection. */
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

/**
 * Works in a mailbox, in a session that `work` connects and that is closed after it. With a connection it is repeated
 * with a new token if the server refuses the first one, so `work` must log in before it does anything else. `socketMs`:
 * how long the server may be silent.
 */
export const withImapClient = <T>(
  config: ImapConfig,
  socketMs: number,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> =>
  withLogin(
    config,
    async (token) => {
      const client = await createImapClient(config, socketMs, token);
      try {
        return await work(client);
      } finally {
        client.close();
      }
    },
    refusedCredentials,
  );

/** Response codes of refusals that pass by waiting (RFC 5530). */
const PASSING_REFUSALS = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'];

/** The refusal of a login; `credentials` if the server refused the credentials themselves. */
interface LoginRefusal {
  kind: 'credentials' | 'unavailable' | 'not_encrypted' | 'other';
  reason: string;
}

/** Returns how the server refused a login; undefined for an error that isn't about one. */
function readRefusal(error: unknown): LoginRefusal | undefined {
  const { authenticationFailed, responseStatus, serverResponseCode, responseText } = error as {
    authenticationFailed?: boolean;
    responseStatus?: string;
    serverResponseCode?: string;
    responseText?: string;
  };
  if (!authenticationFailed) return undefined;
  const code = serverResponseCode ?? '';
  const reason = oneLine(responseText);
  if (PASSING_REFUSALS.includes(code)) return { kind: 'unavailable', reason };
  if (code === 'PRIVACYREQUIRED') return { kind: 'not_encrypted', reason };
  return { kind: responseStatus === 'NO' ? 'credentials' : 'other', reason };
}

/** Returns the server's reason if it refused the credentials themselves. */
function refusedCredentials(error: unknown): string | undefined {
  const refusal = readRefusal(error);
  return refusal?.kind === 'credentials' ? refusal.reason : undefined;
}

/** Explains an error of a login to the owner of a mailbox; undefined for other errors. */
export function explainRefusal(error: unknown): string | undefined {
  const refusal = readRefusal(error);
  switch (refusal?.kind) {
    case undefined:
      return undefined;
    case 'credentials':
      return 'The mail server rejected the user name or password.';
    case 'unavailable':
      return `The mail server accepts no logins at the moment: ${refusal.reason}`;
    case 'not_encrypted':
      return 'The mail server accepts logins only over an encrypted connection. Turn on TLS.';
    case 'other':
      return `The mail server refused the login: ${refusal.reason}`;
  }
}

async function createImapClient(config: ImapConfig, socketMs: number, token?: string): Promise<ImapFlow> {
  // Loaded where it is needed: most workers read no mailbox, and all of them should be up soon.
  const imap = await import('imapflow');
  const { user } = config;
  return new imap.ImapFlow({
    host: await publicAddressOf(config, config.privateHosts),
    port: config.port,
    secure: config.secure,
    servername: isIP(config.host) ? undefined : config.host,
    auth: token === undefined ? { user, pass: config.password } : { user, accessToken: token },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    socketTimeout: socketMs,
  });
}

/** Does something in a mailbox within a session of its own, which ends after `limitMs` at the latest. */
export const withinImap = <T>(
  config: ImapConfig,
  limitMs: number,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> =>
  withImapClient(config, limitMs, async (client) => {
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
    }
  });

const LATE = { code: 'ETIMEOUT' };
