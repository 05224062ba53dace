import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { WebhookRow } from '../../db/tables.js';
import type { SecretBox } from '../../runtime/secret-box.js';

const SECRET = 'whsec_';
const SIGNING_KEY = 'whsk_';
const PUBLIC_KEY = 'whpk_';
/** The beginning of every Ed25519 private key in DER: the 32 bytes of the key itself follow. */
const ED25519_DER = Buffer.from('302e020100300506032b657004220420', 'hex');

/** What signs requests: a shared secret, and a key whose public half verifies. */
export interface SigningKeys {
  /** The part after `whsec_` is base64. Any other text is used unchanged. */
  secret: string;
  /** An Ed25519 key as `whsk_` and base64 of its 32 bytes. */
  signingKey?: string;
}

const secretBytes = (secret: string): Buffer =>
  secret.startsWith(SECRET) ? Buffer.from(secret.slice(SECRET.length), 'base64') : Buffer.from(secret, 'utf8');

function privateKeyOf(signingKey: string) {
  const bytes = Buffer.from(signingKey.slice(SIGNING_KEY.length), 'base64');
  return createPrivateKey({ key: Buffer.concat([ED25519_DER, bytes]), format: 'der', type: 'pkcs8' });
}

/** Makes the keys of a webhook, with the public one that verifies `v1a` signatures. */
export function newSigningKeys(): Required<SigningKeys> & { publicKey: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { d = '' } = privateKey.export({ format: 'jwk' });
  const { x = '' } = publicKey.export({ format: 'jwk' });
  const base64 = (text: string) => Buffer.from(text, 'base64url').toString('base64');
  return {
    secret: SECRET + randomBytes(32).toString('base64'),
    signingKey: SIGNING_KEY + base64(d),
    publicKey: PUBLIC_KEY + base64(x),
  };
}

/**
 * Returns the headers of Standard Webhooks, by which a receiver recognizes the sender and a repeat. Each key signs, so
 * that receivers verify with the earlier or the later one during a rotation.
 */
export function webhookHeaders(
  id: string,
  at: Date,
  body: string,
  keys: readonly SigningKeys[],
): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const signed = `${id}.${timestamp}.${body}`;
  const signatures = keys.flatMap(({ secret, signingKey }) => [
    `v1,${createHmac('sha256', secretBytes(secret)).update(signed).digest('base64')}`,
    ...(signingKey ? [`v1a,${sign(null, Buffer.from(signed), privateKeyOf(signingKey)).toString('base64')}`] : []),
  ]);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    ...(signatures.length > 0 ? { 'webhook-signature': signatures.join(' ') } : {}),
  };
}

type SealedField = 'secret' | 'signing_key' | 'previous_secret' | 'previous_signing_key';

/** Returns what a field of a webhook is sealed for. */
const context = (id: string, field: SealedField): string => `webhooks/${id}/${field}`;

/** Returns the columns of new keys, with the earlier ones as those that also sign until a time. */
export function keyColumns(
  box: SecretBox,
  id: string,
  keys: Required<SigningKeys> & { publicKey: string },
): Pick<WebhookRow, 'secret' | 'signing_key' | 'public_key'> {
  return {
    secret: box.seal(keys.secret, context(id, 'secret')),
    signing_key: box.seal(keys.signingKey, context(id, 'signing_key')),
    public_key: keys.publicKey,
  };
}

/** Returns the columns that make the current keys the earlier ones, which also sign until a time. */
export const replacedKeyColumns = (
  box: SecretBox,
  row: WebhookRow,
  until: Date,
): Pick<WebhookRow, 'previous_secret' | 'previous_signing_key' | 'previous_until'> => ({
  previous_secret: box.seal(box.open(row.secret, context(row.id, 'secret')), context(row.id, 'previous_secret')),
  previous_signing_key: box.seal(
    box.open(row.signing_key, context(row.id, 'signing_key')),
    context(row.id, 'previous_signing_key'),
  ),
  previous_until: until,
});

/** Opens the keys that sign at a time, the newest first. */
export function openKeys(box: SecretBox, row: WebhookRow, now: Date): SigningKeys[] {
  const open = (field: SealedField) => {
    const sealed = row[field];
    return sealed === null ? undefined : box.open(sealed, context(row.id, field));
  };
  const keysOf = (secret: string | undefined, signingKey: string | undefined): SigningKeys[] =>
    secret === undefined ? [] : [{ secret, ...(signingKey === undefined ? {} : { signingKey }) }];
  const isRotating = row.previous_until !== null && row.previous_until > now;
  return [
    ...keysOf(open('secret'), open('signing_key')),
    ...(isRotating ? keysOf(open('previous_secret'), open('previous_signing_key')) : []),
  ];
}
