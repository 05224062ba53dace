import type { Knex } from 'knex';
import { WAIT_SIZES } from '../../domain/values/waits.js';
import type { Db } from '../connection.js';
import type { EventRow } from '../tables.js';
import type { ReportCountRow, ReportCursorRow } from './tables.js';

/** The readers of the events: the daily counts, the messages with their outcomes, and the webhooks. */
export type ReportReader = 'events' | 'touches' | 'webhooks';

/** Locks the place up to which events are counted; undefined while another process counts. */
export const lockReportCursor = (tx: Db, name: ReportReader = 'events'): Promise<ReportCursorRow | undefined> =>
  tx('report_cursors').where({ name }).forUpdate().skipLocked().first();

/** Finds the same, once the process that counts has done so. */
export const awaitReportCursor = (tx: Db): Promise<ReportCursorRow | undefined> =>
  tx('report_cursors').where({ name: 'events' }).forUpdate().first();

export async function moveReportCursor(
  tx: Db,
  seq: number,
  countedAt: Date,
  name: ReportReader = 'events',
): Promise<void> {
  await tx('report_cursors').where({ name }).update({ seq, counted_at: countedAt });
}

/** Finds when counting was last up to date; null before the first time. */
export const findCountedAt = async (db: Db, name: ReportReader = 'events'): Promise<Date | null> =>
  (await db('report_cursors').where({ name }).first('counted_at'))?.counted_at ?? null;

/** Lists events of some kinds among the places from behind one up to another. */
export const listCountable = (
  db: Db,
  { after, upTo, kinds }: { after: number; upTo: number; kinds: readonly string[] },
): Promise<EventRow[]> =>
  db('events')
    .where('seq', '>', after)
    .where('seq', '<=', upTo)
    .whereIn('type', [...kinds])
    .orderBy('seq');

/** Lists what messages are counted by. */
export const listMessageDimensions = (db: Db, ids: readonly string[]) =>
  db('messages')
    .whereIn('id', [...ids])
    .select('id', 'lead_id', 'agent_run_id', 'agent_id', 'step_key', 'variant', 'sender_id', 'channel');

/** Lists the first message that answered each of these. */
export async function listFirstReplies(
  db: Db,
  answered: readonly { id: string; lead_id: string }[],
): Promise<Map<string, string>> {
  if (answered.length === 0) return new Map();
  const rows: { in_reply_to: string; first: string }[] = await db('messages')
    .whereIn('lead_id', [...new Set(answered.map(({ lead_id }) => lead_id))])
    .where('direction', 'inbound')
    .whereIn(
      'in_reply_to',
      answered.map(({ id }) => id),
    )
    .groupBy('in_reply_to')
    .select('in_reply_to')
    .min({ first: 'id' });
  return new Map(rows.map(({ in_reply_to, first }) => [in_reply_to, first]));
}

/** Lists the agents of enrolments. */
export async function listAgentsOfRuns(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db('agent_runs')
    .whereIn('id', [...ids])
    .select('id', 'agent_id');
  return new Map(rows.map(({ id, agent_id }) => [id, agent_id]));
}

/** Lists the zones of accounts. */
export async function listZones(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db('accounts')
    .whereIn('id', [...ids])
    .select('id', 'timezone');
  return new Map(rows.map(({ id, timezone }) => [id, timezone]));
}

/** Adds counts to those there are, or to those that a rebuild has made so far. */
export async function addCounts(
  tx: Db,
  rows: readonly ReportCountRow[],
  table: 'report_counts' | 'report_counts_rebuilt' = 'report_counts',
): Promise<void> {
  for (let at = 0; at < rows.length; at += 500) {
    const piece = rows.slice(at, at + 500);
    await tx.raw('? ON DUPLICATE KEY UPDATE n = n + VALUES(n), amount = amount + VALUES(amount)', [
      tx(table).insert(piece),
    ]);
  }
}

/** The metrics of first answers, by the size of the wait before them. */
export const WAIT_METRICS: readonly string[] = Array.from({ length: WAIT_SIZES }, (_, size) => `answers_${size}`);

/** The dimensions of counts. */
export type ReportDimension =
  | 'day'
  | 'agent_id'
  | 'step_key'
  | 'variant'
  | 'sender_id'
  | 'channel'
  | 'currency'
  | 'writer_id';

export interface CountFilter {
  accountId: string;
  from: string;
  to: string;
  metrics: readonly string[];
  agentId?: string | undefined;
  version?: number | undefined;
}

export type SummedCount = Partial<Record<ReportDimension, string>> & { metric: string; n: number; amount: number };

/** Adds up the counts of some days, for each of what they are put together by. */
export async function sumCounts(
  db: Db,
  { accountId, from, to, metrics, agentId, version }: CountFilter,
  dimensions: readonly ReportDimension[],
): Promise<SummedCount[]> {
  const query: Knex.QueryBuilder = db('report_counts')
    .where({ account_id: accountId })
    .whereBetween('day', [from, to])
    .whereIn('metric', [...metrics])
    .groupBy('metric', ...dimensions)
    .orderBy([...dimensions, 'metric'])
    .select('metric', ...dimensions)
    .sum({ n: 'n', amount: 'amount' });
  if (agentId !== undefined) query.where({ agent_id: agentId });
  if (version !== undefined) query.where({ version });
  const rows = (await query) as SummedCount[];
  return rows.map((row) => ({ ...row, n: Number(row.n), amount: Number(row.amount) }));
}

/** Counts the open enrolments of agents, or those of a version, by where they stand. */
export const countOpenRuns = (db: Db, accountId: string, agentIds: readonly string[], version?: number) =>
  db('agent_runs')
    .where({ account_id: accountId, open_slot: 1, ...(version === undefined ? {} : { agent_version: version }) })
    .whereIn('agent_id', [...agentIds])
    .groupBy('agent_id', 'step_key', 'status_key', 'cadence_state')
    .select('agent_id', 'step_key', 'status_key', 'cadence_state')
    .count({ n: '*' }) as unknown as Promise<
    { agent_id: string; step_key: string | null; status_key: string; cadence_state: string; n: number }[]
  >;

/** Counts the enrolments of agents, or those of a version, that ended since a moment, by how and why. */
export const countEndedRuns = (
  db: Db,
  accountId: string,
  agentIds: readonly string[],
  { since, until, version }: { since: Date; until: Date; version?: number | undefined },
) =>
  db('agent_runs')
    .where({ account_id: accountId, ...(version === undefined ? {} : { agent_version: version }) })
    .whereIn('agent_id', [...agentIds])
    .whereNull('open_slot')
    .where('ended_at', '>=', since)
    .where('ended_at', '<', until)
    .groupBy('agent_id', 'run_status', 'stop_reason')
    .select('agent_id', 'run_status', 'stop_reason')
    .count({ n: '*' }) as unknown as Promise<
    { agent_id: string; run_status: string; stop_reason: string | null; n: number }[]
  >;
