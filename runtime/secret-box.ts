import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { deriveKey } from './derived-key.js';

/** A stored secret that can't be opened: another key, another place, or changed bytes. */
export class SealedSecretError extends Error {
  constructor(reason: string) {
    super(`A stored secret can't be decrypted: ${reason}.`);
    this.name = 'SealedSecretError';
  }
}

/** Seals small secrets, such as SMTP passwords, before they are stored. */
export interface SecretBox {
  /** `context` names the row and field; what was sealed for one can't be moved to another. */
  seal(plain: string, context: string): string;
  open(sealed: string, context: string): string;
}

/** Returns by which key a value is sealed, as `keyIdOf` names it; undefined where it isn't a sealed value. */
export function sealedBy(sealed: string): string | undefined {
  const [version, id] = sealed.split('.', 2);
  return version === VERSION ? id : undefined;
}

const keyOf = (secret: string): Buffer => deriveKey(secret, 'secret-box');
const idOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 8);

/** Returns the name of the key that is made from a secret; it tells nothing of the secret. */
export const keyIdOf = (secret: string): string => idOf(keyOf(secret));

const VERSION = 'v1';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Creates a box of AES-256-GCM with a fresh nonce each time. The text is `v1.<key id>.<nonce, tag and cipher text in
 * base64url>`; the newest secret seals, and by its key id each earlier one still opens what it sealed.
 */
export function createSecretBox(secrets: readonly [string, ...string[]]): SecretBox {
  const keys = secrets.map((secret) => {
    const key = keyOf(secret);
    return { key, id: idOf(key) };
  });
  const newest = keys[0] as { key: Buffer; id: string };
  return {
    seal(plain, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest.key, iv, { authTagLength: TAG_BYTES });
      cipher.setAAD(Buffer.from(context, 'utf8'));
      const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return `${VERSION}.${newest.id}.${Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url')}`;
    },
    open(sealed, context) {
      const [version, id, body, ...rest] = sealed.split('.');
      if (version !== VERSION || !id || body === undefined || rest.length > 0)
        throw new SealedSecretError('unknown form');
      const entry = keys.find((candidate) => candidate.id === id);
      if (!entry) throw new SealedSecretError('its key is not among the secrets given');
      const bytes = Buffer.from(body, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) throw new SealedSecretError('unknown form');
      const decipher = createDecipheriv('aes-256-gcm', entry.key, bytes.subarray(0, IV_BYTES), {
        authTagLength: TAG_BYTES,
      });
      decipher.setAAD(Buffer.from(context, 'utf8'));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
          'utf8',
        );
      } catch {
        throw new SealedSecretError('it was sealed for another place or changed');
      }
    },
  };
}
