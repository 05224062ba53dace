import { createHmac, createPublicKey, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { SIGNATURE_TOLERANCE_SECONDS, type SignatureCheck, type SignatureFault } from './hook-signature.js';

/**
 * The tolerance of providers that may repeat a request with its first time for as long as we don't accept it, in
 * seconds. A replay within it has no effect: each event counts once.
 */
const REPEATED_SECONDS = 26 * 3600;

const failed = (reason: SignatureFault): SignatureCheck => ({ ok: false, reason });

/** Returns why a time in Unix seconds isn't accepted; undefined if it is. */
function timeFault(time: string, now: Date, tolerance: number): SignatureFault | undefined {
  if (!/^\d{1,12}$/.test(time)) return 'malformed';
  const age = now.getTime() / 1000 - Number(time);
  if (age > tolerance) return 'too_old';
  return age < -SIGNATURE_TOLERANCE_SECONDS ? 'too_new' : undefined;
}

/** Reads SendGrid's verification key: an ECDSA public key (SPKI) in base64. Undefined for anything else. */
export function sendGridKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ec' ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Checks SendGrid's signed event webhook: ECDSA with SHA-256 over the time and the raw body. */
export function verifySendGridSignature(
  publicKey: string,
  headers: { signature: string | undefined; timestamp: string | undefined },
  body: Buffer,
  now: Date,
): SignatureCheck {
  const { signature, timestamp } = headers;
  if (!signature || !timestamp) return failed('missing');
  if (!/^[A-Za-z0-9+/]{40,200}={0,2}$/.test(signature)) return failed('malformed');
  const fault = timeFault(timestamp, now, REPEATED_SECONDS);
  if (fault) return failed(fault);
  const key = sendGridKey(publicKey);
  if (!key) return failed('mismatch');
  const signed = Buffer.concat([Buffer.from(timestamp), body]);
  return verify('sha256', signed, key, Buffer.from(signature, 'base64')) ? { ok: true } : failed('mismatch');
}

/**
 * Checks Mailgun's signature: an HMAC-SHA256 of time and token. It doesn't cover the rest of the body, so a token may
 * be used for one event only.
 */
export function verifyMailgunSignature(
  signingKey: string,
  { timestamp, token, signature }: { timestamp: string | null; token: string | null; signature: string | null },
  now: Date,
): SignatureCheck {
  if (!timestamp || !token || !signature) return failed('missing');
  if (!/^[0-9a-f]{64}$/.test(signature) || token.length > 200) return failed('malformed');
  const fault = timeFault(timestamp, now, REPEATED_SECONDS);
  if (fault) return failed(fault);
  const expected = createHmac('sha256', signingKey).update(timestamp).update(token).digest();
  return timingSafeEqual(Buffer.from(signature, 'hex'), expected) ? { ok: true } : failed('mismatch');
}

/** Reads the secret of Standard Webhooks, `whsec_` and the key in base64. Undefined for anything else. */
export function standardWebhookKey(secret: string): Buffer | undefined {
  const encoded = /^whsec_([A-Za-z0-9+/]{16,200}={0,2})$/.exec(secret)?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64');
}

/**
 * Checks a signature of Standard Webhooks, as Resend sends it: an HMAC-SHA256 of ID, time and raw body. Several
 * signatures can be in the header, as when a secret is being replaced; one valid one is enough.
 */
export function verifyStandardWebhook(
  secret: string,
  headers: { id: string | undefined; timestamp: string | undefined; signature: string | undefined },
  body: Buffer,
  now: Date,
): SignatureCheck {
  const { id, timestamp, signature } = headers;
  if (!id || !timestamp || !signature) return failed('missing');
  const given = signature.split(' ').flatMap((each) => /^v1,([A-Za-z0-9+/]{43}=)$/.exec(each)?.[1] ?? []);
  if (given.length === 0 || given.length > 10 || id.length > 255) return failed('malformed');
  const fault = timeFault(timestamp, now, SIGNATURE_TOLERANCE_SECONDS);
  if (fault) return failed(fault);
  const key = standardWebhookKey(secret);
  if (!key) return failed('mismatch');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const matches = given.map((each) => timingSafeEqual(Buffer.from(each, 'base64'), expected));
  return matches.includes(true) ? { ok: true } : failed('mismatch');
}
