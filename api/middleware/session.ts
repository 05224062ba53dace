import type { Request } from 'express';
import jwt from 'jsonwebtoken';
import { findSession } from '../../db/users.js';
import { deriveKey } from '../../runtime/derived-key.js';
import type { Contract } from '../../schemas/contract.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../errors.js';
import type { Caller } from '../route.js';

const COOKIE = 'las_session';
export const SESSION_SECONDS = 12 * 3600;
const ISSUER = 'lead-automation-service';
const AUDIENCE = 'dashboard';
const SKEW_SECONDS = 30;

const keyOf = (secret: string) => deriveKey(secret, 'session');

/** The signed token of a session; it holds ids only and can be revoked by its `jti`. */
export const signSession = (secret: string, jti: string, userId: string, now: Date): string =>
  jwt.sign({ jti, sub: userId, iat: seconds(now), exp: seconds(now) + SESSION_SECONDS }, keyOf(secret), {
    algorithm: 'HS256',
    issuer: ISSUER,
    audience: AUDIENCE,
  });

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** The `jti` of a token that this service signed and that is still good; undefined otherwise. */
export function verifySession(secret: string, token: string, now: Date): string | undefined {
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
    return payload.jti;
  } catch {
    return undefined;
  }
}

/** The cookie that carries a session; an empty token ends it. */
export const sessionCookie = (token: string, secure: boolean): string =>
  `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${token ? SESSION_SECONDS : 0}${secure ? '; Secure' : ''}`;

/** The session token of a request's cookie. */
export function sessionToken(req: Request): string | undefined {
  const pairs = (req.get('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1) || undefined;
}

/** Refuses state changes that another site's page sent: the browser says where a request comes from. */
export function refuseCrossSite(req: Request): void {
  if (req.method === 'GET' || req.method === 'HEAD') return;
  const site = req.get('sec-fetch-site');
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new ApiError('CROSS_SITE_REQUEST');
  const origin = req.get('origin');
  if (origin === undefined) return;
  let host: string | undefined;
  try {
    host = new URL(origin).host;
  } catch {
    host = undefined;
  }
  if (host !== req.get('host')) throw new ApiError('CROSS_SITE_REQUEST');
}

/** The signed-in user of an internal request. */
export async function authenticateUser(deps: ApiDependencies, _contract: Contract, req: Request): Promise<Caller> {
  const token = sessionToken(req);
  const jti = token && verifySession(deps.config.LAS_SECRET, token, deps.clock.now());
  const session = jti ? await findSession(deps.db, deps.clock.now(), jti) : undefined;
  if (!session || !jti) throw new ApiError('NOT_SIGNED_IN');
  refuseCrossSite(req);
  return { account: session.account, user: { id: session.userId, role: session.role, sessionId: jti } };
}
