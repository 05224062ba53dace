import * as jose from 'jose';
import * as openid from 'openid-client';
import { createSafeFetch } from '../../runtime/safe-fetch.js';
import { oneLine } from '../json-api.js';
import { authenticationWith } from './client-authentication.js';
import { failureOf } from './failure.js';
import type { OAuthFailure } from './provider.js';
import { fetchThrough, placeOf } from './reach.js';

export interface SingleSignOnSettings {
  /** Where the issuer describes itself, without `/.well-known/openid-configuration`. */
  issuer: string;
  clientId: string;
  /** Empty for a public client, which PKCE protects. */
  clientSecret: string;
  /** Separated by spaces. */
  scopes: string;
  redirectUri: string;
  /** How far the clocks of the issuer and of this machine may differ. */
  clockSkewSeconds: number;
  /** How long an answer may take. */
  timeoutMs?: number;
  /** How long the issuer's keys aren't fetched again when a token names an unknown one. */
  keyCooldownMs?: number;
}

/** A sign-in that is started: what the issuer sends back has to fit it. */
export interface SignOnAttempt {
  state: string;
  nonce: string;
  /** The PKCE verifier, without which an intercepted code is useless. */
  verifier: string;
}

/** Who signed in, by a validated ID token and the issuer's user info. */
export interface SignOnPerson {
  issuer: string;
  subject: string;
  /** The session at the issuer, by which it can end ours. */
  sessionId: string | null;
  /** The time when the issuer signed the ID token, by the issuer's clock. */
  issuedAt: Date;
  email: string | null;
  emailVerified: boolean;
  name: string | null;
  claims: Readonly<Record<string, unknown>>;
}

/** A validated back-channel logout: of one session, or of all sessions of a person. At least one of both is named. */
export interface SignOnLogout {
  issuer: string;
  subject: string | null;
  sessionId: string | null;
  /** The time when the issuer signed it, by the issuer's clock. */
  issuedAt: Date;
}

/** Signs people in with the instance's OpenID Connect issuer. No call throws for what happens outside. */
export interface SingleSignOn {
  authorizationUrl(attempt: SignOnAttempt): Promise<{ kind: 'url'; url: string } | OAuthFailure>;
  /** Exchanges the code that the issuer sent back. `callback` is the query of that request. */
  finish(
    attempt: SignOnAttempt,
    callback: URLSearchParams,
  ): Promise<{ kind: 'signed_in'; person: SignOnPerson } | OAuthFailure>;
  /** Validates a logout token as OpenID Connect Back-Channel Logout 1.0 requires. */
  readLogout(token: string): Promise<{ kind: 'logout'; logout: SignOnLogout } | OAuthFailure>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 6_000;
const KEY_COOLDOWN_MS = 10_000;
/** How long the issuer's description is used before it is read again. */
const DESCRIBED_MS = 3_600_000;
/** Signatures by the issuer's own key. A shared secret signs nothing here, and no token is unsigned. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const MAX_TOKEN_AGE_SECONDS = 600;
const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout';

/** The issuer as it described itself, and its keys. */
interface Described {
  config: openid.Configuration;
  keys: jose.JWTVerifyGetKey;
  readAt: number;
}

/** Creates the client of the instance's issuer. It reaches public addresses and the issuer's own. */
export function createSingleSignOn(settings: SingleSignOnSettings): SingleSignOn {
  const { clientId, redirectUri, scopes, clockSkewSeconds, timeoutMs = TIMEOUT_MS } = settings;
  const http = createSafeFetch({ privateHosts: [placeOf(new URL(settings.issuer))] });
  let described: Promise<Described> | undefined;

  async function readDescription(): Promise<Described> {
    const server = new URL(settings.issuer);
    const config = await openid.discovery(
      server,
      clientId,
      { [openid.clockTolerance]: clockSkewSeconds },
      authenticationWith(settings.clientSecret),
      {
        timeout: timeoutMs / 1000,
        [openid.customFetch]: (url, options) => fetchThrough(http, url, options, timeoutMs),
        // Only the operator of the instance can name an issuer without TLS.
        ...(server.protocol === 'http:' ? { execute: [openid.allowInsecureRequests] } : {}),
      },
    );
    const keys = jose.createRemoteJWKSet(new URL(config.serverMetadata().jwks_uri ?? ''), {
      [jose.customFetch]: (url, { headers }) =>
        fetchThrough(http, url, { method: 'GET', headers: Object.fromEntries(headers) }, timeoutMs),
      cooldownDuration: settings.keyCooldownMs ?? KEY_COOLDOWN_MS,
      timeoutDuration: timeoutMs,
    });
    return { config, keys, readAt: performance.now() };
  }

  const describe = async (): Promise<Described> => {
    const known = await described?.catch(() => undefined);
    if (known && performance.now() - known.readAt < DESCRIBED_MS) return known;
    // What couldn't be read is read again by the next one who needs it.
    described = readDescription();
    return described;
  };

  const ask = async <T>(work: (issuer: Described) => Promise<T>): Promise<T | OAuthFailure> => {
    try {
      return await work(await describe());
    } catch (error) {
      return invalidityOf(error) ?? failureOf(error);
    }
  };

  return {
    authorizationUrl: ({ state, nonce, verifier }) =>
      ask(async ({ config }) => {
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopes,
          state,
          nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        return { kind: 'url' as const, url: url.href };
      }),

    finish: (attempt, callback) =>
      ask(async (issuer) => ({
        kind: 'signed_in' as const,
        person: await exchange(issuer, attempt, new URL(`${redirectUri}?${callback}`), settings),
      })),

    readLogout: (token) =>
      ask(async ({ config, keys }) => {
        const { payload } = await jose.jwtVerify(token, keys, {
          ...checksOf(config, settings),
          requiredClaims: ['iat', 'exp', 'jti', 'events'],
        });
        return { kind: 'logout' as const, logout: logoutOf(token, payload) };
      }),

    close: () => http.close(),
  };
}

const checksOf = (config: openid.Configuration, { clientId, clockSkewSeconds }: SingleSignOnSettings) => ({
  issuer: config.serverMetadata().issuer,
  audience: clientId,
  algorithms: ALGORITHMS,
  clockTolerance: clockSkewSeconds,
  // Both kinds of tokens come right after they are signed. This also refuses those that are signed in the future.
  maxTokenAge: MAX_TOKEN_AGE_SECONDS,
});

/** Exchanges a code. The ID token's claims, its nonce and its signature are checked. */
async function exchange(
  { config, keys }: Described,
  { state, nonce, verifier }: SignOnAttempt,
  callback: URL,
  settings: SingleSignOnSettings,
): Promise<SignOnPerson> {
  const answer = await openid.authorizationCodeGrant(config, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const { payload } = await jose.jwtVerify(answer.id_token ?? '', keys, checksOf(config, settings));
  const subject = String(payload.sub);
  const more = config.serverMetadata().userinfo_endpoint
    ? await openid.fetchUserInfo(config, answer.access_token, subject)
    : {};
  const claims: Record<string, unknown> = { ...more, ...payload };
  const text = (name: string) => (typeof claims[name] === 'string' && claims[name] !== '' ? claims[name] : null);
  return {
    issuer: config.serverMetadata().issuer,
    subject,
    sessionId: typeof payload.sid === 'string' ? payload.sid : null,
    issuedAt: new Date(Number(payload.iat) * 1000),
    email: text('email'),
    // Some issuers send them as text or number. The second one is Microsoft's, which doesn't send the first.
    emailVerified: ['email_verified', 'xms_edov'].some((name) => ['true', '1'].includes(String(claims[name]))),
    name: text('name'),
    claims,
  };
}

class InvalidLogout extends Error {}

/** Reads the claims that only a logout token has. An ID token has a nonce, and must not pass for one. */
function logoutOf(token: string, payload: jose.JWTPayload): SignOnLogout {
  const { typ } = jose.decodeProtectedHeader(token);
  const kind = typ?.toLowerCase().replace(/^application\//, '');
  if (kind !== undefined && kind !== 'logout+jwt' && kind !== 'jwt') throw new InvalidLogout('It has another type.');
  if ('nonce' in payload) throw new InvalidLogout('It has a nonce.');
  const event = (payload.events as Record<string, unknown> | null)?.[LOGOUT_EVENT];
  if (typeof event !== 'object' || event === null) throw new InvalidLogout('It has no logout event.');
  const sessionId = typeof payload.sid === 'string' ? payload.sid : null;
  if (payload.sub === undefined && sessionId === null) throw new InvalidLogout('It names no session and no person.');
  const issuedAt = new Date(Number(payload.iat) * 1000);
  return { issuer: String(payload.iss), subject: payload.sub ?? null, sessionId, issuedAt };
}

/** Judges a token that isn't valid; undefined for all other errors. */
function invalidityOf(error: unknown): OAuthFailure | undefined {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    const isInvalid =
      cause instanceof InvalidLogout ||
      (cause instanceof jose.errors.JOSEError && !['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT'].includes(cause.code)) ||
      ('code' in cause && /^OAUTH_(JWT_|INVALID_RESPONSE)/.test(String(cause.code)));
    if (isInvalid) return { kind: 'refused', code: 'invalid_token', message: oneLine(cause.message) };
  }
  return undefined;
}
