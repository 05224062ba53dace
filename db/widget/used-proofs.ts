import type { Db } from '../connection.js';
import { insertIfNew } from '../insert-rows.js';

/** Uses a proof up: one of any number of requests with it succeeds. Returns whether it was still unused. */
export const useProof = (tx: Db, proof: Buffer, expiresAt: Date): Promise<boolean> =>
  insertIfNew(tx, 'used_proofs', { proof, expires_at: expiresAt });

/** Deletes expired proofs. */
export async function forgetUsedProofs(db: Db, now: Date): Promise<void> {
  await db('used_proofs').where('expires_at', '<', now).limit(10_000).delete();
}
