import type { Knex } from 'knex';
import type { Db, Listing } from '../connection.js';
import type { HeldWorkRow } from './tables.js';

/** Work that can't be processed, and its position. */
export type HeldSubject = Pick<HeldWorkRow, 'kind' | 'id' | 'account_id' | 'agent_id' | 'step_key'>;

/** The same, as it failed. */
export type FailedWork = HeldSubject & Pick<HeldWorkRow, 'fault' | 'tries' | 'build'>;

const TABLE_OF = {
  run: 'agent_runs',
  message: 'messages',
  meeting: 'meetings',
  conversation: 'conversations',
  import: 'imports',
  document: 'knowledge_documents',
} as const;
const WITH_STEP: readonly string[] = ['run', 'message'];

/** Finds what held work belongs to, by columns that nothing has to be parsed for. */
export async function findSubject(db: Db, kind: keyof typeof TABLE_OF, id: string): Promise<HeldSubject | undefined> {
  const columns = WITH_STEP.includes(kind) ? ['account_id', 'agent_id', 'step_key'] : ['account_id'];
  const row: Partial<HeldSubject> | undefined = await db(TABLE_OF[kind])
    .where({ id })
    .first(...columns);
  if (row?.account_id === undefined) return undefined;
  const { account_id, agent_id = null, step_key = null } = row;
  return { kind, id, account_id, agent_id, step_key };
}

/** Finds what is noted of work that is held. */
export const findHeldWork = (db: Db, kind: HeldWorkRow['kind'], id: string): Promise<HeldWorkRow | undefined> =>
  db('held_work').where({ kind, id }).first();

/** Notes that work is held. What was held before and was tried in vain is held since then, with the tries of both. */
export async function noteHeldWork(tx: Db, now: Date, { tries, ...failed }: FailedWork): Promise<void> {
  const again = { ...failed, tries: tx.raw('tries + ?', [tries]), failed_at: now, woken_at: null };
  await tx('held_work')
    .insert({ ...failed, tries, held_at: now, failed_at: now, woken_at: null })
    .onConflict()
    .merge(again as unknown as HeldWorkRow);
}

/** Forgets that work is held. */
export async function forgetHeldWork(tx: Db, kind: HeldWorkRow['kind'], ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await tx('held_work')
      .where({ kind })
      .whereIn('id', [...ids])
      .delete();
}

/**
 * Returns whether it is known that a build can't work something: it was held under that build, or at least `enough` of
 * the account's others were at the same step since a time.
 */
export async function isKnownToFail(
  db: Db,
  { kind, id, account_id, agent_id, step_key, build }: HeldSubject & Pick<HeldWorkRow, 'build'>,
  { since, enough }: { since: Date; enough: number },
): Promise<boolean> {
  const own = await findHeldWork(db, kind, id);
  if (own?.build === build) return true;
  const others = await db('held_work')
    .where({ kind, account_id, build })
    .whereRaw('agent_id <=> ? AND step_key <=> ?', [agent_id, step_key])
    .where('failed_at', '>', since)
    .limit(enough)
    .select('id');
  return others.length >= enough;
}

/** A filter of held work. Without fields, it matches all. */
export interface HeldFilter {
  kind?: HeldWorkRow['kind'] | undefined;
  id?: string | undefined;
  accountId?: string | undefined;
  agentId?: string | undefined;
  /** Only what failed under other builds than this one. */
  notOf?: string | undefined;
}

function filtered(db: Db, { kind, id, accountId, agentId, notOf }: HeldFilter): Knex.QueryBuilder {
  const query: Knex.QueryBuilder = db('held_work AS h');
  if (kind !== undefined) query.where('h.kind', kind);
  if (id !== undefined) query.where('h.id', id);
  if (accountId !== undefined) query.where('h.account_id', accountId);
  if (agentId !== undefined) query.where('h.agent_id', agentId);
  if (notOf !== undefined) query.whereNot('h.build', notOf);
  return query;
}

/**
 * Claims held work for a retry, oldest first, and records when it was woken. Work that was woken since `wokenBefore`,
 * or is locked by another process, is skipped.
 */
export async function takeHeldWork(
  tx: Db,
  now: Date,
  filter: HeldFilter,
  { wokenBefore, limit }: { wokenBefore: Date; limit: number },
): Promise<HeldWorkRow[]> {
  const found = filtered(tx, filter).where((either) =>
    either.whereNull('h.woken_at').orWhere('h.woken_at', '<', wokenBefore),
  );
  // Mostly there is nothing: no lock is taken for that.
  if (!(await found.clone().first('h.id'))) return [];
  const rows: HeldWorkRow[] = await found.orderBy('h.held_at').limit(limit).forUpdate().skipLocked().select('h.*');
  for (const [kind, some] of Map.groupBy(rows, (row) => row.kind)) {
    const ids = some.map(({ id }) => id);
    await tx('held_work').where({ kind }).whereIn('id', ids).update({ woken_at: now });
  }
  return rows;
}

/** Held work of one kind at one step: how much it is, since when, and one of it. */
export interface HeldGroup extends Pick<HeldWorkRow, 'kind' | 'account_id' | 'agent_id' | 'step_key' | 'fault'> {
  id: string;
  n: number;
  tries: number;
  held_at: Date;
}

/** Lists what is held, by its step and its fault, the longest held first. */
export function listHeldGroups(db: Db, filter: HeldFilter, limit: number): Listing<HeldGroup> {
  const groups = ['h.kind', 'h.account_id', 'h.agent_id', 'h.step_key', 'h.fault'];
  return (
    filtered(db, filter)
      .leftJoin('agent_runs AS r', (on) => on.on('r.id', 'h.id').onVal('h.kind', 'run'))
      .leftJoin('messages AS m', (on) => on.on('m.id', 'h.id').onVal('h.kind', 'message'))
      // Runs and messages say themselves what holds them: what was paused or ended since is not held as an error.
      .where((still) =>
        still
          .whereNotIn('h.kind', ['run', 'message'])
          .orWhere('r.hold_reason', 'error')
          .orWhere('m.hold_reason', 'error'),
      )
      .groupBy(groups)
      .orderBy('held_at')
      .limit(limit)
      .select(groups)
      .min({ id: 'h.id', held_at: 'h.held_at' })
      .count({ n: '*' })
      .select(db.raw('CAST(SUM(h.tries) AS SIGNED) AS tries'))
  );
}
