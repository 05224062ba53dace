import { createHash } from 'node:crypto';
import type { Db } from '../connection.js';
import type { SignOnRow, UserIdentityRow } from './tables.js';

const hashOf = (...parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/** Returns the hash by which an issuer is known. */
export const issuerHash = (issuer: string): Buffer => hashOf(issuer);

/** Returns the hash by which a person at an issuer is known. */
export const personHash = (issuer: string, subject: string): Buffer => hashOf('person', issuer, subject);

/** Returns the hash by which a session at an issuer is known. */
export const issuerSessionHash = (issuer: string, sessionId: string): Buffer => hashOf('session', issuer, sessionId);

/** Finds which user of an account a person at an issuer is. */
export const findIdentity = (db: Db, accountId: string, person: Buffer): Promise<UserIdentityRow | undefined> =>
  db('user_identities').where({ person_hash: person, account_id: accountId }).first();

/** Returns whether a user is linked to a person at an issuer. */
export const hasIdentity = async (db: Db, userId: string, issuer: Buffer): Promise<boolean> =>
  (await db('user_identities').where({ user_id: userId, issuer_hash: issuer }).first('id')) !== undefined;

export async function insertIdentity(tx: Db, row: UserIdentityRow): Promise<void> {
  await tx('user_identities').insert(row);
}

/** Removes the links of a user to issuers: the next single sign-on links them again. Returns how many there were. */
export const deleteIdentities = (tx: Db, userId: string): Promise<number> =>
  tx('user_identities').where({ user_id: userId }).delete();

export async function insertSignOn(tx: Db, row: SignOnRow): Promise<void> {
  await tx('sign_ons').insert(row);
}

/** Finds a single sign-on by the hash of its state, if it hasn't expired. */
export const findSignOn = (db: Db, now: Date, stateHash: Buffer): Promise<SignOnRow | undefined> =>
  db('sign_ons').where({ state_hash: stateHash }).where('expires_at', '>', now).first();

/** Uses a single sign-on up: of any number of requests with its state one does. */
export const takeSignOn = async (db: Db, id: string): Promise<boolean> =>
  (await db('sign_ons').where({ id }).delete()) === 1;

/** Removes single sign-ons that expired. */
export async function forgetSignOns(db: Db, now: Date): Promise<void> {
  await db('sign_ons').where('expires_at', '<', now).limit(10_000).delete();
}
