import { verify } from '@node-rs/argon2';
import { findAccount } from '../../db/accounts/accounts.js';
import type { SignInTarget } from '../../db/accounts/failed-sign-ins.js';
import { hasPasskey } from '../../db/accounts/passkeys.js';
import { listApps } from '../../db/accounts/second-factors.js';
import { listSessions, revokeSession, revokeSessions } from '../../db/accounts/sessions.js';
import { listUsersByEmail, lockShown } from '../../db/accounts/users.js';
import type { UserRow } from '../../db/tables.js';
import { browserName } from '../../domain/accounts/browser-name.js';
import { addressPrefix } from '../../runtime/address-prefix.js';
import { buildId } from '../../runtime/build.js';
import { type Config, publicUrl } from '../../runtime/config.js';
import {
  endOtherSessionsContract,
  endSessionContract,
  getSessionContract,
  listSessionsContract,
  signInContract,
  signOutContract,
} from '../../schemas/accounts/session.js';
import type { Language } from '../../schemas/dashboard.js';
import { ROLE_SCOPES } from '../../schemas/roles.js';
import { temporalSettings } from '../../temporal/client.js';
import type { ApiDependencies } from '../dependencies.js';
import { noteFailedSignIn } from '../http/auth/audit.js';
import { knownBrowser } from '../http/auth/known-browser.js';
import { refuseCrossSite, sessionCookie, sessionToken, verifySession } from '../http/auth/session.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { pathId } from '../http/request/path-id.js';
import { type RouteInput, route, type SignedIn } from '../http/route.js';
import { openSession } from './open-session.js';
import { challengeFor } from './second-factor-token.js';
import { countSignIn, forgiveTry } from './sign-in-tries.js';

/** Costs as much as a real check, so that the time to answer doesn't tell whether an address has a user. */
const NOBODYS_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$MDEyMzQ1Njc4OWFiY2RlZg$7wZc0T0Y0q1r8F0z5ZcJj1m3yJ9b1qk5oXyqf1m0m2k';

/** The areas that the dashboard shows in addition to the original ones. */
const FEATURES = ['conversations', 'widgets'];

export const signInRoute = (deps: ApiDependencies) =>
  route(signInContract).handle(async (input) => {
    const { body, db, req } = input;
    refuseCrossSite(req, deps.config);
    const email = body.email.trim().toLowerCase();
    const { user, counted } = await provenUser(deps, input, email).catch((error: unknown) => {
      noteFailedSignIn(deps, signInContract, email, input, error);
      throw error;
    });
    await forgiveTry(db, counted);
    const now = deps.clock.now();
    // After the check of the password: before, it would tell who may use one.
    assertOwnSignIn(deps.config, user, now);
    const has = { authenticator_app: (await listApps(db, user.id)).length > 0, passkey: await hasPasskey(db, user.id) };
    if (has.authenticator_app || has.passkey) {
      const { token, expiresAt } = challengeFor(deps.config, user, now);
      const second_factor = { token, expires_at: expiresAt.toISOString(), ...has };
      return { status: 202, body: { success: true, second_factor } };
    }
    return commit(deps, now, async ({ tx }) => {
      if (!(await lockShown(tx, user))) throw new ApiError('INVALID_CREDENTIALS');
      const token = sessionToken(req, deps.config);
      const before = token && verifySession(deps.config.LAS_SECRET, token, now);
      if (before) await revokeSession(tx, now, user.id, before.jti);
      return openSession(deps, tx, signInContract, user, { ...input, now });
    });
  });

/** Refuses users whom only the issuer of single sign-on may sign in. */
export function assertOwnSignIn(config: Config, { password_until: until }: UserRow, now: Date): void {
  if (config.OIDC_REQUIRED && !(until && until > now)) throw new ApiError('SINGLE_SIGN_ON_REQUIRED');
}

/**
 * Returns the user whose address and password are given, and what the try was counted for, before it was judged. Where
 * several accounts have such a user, it is the one who signed in with this browser last, else the oldest. Throws the same
 * for an address without a user.
 */
async function provenUser(
  { config }: Pick<ApiDependencies, 'config'>,
  { req, db, now, body }: RouteInput<typeof signInContract>,
  email: string,
): Promise<{ user: UserRow; counted: readonly SignInTarget[] }> {
  const users = (await listUsersByEmail(db, email)).filter(
    ({ account_id }) => body.account_id === undefined || account_id === body.account_id.toLowerCase(),
  );
  const browser = knownBrowser(req, config, now);
  const own = users.find(({ id }) => id === browser?.userId);
  const targets = [['address', addressPrefix(req.ip ?? '')] as const, ['email', email] as const];
  const counted = await countSignIn(db, targets, own && browser?.browserId);
  const hashes = users.length > 0 ? users.map(({ password_hash }) => password_hash) : [NOBODYS_HASH];
  // All at once, whichever fits: the time to answer hardly tells how many there are.
  const right = await Promise.all(hashes.map((each) => verify(each, body.password).catch(() => false)));
  const shown = users.filter((_user, at) => right[at]);
  const user = shown.find(({ id }) => id === own?.id) ?? shown[0];
  if (!user) throw new ApiError('INVALID_CREDENTIALS');
  return { user, counted };
}

export const signOutRoute = ({ config }: ApiDependencies) =>
  route(signOutContract).handle(async (input) => {
    const { id, sessionId } = signedIn(input);
    await revokeSession(input.db, input.now, id, sessionId);
    return { status: 204, body: null, headers: { 'Set-Cookie': sessionCookie('', config, input.req) } };
  });

export const getSessionRoute = ({ config }: ApiDependencies) =>
  route(getSessionContract).handle(async (input) => {
    const { id, name, email, role, language, needsSecondFactor, sessionEnds } = signedIn(input);
    const account = await findAccount(input.db, input.account.id);
    return {
      status: 200,
      body: {
        success: true,
        user: {
          id,
          name,
          email,
          role,
          language: language as Language | null,
          needs_second_factor: needsSecondFactor,
        },
        scopes: [...ROLE_SCOPES[role]],
        account: {
          id: account.id,
          name: account.name,
          timezone: account.timezone,
          country: account.country,
          sending_enabled: account.sending_enabled,
        },
        expires_at: sessionEnds.toISOString(),
        service: {
          version: buildId(),
          temporal_ui_url: config.TEMPORAL_UI_URL || null,
          temporal_namespace: temporalSettings().namespace,
          public_url: publicUrl(config),
          features: FEATURES,
        },
      },
    };
  });

export const listSessionsRoute = (_deps: ApiDependencies) =>
  route(listSessionsContract).handle(async (input) => {
    const { id, sessionId } = signedIn(input);
    const sessions = (await listSessions(input.db, input.now, id)).map((row) => ({
      id: row.jti,
      created_at: row.created_at.toISOString(),
      last_seen_at: row.last_seen_at?.toISOString() ?? null,
      expires_at: row.expires_at.toISOString(),
      browser: browserName(row.user_agent),
      address: row.address,
      current: row.jti === sessionId,
    }));
    return { status: 200, body: { success: true, sessions } };
  });

export const endOtherSessionsRoute = (_deps: ApiDependencies) =>
  route(endOtherSessionsContract).handle(async (input) => {
    const { id, sessionId } = signedIn(input);
    return { status: 200, body: { success: true, ended: await revokeSessions(input.db, input.now, id, sessionId) } };
  });

export const endSessionRoute = (_deps: ApiDependencies) =>
  route(endSessionContract).handle(async (input) => {
    const jti = pathId(input.params.id, 'SESSION_NOT_FOUND');
    if (!(await revokeSession(input.db, input.now, signedIn(input).id, jti))) throw new ApiError('SESSION_NOT_FOUND');
    return { status: 204, body: null };
  });

/** Returns the user of a request that only users make. */
export function signedIn({ user }: { user?: SignedIn }): SignedIn {
  if (!user) throw new ApiError('NOT_SIGNED_IN');
  return user;
}
