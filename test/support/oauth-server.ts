import { createHash, generateKeyPairSync, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import jwt from 'jsonwebtoken';
import { type Asked, startStandIn } from './stand-in.js';

/** Someone with an account at the provider. */
export interface OAuthPerson {
  subject: string;
  email: string;
}

/** An authorization request that waits for the person's answer. */
interface Asking {
  clientId: string;
  redirectUri: string;
  scopes: string[];
  challenge: string;
  nonce: string | null;
  person: OAuthPerson;
}

interface Grant {
  scopes: string[];
  person: OAuthPerson;
  isRevoked: boolean;
}

const CLIENTS: Readonly<Record<string, string>> = {
  'microsoft-client': 'microsoft-secret',
  'google-client': 'google-secret',
  'own-client': 'own-secret',
};
/** The server of accounts' own clients is below this path. It takes their secrets in the header only. */
const OWN = '/own';
const ISSUED_SECONDS = 3_600;
const KEY_ID = 'key-1';

const isKnown = (form: URLSearchParams): boolean => CLIENTS[form.get('client_id') ?? ''] === form.get('client_secret');

const basicOf = ({ headers }: IncomingMessage): string =>
  decodeURIComponent(Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64').toString());

const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/**
 * A local stand-in for the sign-in servers of Microsoft and Google, and for one of accounts' own clients: discovery, authorization with PKCE, tokens with
 * rotation, and Google's revocation. What a client does against RFC 6749, RFC 7636 or the vendors' descriptions is
 * refused and noted in `violations`.
 */
export async function startOAuthServer(port = 0) {
  const violations: string[] = [];
  const codes = new Map<string, Asking>();
  const refreshTokens = new Map<string, Grant>();
  const accessTokens = new Map<string, { grant: Grant; endsAt: number }>();
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const state = {
    person: { subject: 'person-1', email: 'ana@example.com' } as OAuthPerson,
    /** Returns the user's action on the provider's page. */
    consent: (asked: string[]): string[] | 'deny' => asked,
    /** The response of the token endpoint instead of the default. */
    token: undefined as { status: number; body?: object; headers?: Record<string, string> } | undefined,
    /** True if each refresh gives a new refresh token, which ends the earlier one. */
    rotates: true,
    issuedSeconds: ISSUED_SECONDS,
    /** The duration of a refresh. */
    delayMs: 0,
    keysAreAway: false,
    keyReads: 0,
    refreshes: 0,
    exchanges: 0,
    revoked: [] as string[],
    /** The secret of the own client. */
    ownSecret: 'own-secret',
    /** The address of the sign-in page as the own server describes it, instead of its real one. */
    page: undefined as string | undefined,
  };

  const json = (response: ServerResponse, body: object, status = 200, headers: Record<string, string> = {}) =>
    response
      .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers })
      .end(JSON.stringify(body));
  const refuse = (response: ServerResponse, error: string, error_description: string) =>
    json(response, { error, error_description }, error === 'invalid_client' ? 401 : 400);

  const describe = ({ response, url }: Asked) => {
    if (url.pathname.startsWith(OWN)) return describeOwn(response, `${url.origin}${OWN}`);
    const isMicrosoft = url.pathname.startsWith('/tests/');
    const base = isMicrosoft ? `${url.origin}/tests` : url.origin;
    return json(response, {
      issuer: isMicrosoft ? `${base}/v2.0` : base,
      authorization_endpoint: isMicrosoft ? `${base}/oauth2/v2.0/authorize` : `${base}/o/oauth2/v2/auth`,
      token_endpoint: isMicrosoft ? `${base}/oauth2/v2.0/token` : `${base}/token`,
      jwks_uri: `${base}/keys`,
      ...(isMicrosoft ? {} : { revocation_endpoint: `${base}/revoke` }),
      response_types_supported: ['code'],
      subject_types_supported: ['pairwise'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    });
  };

  const describeOwn = (response: ServerResponse, issuer: string) =>
    json(response, {
      issuer,
      authorization_endpoint: state.page ?? `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      revocation_endpoint: `${issuer}/revoke`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    });

  /** The provider's page, and the person who answers it at once. */
  const authorize = ({ response, url }: Asked) => {
    const asked = Object.fromEntries(url.searchParams);
    const scopes = (asked.scope ?? '').split(' ');
    const isGoogle = asked.client_id === 'google-client';
    const isOwn = asked.client_id === 'own-client';
    for (const [what, is] of [
      ['a response_type of code', asked.response_type === 'code'],
      ['PKCE with S256', asked.code_challenge_method === 'S256' && /^[\w-]{43}$/.test(asked.code_challenge ?? '')],
      ['a state', (asked.state ?? '').length >= 32],
      ['a known client', asked.client_id !== undefined && asked.client_id in CLIENTS],
      ['openid', isOwn || scopes.includes('openid')],
      ['a nonce only with openid', scopes.includes('openid') === (asked.nonce !== undefined)],
      ['offline access', isGoogle ? asked.access_type === 'offline' : isOwn || scopes.includes('offline_access')],
    ] as const) {
      if (!is) violations.push(`authorize without ${what}`);
    }
    const back = new URL(asked.redirect_uri ?? '');
    back.searchParams.set('state', asked.state ?? '');
    if (isOwn) back.searchParams.set('iss', `${url.origin}${OWN}`);
    const granted = state.consent(scopes);
    if (granted === 'deny') {
      back.searchParams.set('error', 'access_denied');
      back.searchParams.set('error_description', 'The user has denied access.');
    } else {
      const code = randomUUID();
      codes.set(code, {
        clientId: asked.client_id ?? '',
        redirectUri: asked.redirect_uri ?? '',
        scopes: granted,
        challenge: asked.code_challenge ?? '',
        nonce: asked.nonce ?? null,
        person: state.person,
      });
      back.searchParams.set('code', code);
    }
    return response.writeHead(302, { location: back.href }).end();
  };

  const issue = (grant: Grant, refreshToken: string | null, more: object = {}) => {
    const access_token = `access-${randomUUID()}`;
    accessTokens.set(access_token, { grant, endsAt: Date.now() + state.issuedSeconds * 1000 });
    return {
      token_type: 'Bearer',
      access_token,
      expires_in: state.issuedSeconds,
      scope: grant.scopes.filter((scope) => scope !== 'offline_access').join(' '),
      ...(refreshToken === null ? {} : { refresh_token: refreshToken }),
      ...more,
    };
  };
  const newRefreshToken = (grant: Grant): string => {
    const token = `refresh-${randomUUID()}`;
    refreshTokens.set(token, grant);
    return token;
  };

  const exchange = ({ response, url }: Asked, form: URLSearchParams) => {
    state.exchanges += 1;
    const asking = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    if (!asking) return refuse(response, 'invalid_grant', 'The code is unknown or was used.');
    if (form.get('redirect_uri') !== asking.redirectUri)
      return refuse(response, 'invalid_grant', 'redirect_uri differs.');
    if (s256(form.get('code_verifier') ?? '') !== asking.challenge) {
      violations.push('a wrong code_verifier');
      return refuse(response, 'invalid_grant', 'The code_verifier is wrong.');
    }
    const grant: Grant = { scopes: asking.scopes, person: asking.person, isRevoked: false };
    const isOwn = url.pathname.startsWith(OWN);
    const isGoogle = !isOwn && !url.pathname.startsWith('/tests/');
    const lasts = isGoogle || asking.scopes.includes('offline_access');
    const refreshToken = lasts ? newRefreshToken(grant) : null;
    if (isOwn && !asking.scopes.includes('openid')) return json(response, issue(grant, refreshToken));
    const issuer = isOwn ? `${url.origin}${OWN}` : isGoogle ? url.origin : `${url.origin}/tests/v2.0`;
    const id_token = jwt.sign(
      { email: asking.person.email, ...(asking.nonce === null ? {} : { nonce: asking.nonce }) },
      privateKey,
      { algorithm: 'RS256', issuer, audience: asking.clientId, subject: asking.person.subject, expiresIn: 600 },
    );
    return json(response, issue(grant, refreshToken, { id_token }));
  };

  const refresh = async ({ response }: Asked, form: URLSearchParams) => {
    state.refreshes += 1;
    if (state.delayMs > 0) await new Promise((resolve) => setTimeout(resolve, state.delayMs));
    const old = form.get('refresh_token') ?? '';
    const grant = refreshTokens.get(old);
    if (!grant || grant.isRevoked) return refuse(response, 'invalid_grant', 'Token has been expired or revoked.');
    if (state.rotates) refreshTokens.delete(old);
    return json(response, issue(grant, state.rotates ? newRefreshToken(grant) : null));
  };

  const token = (asked: Asked) => {
    const { request, response, bytes } = asked;
    const form = new URLSearchParams(bytes.toString('utf8'));
    if (request.headers['content-type']?.split(';')[0] !== 'application/x-www-form-urlencoded') {
      violations.push('a token request that is no form');
    }
    if (state.token) return json(response, state.token.body ?? {}, state.token.status, state.token.headers);
    const isOwn = asked.url.pathname.startsWith(OWN);
    if (isOwn ? basicOf(request) !== `own-client:${state.ownSecret}` : !isKnown(form)) {
      return refuse(response, 'invalid_client', 'The client ID or secret is wrong.');
    }
    const type = form.get('grant_type');
    if (type === 'authorization_code') return exchange(asked, form);
    if (type === 'refresh_token') return refresh(asked, form);
    return refuse(response, 'unsupported_grant_type', 'Unknown grant_type.');
  };

  const revoke = ({ response, bytes }: Asked) => {
    const old = new URLSearchParams(bytes.toString('utf8')).get('token') ?? '';
    state.revoked.push(old);
    const grant = refreshTokens.get(old);
    if (!grant) return refuse(response, 'invalid_token', 'Token expired or revoked');
    grant.isRevoked = true;
    return json(response, {});
  };

  const keys = ({ response }: Asked) => {
    state.keyReads += 1;
    if (state.keysAreAway) return response.writeHead(503).end();
    return json(response, {
      keys: [{ ...publicKey.export({ format: 'jwk' }), kid: KEY_ID, alg: 'RS256', use: 'sig' }],
    });
  };

  const server = await startStandIn((asked) => {
    const { pathname } = asked.url;
    if (pathname.endsWith('/.well-known/openid-configuration')) return describe(asked);
    if (pathname.endsWith('/authorize') || pathname === '/o/oauth2/v2/auth') return authorize(asked);
    if (pathname.endsWith('/token')) return token(asked);
    if (pathname.endsWith('/keys')) return keys(asked);
    if (pathname.endsWith('/revoke')) return revoke(asked);
    return asked.response.writeHead(404).end();
  }, port);

  return {
    url: server.origin,
    requests: server.requests,
    violations,
    state,
    /** Has the provider withdraw all that a person granted, as in the person's own settings. */
    withdraw: (subject: string) => {
      for (const grant of refreshTokens.values()) if (grant.person.subject === subject) grant.isRevoked = true;
      for (const { grant } of accessTokens.values()) if (grant.person.subject === subject) grant.isRevoked = true;
    },
    /** Ends all access tokens before their time. Those that are issued later work. */
    endAccessTokens: () => accessTokens.clear(),
    /** Returns the owner of an access token; undefined if an API wouldn't accept it. */
    personOf: (header: string | undefined): (OAuthPerson & { scopes: string[] }) | undefined => {
      const found = accessTokens.get((header ?? '').replace(/^Bearer /, ''));
      if (!found || found.grant.isRevoked || found.endsAt < Date.now()) return undefined;
      return { ...found.grant.person, scopes: found.grant.scopes };
    },
    /** Signs claims as Google does for its service accounts. */
    signAs: (claims: object, options: jwt.SignOptions = {}): string =>
      jwt.sign(claims, privateKey, {
        algorithm: 'RS256',
        keyid: KEY_ID,
        issuer: server.origin,
        expiresIn: 3_600,
        ...options,
      }),
    /** The issuer of accounts' own clients. */
    issuer: `${server.origin}${OWN}`,
    /** Settings that lead a service here. */
    settings: { MICROSOFT_LOGIN_URL: server.origin, GOOGLE_ISSUER_URL: server.origin },
    stop: server.stop,
  };
}

export type OAuthServer = Awaited<ReturnType<typeof startOAuthServer>>;
