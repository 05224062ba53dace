import * as jose from 'jose';
import { createSafeFetch } from '../../runtime/safe-fetch.js';
import { jsonObject } from '../http.js';
import { fetchThrough, placeOf } from '../oauth/reach.js';

/** The keys of Google's sign-in couldn't be read. Pub/Sub repeats the request later. */
export class KeysUnavailableError extends Error {
  constructor(options?: ErrorOptions) {
    super("Google's keys can't be read.", options);
    this.name = 'KeysUnavailableError';
  }
}

export interface PubSubSettings {
  /** Google's sign-in, which issues the tokens. */
  issuer: string;
  /** The service account that signs the requests of the subscription. */
  serviceAccount: string;
  /** The address that the subscription sends to. */
  audience: string;
}

/** Checks requests of Google's Pub/Sub. */
export interface PubSub {
  /**
   * Returns whether an `Authorization` header has a token of the service account for this address. Throws
   * `KeysUnavailableError`.
   */
  isSigned(authorization: string | undefined): Promise<boolean>;
}

const BEARER = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i;
const MAX_LENGTH = 4_000;
const TIMEOUT_MS = 4_000;
/** How far the clocks of Google and of this machine can differ. */
const CLOCK_SKEW_SECONDS = 60;
/** Errors of the library that aren't about the token. */
const NOT_THE_TOKEN = ['ERR_JOSE_GENERIC', 'ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID'];

/** Creates what checks requests of a push subscription. It reaches public addresses and the issuer's own. */
export function createPubSub({ issuer, serviceAccount, audience }: PubSubSettings): PubSub {
  const http = createSafeFetch({ privateHosts: [placeOf(new URL(issuer))] });
  let keys: Promise<jose.JWTVerifyGetKey> | undefined;

  const get = (url: string, headers: Record<string, string> = {}) =>
    fetchThrough(http, url, { method: 'GET', headers }, TIMEOUT_MS);
  const readKeys = async (): Promise<jose.JWTVerifyGetKey> => {
    const answer = await get(`${issuer}/.well-known/openid-configuration`);
    const address = jsonObject(Buffer.from(await answer.arrayBuffer()))?.jwks_uri;
    return jose.createRemoteJWKSet(new URL(String(address)), {
      [jose.customFetch]: (url, { headers }) => get(url, Object.fromEntries(headers)),
      timeoutDuration: TIMEOUT_MS,
    });
  };

  return {
    async isSigned(authorization = '') {
      const token = authorization.length > MAX_LENGTH ? undefined : BEARER.exec(authorization)?.[1];
      if (token === undefined) return false;
      try {
        keys ??= readKeys();
        const { payload } = await jose.jwtVerify(token, await keys, {
          issuer,
          audience,
          algorithms: ['RS256'],
          clockTolerance: CLOCK_SKEW_SECONDS,
          requiredClaims: ['iat', 'exp', 'email'],
        });
        return payload.email === serviceAccount && payload.email_verified === true;
      } catch (error) {
        if (error instanceof jose.errors.JOSEError && !NOT_THE_TOKEN.includes(error.code)) return false;
        keys = undefined;
        throw new KeysUnavailableError({ cause: error });
      }
    },
  };
}
