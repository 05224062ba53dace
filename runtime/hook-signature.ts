import { createHmac, timingSafeEqual } from 'node:crypto';

/** The tolerance of the time in a signature, in seconds. A longer one would allow a recorded request to be repeated. */
export const SIGNATURE_TOLERANCE_SECONDS = 300;

/** The reason why a webhook's signature is not taken. */
export type SignatureFault = 'missing' | 'malformed' | 'too_old' | 'too_new' | 'mismatch';

/** Makes the `X-Signature` header for a body: `t=<unix seconds>,v1=<hex hmac-sha256 of "t.body">`. */
export function signHook(secret: string, body: string | Buffer, at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  return `t=${time},v1=${digest(secret, String(time), body).toString('hex')}`;
}

/**
 * Checks the `X-Signature` of the raw body as it came. Several `v1` values may stand in the header, as when a secret
 * is being replaced; one right one is enough. Compares in constant time.
 */
export function verifyHook(
  secret: string,
  header: string | undefined,
  body: string | Buffer,
  now: Date,
): { ok: true } | { ok: false; reason: SignatureFault } {
  if (!header) return { ok: false, reason: 'missing' };
  const parts = header.split(',').map((part) => part.trim().split('=', 2));
  const times = parts.filter(([name]) => name === 't').map(([, value]) => value ?? '');
  const signatures = parts.filter(([name]) => name === 'v1').map(([, value]) => (value ?? '').toLowerCase());
  const [time] = times;
  if (header.length > 2_000 || times.length !== 1 || !time || !/^\d{1,12}$/.test(time) || signatures.length === 0) {
    return { ok: false, reason: 'malformed' };
  }
  const age = now.getTime() / 1000 - Number(time);
  if (age > SIGNATURE_TOLERANCE_SECONDS) return { ok: false, reason: 'too_old' };
  if (age < -SIGNATURE_TOLERANCE_SECONDS) return { ok: false, reason: 'too_new' };
  const expected = digest(secret, time, body);
  const matches = signatures.map(
    (value) => /^[0-9a-f]{64}$/.test(value) && timingSafeEqual(Buffer.from(value, 'hex'), expected),
  );
  return matches.includes(true) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

/** The answer to a signature that was looked at. */
export type SignatureCheck = ReturnType<typeof verifyHook>;

const HEX_SHA256 = /^[0-9a-f]{64}$/;

const sameHex = (hex: string, expected: Buffer): boolean =>
  HEX_SHA256.test(hex) && timingSafeEqual(Buffer.from(hex, 'hex'), expected);

/** Compares two texts without telling by its time how much of them agrees. */
export function sameSecret(given: string, expected: string): boolean {
  const [a, b] = [given, expected].map((text) => createHmac('sha256', 'compare').update(text).digest());
  return timingSafeEqual(a as Buffer, b as Buffer);
}

/** Checks Meta's `X-Hub-Signature-256: sha256=<hex>`: an HMAC of the raw body with the app's secret, without a time. */
export function verifyMetaSignature(secret: string, header: string | undefined, body: Buffer): SignatureCheck {
  if (!header) return { ok: false, reason: 'missing' };
  const hex = /^sha256=([0-9a-fA-F]{64})$/.exec(header.trim())?.[1];
  if (hex === undefined) return { ok: false, reason: 'malformed' };
  const expected = createHmac('sha256', secret).update(body).digest();
  return sameHex(hex.toLowerCase(), expected) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

/** Checks Retell's `X-Retell-Signature: v=<unix ms>,d=<hex>`: an HMAC of body and time with the account's API key. */
export function verifyRetellSignature(
  secret: string,
  header: string | undefined,
  body: Buffer,
  now: Date,
): SignatureCheck {
  if (!header) return { ok: false, reason: 'missing' };
  const [, time, hex] = /^v=(\d{1,16}),d=([0-9a-fA-F]{64})$/.exec(header.trim()) ?? [];
  if (time === undefined || hex === undefined) return { ok: false, reason: 'malformed' };
  const age = (now.getTime() - Number(time)) / 1000;
  if (age > SIGNATURE_TOLERANCE_SECONDS) return { ok: false, reason: 'too_old' };
  if (age < -SIGNATURE_TOLERANCE_SECONDS) return { ok: false, reason: 'too_new' };
  const expected = createHmac('sha256', secret).update(body).update(time).digest();
  return sameHex(hex.toLowerCase(), expected) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

/**
 * Checks Twilio's `X-Twilio-Signature`: an HMAC-SHA1, in base64, of the address it called and of the fields of the form in
 * the order of their names. Whether the address was signed with its port differs, so that either counts.
 */
export function verifyTwilioSignature(
  authToken: string,
  header: string | undefined,
  url: string,
  form: URLSearchParams,
): SignatureCheck {
  if (!header) return { ok: false, reason: 'missing' };
  if (!/^[A-Za-z0-9+/]{27}=$/.test(header.trim())) return { ok: false, reason: 'malformed' };
  const given = Buffer.from(header.trim(), 'base64');
  const fields = [...new Set(form.keys())]
    .sort()
    .flatMap((name) => [...new Set(form.getAll(name))].sort().map((value) => name + value))
    .join('');
  const right = withAndWithoutPort(url).map((each) =>
    timingSafeEqual(
      createHmac('sha1', authToken)
        .update(each + fields)
        .digest(),
      given,
    ),
  );
  return right.includes(true) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

function withAndWithoutPort(url: string): string[] {
  const [, scheme = '', host = '', port = '', rest = ''] = /^(https?:\/\/)([^/:]+)(:\d+)?(.*)$/s.exec(url) ?? [];
  const usual = scheme === 'https://' ? ':443' : ':80';
  return [url, `${scheme}${host}${port === '' ? usual : ''}${rest}`];
}

/** Checks HTTP basic credentials, of which only the password counts: what providers send that sign nothing. */
export function verifyBasicPassword(secret: string, header: string | undefined): SignatureCheck {
  if (!header) return { ok: false, reason: 'missing' };
  const encoded = /^basic ([A-Za-z0-9+/=]{1,2000})$/i.exec(header.trim())?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return { ok: false, reason: 'malformed' };
  return sameSecret(text.slice(colon + 1), secret) ? { ok: true } : { ok: false, reason: 'mismatch' };
}

function digest(secret: string, time: string, body: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(`${time}.`).update(body).digest();
}
