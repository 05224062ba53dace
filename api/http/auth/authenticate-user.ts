import type { Request, Response } from 'express';
import type { Contract } from '../../../schemas/contract.js';
import { rolesFor } from '../../../schemas/roles.js';
import type { ApiDependencies } from '../../dependencies.js';
import { ApiError } from '../errors.js';
import { type Caller, rememberCaller } from '../route.js';
import { assertWithin } from './authenticate.js';
import { languageCookies } from './language.js';
import { refuseCrossSite, requireOwnHeader, sessionCookie, sessionToken } from './session.js';
import type { Sessions } from './sessions.js';

/** The dependencies of authentication for signed-in users. */
export interface UserDependencies extends Pick<ApiDependencies, 'config'> {
  sessions: Sessions;
}

/**
 * Finds the signed-in user of a request, counts it for the session, refuses other sites' pages, and judges the user's
 * role. Cookies of the answer renew a session past half its life, and keep the language of the pages.
 */
export async function authenticateUser(
  { sessions, config }: UserDependencies,
  contract: Contract,
  req: Request,
  res: Response,
): Promise<Caller> {
  const token = sessionToken(req, config);
  const session = token ? await sessions.find(token) : undefined;
  if (!session) throw new ApiError('NOT_SIGNED_IN');
  refuseCrossSite(req, config);
  requireOwnHeader(req);
  assertWithin(res, sessions.count(session.jti));
  const user = { ...session.user, sessionId: session.jti, sessionEnds: session.expiresAt };
  const caller = { account: session.account, user };
  rememberCaller(res, caller);
  if (user.needsSecondFactor && !contract.withoutSecondFactor) throw new ApiError('SECOND_FACTOR_REQUIRED');
  assertMay(contract, session.user.role);
  const renewed = session.renewed ? [sessionCookie(session.renewed, config, req)] : [];
  // The user may have chosen another language in another browser.
  const cookies = [...renewed, ...languageCookies(user.language, config, req)];
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies);
  return caller;
}

function assertMay(contract: Contract, role: string): void {
  const roles = rolesFor(contract);
  if ((roles as readonly string[]).includes(role)) return;
  throw new ApiError('FORBIDDEN', {
    message: `Your role, ${role}, doesn't allow this action. Allowed roles: ${roles.join(', ')}.`,
    details: { roles: [...roles], ...(contract.scope ? { required_scopes: [contract.scope] } : {}) },
  });
}
