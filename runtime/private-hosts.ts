import { isIPv6 } from 'node:net';

/** A server that is connected to, and the account it is connected to for. */
export interface ServerPlace {
  host: string;
  port: number;
  accountId?: string | undefined;
}

/** The settings that open servers with private addresses. */
export const PRIVATE_HOST_SETTINGS = [
  'MAIL_PRIVATE_HOSTS',
  'MODEL_PRIVATE_HOSTS',
  'CALENDAR_PRIVATE_HOSTS',
  'WEBHOOK_PRIVATE_HOSTS',
  'VOICE_PRIVATE_HOSTS',
] as const;

interface Entry {
  account: string | undefined;
  host: string;
  /** A port, or `*` for all; undefined where none is given. */
  port: string | undefined;
}

const MAX_PORT = 65_535;
const PORT = /^(\d{1,5}|\*)$/;
const HOST = /^[a-z0-9._-]{1,253}$/;

/** Reads an entry: `host`, `host:port` or `host:*`, with `account=` before it or not; undefined where it is none. */
function readEntry(text: string): Entry | undefined {
  const at = text.indexOf('=');
  const account = at < 0 ? undefined : text.slice(0, at);
  const place = text.slice(at + 1);
  if (account === '') return undefined;
  if (isIPv6(place)) return { account, host: place, port: undefined };
  const colon = place.lastIndexOf(':');
  const hasPort = colon > place.lastIndexOf(']');
  const [named, port] = hasPort ? [place.slice(0, colon), place.slice(colon + 1)] : [place, undefined];
  const host = named.startsWith('[') && named.endsWith(']') ? named.slice(1, -1) : named;
  if (host === named ? !HOST.test(host) : !isIPv6(host)) return undefined;
  if (port !== undefined && (!PORT.test(port) || Number(port) === 0 || Number(port) > MAX_PORT)) return undefined;
  return { account, host, port };
}

const entriesOf = (setting: string): string[] =>
  setting
    .toLowerCase()
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

const written = (account: string | undefined, host: string, port: string | number): string =>
  `${account === undefined ? '' : `${account}=`}${host}:${port}`;

/**
 * Returns the servers that a `*_PRIVATE_HOSTS` setting allows, in the form that `isPrivateHost` compares. An entry
 * without a port only allows the usual ports of such servers. Otherwise a user who can name a server could reach
 * everything on the host.
 */
export const privateHostsOf = (setting: string, usualPorts: readonly number[]): string[] =>
  entriesOf(setting)
    .map(readEntry)
    .filter((entry) => entry !== undefined)
    .flatMap(({ account, host, port }) =>
      (port === undefined ? usualPorts : [port]).map((one) => written(account, host, one)),
    );

/** Returns the entries of such a setting that can't be read. */
export const unreadableHosts = (setting: string): string[] => entriesOf(setting).filter((item) => !readEntry(item));

/** Returns the entries of such a setting that give no port. */
export const hostsWithoutPort = (setting: string): string[] =>
  entriesOf(setting).filter((item) => readEntry(item)?.port === undefined);

const PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/** Returns the port that an address names, or that of its protocol. */
export const portOf = ({ port, protocol }: URL): number => (port === '' ? (PORTS[protocol] ?? 0) : Number(port));

/** Returns whether a server may have a private address, for the account it is connected to for. */
export function isPrivateHost(opened: readonly string[], { host, port, accountId }: ServerPlace): boolean {
  const name = host.toLowerCase().replace(/^\[|\]$/g, '');
  const accounts = accountId === undefined ? [undefined] : [undefined, accountId.toLowerCase()];
  return accounts.some((account) => [port, '*'].some((one) => opened.includes(written(account, name, one))));
}
