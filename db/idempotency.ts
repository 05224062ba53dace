import { createHash } from 'node:crypto';
import { type Db, isDuplicate } from './connection.js';
import type { IdempotencyKeyRow } from './tables.js';

const KEEP_MS = 24 * 3_600_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest();

export interface IdempotencyClaim {
  accountId: string;
  route: string;
  key: string;
  /** The canonical text of the validated request. */
  request: string;
}

export type ClaimResult =
  | { outcome: 'claimed' }
  | { outcome: 'replay'; status: number; body: string }
  | { outcome: 'reused' };

const where = (claim: IdempotencyClaim) => ({
  account_id: claim.accountId,
  route: claim.route,
  key_hash: sha256(claim.key),
});

/**
 * Takes an idempotency key inside the request's own transaction. While another transaction holds the same key this
 * waits for it to end; a crash or rollback of that one frees the key by itself. Throws the driver's lock wait timeout
 * when it takes too long.
 */
export async function claimIdempotencyKey(tx: Db, now: Date, claim: IdempotencyClaim): Promise<ClaimResult> {
  const row = {
    ...where(claim),
    fingerprint: sha256(claim.request),
    created_at: now,
    expires_at: new Date(now.getTime() + KEEP_MS),
  };
  try {
    await tx('idempotency_keys').insert(row);
    return { outcome: 'claimed' };
  } catch (error) {
    if (!isDuplicate(error)) throw error;
  }
  const stored: IdempotencyKeyRow | undefined = await tx('idempotency_keys').where(where(claim)).forUpdate().first();
  if (!stored || stored.expires_at <= now || stored.status === null) {
    await tx('idempotency_keys').where(where(claim)).delete();
    await tx('idempotency_keys').insert(row);
    return { outcome: 'claimed' };
  }
  if (!stored.fingerprint.equals(row.fingerprint)) return { outcome: 'reused' };
  return { outcome: 'replay', status: stored.status, body: stored.body ?? 'null' };
}

/** Stores the answer with its key, in the transaction that made it. */
export async function storeAnswer(tx: Db, claim: IdempotencyClaim, status: number, body: string): Promise<void> {
  await tx('idempotency_keys').where(where(claim)).update({ status, body });
}

/** Forgets keys whose day has passed, a thousand at a time. Answers how many went. */
export async function sweepIdempotencyKeys(db: Db, now: Date): Promise<number> {
  return db('idempotency_keys').where('expires_at', '<', now).limit(1_000).delete();
}
