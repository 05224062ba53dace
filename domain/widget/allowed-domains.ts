/** The result of parsing a site owner's domain: its stored form, or the error. */
export type DomainResult = { ok: true; value: string } | { ok: false; message: string };

const LOCAL = 'localhost';
const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const HOST = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)*$/;
/** Characters that a host can't have: a scheme, a path, a port, a user name, spaces, further stars. */
const MORE_THAN_A_HOST = /[/:@?#\\\s*%]/;

const refused = (message: string): DomainResult => ({ ok: false, message });

/**
 * Reads an entry of a list of allowed domains: a host (`www.example.com`), any host below one (`*.example.com`), or
 * `localhost`. It is kept in lower case and punycode, without a trailing dot.
 */
export function parseAllowedDomain(text: string): DomainResult {
  const entry = text.trim().toLowerCase();
  const isWildcard = entry.startsWith('*.');
  const name = isWildcard ? entry.slice(2) : entry;
  if (name === '' || MORE_THAN_A_HOST.test(name))
    return refused('must be only a host, such as www.example.com or *.example.com, without scheme, port or path');
  const url = `https://${name}/`;
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/\.$/, '') : '';
  if (!HOST.test(host)) return refused('is not a host name');
  if (isWildcard && !host.includes('.')) return refused('must have at least two parts behind the star');
  if (isWildcard && /^[\d.]+$/.test(host)) return refused('must be a name where it has a star');
  return { ok: true, value: isWildcard ? `*.${host}` : host };
}

/**
 * Returns the entries of a list of which any one allows this origin; none for what no browser sends as the origin of a
 * page that may be allowed: `null`, another scheme, a port.
 */
export function entriesAllowing(origin: string): string[] {
  if (!URL.canParse(origin)) return [];
  const { protocol, host, hostname, port } = new URL(origin);
  // A value with more than an origin, or in another spelling, doesn't come from a browser.
  if (`${protocol}//${host}` !== origin.toLowerCase()) return [];
  const name = hostname.replace(/\.$/, '');
  if (protocol === 'http:') return LOCAL_HOSTS.includes(name) ? [LOCAL] : [];
  if (protocol !== 'https:' || port !== '' || name === LOCAL || !HOST.test(name)) return [];
  const labels = name.split('.');
  const above = labels.slice(1).map((_, index) => `*.${labels.slice(index + 1).join('.')}`);
  return [name, ...above];
}

/** Returns whether a list of allowed domains has this origin; an empty one has none. */
export const allowsOrigin = (domains: readonly string[], origin: string): boolean =>
  entriesAllowing(origin).some((entry) => domains.includes(entry));

/** Returns the sources of a `frame-ancestors` directive that say the same as a list of allowed domains. */
export const frameAncestors = (domains: readonly string[]): string =>
  // The grammar of the directive has no IPv6 addresses.
  domains
    .flatMap((entry) => (entry === LOCAL ? ['http://localhost:*', 'http://127.0.0.1:*'] : [`https://${entry}`]))
    .join(' ') || "'none'";
