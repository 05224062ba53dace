import { createHash, randomBytes } from 'node:crypto';
import {
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import {
  credentialHash,
  deletePasskey,
  findPasskey,
  hasPasskey,
  insertChallenge,
  insertPasskey,
  listPasskeys,
  lockPasskey,
  takeChallenge,
  updatePasskey,
} from '../../db/accounts/passkeys.js';
import { countRecoveryCodes, deleteSecondFactor, listApps } from '../../db/accounts/second-factors.js';
import type { Db } from '../../db/connection.js';
import type { PasskeyRow, UserRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';
import { makeRecoveryCodes } from './second-factor.js';

const CHALLENGE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;
const MOST_PASSKEYS = 20;

/** The site that passkeys belong to: browsers offer them to no other. */
export interface RelyingParty {
  /** The host. */
  id: string;
  origin: string;
  name: string;
}

/** Returns the site that passkeys belong to, by the public URL of the service. */
export function relyingPartyOf(publicUrl: string, name: string): RelyingParty {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin, name };
}

/** Who asks for a challenge: a browser by a secret of its own, and the user who registers a passkey in it. */
export interface Asker {
  browser: string;
  userId: string | null;
}

const hashOf = (secret: string | Buffer): Buffer => createHash('sha256').update(secret).digest();
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');
/** Devices return it at a sign-in. It is the same for all passkeys of a user, so that a device keeps one of them. */
const userHandle = (userId: string) => Uint8Array.from(Buffer.from(userId));

async function newChallenge(db: Db, now: Date, { browser, userId }: Asker): Promise<Uint8Array<ArrayBuffer>> {
  const challenge = Uint8Array.from(randomBytes(CHALLENGE_BYTES));
  await insertChallenge(db, {
    challenge_hash: hashOf(Buffer.from(challenge)),
    browser_hash: hashOf(browser),
    user_id: userId,
    expires_at: new Date(now.getTime() + CHALLENGE_MS),
  });
  return challenge;
}

/** Uses the challenge of a response up. Returns it; undefined if it isn't one of this browser, or was used. */
async function usedChallenge(db: Db, now: Date, asker: Asker, clientData: string): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined) return undefined;
  const row = {
    challenge_hash: hashOf(bytesOf(challenge)),
    browser_hash: hashOf(asker.browser),
    user_id: asker.userId,
  };
  return (await takeChallenge(db, now, row)) ? challenge : undefined;
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(bytesOf(clientData).toString());
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

const describe = ({ credential_id, transports }: PasskeyRow) => ({
  id: credential_id.toString('base64url'),
  transports: JSON.parse(transports) as AuthenticatorTransportFuture[],
});

/** Returns the options with which a browser creates a passkey of a user. */
export async function registrationOptions(
  db: Db,
  now: Date,
  { party, browser, user }: { party: RelyingParty; browser: string; user: Pick<UserRow, 'id' | 'email' | 'name'> },
) {
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: user.email,
    userDisplayName: user.name,
    userID: userHandle(user.id),
    challenge: await newChallenge(db, now, { browser, userId: user.id }),
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    excludeCredentials: (await listPasskeys(db, user.id)).map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** The reason why a passkey is refused, for the log: it contains nothing that a device or a browser has sent. */
export type PasskeyRefusal =
  | 'unknown_challenge'
  | 'unknown_passkey'
  | 'other_user'
  | 'other_origin'
  | 'other_site'
  | 'user_not_verified'
  | 'counter_not_grown'
  | 'invalid_response'
  | 'invalid_signature'
  | 'already_registered'
  | 'too_many_passkeys';

/** The messages of the library, which quote what was sent, as reasons. */
const REFUSALS: readonly (readonly [RegExp, PasskeyRefusal])[] = [
  [/response origin/, 'other_origin'],
  [/RP ?ID/i, 'other_site'],
  [/user (could not be verified|not present|was not present)/i, 'user_not_verified'],
  [/counter value/, 'counter_not_grown'],
];

const refusalOf = (error: unknown): { refusal: PasskeyRefusal } => {
  const text = error instanceof Error ? `${error.name} ${error.message}` : '';
  return { refusal: REFUSALS.find(([pattern]) => pattern.test(text))?.[1] ?? 'invalid_response' };
};

/** What a browser returns for a new passkey; bytes are in Base64url. */
export interface NewCredential {
  id: string;
  client_data: string;
  attestation_object: string;
  transports?: string[];
}

/** A new passkey, checked and not yet stored. */
export type CheckedPasskey = Omit<PasskeyRow, 'name'>;

/**
 * Checks what a browser returned for a new passkey, and uses its challenge up. Returns a refusal if it isn't for this
 * site and user, its user wasn't verified, or the challenge isn't one of this browser.
 */
export async function checkNewPasskey(
  db: Db,
  now: Date,
  who: { party: RelyingParty; browser: string; user: { id: string; accountId: string } },
  { id, client_data, attestation_object, transports = [] }: NewCredential,
): Promise<CheckedPasskey | { refusal: PasskeyRefusal }> {
  const expectedChallenge = await usedChallenge(db, now, { browser: who.browser, userId: who.user.id }, client_data);
  if (expectedChallenge === undefined) return { refusal: 'unknown_challenge' };
  const verified = await verifyRegistrationResponse({
    response: {
      id,
      rawId: id,
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON: client_data, attestationObject: attestation_object },
    },
    expectedChallenge,
    expectedOrigin: who.party.origin,
    expectedRPID: who.party.id,
    requireUserVerification: true,
  }).catch(refusalOf);
  if ('refusal' in verified) return verified;
  if (!verified.verified) return { refusal: 'invalid_signature' };
  const { credential, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  const credentialId = bytesOf(credential.id);
  return {
    id: newId(),
    account_id: who.user.accountId,
    user_id: who.user.id,
    credential_hash: credentialHash(credentialId),
    credential_id: credentialId,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    backup_eligible: credentialDeviceType === 'multiDevice',
    backed_up: credentialBackedUp,
    transports: JSON.stringify(transports),
    created_at: now,
    last_used_at: null,
  };
}

/**
 * Stores a checked passkey of a user, whom the caller has locked. Returns it, and recovery codes if the user has no
 * unused ones; a refusal if someone has the passkey already, or the user has too many.
 */
export async function storePasskey(
  tx: Db,
  checked: CheckedPasskey,
  name: string,
): Promise<{ passkey: PasskeyRow; recoveryCodes: string[] | null } | { refusal: PasskeyRefusal }> {
  const passkey = { ...checked, name };
  if ((await listPasskeys(tx, passkey.user_id)).length >= MOST_PASSKEYS) return { refusal: 'too_many_passkeys' };
  if (await findPasskey(tx, passkey.credential_id)) return { refusal: 'already_registered' };
  await insertPasskey(tx, passkey);
  const left = await countRecoveryCodes(tx, passkey.user_id);
  return { passkey, recoveryCodes: left > 0 ? null : await makeRecoveryCodes(tx, passkey.user_id) };
}

/** Deletes a passkey of a user, and the recovery codes with the last second factor. Returns whether there was one. */
export async function removePasskey(tx: Db, passkey: { id: string; userId: string }): Promise<boolean> {
  const { userId } = passkey;
  if (!(await deletePasskey(tx, passkey))) return false;
  const isProtected = (await listApps(tx, userId)).length > 0 || (await hasPasskey(tx, userId));
  if (!isProtected) await deleteSecondFactor(tx, userId);
  return true;
}

/** Returns the options with which a browser signs in: with any passkey for this site, or with one of a user. */
export async function signInOptions(
  db: Db,
  now: Date,
  { party, browser, userId }: { party: RelyingParty; browser: string; userId: string | undefined },
) {
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: await newChallenge(db, now, { browser, userId: null }),
    timeout: CHALLENGE_MS,
    userVerification: 'required',
    ...(userId === undefined ? {} : { allowCredentials: (await listPasskeys(db, userId)).map(describe) }),
  });
}

/** What a browser returns for a sign-in; bytes are in Base64url. */
export interface ShownCredential {
  id: string;
  client_data: string;
  authenticator_data: string;
  signature: string;
  user_handle: string;
}

/**
 * Uses the challenge of a sign-in up, and finds the passkey that it names, unchecked. Returns a refusal if the challenge
 * isn't one of this browser, or no user has the passkey.
 */
export async function findShownPasskey(
  db: Db,
  now: Date,
  browser: string | undefined,
  { id, client_data, user_handle }: ShownCredential,
): Promise<{ passkey: PasskeyRow; challenge: string } | { refusal: PasskeyRefusal }> {
  if (browser === undefined) return { refusal: 'unknown_challenge' };
  const challenge = await usedChallenge(db, now, { browser, userId: null }, client_data);
  if (challenge === undefined) return { refusal: 'unknown_challenge' };
  const passkey = await findPasskey(db, bytesOf(id));
  if (!passkey) return { refusal: 'unknown_passkey' };
  return bytesOf(user_handle).equals(Buffer.from(passkey.user_id)) ? { passkey, challenge } : { refusal: 'other_user' };
}

/**
 * Checks a sign-in against its passkey, and stores the counter of the device. Returns a refusal if it isn't signed by the
 * passkey for this site, its user wasn't verified, or the counter didn't grow: then the passkey may have been copied.
 */
export async function usePasskey(
  tx: Db,
  now: Date,
  party: RelyingParty,
  { passkey: { id }, challenge }: { passkey: Pick<PasskeyRow, 'id'>; challenge: string },
  shown: ShownCredential,
): Promise<PasskeyRefusal | undefined> {
  const passkey = await lockPasskey(tx, id);
  if (!passkey) return 'unknown_passkey';
  const verified = await verifyAuthenticationResponse({
    response: {
      id: shown.id,
      rawId: shown.id,
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: shown.client_data,
        authenticatorData: shown.authenticator_data,
        signature: shown.signature,
        userHandle: shown.user_handle,
      },
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: {
      id: passkey.credential_id.toString('base64url'),
      publicKey: Uint8Array.from(passkey.public_key),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch(refusalOf);
  if ('refusal' in verified) return verified.refusal;
  if (!verified.verified) return 'invalid_signature';
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  const changes = { counter: newCounter, backed_up: credentialBackedUp, last_used_at: now };
  await updatePasskey(tx, { id, userId: passkey.user_id }, changes);
  return undefined;
}
