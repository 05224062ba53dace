import { findAccount } from '../../db/accounts/accounts.js';
import { insertSession } from '../../db/accounts/sessions.js';
import type { Db } from '../../db/connection.js';
import type { UserRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import type { Contract } from '../../schemas/contract.js';
import type { Role } from '../../schemas/roles.js';
import type { AdmittedUser } from '../../services/accounts/single-sign-on.js';
import type { ApiDependencies } from '../dependencies.js';
import { noteChangeOf } from '../http/auth/audit.js';
import { browserCookie } from '../http/auth/known-browser.js';
import { SESSION_SECONDS, sessionCookie, signSession } from '../http/auth/session.js';
import { networkAddress } from '../http/request/network-address.js';
import type { RouteInput } from '../http/route.js';

const LONGEST_AGENT = 400;

/** A user who has just proven their identity, in a request without a session. */
type Arrival = Pick<UserRow, 'id' | 'account_id' | 'name' | 'role'>;

/** Begins a session of a user in the caller's transaction, and returns the cookie that carries it. `signOn`: by which single sign-on. */
export async function beginSession(
  { config }: Pick<ApiDependencies, 'config'>,
  tx: Db,
  user: Pick<Arrival, 'id' | 'account_id'>,
  { req, now }: Pick<RouteInput<Contract>, 'req' | 'now'>,
  signOn?: AdmittedUser['signOn'],
): Promise<{ cookie: string; expiresAt: Date }> {
  const jti = newId();
  const expiresAt = new Date(now.getTime() + SESSION_SECONDS * 1000);
  await insertSession(tx, {
    jti,
    user_id: user.id,
    account_id: user.account_id,
    created_at: now,
    expires_at: expiresAt,
    user_agent: req.get('user-agent')?.slice(0, LONGEST_AGENT) ?? null,
    address: networkAddress(req),
    ...signOn,
  });
  return { cookie: sessionCookie(signSession(config.LAS_SECRET, jti, user.id, now), config, req), expiresAt };
}

/** Begins a session of a user who has just shown who they are, and returns the answer that carries it. */
export async function openSession(
  deps: Pick<ApiDependencies, 'config'>,
  tx: Db,
  contract: Contract,
  user: Arrival,
  { req, requestId, now }: Pick<RouteInput<Contract>, 'req' | 'requestId' | 'now'>,
) {
  const { cookie, expiresAt } = await beginSession(deps, tx, user, { req, now });
  await noteChangeOf(tx, contract, user, { req, requestId, now });
  const account = await findAccount(tx, user.account_id);
  return {
    status: 201 as const,
    headers: { 'Set-Cookie': [cookie, browserCookie(user.id, deps.config, req, now)] },
    body: {
      success: true as const,
      user: {
        id: user.id,
        name: user.name,
        role: user.role as Role,
        account: { id: account.id, name: account.name, timezone: account.timezone },
      },
      expires_at: expiresAt.toISOString(),
    },
  };
}
