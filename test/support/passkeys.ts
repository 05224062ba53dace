import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { Knex } from 'knex';
import { newId } from '../../runtime/ids.js';
import {
  checkNewPasskey,
  type NewCredential,
  type RelyingParty,
  registrationOptions,
  relyingPartyOf,
  type ShownCredential,
  signInOptions,
  storePasskey,
} from '../../services/accounts/passkeys.js';

/** The options of WebAuthn that a device reads. */
export interface PasskeyOptions {
  challenge: string;
  user?: { id: string };
}

/** The ways in which a response differs from a correct one. */
export interface ResponseFaults {
  origin?: string;
  rpId?: string;
  counter?: number;
  withoutVerification?: boolean;
  userHandle?: string;
}

/** A device with one passkey for the service of the tests, which counts its signatures. */
export interface PasskeyDevice {
  /** Creates the passkey, with an attestation of format `none`. */
  create(options: PasskeyOptions, faults?: ResponseFaults): NewCredential;
  /** Signs the challenge of a sign-in. */
  get(options: PasskeyOptions, faults?: ResponseFaults): ShownCredential;
}

const ORIGIN = 'http://las.test';
export const PARTY: RelyingParty = relyingPartyOf(ORIGIN, 'Tests');

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');
const big = (value: number, bytes: number): Buffer => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

/** Makes a device without a passkey yet. */
export function createDevice(): PasskeyDevice {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(32);
  let handle = '';
  let counter = 0;
  const clientData = (type: string, { challenge }: PasskeyOptions, { origin = ORIGIN }: ResponseFaults) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (faults: ResponseFaults, credential?: Buffer) => {
    const verified = faults.withoutVerification ? 0 : USER_VERIFIED;
    const flags = USER_PRESENT | verified | BACKUP_ELIGIBLE | BACKED_UP | (credential ? HAS_CREDENTIAL : 0);
    const head = [sha256(faults.rpId ?? PARTY.id), big(flags, 1), big(faults.counter ?? ++counter, 4)];
    return Buffer.concat([...head, credential ?? Buffer.alloc(0)]);
  };
  return {
    create(options, faults = {}) {
      handle = options.user?.id ?? '';
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' }) as { x?: string; y?: string };
      // CBOR: {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
      const [head, between] = [hex('a5010203262001215820'), hex('225820')];
      const key = Buffer.concat([head, Buffer.from(x, 'base64url'), between, Buffer.from(y, 'base64url')]);
      const data = authenticatorData(faults, Buffer.concat([Buffer.alloc(16), big(id.length, 2), id, key]));
      // CBOR: {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestation = [
        hex('a363666d74646e6f6e656761747453746d74a0686175746844617461'),
        hex('59'),
        big(data.length, 2),
      ];
      return {
        id: base64url(id),
        client_data: base64url(clientData('webauthn.create', options, faults)),
        attestation_object: base64url(Buffer.concat([...attestation, data])),
        transports: ['internal'],
      };
    },
    get(options, faults = {}) {
      const client = clientData('webauthn.get', options, faults);
      const data = authenticatorData(faults);
      return {
        id: base64url(id),
        client_data: base64url(client),
        authenticator_data: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
        user_handle: faults.userHandle ?? handle,
      };
    },
  };
}

interface Owner {
  id: string;
  accountId: string;
}

const asUser = ({ id }: Owner) => ({ id, email: 'user@example.com', name: 'User' });

/** Adds a passkey of a user. Returns its ID and its device. */
export async function addPasskey(db: Knex, owner: Owner): Promise<{ id: string; device: PasskeyDevice }> {
  const [device, now, browser] = [createDevice(), new Date(), newId()];
  const options = await registrationOptions(db, now, { party: PARTY, browser, user: asUser(owner) });
  const checked = await checkNewPasskey(db, now, { party: PARTY, browser, user: owner }, device.create(options));
  const stored = 'refusal' in checked ? checked : await storePasskey(db, checked, 'Phone');
  if ('refusal' in stored) throw new Error(`The passkey was refused: ${stored.refusal}.`);
  return { id: stored.passkey.id, device };
}

/** Returns what a browser answers to the options for a new passkey in a session of a user. */
export async function newPasskey(db: Knex, owner: Owner, sessionId: string): Promise<NewCredential> {
  const who = { party: PARTY, browser: sessionId, user: asUser(owner) };
  return createDevice().create(await registrationOptions(db, new Date(), who));
}

/** Returns a sign-in with a new passkey of a user, and the cookie of the browser that started it. */
export async function passkeySignIn(db: Knex, owner: Owner): Promise<{ credential: ShownCredential; cookie: string }> {
  const { device } = await addPasskey(db, owner);
  const browser = base64url(randomBytes(32));
  const options = await signInOptions(db, new Date(), { party: PARTY, browser, userId: undefined });
  return { credential: device.get(options), cookie: `las_passkey=${browser}` };
}
