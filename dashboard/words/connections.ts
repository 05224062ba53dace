import type { Answer } from '../api/operation-types.js';
import * as words from './en/connections.js';
import type { Words } from './who.js';

type Connection = Answer<'getConnection'>['connection'];

/** States of connections. */
export const CONNECTION_STATES = {
  pending: { label: words.statusPending, who: 'clock' },
  connected: { label: words.statusConnected, who: 'ok' },
  reconnect_needed: { label: words.statusReconnectNeeded, who: 'act' },
} as const satisfies Record<Connection['status'], Words>;

/** Providers of connections. */
export const CONNECTION_PROVIDERS = {
  google: words.google,
  microsoft: words.microsoft,
  oauth: words.anotherProvider,
} as const satisfies Record<Connection['provider'], string>;

/** Purposes of connections. */
export const CONNECTION_PURPOSES = {
  send_mail: words.sendMail,
  read_mail: words.readMail,
  shared_mailboxes: words.sharedMailboxes,
  calendars: words.calendars,
} as const satisfies Record<Connection['purposes'][number], string>;

/** Names a connection by its address. */
export const connectionName = ({ email, provider }: Pick<Connection, 'email' | 'provider'>): string =>
  email ?? words.unnamed(CONNECTION_PROVIDERS[provider]);
