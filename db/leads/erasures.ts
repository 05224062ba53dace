import { type Identity, identityKey } from '../../domain/values/identity.js';
import { type Db, fromJson } from '../connection.js';
import { hashOfIdentity } from './identities.js';
import type { ErasureRow } from './tables.js';

const hexOf = (identity: Identity): string => hashOfIdentity(identity).toString('hex');

type NewErasure = Pick<
  ErasureRow,
  'id' | 'account_id' | 'lead_id' | 'requested_at' | 'search_from' | 'marks' | 'gone_body'
> & { identities: readonly Identity[] };

/** Records an erasure whose searches are still to be done. */
export async function insertErasure(tx: Db, { identities, ...row }: NewErasure): Promise<void> {
  await tx('erasures').insert({
    ...row,
    identities: JSON.stringify(identities.filter(({ kind }) => kind !== 'id').map(hexOf)),
    step: '',
    place: '',
    looked_count: 0,
    erased_count: 0,
    updated_at: row.requested_at,
  });
}

export const findErasure = (db: Db, id: string): Promise<ErasureRow | undefined> =>
  db('erasures').where({ id }).first();

/**
 * Notes how far the searches of an erasure have come, if no other process has continued them since the row was read;
 * returns false otherwise, and nothing of the piece may commit.
 */
export const noteErasureProgress = async (
  tx: Db,
  { id, step, place }: Pick<ErasureRow, 'id' | 'step' | 'place'>,
  changes: Partial<ErasureRow>,
): Promise<boolean> => (await tx('erasures').where({ id, step, place }).whereNull('finished_at').update(changes)) === 1;

/** Adds to the rows that the searches of an erasure have erased. */
export async function countErased(tx: Db, id: string, erased: number): Promise<void> {
  if (erased > 0) await tx('erasures').where({ id }).increment('erased_count', erased);
}

/** Notes that the workflows of erasures were started again. */
export async function touchErasures(tx: Db, ids: readonly string[], now: Date): Promise<void> {
  await tx('erasures')
    .whereIn('id', [...ids])
    .update({ updated_at: now });
}

/** Lists unfinished erasures that were due before then and have got no further since. */
export const listStuckErasures = (
  db: Db,
  before: Date,
  limit: number,
): Promise<Pick<ErasureRow, 'id' | 'account_id' | 'lead_id'>[]> =>
  db('erasures')
    .whereNull('finished_at')
    .where('updated_at', '<', before)
    .where('search_from', '<', before)
    .orderBy('updated_at')
    .limit(limit)
    .select('id', 'account_id', 'lead_id');

/** Lists erasures of an account or all accounts, unfinished ones alone or all, the oldest first. */
export function listErasures(
  db: Db,
  { accountId, all, limit }: { accountId: string | undefined; all: boolean; limit: number },
): Promise<Omit<ErasureRow, 'marks' | 'identities' | 'gone_body' | 'place'>[]> {
  const rows = db('erasures').orderBy('id').limit(limit);
  if (accountId !== undefined) rows.where({ account_id: accountId });
  if (!all) rows.whereNull('finished_at');
  return rows.select([
    ...(['id', 'account_id', 'lead_id', 'requested_at', 'search_from', 'finished_at'] as const),
    ...(['step', 'looked_count', 'erased_count', 'updated_at'] as const),
  ]);
}

/** Returns for how many seconds the oldest unfinished erasure has been open; 0 if there is none. */
export async function oldestErasureSeconds(db: Db, now: Date): Promise<number> {
  const oldest = await db('erasures').whereNull('finished_at').min({ at: 'requested_at' }).first();
  return oldest?.at ? Math.max(0, (now.getTime() - new Date(oldest.at).getTime()) / 1000) : 0;
}

/**
 * Returns the identities, by their keys, of people who were erased since then, as far as the searches for their traces
 * haven't finished: what was received before must not bring them back. Searches wait for imports that are under way.
 */
export async function listErasedSince(
  tx: Db,
  accountId: string,
  since: Date,
  identities: readonly Identity[],
): Promise<Set<string>> {
  const rows: Pick<ErasureRow, 'lead_id' | 'identities'>[] = await tx('erasures')
    .where({ account_id: accountId })
    .whereNull('finished_at')
    .where('requested_at', '>=', since)
    .select('lead_id', 'identities');
  const ids = new Set(rows.map(({ lead_id }) => lead_id));
  const hashes = new Set(rows.flatMap((row) => fromJson<string[] | null>(row.identities) ?? []));
  const isErased = (identity: Identity): boolean =>
    identity.kind === 'id' ? ids.has(identity.value) : hashes.size > 0 && hashes.has(hexOf(identity));
  return new Set(identities.filter(isErased).map(identityKey));
}
