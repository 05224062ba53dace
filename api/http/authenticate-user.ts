import type { Request, Response } from 'express';
import type { Contract } from '../../schemas/contract.js';
import { rolesFor } from '../../schemas/roles.js';
import type { ApiDependencies } from '../dependencies.js';
import { assertWithin } from './authenticate.js';
import { ApiError } from './errors.js';
import type { Caller } from './route.js';
import { refuseCrossSite, requireOwnHeader, sessionCookie, sessionToken } from './session.js';
import type { Sessions } from './sessions.js';

/** What signed-in users are known with. */
export interface UserDependencies extends Pick<ApiDependencies, 'config'> {
  sessions: Sessions;
}

/**
 * Finds the signed-in user of a request, counts it for the session, refuses other sites' pages, and judges the user's
 * role. A session past half its life is renewed by the answer's cookie.
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
  assertMay(contract, session.user.role);
  if (session.renewed) res.setHeader('Set-Cookie', sessionCookie(session.renewed, config, req));
  return {
    account: session.account,
    user: { ...session.user, sessionId: session.jti, sessionEnds: session.expiresAt },
  };
}

function assertMay(contract: Contract, role: string): void {
  const roles = rolesFor(contract);
  if ((roles as readonly string[]).includes(role)) return;
  throw new ApiError('FORBIDDEN', {
    message: `Your role, ${role}, does not allow this; ${roles.join(', ')} may.`,
    details: { roles: [...roles], ...(contract.scope ? { required_scopes: [contract.scope] } : {}) },
  });
}
