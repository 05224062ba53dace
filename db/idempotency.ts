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

/** The owner of a request with its own transactions, and the end of its exclusive claim. */
export interface Lease {
  token: string;
  until: Date;
}

export type ClaimResult =
  /** `progress` is the last progress of an earlier, abandoned attempt of the same request. */
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
 * Claims an idempotency key. In the transaction that also does the work it needs no lease. While another transaction
 * holds the same key, this one waits for its end, and a crash or rollback releases the key. If that takes too long, the
 * driver's lock wait timeout is thrown. Work with several transactions commits the key first and holds it with a lease.
 * After the lease expires, the next request gets the key, with the progress of the work.
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

/** An answer as it is kept with its key. */
export interface KeptAnswer {
  status: number;
  body: string;
  /** The lead that it shows, if it is a single one. */
  leadId: string | null;
}

const columnsOf = ({ status, body, leadId }: KeptAnswer) => ({ status, body, lead_id: leadId });

/** Stores the answer with its key, in the transaction that made it. */
export async function storeAnswer(tx: Db, claim: IdempotencyClaim, answer: KeptAnswer): Promise<void> {
  await tx('idempotency_keys').where(where(claim)).update(columnsOf(answer));
}

const held = (tx: Db, claim: IdempotencyClaim, { token }: Lease) =>
  tx('idempotency_keys')
    .where({ ...where(claim), owner_token: token })
    .whereNull('status');

/** Stores the answer of work under a lease and ends the lease. Does nothing if another process has taken it over. */
export async function storeLeasedAnswer(
  db: Db,
  claim: IdempotencyClaim,
  lease: Lease,
  answer: KeptAnswer,
): Promise<void> {
  await held(db, claim, lease).update({ ...columnsOf(answer), lease_until: null, progress: null });
}

/**
 * Records the progress of work under a lease, in the transaction that does it, and extends the lease. Returns false if
 * another process has taken the work over. Then the transaction must not commit.
 */
export const noteProgress = async (tx: Db, claim: IdempotencyClaim, lease: Lease, progress: string): Promise<boolean> =>
  (await held(tx, claim, lease).update({ progress, lease_until: lease.until })) === 1;

/** Releases a lease. The key is free again, except for unfinished work, which only the same request can continue. */
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
