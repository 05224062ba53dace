import type { Knex } from 'knex';
import { SETTLED_STATES } from '../../domain/messages/states.js';
import { firstIdAt } from '../../runtime/ids.js';
import type { KeptReason, RecordKind } from '../../schemas/accounts/retention.js';
import type { Db } from '../connection.js';
import { deleteRunLeads } from '../functions/documents.js';
import type { RetentionPassRow } from '../tables.js';
import { lockReportCursor } from './report-counts.js';

/** The records to check: those of an account before a time. */
export interface OldRecords {
  accountId: string;
  now: Date;
  before: Date;
}

/** The result of a check of records in key order: the purgeable ones, and the number that stays by reason. */
export interface LookedThrough {
  /** The key of the last one; undefined where none is left. */
  last: string | undefined;
  going: string[];
  kept: Partial<Record<KeptReason, number>>;
}

interface Kind {
  table: string;
  key: 'id' | 'seq';
  /** Describes in SQL why a record `t` stays, NULL where it may go; `gone` is what has nothing left that could go. */
  kept(db: Db, old: OldRecords): Promise<[sql: string, bindings: Knex.RawBinding[]]>;
  remove(tx: Db, keys: readonly string[], old: OldRecords): Promise<unknown>;
}

const removeRows =
  (table: string, key: Kind['key']): Kind['remove'] =>
  (tx, keys) =>
    tx(table).whereIn(key, keys).delete();

/** Everything of a job's cycle goes together: the cycle last, in the same transaction. */
const removeCycles: Kind['remove'] = async (tx, ids, { accountId, before }) => {
  const jobs: string[] = await tx('job_cycles').whereIn('id', ids).distinct().pluck('job_id');
  for (const table of ['job_cycle_leads', 'job_effects', 'job_deliveries', 'job_events'] as const)
    await tx(table).whereIn('cycle_id', ids).delete();
  // Events that no cycle claimed aren't deleted with anything else.
  await tx('job_events')
    .whereIn('job_id', jobs)
    .where({ account_id: accountId })
    .whereIn('status', ['superseded', 'dropped'])
    .where('due_at', '<', before)
    .limit(1_000)
    .delete();
  await tx('job_cycles').whereIn('id', ids).delete();
};

const KINDS: Record<RecordKind, Kind> = {
  history: {
    table: 'events',
    key: 'seq',
    kept: async (db, old) => [
      `CASE WHEN t.seq >= ? THEN 'unread'
              WHEN EXISTS (SELECT 1 FROM agent_runs r
                            WHERE r.lead_id = t.lead_id AND (r.open_slot = 1 OR r.ended_at >= ?)) THEN 'enrolled' END`,
      [await findFirstUnread(db, old.accountId), old.before],
    ],
    remove: removeRows('events', 'seq'),
  },
  function_runs: {
    table: 'function_runs',
    key: 'id',
    kept: async () => ["CASE WHEN t.status = 'pending' THEN 'open' END", []],
    async remove(tx, ids) {
      await deleteRunLeads(tx, ids);
      await tx('function_runs').whereIn('id', ids).delete();
    },
  },
  function_fires: {
    table: 'function_fires',
    key: 'id',
    kept: async () => [
      `CASE WHEN t.status = 'running' OR EXISTS (SELECT 1 FROM function_runs r WHERE r.fire_id = t.id)
            THEN 'open' END`,
      [],
    ],
    remove: removeRows('function_fires', 'id'),
  },
  job_cycles: {
    table: 'job_cycles',
    key: 'id',
    // Leads rest by the job's own clock, which may be moved to another zone: a day more is room for that.
    kept: async (_db, { now }) => [
      `CASE WHEN t.status IN ('queued', 'running')
                OR EXISTS (SELECT 1 FROM held_work h WHERE h.kind = 'cycle' AND h.id = t.id)
                OR EXISTS (SELECT 1 FROM job_effects f WHERE f.cycle_id = t.id AND f.status IN ('waiting', 'held'))
                OR EXISTS (SELECT 1 FROM job_deliveries d WHERE d.cycle_id = t.id AND d.status = 'queued')
                OR EXISTS (SELECT 1 FROM function_runs r WHERE r.cycle_id = t.id AND r.status = 'pending') THEN 'open'
              WHEN EXISTS (SELECT 1 FROM background_jobs j WHERE j.id = t.job_id AND j.deleted_at IS NULL)
               AND t.id = (SELECT MAX(l.id) FROM job_cycles l WHERE l.job_id = t.job_id) THEN 'last'
              WHEN EXISTS (SELECT 1 FROM background_jobs j WHERE j.id = t.job_id AND j.deleted_at IS NULL
                              AND t.nominal_at >= DATE_SUB(?, INTERVAL COALESCE(j.cooldown_minutes, 0) + 1440 MINUTE))
               THEN 'resting' END`,
      [now],
    ],
    remove: removeCycles,
  },
  message_html: {
    table: 'messages',
    key: 'id',
    kept: async () => [
      `CASE WHEN t.html IS NULL THEN 'gone' WHEN t.status NOT IN (${SETTLED_STATES.map(() => '?').join(', ')}) THEN 'unsent' END`,
      [...SETTLED_STATES],
    ],
    // Checked again, because a message may have changed since then.
    remove: (tx, ids) =>
      tx('messages')
        .whereIn('id', [...ids])
        .whereIn('status', [...SETTLED_STATES])
        .update({ html: null }),
  },
  audit_values: {
    table: 'audit_entries',
    key: 'id',
    kept: async () => ["CASE WHEN t.changes IS NULL THEN 'gone' END", []],
    remove: (tx, ids) => tx('audit_entries').whereIn('id', ids).update({ changes: null }),
  },
};

/**
 * Finds the sequence number of the first event that still has a reader: reports, jobs and functions with event
 * triggers, queued events, open cycles, webhooks and their queued deliveries.
 */
async function findFirstUnread(db: Db, accountId: string): Promise<number> {
  const [[row]] = (await db.raw(
    `SELECT LEAST(
       (SELECT MIN(seq) + 1 FROM report_cursors WHERE name IN ('events', 'touches', 'webhooks')),
       COALESCE((SELECT c.seq + 1 FROM job_event_cursors c WHERE c.account_id = ? AND (
         EXISTS (SELECT 1 FROM background_jobs j WHERE j.account_id = c.account_id AND j.trigger_type = 'event'
                    AND j.is_active = 1 AND j.deleted_at IS NULL) OR
         EXISTS (SELECT 1 FROM cloud_functions f WHERE f.account_id = c.account_id AND f.has_event = 1
                    AND f.is_active = 1 AND f.deleted_at IS NULL))), ~0 >> 1),
       COALESCE((SELECT MIN(e.seq) FROM job_events q JOIN events e ON e.id = q.event_id
                  WHERE q.account_id = ? AND q.status IN ('queued', 'failed')), ~0 >> 1),
       COALESCE((SELECT MIN(e.seq) FROM job_cycles c JOIN job_events q ON q.cycle_id = c.id
                  JOIN events e ON e.id = q.event_id
                  WHERE c.account_id = ? AND c.status IN ('queued', 'running')), ~0 >> 1),
       COALESCE((SELECT MIN(w.cursor_seq) + 1 FROM webhooks w
                  WHERE w.account_id = ? AND w.is_active = 1 AND w.walking = 1), ~0 >> 1),
       COALESCE((SELECT MIN(e.seq) FROM webhooks w
                  JOIN webhook_deliveries d ON d.webhook_id = w.id AND d.status = 'queued'
                  JOIN events e ON e.id = d.event_id WHERE w.account_id = ? AND w.is_active = 1), ~0 >> 1)
     ) AS seq`,
    [accountId, accountId, accountId, accountId, accountId],
  )) as unknown as [[{ seq: number | string }]];
  return Number(row.seq);
}

/**
 * Looks at the next old records of a kind behind a key, `limit` at most. Keys follow the order in which records were
 * made, those of events but for moments: the first piece that ends with a young one is the last.
 */
export async function lookThrough(
  db: Db,
  kind: RecordKind,
  old: OldRecords,
  { place, limit }: { place: string; limit: number },
): Promise<LookedThrough> {
  const { table, key, kept } = KINDS[kind];
  const query: Knex.QueryBuilder = db(`${table} as t`)
    .where('t.account_id', old.accountId)
    .where(`t.${key}`, '>', key === 'seq' ? Number(place) : place)
    .orderBy(`t.${key}`)
    .limit(limit);
  const [sql, bindings] = await kept(db, old);
  const rows = (await query.select(`t.${key} as place`, 't.id', db.raw(`${sql} as kept`, bindings))) as {
    place: string | number;
    id: string;
    kept: KeptReason | 'gone' | null;
  }[];
  const isOld = ({ id }: { id: string }) => id < firstIdAt(old.before);
  const counts: LookedThrough['kept'] = {};
  for (const { kept: why } of rows.filter(isOld)) if (why && why !== 'gone') counts[why] = (counts[why] ?? 0) + 1;
  const last = rows.at(-1);
  return {
    last: last && rows.length === limit && isOld(last) ? String(last.place) : undefined,
    going: rows.filter((row) => isOld(row) && row.kept === null).map((row) => String(row.place)),
    kept: counts,
  };
}

/** Deletes records of a kind, or the HTML of messages and the values of audit entries, with all that belongs to them. */
export async function removeRecords(tx: Db, kind: RecordKind, keys: readonly string[], old: OldRecords): Promise<void> {
  if (keys.length > 0) await KINDS[kind].remove(tx, keys, old);
}

/** Blocks the counting and rebuilding of reports until the transaction ends. Returns false if one is in progress. */
export const holdCounting = async (tx: Db): Promise<boolean> => (await lockReportCursor(tx)) !== undefined;

/** Lists how far an account's records have been looked through. */
export const listRetentionPasses = (db: Db, accountId: string): Promise<RetentionPassRow[]> =>
  db('retention_passes').where({ account_id: accountId });

/** Restarts the purge of some kinds of an account's records. */
export async function beginPasses(tx: Db, accountId: string, kinds: readonly RecordKind[], now: Date): Promise<void> {
  if (kinds.length === 0) return;
  await tx('retention_passes')
    .insert(kinds.map((kind) => ({ account_id: accountId, kind, due_at: now, place: '', n: 0 })) as never)
    .onConflict()
    .merge(['due_at', 'place', 'n']);
}

/** Finds the pass that has waited longest for its next piece. */
export const findDuePass = (db: Db, now: Date): Promise<RetentionPassRow | undefined> =>
  db('retention_passes').where('due_at', '<=', now).orderBy('due_at').first();

/** Locks a pass that is still due; undefined where another process is at it, or was. */
export const lockDuePass = (
  tx: Db,
  { account_id, kind }: Pick<RetentionPassRow, 'account_id' | 'kind'>,
  now: Date,
): Promise<RetentionPassRow | undefined> =>
  tx('retention_passes').where({ account_id, kind }).where('due_at', '<=', now).forUpdate().skipLocked().first();

export async function updatePass(
  tx: Db,
  { account_id, kind }: Pick<RetentionPassRow, 'account_id' | 'kind'>,
  changes: Partial<RetentionPassRow>,
): Promise<void> {
  await tx('retention_passes').where({ account_id, kind }).update(changes);
}

/** Lists the accounts of whose history something was put away. */
export const listWithoutAllHistory = (db: Db): Promise<string[]> =>
  db('retention_passes').where({ kind: 'history' }).where('total', '>', 0).pluck('account_id');
