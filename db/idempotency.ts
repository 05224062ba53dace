import { createHash } from 'node:crypto';
import type { Db } from './connection.js';
import { insertIfNew } from './insert-rows.js';

const KEEP_MS = 24 * 3_600_000;
const sha256 = (text: string) => createHash('sha256').update(text).digest();

export interface IdempotencyClaim {
  accountId: string;
  route: string;
  key: string;
  /** The canonical text of the validated request. */
  request: string;
}

/** Who works on a request that makes its own transactions, and until when nobody else may. */
export interface Lease {
  token: string;
  until: Date;
}

export type ClaimResult =
  /** `progress` is what an earlier try of the same request, which nobody works on any more, noted last. */
  | { outcome: 'claimed'; progress: string | null }
  | { outcome: 'replay'; status: number; body: string }
  | { outcome: 'running' }
  | { outcome: 'reused' };

const where = (claim: IdempotencyClaim) => ({
  account_id: claim.accountId,
  route: claim.route,
  key_hash: sha256(claim.key),
});

/**
 * Takes an idempotency key. In the transaction that also does the work it needs no lease: while another one holds the
 * same key this waits for it to end, and a crash or rollback of that one frees the key by itself. It throws the
 * driver's lock wait timeout when that takes too long. Work of several transactions commits the key first and holds it
 * by a lease; a key whose lease is over goes to the next who asks, with how far the work came.
 */
export async function claimIdempotencyKey(
  tx: Db,
  now: Date,
  claim: IdempotencyClaim,
  lease?: Lease,
): Promise<ClaimResult> {
  const row = {
    ...where(claim),
    fingerprint: sha256(claim.request),
    created_at: now,
    expires_at: new Date(now.getTime() + KEEP_MS),
    owner_token: lease?.token ?? null,
    lease_until: lease?.until ?? null,
  };
  if (await insertIfNew(tx, 'idempotency_keys', row)) return { outcome: 'claimed', progress: null };
  const stored = await tx('idempotency_keys').where(where(claim)).forUpdate().first();
  const known = stored && stored.expires_at > now ? stored : undefined;
  const same = known?.fingerprint.equals(row.fingerprint) ?? true;
  const running = known?.status === null && known.lease_until !== null && known.lease_until > now;
  if (!same && (running || known?.status !== null || known.progress !== null)) return { outcome: 'reused' };
  if (running) return { outcome: 'running' };
  if (known && known.status !== null) return { outcome: 'replay', status: known.status, body: known.body ?? 'null' };
  const progress = known?.progress ?? null;
  await tx('idempotency_keys').where(where(claim)).delete();
  await tx('idempotency_keys').insert({ ...row, progress });
  return { outcome: 'claimed', progress };
}

/** Stores the answer with its key, in the transaction that made it. */
export async function storeAnswer(tx: Db, claim: IdempotencyClaim, status: number, body: string): Promise<void> {
  await tx('idempotency_keys').where(where(claim)).update({ status, body });
}

const held = (tx: Db, claim: IdempotencyClaim, { token }: Lease) =>
  tx('idempotency_keys')
    .where({ ...where(claim), owner_token: token })
    .whereNull('status');

/** Stores the answer of work under a lease, which ends. Nothing happens where somebody else has taken it over. */
export async function storeLeasedAnswer(
  db: Db,
  claim: IdempotencyClaim,
  lease: Lease,
  status: number,
  body: string,
): Promise<void> {
  await held(db, claim, lease).update({ status, body, lease_until: null, progress: null });
}

/**
 * Notes how far work under a lease has come, in the transaction that does it, and prolongs the lease. False: somebody
 * else has taken the work over, and the transaction must not commit.
 */
export const noteProgress = async (tx: Db, claim: IdempotencyClaim, lease: Lease, progress: string): Promise<boolean> =>
  (await held(tx, claim, lease).update({ progress, lease_until: lease.until })) === 1;

/** Gives a lease up: the key is free again, but for work that stopped half way, which only the same request goes on with. */
export async function releaseKey(db: Db, claim: IdempotencyClaim, lease: Lease): Promise<void> {
  if ((await held(db, claim, lease).whereNull('progress').delete()) === 1) return;
  await held(db, claim, lease).update({ lease_until: null });
}

/** Forgets keys whose day has passed or whose process was lost before it did anything, a thousand of each at a time. */
export async function sweepIdempotencyKeys(db: Db, now: Date): Promise<number> {
  const old = await db('idempotency_keys').where('expires_at', '<', now).limit(1_000).delete();
  const lost = await db('idempotency_keys').where('lease_until', '<', now).whereNull('progress').limit(1_000).delete();
  return Math.max(old, lost);
}
