import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './derived-key.js';

/** The reason why a token is not taken. */
export type TokenFault = 'malformed' | 'bad_signature' | 'expired';

/** The content of a token, or why it is invalid. */
export type TokenResult = { ok: true; payload: string[] } | { ok: false; reason: TokenFault };

/** Signs and reads tokens of one purpose. */
export interface TokenSigner {
  /** Creates a token that fits into a URL path. Its holder can read the parts, so they may only be IDs. */
  sign(payload: readonly string[], expiresAt?: Date): string;
  verify(token: string, now: Date): TokenResult;
}

const MAX_TOKEN_LENGTH = 2_000;
const SIGNATURE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Creates a signer whose key belongs to `purpose` alone. The newest secret signs; tokens of earlier ones stay valid, so
 * that unsubscribe links in old mails survive a change of the secret.
 */
export function createTokenSigner(secrets: readonly [string, ...string[]], purpose: string): TokenSigner {
  // Keys that are ready for use: a bare one is prepared for each signature, which takes longer than signing.
  const keys = secrets.map((secret) => createSecretKey(deriveKey(secret, `token/${purpose}`)));
  const mac = (key: KeyObject, body: string) => createHmac('sha256', key).update(body).digest();
  return {
    sign(payload, expiresAt) {
      const seconds = expiresAt ? Math.floor(expiresAt.getTime() / 1000) : 0;
      const body = Buffer.from(JSON.stringify([seconds, ...payload])).toString('base64url');
      return `${body}.${mac(keys[0] as KeyObject, body).toString('base64url')}`;
    },
    verify(token, now) {
      const [body, signature, ...rest] = token.split('.');
      if (token.length > MAX_TOKEN_LENGTH || !body || !signature || rest.length > 0 || !SIGNATURE.test(signature)) {
        return { ok: false, reason: 'malformed' };
      }
      const given = Buffer.from(signature, 'base64url');
      if (given.toString('base64url') !== signature) return { ok: false, reason: 'malformed' };
      if (!keys.map((key) => timingSafeEqual(mac(key, body), given)).includes(true)) {
        return { ok: false, reason: 'bad_signature' };
      }
      const [expires, ...payload]: [number, ...string[]] = JSON.parse(Buffer.from(body, 'base64url').toString('utf8'));
      if (expires !== 0 && now.getTime() >= expires * 1000) return { ok: false, reason: 'expired' };
      return { ok: true, payload };
    },
  };
}
