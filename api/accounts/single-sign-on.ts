import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { countAttempt } from '../../db/accounts/audit.js';
import type { UserRow } from '../../db/tables.js';
import type { SignOnRules } from '../../domain/accounts/sign-on.js';
import { createSingleSignOn, type SingleSignOn } from '../../providers/oauth/single-sign-on.js';
import { addressPrefix } from '../../runtime/address-prefix.js';
import { type Config, pairsOf, publicUrl, secretsOf } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import {
  endSignOnContract,
  finishSignOnContract,
  SIGN_ON_CALLBACK_PATH,
  startSignOnContract,
} from '../../schemas/accounts/single-sign-on.js';
import type { Role } from '../../schemas/roles.js';
import {
  admit,
  beginSignOn,
  endSignOns,
  finishSignOn,
  type SignOnDependencies,
  type SignOnRefusal,
} from '../../services/accounts/single-sign-on.js';
import type { ApiDependencies } from '../dependencies.js';
import { noteChangeOf } from '../http/auth/audit.js';
import { cookieIn, cookieWith } from '../http/auth/cookies.js';
import { browserCookie } from '../http/auth/known-browser.js';
import { commit } from '../http/commit.js';
import { ApiError } from '../http/errors.js';
import { networkAddress } from '../http/request/network-address.js';
import { asText, readBytes } from '../http/request/read-body.js';
import { type Route, route } from '../http/route.js';
import { beginSession } from './open-session.js';
import { countTry, forgiveTry } from './sign-in-tries.js';

const COOKIE = 'las_sso';
const LASTS_SECONDS = 900;
const BROWSER = /^[A-Za-z0-9_-]{43}$/;
const MAX_LOGOUT_BYTES = 64 * 1024;

type Dependencies = ApiDependencies & { singleSignOn: SingleSignOn | undefined };

/** Returns the client of the issuer that the settings name; undefined without one. */
const singleSignOnOf = (config: Config): SingleSignOn | undefined =>
  config.OIDC_ISSUER_URL === ''
    ? undefined
    : createSingleSignOn({
        issuer: config.OIDC_ISSUER_URL,
        clientId: config.OIDC_CLIENT_ID,
        clientSecret: config.OIDC_CLIENT_SECRET,
        scopes: config.OIDC_SCOPES,
        redirectUri: `${publicUrl(config)}${SIGN_ON_CALLBACK_PATH}`,
        clockSkewSeconds: config.OIDC_CLOCK_SKEW_SECONDS,
      });

const rulesOf = (config: Config): SignOnRules => ({
  roleClaim: config.OIDC_ROLE_CLAIM,
  roleMap: pairsOf(config.OIDC_ROLE_MAP) as Map<string, Role>,
  defaultRole: config.OIDC_DEFAULT_ROLE || undefined,
  accountClaim: config.OIDC_ACCOUNT_CLAIM,
  accountMap: pairsOf(config.OIDC_ACCOUNT_MAP),
  defaultAccount: config.OIDC_DEFAULT_ACCOUNT.toLowerCase() || undefined,
  domains: new Set(
    config.OIDC_ALLOWED_DOMAINS.toLowerCase()
      .split(',')
      .map((domain) => domain.trim())
      .filter(Boolean),
  ),
});

/** Lists the addresses of single sign-on. */
export function signOnRoutes(given: ApiDependencies): Route[] {
  const deps = { ...given, singleSignOn: given.singleSignOn ?? singleSignOnOf(given.config) };
  return [startSignOnRoute(deps), finishSignOnRoute(deps), endSignOnRoute(deps)];
}

/** Returns the secret that this browser is known by while it signs in. */
function browserOf(req: Request, config: Config): string | undefined {
  const value = cookieIn(req, config, COOKIE);
  return value !== undefined && BROWSER.test(value) ? value : undefined;
}

/** A page of the dashboard, and of no other site. */
const targetOf = (to: string | undefined): string => (to && /^\/(?![/\\])[^\s\\]*$/.test(to) ? to : '/');

const leadTo = (config: Config, path: string, cookies: string[] = []) => ({
  status: 303 as const,
  body: null,
  headers: { Location: `${publicUrl(config)}${path}`, ...(cookies.length > 0 ? { 'Set-Cookie': cookies } : {}) },
});

const refuse = (config: Config, why: SignOnRefusal | 'off') => leadTo(config, `/sign-in?sso=${why}`);

const signOnDependencies = (deps: Dependencies, singleSignOn: SingleSignOn): SignOnDependencies => ({
  ...deps,
  singleSignOn,
  box: createSecretBox(secretsOf(deps.config)),
});

export const startSignOnRoute = (deps: Dependencies) => {
  const { config, singleSignOn, logger } = deps;
  return route(startSignOnContract).handle(async ({ query, req, db }) => {
    await countTry(db, [['sign_on', addressPrefix(req.ip ?? '')]]);
    if (!singleSignOn) return refuse(config, 'off');
    const browser = browserOf(req, config) ?? randomBytes(32).toString('base64url');
    const begun = await beginSignOn(signOnDependencies(deps, singleSignOn), { browser, target: targetOf(query.to) });
    if (begun.kind === 'away') {
      logger.warn({ reason: begun.message }, 'The issuer of single sign-on is unreachable');
      return refuse(config, 'away');
    }
    // Sent along when the issuer leads back here, which is another site.
    const cookie = cookieWith(browser, { config, req, name: COOKIE, lastsSeconds: LASTS_SECONDS, sameSite: 'Lax' });
    return { status: 303, body: null, headers: { Location: begun.url, 'Set-Cookie': cookie } };
  });
};

export const finishSignOnRoute = (deps: Dependencies) => {
  const { config, singleSignOn, logger } = deps;
  const rules = rulesOf(config);
  return route(finishSignOnContract).handle(async (input) => {
    const { query, req, db, requestId } = input;
    // A wrong state counts as a guess of the network address, as a wrong password does.
    const targets = [['address', addressPrefix(req.ip ?? '')] as const];
    await countTry(db, targets);
    if (!singleSignOn) return refuse(config, 'off');
    const finished = await finishSignOn(signOnDependencies(deps, singleSignOn), {
      state: query.state ?? '',
      browser: browserOf(req, config),
      query: new URL(req.originalUrl, 'http://localhost').searchParams,
    });
    if (finished.kind === 'refused') {
      const { why, message } = finished;
      if (why !== 'expired') await forgiveTry(db, targets);
      logger.warn({ why, reason: message, request_id: requestId }, 'A single sign-on failed');
      return refuse(config, why);
    }
    await forgiveTry(db, targets);
    const now = deps.clock.now();
    return commit(deps, now, async ({ tx }) => {
      const admitted = await admit(tx, now, rules, finished.person);
      if (admitted.kind === 'refused') {
        logger.warn({ why: admitted.why, request_id: requestId }, 'A single sign-on was refused');
        if (admitted.user) noteRefused(deps, admitted.user, { req, now, requestId });
        return refuse(config, admitted.why);
      }
      const { user, signOn } = admitted;
      const { cookie } = await beginSession(deps, tx, user, { req, now }, signOn);
      await noteChangeOf(tx, finishSignOnContract, user, { req, now, requestId });
      return leadTo(config, finished.target, [cookie, browserCookie(user.id, config, req, now)]);
    });
  });
};

/** Counts a refused sign-in of a known user in the audit log: one entry for each user, network address and hour. */
function noteRefused(
  { db, logger }: Pick<ApiDependencies, 'db' | 'logger'>,
  user: UserRow,
  { req, now, requestId }: { req: Request; now: Date; requestId: string },
): void {
  const address = networkAddress(req);
  const entry = {
    id: newId(),
    account_id: user.account_id,
    at: now,
    actor_kind: 'anonymous' as const,
    actor_id: null,
    operation: finishSignOnContract.operationId,
    resource_type: 'users',
    resource_id: user.id,
    resource_name: user.email.slice(0, 200),
    changed: '[]',
    request_id: requestId,
    address,
    outcome: 'refused' as const,
  };
  countAttempt(db, entry, `${user.id} ${address}`).catch((err: unknown) =>
    logger.error({ err }, 'A refused sign-in could not be written to the audit log'),
  );
}

export const endSignOnRoute = (deps: Dependencies) => {
  const { singleSignOn, logger } = deps;
  return route(endSignOnContract).handle(async ({ req, db, requestId }) => {
    const targets = [['address', addressPrefix(req.ip ?? '')] as const];
    await countTry(db, targets);
    const token = new URLSearchParams(asText(await readBytes(req, MAX_LOGOUT_BYTES))).get('logout_token');
    if (!singleSignOn || !token) return invalid('The request has no logout token, or single sign-on is off.');
    const read = await singleSignOn.readLogout(token);
    if (read.kind === 'refused') {
      logger.warn({ reason: read.message, request_id: requestId }, 'A logout by the issuer was refused');
      return invalid(read.message);
    }
    // The issuer's keys can't be read now: it may send the same again.
    if (read.kind === 'unavailable') throw new ApiError('ENGINE_UNAVAILABLE', { message: read.message });
    await forgiveTry(db, targets);
    const now = deps.clock.now();
    const ended = await commit(deps, now, ({ tx }) => endSignOns(tx, now, read.logout));
    logger.info({ ended, request_id: requestId }, 'Sessions ended by the issuer');
    return { status: 200, body: null };
  });
};

const invalid = (error_description: string) => ({
  status: 400 as const,
  body: { error: 'invalid_request', error_description },
});
