import type { Request } from 'express';
import { type Config, publicUrl } from '../../../runtime/config.js';

const isHttps = (config: Config): boolean => publicUrl(config).startsWith('https:');

/** Returns a cookie's name. Over https its prefix keeps other hosts of the domain, and plain http, from setting it. */
const fullName = (config: Config, name: string): string => (isHttps(config) ? `__Host-${name}` : name);

interface CookieOptions {
  config: Config;
  req: Pick<Request, 'secure'>;
  name: string;
  lastsSeconds: number;
  /** `Lax` also sends the cookie when a link of another site opens a page. Defaults to `Strict`. */
  sameSite?: 'Strict' | 'Lax';
}

/**
 * Writes a cookie of this service; an empty value ends it. It is `Secure` where the service is public by https, whatever
 * the request says: a proxy may not be trusted to say it.
 */
export function cookieWith(value: string, options: CookieOptions): string {
  const { config, req, name, lastsSeconds, sameSite = 'Strict' } = options;
  const secure = isHttps(config) || req.secure ? '; Secure' : '';
  return `${fullName(config, name)}=${value}; Path=/; HttpOnly; SameSite=${sameSite}; Max-Age=${value ? lastsSeconds : 0}${secure}`;
}

/** Reads a cookie of this service from a request; undefined where there is none, or an empty one. */
export function cookieIn(req: Request, config: Config, name: string): string | undefined {
  const start = `${fullName(config, name)}=`;
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(start))?.slice(start.length) || undefined;
}
