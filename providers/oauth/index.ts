import * as openid from 'openid-client';
import { createSafeFetch, type SafeFetch } from '../../runtime/safe-fetch.js';
import type { ConnectionProvider } from '../../schemas/connections/connections.js';
import { failureOf } from './failure.js';
import type { GrantedTokens, OAuthClient, OAuthFailure, SignedInPerson, SignIn } from './provider.js';
import { fetchThrough, placeOf } from './reach.js';

/** The registration of the instance with a provider. */
export interface OAuthRegistration {
  /** The address of the provider's description, without `/.well-known/openid-configuration`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
}

export interface OAuthSettings {
  registrations: Readonly<Record<ConnectionProvider, OAuthRegistration>>;
  /** The redirect address for providers. Each registration has the same. */
  redirectUri: string;
  /** The timeout of an answer in milliseconds. */
  timeoutMs?: number;
}

const TIMEOUT_MS = 6_000;
/** Providers name the lifetime of a token; where one doesn't, it is used for this long. */
const DEFAULT_LIFETIME_SECONDS = 300;

/** The parameters by which each provider grants lasting access and shows users who signs in. */
const QUIRKS: Readonly<Record<ConnectionProvider, Record<string, string>>> = {
  microsoft: { prompt: 'select_account' },
  // Without consent that is given again, Google returns no refresh token to who signed in before.
  google: { access_type: 'offline', prompt: 'consent select_account', include_granted_scopes: 'false' },
};

/**
 * Creates the OAuth client of a process. It reaches public addresses and the servers that the settings name:
 * a description can't lead it into our own network.
 */
export function createOAuthClient(settings: OAuthSettings): OAuthClient {
  const { registrations, redirectUri, timeoutMs = TIMEOUT_MS } = settings;
  const http = createSafeFetch({ privateHosts: placesOf(registrations) });
  const described = new Map<ConnectionProvider, Promise<openid.Configuration>>();
  const describe = (provider: ConnectionProvider): Promise<openid.Configuration> => {
    const known = described.get(provider) ?? discover(registrations[provider], http, timeoutMs);
    described.set(provider, known);
    // A failed read is repeated by the next caller.
    known.catch(() => described.delete(provider));
    return known;
  };
  const ask = async <T>(provider: ConnectionProvider, work: (config: openid.Configuration) => Promise<T>) => {
    try {
      return await work(await describe(provider));
    } catch (error) {
      return failureOf(error);
    }
  };
  return {
    isConfigured: (provider) => registrations[provider].clientId !== '',
    authorizationUrl: (signIn, { scopes, email }) =>
      ask(signIn.provider, async (config) => {
        const url = openid.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: scopes.join(' '),
          state: signIn.state,
          nonce: signIn.nonce,
          code_challenge: await openid.calculatePKCECodeChallenge(signIn.verifier),
          code_challenge_method: 'S256',
          ...QUIRKS[signIn.provider],
          ...(email === null ? {} : { login_hint: email }),
        });
        return { kind: 'url' as const, url: url.href };
      }),
    finish: (signIn, callback, scopes) =>
      ask(signIn.provider, (config) => exchange(config, signIn, new URL(`${redirectUri}?${callback}`), scopes)),
    refresh: (provider, refreshToken) =>
      ask(provider, async (config) => ({
        kind: 'granted' as const,
        tokens: grantedOf(await openid.refreshTokenGrant(config, refreshToken)),
      })),
    async revoke(provider, refreshToken) {
      await ask(provider, async (config) => {
        if (config.serverMetadata().revocation_endpoint) await openid.tokenRevocation(config, refreshToken);
      });
    },
    close: () => http.close(),
  };
}

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
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
  });
  const claims = answer.claims();
  const tokens = grantedOf(answer);
  const email = claims?.email ?? claims?.preferred_username;
  return {
    kind: 'granted',
    tokens: { ...tokens, scopes: tokens.scopes ?? [...scopes] },
    person: { subject: String(claims?.sub), email: typeof email === 'string' && email.includes('@') ? email : null },
  };
}

const grantedOf = (answer: openid.TokenEndpointResponse): GrantedTokens => ({
  accessToken: answer.access_token,
  refreshToken: answer.refresh_token ?? null,
  expiresInSeconds: answer.expires_in ?? DEFAULT_LIFETIME_SECONDS,
  scopes: answer.scope === undefined ? null : answer.scope.split(' ').filter(Boolean),
});
