import { createHash } from 'node:crypto';
import type { Db } from '../connection.js';
import type { PasskeyChallengeRow, PasskeyRow } from './tables.js';

/** Returns the hash by which a passkey is found: IDs of credentials are longer than an index takes. */
export const credentialHash = (credentialId: Buffer): Buffer => createHash('sha256').update(credentialId).digest();

/** Lists the passkeys of a user, oldest first. */
export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db('passkeys').where({ user_id: userId }).orderBy('id');

/** Returns whether a user has a passkey. */
export const hasPasskey = async (db: Db, userId: string): Promise<boolean> =>
  (await db('passkeys').where({ user_id: userId }).first('id')) !== undefined;

/** Finds the passkey of a credential, of whichever user. */
export const findPasskey = (db: Db, credentialId: Buffer): Promise<PasskeyRow | undefined> =>
  db('passkeys')
    .where({ credential_hash: credentialHash(credentialId) })
    .first();

/** Locks a passkey until the transaction ends, so that its counter is compared with the last one. */
export const lockPasskey = (tx: Db, id: string): Promise<PasskeyRow | undefined> =>
  tx('passkeys').where({ id }).forUpdate().first();

export async function insertPasskey(tx: Db, row: PasskeyRow): Promise<void> {
  await tx('passkeys').insert(row);
}

/** Stores the name, or the state after a use, of a passkey of a user. Returns whether the user has it. */
export const updatePasskey = async (
  db: Db,
  { id, userId }: { id: string; userId: string },
  changes: Partial<Pick<PasskeyRow, 'name' | 'counter' | 'backed_up' | 'last_used_at'>>,
): Promise<PasskeyRow | undefined> => {
  await db('passkeys').where({ id, user_id: userId }).update(changes);
  return db('passkeys').where({ id, user_id: userId }).first();
};

/** Deletes a passkey of a user. Returns whether there was one. */
export const deletePasskey = async (tx: Db, { id, userId }: { id: string; userId: string }): Promise<boolean> =>
  (await tx('passkeys').where({ id, user_id: userId }).delete()) === 1;

export async function insertChallenge(db: Db, row: PasskeyChallengeRow): Promise<void> {
  await db('passkey_challenges').insert(row);
}

/** Uses a challenge up: of any number of requests with it, from the browser that it was made for, one does. */
export const takeChallenge = async (
  db: Db,
  now: Date,
  { challenge_hash, browser_hash, user_id }: Omit<PasskeyChallengeRow, 'expires_at'>,
): Promise<boolean> =>
  (await db('passkey_challenges')
    .where({ challenge_hash, browser_hash, user_id })
    .where('expires_at', '>', now)
    .delete()) === 1;

/** Removes challenges that expired. */
export async function forgetChallenges(db: Db, now: Date): Promise<void> {
  await db('passkey_challenges').where('expires_at', '<', now).limit(10_000).delete();
}
