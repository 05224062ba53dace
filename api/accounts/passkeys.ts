import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { listPasskeys, updatePasskey } from '../../db/accounts/passkeys.js';
import { revokeSessions } from '../../db/accounts/sessions.js';
import { findUser, lockShown } from '../../db/accounts/users.js';
import type { PasskeyRow, UserRow } from '../../db/tables.js';
import { addressPrefix } from '../../runtime/address-prefix.js';
import { type Config, publicUrl } from '../../runtime/config.js';
import * as contracts from '../../schemas/accounts/passkeys.js';
import {
  checkNewPasskey,
  findShownPasskey,
  type PasskeyRefusal,
  registrationOptions,
  relyingPartyOf,
  removePasskey,
  signInOptions,
  storePasskey,
  usePasskey,
} from '../../services/accounts/passkeys.js';
import type { ApiDependencies } from '../dependencies.js';
import { noteFailedSignIn } from '../http/auth/audit.js';
import { cookieIn, cookieWith } from '../http/auth/cookies.js';
import { refuseCrossSite } from '../http/auth/session.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { found, pathId } from '../http/request/path-id.js';
import { type Route, route } from '../http/route.js';
import { openSession } from './open-session.js';
import { withPassword } from './second-factor.js';
import { readChallenge } from './second-factor-token.js';
import { assertOwnSignIn, signedIn } from './session.js';
import { countTry, forgiveTry } from './sign-in-tries.js';

/** The name of the service in the dialogs of browsers. */
const NAME = 'Lead Automation Service';
const COOKIE = 'las_passkey';
const LASTS_SECONDS = 300;
const BROWSER = /^[A-Za-z0-9_-]{43}$/;

const partyOf = (config: Config) => relyingPartyOf(publicUrl(config), NAME);

/** Returns the secret that this browser is known by while it signs in. */
function browserOf(req: Request, config: Config): string | undefined {
  const value = cookieIn(req, config, COOKIE);
  return value !== undefined && BROWSER.test(value) ? value : undefined;
}

const shown = ({ id, name, backed_up, created_at, last_used_at }: PasskeyRow) => ({
  id,
  name,
  backed_up,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/** Lists the routes of passkeys. */
export const passkeyRoutes = (deps: ApiDependencies): Route[] => [
  listPasskeysRoute(deps),
  startPasskeyRoute(deps),
  addPasskeyRoute(deps),
  updatePasskeyRoute(deps),
  removePasskeyRoute(deps),
  startPasskeySignInRoute(deps),
  signInWithPasskeyRoute(deps),
];

export const listPasskeysRoute = (_deps: ApiDependencies) =>
  route(contracts.listPasskeysContract).handle(async (input) => {
    const passkeys = (await listPasskeys(input.db, signedIn(input).id)).map(shown);
    return { status: 200, body: { success: true, passkeys } };
  });

export const startPasskeyRoute = ({ config }: ApiDependencies) =>
  route(contracts.startPasskeyContract).handle(async (input) => {
    const { body, db, now } = input;
    const user = await withPassword(input, body.current_password);
    // The session's cookie identifies the browser.
    const who = { party: partyOf(config), browser: signedIn(input).sessionId, user };
    return { status: 200, body: { success: true, options: { ...(await registrationOptions(db, now, who)) } } };
  });

export const addPasskeyRoute = (deps: ApiDependencies) =>
  route(contracts.addPasskeyContract).handle(async (input) => {
    const { account, body, db, now } = input;
    const { id, sessionId } = signedIn(input);
    const who = { party: partyOf(deps.config), browser: sessionId, user: { id, accountId: account.id } };
    const checked = await checkNewPasskey(db, now, who, body.credential);
    if ('refusal' in checked) throw notAdded(deps, input, checked.refusal);
    const stored = await commit(deps, now, async ({ tx }) => {
      // Additions of a user are serialized, so that the first one alone creates recovery codes.
      const user = found<UserRow>(await findUser(tx, account.id, id), 'USER_NOT_FOUND');
      if (!(await lockShown(tx, user))) throw new ApiError('NOT_SIGNED_IN');
      const done = await storePasskey(tx, checked, body.name);
      if (!('refusal' in done)) await revokeSessions(tx, now, id, sessionId);
      return done;
    });
    if ('refusal' in stored) throw notAdded(deps, input, stored.refusal);
    const { passkey, recoveryCodes: recovery_codes } = stored;
    return { status: 200, body: { success: true, passkey: shown(passkey), recovery_codes } };
  });

export const updatePasskeyRoute = (_deps: ApiDependencies) =>
  route(contracts.updatePasskeyContract).handle(async (input) => {
    const passkey = { id: pathId(input.params.id, 'PASSKEY_NOT_FOUND'), userId: signedIn(input).id };
    const row = await updatePasskey(input.db, passkey, { name: input.body.name });
    return { status: 200, body: { success: true, passkey: shown(found<PasskeyRow>(row, 'PASSKEY_NOT_FOUND')) } };
  });

export const removePasskeyRoute = (deps: ApiDependencies) =>
  route(contracts.removePasskeyContract).handle(async (input) => {
    const { body, now, params } = input;
    const id = pathId(params.id, 'PASSKEY_NOT_FOUND');
    const user = await withPassword(input, body.current_password);
    await commit(deps, now, async ({ tx }) => {
      if (!(await lockShown(tx, user))) throw new ApiError('WRONG_PASSWORD');
      if (!(await removePasskey(tx, { id, userId: user.id }))) throw new ApiError('PASSKEY_NOT_FOUND');
      await revokeSessions(tx, now, user.id, signedIn(input).sessionId);
    });
    return { status: 204, body: null };
  });

export const startPasskeySignInRoute = (deps: ApiDependencies) =>
  route(contracts.startPasskeySignInContract).handle(async (input) => {
    const { config } = deps;
    const { body, db, now, req } = input;
    refuseCrossSite(req, config);
    await countTry(db, [['sign_on', addressPrefix(req.ip ?? '')]]);
    const challenge = body.token === undefined ? undefined : readChallenge(config, body.token, now);
    if (body.token !== undefined && !challenge) throw refused(deps, input, 'invalid_sign_in');
    const browser = browserOf(req, config) ?? randomBytes(32).toString('base64url');
    const options = await signInOptions(db, now, { party: partyOf(config), browser, userId: challenge?.userId });
    const cookie = cookieWith(browser, { config, req, name: COOKIE, lastsSeconds: LASTS_SECONDS });
    return { status: 200, headers: { 'Set-Cookie': cookie }, body: { success: true, options: { ...options } } };
  });

export const signInWithPasskeyRoute = (deps: ApiDependencies) => {
  const { config } = deps;
  return route(contracts.signInWithPasskeyContract).handle(async (input) => {
    const { body, db, req, now } = input;
    refuseCrossSite(req, config);
    const targets = [['address', addressPrefix(req.ip ?? '')] as const];
    await countTry(db, targets);
    const known = await findShownPasskey(db, now, browserOf(req, config), body.credential);
    if ('refusal' in known) throw refused(deps, input, known.refusal);
    const user = await findUser(db, known.passkey.account_id, known.passkey.user_id);
    if (!user) throw refused(deps, input, 'unknown_passkey');
    const incomplete = refusalOf(config, user, body.token, now);
    if (incomplete) throw refused(deps, input, incomplete);
    const answer = await commit(deps, now, async ({ tx }) => {
      // The user first, as in all changes of second factors, so that none waits for another in a circle.
      if (!(await lockShown(tx, user))) throw refused(deps, input, 'user_changed');
      const refusal = await usePasskey(tx, now, partyOf(config), known, body.credential);
      if (refusal) throw refused(deps, input, refusal);
      assertOwnSignIn(config, user, now);
      return openSession(deps, tx, contracts.signInWithPasskeyContract, user, input);
    }).catch((error: unknown) => {
      noteFailedSignIn(deps, contracts.signInWithPasskeyContract, user.email, input, error);
      throw error;
    });
    await forgiveTry(db, targets);
    return answer;
  });
};

/** A refusal of a passkey, or of the sign-in that it completes. */
type Refusal = PasskeyRefusal | 'invalid_sign_in' | 'user_changed';

/** Logs why a passkey was refused, without anything about its user. The response doesn't contain the reason. */
const noteRefusal = ({ logger }: ApiDependencies, { requestId }: { requestId: string }, reason: Refusal): void =>
  logger.warn({ reason, request_id: requestId }, 'A passkey was refused');

/** Logs the reason and returns the error of a passkey that isn't added. */
function notAdded(deps: ApiDependencies, input: { requestId: string }, reason: Refusal): ApiError {
  noteRefusal(deps, input, reason);
  return new ApiError('INVALID_PASSKEY', { field: '/credential' });
}

/** Logs the reason and returns the error of a sign-in. */
function refused(deps: ApiDependencies, input: { requestId: string }, reason: Refusal): ApiError {
  noteRefusal(deps, input, reason);
  return new ApiError('INVALID_CREDENTIALS', {
    message: "The passkey isn't valid here, or the sign-in has expired. Try again.",
  });
}

/** Returns why a sign-in isn't of the user whose password was shown before; undefined if it is, or if none was. */
function refusalOf(config: Config, user: UserRow, token: string | undefined, now: Date): Refusal | undefined {
  if (token === undefined) return undefined;
  const challenge = readChallenge(config, token, now);
  if (!challenge) return 'invalid_sign_in';
  if (challenge.userId !== user.id) return 'other_user';
  return challenge.fits(user) ? undefined : 'user_changed';
}
