import { hash } from '@node-rs/argon2';
import { lockAccount } from '../../db/accounts/accounts.js';
import { deleteFailedSignIns } from '../../db/accounts/failed-sign-ins.js';
import { revokeSessions } from '../../db/accounts/sessions.js';
import { endUserTokens } from '../../db/accounts/user-tokens.js';
import { findUser, hasAnyUsers, hasUsers, updateUser } from '../../db/accounts/users.js';
import { type Db, isDuplicate } from '../../db/connection.js';
import type { TokenKind, UserTokenRow } from '../../db/tables.js';
import { weaknessOf } from '../../domain/accounts/password.js';
import { addressPrefix } from '../../runtime/address-prefix.js';
import {
  acceptInvitationContract,
  checkLinkContract,
  completePasswordResetContract,
  getSetupContract,
  setUpContract,
} from '../../schemas/accounts/people.js';
import type { Contract } from '../../schemas/contract.js';
import type { Role } from '../../schemas/roles.js';
import { adoptPlace, createUser, type NewUser } from '../../services/accounts/accounts.js';
import { findUsableLink, takeLink } from '../../services/accounts/links.js';
import { rebuildRuns } from '../../services/operations/rebuild-runs.js';
import type { ApiDependencies } from '../dependencies.js';
import { noteChangeOf } from '../http/auth/audit.js';
import { refuseCrossSite } from '../http/auth/session.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { emailField } from '../http/request/fields.js';
import { type RouteInput, route } from '../http/route.js';
import { openSession } from './open-session.js';
import { countTry, forgiveTry } from './sign-in-tries.js';

type Input = RouteInput<Contract>;

export const getSetupRoute = ({ config }: ApiDependencies) =>
  route(getSetupContract).handle(async ({ db }) => ({
    status: 200,
    body: {
      success: true,
      needed: !(await hasAnyUsers(db)),
      single_sign_on: config.OIDC_ISSUER_URL === '' ? null : { name: config.OIDC_NAME, required: config.OIDC_REQUIRED },
    },
  }));

export const checkLinkRoute = (deps: ApiDependencies) =>
  route(checkLinkContract).handle(async ({ req, db, now, body: { kind, token } }) => {
    refuseCrossSite(req, deps.config);
    const targets = [['address', addressPrefix(req.ip ?? '')] as const];
    await countTry(db, targets);
    const link = await commit(deps, now, ({ tx }) => usableLink(tx, now, kind, token));
    if (link) await forgiveTry(db, targets);
    return { status: 200, body: { success: true, valid: link !== undefined, email: link?.email ?? null } };
  });

/** Finds a link that the operation which uses it up would take. */
async function usableLink(tx: Db, now: Date, kind: TokenKind, token: string): Promise<UserTokenRow | undefined> {
  const link = await findUsableLink(tx, now, kind, token);
  if (!link) return undefined;
  if (kind === 'setup') return (await hasUsers(tx, link.account_id)) ? undefined : link;
  if (kind === 'invitation') return link;
  const user = await findUser(tx, link.account_id, link.user_id ?? '');
  return user && !user.disabled_at ? link : undefined;
}

export const setUpRoute = (deps: ApiDependencies) =>
  route(setUpContract).handle(async (input) => {
    const { token, name, password, timezone, country } = input.body;
    const email = emailField(input.body.email, '/email').toLowerCase();
    assertStrong(password, email);
    let moved: string | undefined;
    const answer = await byLink(deps, input, 'setup', token, async (tx, link) => {
      // Two requests with links of one account are serialized, so the second one finds the owner of the first.
      await lockAccount(tx, link.account_id);
      if (await hasUsers(tx, link.account_id)) throw new ApiError('LINK_NOT_FOUND');
      const user = await join(tx, input.now, { accountId: link.account_id, email, name, role: 'owner', password });
      if (await adoptPlace(tx, input.now, link.account_id, { timezone, country })) moved = link.account_id;
      return openSession(deps, tx, setUpContract, user, input);
    });
    // Runs of leads that were created before the first user wait for the hours of the account.
    if (moved) await rebuildRuns(deps, moved);
    return answer;
  });

export const acceptInvitationRoute = (deps: ApiDependencies) =>
  route(acceptInvitationContract).handle(async (input) => {
    const { token, name, password } = input.body;
    if (deps.config.OIDC_REQUIRED) throw new ApiError('SINGLE_SIGN_ON_REQUIRED');
    return byLink(deps, input, 'invitation', token, async (tx, link) => {
      const [email, role] = [link.email ?? '', link.role as Role];
      assertStrong(password, email);
      const user = await join(tx, input.now, { accountId: link.account_id, email, name, role, password });
      return openSession(deps, tx, acceptInvitationContract, user, input);
    });
  });

export const completePasswordResetRoute = (deps: ApiDependencies) =>
  route(completePasswordResetContract).handle(async (input) => {
    const { token, password } = input.body;
    return byLink(deps, input, 'reset', token, async (tx, link) => {
      const user = await findUser(tx, link.account_id, link.user_id ?? '');
      if (!user || user.disabled_at) throw new ApiError('LINK_NOT_FOUND');
      assertStrong(password, user.email);
      await updateUser(tx, user.id, { password_hash: await hash(password) });
      await revokeSessions(tx, input.now, user.id);
      await endUserTokens(tx, input.now, { account_id: user.account_id, kind: 'reset', user_id: user.id });
      // Users who were locked out by failed sign-ins can reset their password.
      await deleteFailedSignIns(tx, ['email', user.email]);
      await noteChangeOf(tx, completePasswordResetContract, user, input);
      return { status: 204 as const, body: null };
    });
  });

/**
 * Uses a link up and does what it is for, in one transaction. A token that isn't one counts as a guess of the network
 * address, as a wrong password does.
 */
async function byLink<T>(
  deps: ApiDependencies,
  input: Pick<Input, 'req' | 'db' | 'now'>,
  kind: TokenKind,
  token: string,
  work: (tx: Db, link: UserTokenRow) => Promise<T>,
): Promise<T> {
  const { req, db, now } = input;
  refuseCrossSite(req, deps.config);
  const targets = [['address', addressPrefix(req.ip ?? '')] as const];
  await countTry(db, targets);
  const done = await commit(deps, now, async ({ tx }) => {
    const link = await takeLink(tx, now, kind, token);
    if (!link) throw new ApiError('LINK_NOT_FOUND');
    return work(tx, link);
  });
  await forgiveTry(db, targets);
  return done;
}

/** Throws the 400 for a password that everybody guesses first. */
export function assertStrong(password: string, email: string): void {
  const message = weaknessOf(password, email);
  if (message) throw new ApiError('VALIDATION_ERROR', { message, field: '/password' });
}

async function join(tx: Db, now: Date, user: NewUser) {
  const { userId } = await createUser(tx, now, user).catch((error: unknown) => {
    throw isDuplicate(error) ? new ApiError('EMAIL_TAKEN') : error;
  });
  return { id: userId, account_id: user.accountId, name: user.name, role: user.role };
}
