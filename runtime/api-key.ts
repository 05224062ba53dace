import { createHash, randomBytes } from 'node:crypto';

export type KeyKind = 'live' | 'pub';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BODY_LENGTH = 43;
const CHECK_LENGTH = 6;
const SHAPE = new RegExp(`^svc_(live|pub)_([0-9A-Za-z]{${BODY_LENGTH}})([0-9A-Za-z]{${CHECK_LENGTH}})$`);

function base62(bytes: Buffer, length: number): string {
  let value = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  for (let i = 0; i < length; i += 1) {
    text = ALPHABET[Number(value % 62n)] + text;
    value /= 62n;
  }
  return text;
}

const checksum = (kind: string, body: string): string =>
  base62(createHash('sha256').update(`svc_${kind}_${body}`).digest().subarray(0, 8), CHECK_LENGTH);

/** Makes a new API key: 32 random bytes in base 62 and a checksum that tells typing errors without a look-up. */
export const makeApiKey = (kind: KeyKind): string => apiKeyOf(kind, base62(randomBytes(32), BODY_LENGTH));

/** Makes the key with this body, its checksum added. */
export const apiKeyOf = (kind: KeyKind, body: string): string => `svc_${kind}_${body}${checksum(kind, body)}`;

/** Returns the kind of a well-formed key; null when its shape or checksum is wrong. */
export function apiKeyKind(key: string): KeyKind | null {
  const match = SHAPE.exec(key);
  if (!match) return null;
  const [, kind, body, check] = match as unknown as [string, KeyKind, string, string];
  return checksum(kind, body) === check ? kind : null;
}

/** Returns what is stored of a key. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest();
