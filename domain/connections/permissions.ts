import type {
  ConnectionProvider,
  ConnectionPurpose,
  RegisteredProvider,
} from '../../schemas/connections/connections.js';

const GOOGLE = 'https://www.googleapis.com/auth/';
/** Microsoft names the permissions of Graph with or without this prefix. */
const GRAPH = 'https://graph.microsoft.com/';

/** The scopes that identify the user and keep the access while the user is away. */
const ALWAYS: Readonly<Record<RegisteredProvider, readonly string[]>> = {
  microsoft: ['openid', 'email', 'profile', 'offline_access'],
  google: ['openid', 'email'],
};

const NEEDED: Readonly<Record<RegisteredProvider, Record<ConnectionPurpose, readonly string[]>>> = {
  microsoft: {
    send_mail: ['Mail.Send'],
    read_mail: ['Mail.Read'],
    shared_mailboxes: [],
    calendars: ['Calendars.ReadWrite'],
  },
  google: {
    send_mail: [`${GOOGLE}gmail.send`],
    read_mail: [`${GOOGLE}gmail.readonly`],
    shared_mailboxes: [],
    calendars: [`${GOOGLE}calendar.events`, `${GOOGLE}calendar.calendarlist.readonly`],
  },
};

/** The permissions that a shared mailbox needs in addition, by what it is used for. */
const SHARED: Readonly<Partial<Record<ConnectionPurpose, string>>> = {
  send_mail: 'Mail.Send.Shared',
  read_mail: 'Mail.Read.Shared',
};

/** A permission in the words of the page that names it. */
const MEANINGS: Readonly<Record<string, string>> = {
  'mail.send': 'Send emails',
  'mail.send.shared': 'Send emails from shared mailboxes',
  'mail.read': 'Read emails',
  'mail.read.shared': 'Read emails in shared mailboxes',
  'calendars.readwrite': 'Read calendars and write meetings',
  [`${GOOGLE}gmail.send`]: 'Send emails',
  [`${GOOGLE}gmail.readonly`]: 'Read emails',
  [`${GOOGLE}calendar.events`]: 'Read calendars and write meetings',
  [`${GOOGLE}calendar.calendarlist.readonly`]: 'List calendars',
};

const canonical = (scope: string): string => {
  const lower = scope.toLowerCase();
  return lower.startsWith(GRAPH) ? lower.slice(GRAPH.length) : lower;
};

/** Returns the permissions without which the purposes can't be served. */
export function neededScopes(provider: RegisteredProvider, purposes: readonly ConnectionPurpose[]): string[] {
  const needed = purposes.flatMap((purpose) => NEEDED[provider][purpose]);
  const isShared = provider === 'microsoft' && purposes.includes('shared_mailboxes');
  const shared = isShared ? purposes.map((purpose) => SHARED[purpose]).filter((scope) => scope !== undefined) : [];
  return [...needed, ...shared];
}

/** Returns all permissions that a sign-in asks for. */
export const askedScopes = (provider: RegisteredProvider, purposes: readonly ConnectionPurpose[]): string[] => [
  ...ALWAYS[provider],
  ...neededScopes(provider, purposes),
];

/** Returns the needed permissions that were not granted: people can untick them on the provider's page. */
export function missingScopes(
  provider: RegisteredProvider,
  purposes: readonly ConnectionPurpose[],
  granted: readonly string[],
): string[] {
  const known = new Set(granted.map(canonical));
  return neededScopes(provider, purposes).filter((scope) => !known.has(canonical(scope)));
}

/** Returns whether the granted permissions serve a purpose. */
export const allows = (provider: RegisteredProvider, purpose: ConnectionPurpose, granted: readonly string[]): boolean =>
  missingScopes(provider, [purpose], granted).length === 0;

const PURPOSES: Readonly<Record<ConnectionPurpose, string>> = {
  send_mail: 'Send emails',
  read_mail: 'Read emails',
  shared_mailboxes: 'Use shared mailboxes',
  calendars: 'Read calendars and write meetings',
};

/** Describes what a connection may do, for the person who grants it. */
export const permissionsOf = (provider: ConnectionProvider, purposes: readonly ConnectionPurpose[]): string[] =>
  provider === 'oauth'
    ? purposes.map((purpose) => PURPOSES[purpose])
    : neededScopes(provider, purposes).map((scope) => meaningOf(scope));

/** Describes what a permission allows, for people. */
export const meaningOf = (scope: string): string => MEANINGS[canonical(scope)] ?? scope;

/** Returns why a provider can't serve the purposes; undefined where it can. */
export function purposeProblem(
  provider: ConnectionProvider,
  purposes: readonly ConnectionPurpose[],
): string | undefined {
  if (new Set(purposes).size < purposes.length) return 'Each purpose can appear only once.';
  if (provider === 'oauth' && purposes.some((purpose) => !purpose.endsWith('_mail'))) {
    return 'The provider oauth has only the purposes send_mail and read_mail.';
  }
  if (!purposes.includes('shared_mailboxes')) return undefined;
  if (provider !== 'microsoft') return 'Only Microsoft has shared mailboxes.';
  const hasUse = purposes.includes('send_mail') || purposes.includes('read_mail');
  return hasUse ? undefined : 'Add send_mail or read_mail: shared_mailboxes extends them to shared mailboxes.';
}
