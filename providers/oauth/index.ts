import { createHash } from 'node:crypto';
import * as openid from 'openid-client';
import { createSafeFetch, type SafeFetch } from '../../runtime/safe-fetch.js';
import type { RegisteredProvider } from '../../schemas/connections/connections.js';
import { failureOf } from './failure.js';
import { createOwnClients } from './own-clients.js';
import type { GrantedTokens, OAuthClient, OAuthFailure, OAuthTarget, SignedInPerson, SignIn } from './provider.js';
import { fetchThrough, placeOf } from './reach.js';

/** The registration of the instance with a provider. */
export interface OAuthRegistration {
  /** The address of the provider's description, without `/.well-known/openid-configuration`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface OAuthSettings {
  registrations: Readonly<Record<RegisteredProvider, OAuthRegistration>>;
  /** The redirect address for providers. Each registration has the same. */
  redirectUri: string;
  /** Servers of accounts' own clients that may have a private address, as `privateHostsOf` lists them. */
  privateHosts: readonly string[];
  /** The timeout of an answer in milliseconds. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 6_000;
/** Providers name the lifetime of a token; where one doesn't, it is used for this long. */
const DEFAULT_LIFETIME_SECONDS = 300;

/** The parameters by which each provider grants lasting access and shows users who signs in. */
const QUIRKS: Readonly<Record<RegisteredProvider, Record<string, string>>> = {
  microsoft: { prompt: 'select_account' },
  // Without consent that is given again, Google returns no refresh token to who signed in before.
  google: { access_type: 'offline', prompt: 'consent select_account', include_granted_scopes: 'false' },
};

/**
 * Creates the OAuth client of a process. It reaches public addresses and the servers that the settings name:
 * a description can't lead it into our own network.
 */
export function createOAuthClient(settings: OAuthSettings): OAuthClient {
  const { registrations, redirectUri, privateHosts, timeoutMs = TIMEOUT_MS } = settings;
  const http = createSafeFetch({ privateHosts: placesOf(registrations) });
  const own = createOwnClients(privateHosts, timeoutMs);
  const described = new Map<RegisteredProvider, Promise<openid.Configuration>>();
  const describe = (provider: OAuthTarget): Promise<openid.Configuration> => {
    if (typeof provider !== 'string') return own.describe(provider);
    const known = described.get(provider) ?? discover(registrations[provider], http, timeoutMs);
    described.set(provider, known);
    // A failed read is repeated by the next caller.
    known.catch(() => described.delete(provider));
    return known;
  };
  const ask = async <T>(target: OAuthTarget, work: (config: openid.Configuration) => Promise<T>) => {
    try {
      return await work(await describe(target));
    } catch (error) {
      return failureOf(error);
    }
  };
  return {
    isConfigured: (provider) => provider === 'oauth' || registrations[provider].clientId !== '',
    authorizationUrl: (signIn, { scopes, email }) =>
      ask<{ kind: 'url'; url: string } | OAuthFailure>(signIn.target, async (config) => {
        const { target } = signIn;
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopes.join(' '),
          state: signIn.state,
          ...(identifies(scopes) ? { nonce: signIn.nonce } : {}),
          code_challenge: await openid.calculatePKCECodeChallenge(signIn.verifier),
          code_challenge_method: 'S256',
          ...(typeof target === 'string' ? QUIRKS[target] : {}),
          ...(email === null ? {} : { login_hint: email }),
        });
        if (typeof target !== 'string' && !own.mayLeadTo(target, url)) return NO_SAFE_ADDRESS;
        return { kind: 'url', url: url.href };
      }),
    finish: (signIn, callback, scopes) =>
      ask(signIn.target, (config) => {
        const query = new URLSearchParams(callback);
        // Without an issuer there is nothing to compare it with.
        if (typeof signIn.target !== 'string' && !('issuer' in signIn.target.server)) query.delete('iss');
        return exchange(config, signIn, new URL(`${redirectUri}?${query}`), scopes);
      }),
    refresh: (target, refreshToken) =>
      ask(target, async (config) => ({
        kind: 'granted' as const,
        tokens: grantedOf(await openid.refreshTokenGrant(config, refreshToken)),
      })),
    async revoke(target, refreshToken) {
      await ask(target, async (config) => {
        if (config.serverMetadata().revocation_endpoint) await openid.tokenRevocation(config, refreshToken);
      });
    },
    close: async () => {
      await Promise.all([http.close(), own.close()]);
    },
  };
}

/** Returns whether a sign-in gives an ID token. */
const identifies = (scopes: readonly string[]): boolean => scopes.includes('openid');

const NO_SAFE_ADDRESS: OAuthFailure = {
  kind: 'refused',
  code: 'invalid_authorization_url',
  message: 'The sign-in page of the provider must have an address with https.',
};

/** The servers that the settings name, wherever they are. */
const placesOf = (registrations: OAuthSettings['registrations']): string[] =>
  Object.values(registrations).map(({ issuer }) => placeOf(new URL(issuer)));

function discover(
  { issuer, clientId, clientSecret }: OAuthRegistration,
  http: SafeFetch,
  timeoutMs: number,
): Promise<openid.Configuration> {
  const server = new URL(issuer);
  return openid.discovery(server, clientId, clientSecret || undefined, undefined, {
    timeout: timeoutMs / 1000,
    [openid.customFetch]: (url, options) => fetchThrough(http, url, options, timeoutMs),
    // Only the operator of the instance can name a server without TLS.
    ...(server.protocol === 'http:' ? { execute: [openid.allowInsecureRequests] } : {}),
  });
}

async function exchange(
  config: openid.Configuration,
  { state, nonce, verifier }: SignIn,
  callback: URL,
  scopes: readonly string[],
): Promise<{ kind: 'granted'; tokens: GrantedTokens; person: SignedInPerson } | OAuthFailure> {
  const answer = await openid.authorizationCodeGrant(config, callback, {
    expectedState: state,
    pkceCodeVerifier: verifier,
    ...(identifies(scopes) ? { expectedNonce: nonce, idTokenExpected: true } : {}),
  });
  const claims = answer.claims();
  const tokens = grantedOf(answer);
  const email = claims?.email ?? claims?.preferred_username;
  return {
    kind: 'granted',
    tokens: { ...tokens, scopes: tokens.scopes ?? [...scopes] },
    person: {
      subject: claims ? subjectOf(claims.sub) : null,
      email: typeof email === 'string' && email.includes('@') ? email : null,
    },
  };
}

/** Subjects have at most 255 ASCII characters. One of a server that ignores that is still the same each time. */
const subjectOf = (sub: string): string =>
  /^[\x20-\x7e]{1,255}$/.test(sub) ? sub : createHash('sha256').update(sub).digest('hex');

const grantedOf = (answer: openid.TokenEndpointResponse): GrantedTokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? null,
  expiresInSeconds: answer.expires_in ?? DEFAULT_LIFETIME_SECONDS,
  scopes: answer.scope === undefined ? null : answer.scope.split(' ').filter(Boolean),
});
