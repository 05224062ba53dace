import type { Request } from 'express';
import jwt from 'jsonwebtoken';
import { type Config, publicUrl } from '../../../runtime/config.js';
import { deriveKey } from '../../../runtime/derived-key.js';
import { ApiError } from '../errors.js';
import { cookieIn, cookieWith } from './cookies.js';

export const SESSION_SECONDS = 12 * 3600;
const ISSUER = 'lead-automation-service';
const AUDIENCE = 'dashboard';
const SKEW_SECONDS = 30;

const keyOf = (secret: string) => deriveKey(secret, 'session');

/** Signs the token of a session; it holds ids only and can be revoked by its `jti`. */
export const signSession = (secret: string, jti: string, userId: string, now: Date): string =>
  jwt.sign({ jti, sub: userId, iat: seconds(now), exp: seconds(now) + SESSION_SECONDS }, keyOf(secret), {
    algorithm: 'HS256',
    issuer: ISSUER,
    audience: AUDIENCE,
  });

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** The content of a valid token. */
export interface ShownSession {
  jti: string;
  signedAt: Date;
}

/** Verifies a token, and returns what it says where this service signed it and it is still good; undefined otherwise. */
export function verifySession(secret: string, token: string, now: Date): ShownSession | undefined {
  try {
    const { header, payload } = jwt.verify(token, keyOf(secret), {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      complete: true,
      clockTimestamp: seconds(now),
    });
    if (typeof payload === 'string') return undefined;
    // jsonwebtoken lets these through: no expiry, a birth in the future, header extensions it doesn't know.
    if (typeof payload.exp !== 'number' || payload.exp - seconds(now) > SESSION_SECONDS + SKEW_SECONDS)
      return undefined;
    if (typeof payload.iat !== 'number' || payload.iat > seconds(now) + SKEW_SECONDS) return undefined;
    if ('crit' in header || typeof payload.jti !== 'string' || typeof payload.sub !== 'string') return undefined;
    return { jti: payload.jti, signedAt: new Date(payload.iat * 1000) };
  } catch {
    return undefined;
  }
}

const COOKIE = 'las_session';

/** Writes the cookie that carries a session; an empty token ends it. */
export const sessionCookie = (token: string, config: Config, req: Pick<Request, 'secure'>): string =>
  cookieWith(token, { config, req, name: COOKIE, lastsSeconds: SESSION_SECONDS });

/** Reads the session token of a request's cookie. */
export const sessionToken = (req: Request, config: Config): string | undefined => cookieIn(req, config, COOKIE);

/** Returns whether a request changes something by its method. */
const isWrite = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD';

/**
 * Refuses state changes that another site's page sent: the browser says where a request comes from. Its own pages stand
 * at the address that was asked, or at the public one, where a proxy asks by another.
 */
export function refuseCrossSite(req: Request, config: Config): void {
  if (!isWrite(req)) return;
  const site = req.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ApiError('CROSS_SITE_REQUEST');
  const origin = req.get('origin');
  if (origin === undefined) return;
  const host = URL.parse(origin)?.host;
  if (!host || (host !== req.get('host') && host !== URL.parse(publicUrl(config))?.host))
    throw new ApiError('CROSS_SITE_REQUEST');
}

/**
 * Rejects state changes without the header of the service's own pages. A page of another site can't send it without a
 * preflight, and the service accepts none.
 */
export function requireOwnHeader(req: Request): void {
  if (!isWrite(req) || req.get('x-requested-with')) return;
  throw new ApiError('CROSS_SITE_REQUEST', {
    message: 'Send the header X-Requested-With with each change, such as `X-Requested-With: dashboard`.',
  });
}
