import type { Knex } from 'knex';
import type { Place } from '../../domain/cadence/migrate.js';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { AgentRunRow } from './tables.js';

/** The filter of a list of runs. */
export interface AgentRunFilter {
  agentId?: string | undefined;
  leadIds?: readonly string[] | undefined;
  runIds?: readonly string[] | undefined;
  campaignId?: string | undefined;
  importId?: string | undefined;
  cadenceStates?: readonly string[] | undefined;
  runStatuses?: readonly string[] | undefined;
  holdReasons?: readonly string[] | undefined;
  statusKeys?: readonly string[] | undefined;
  stepKey?: string | undefined;
  open?: boolean | undefined;
  paused?: boolean | undefined;
  takenOver?: boolean | undefined;
}

function filtered(db: Db, accountId: string, filter: AgentRunFilter): Knex.QueryBuilder {
  const query = db('agent_runs').where({ account_id: accountId });
  if (filter.agentId !== undefined) query.where({ agent_id: filter.agentId });
  if (filter.campaignId !== undefined) query.where({ campaign_id: filter.campaignId });
  if (filter.importId !== undefined) query.where({ import_id: filter.importId });
  if (filter.stepKey !== undefined) query.where({ step_key: filter.stepKey });
  if (filter.open) query.where({ open_slot: 1 });
  if (filter.paused !== undefined) query.where({ cadence_paused: filter.paused });
  if (filter.takenOver !== undefined) query.where({ human_takeover: filter.takenOver });
  const lists: [string, readonly string[] | undefined][] = [
    ['id', filter.runIds],
    ['lead_id', filter.leadIds],
    ['cadence_state', filter.cadenceStates],
    ['run_status', filter.runStatuses],
    ['hold_reason', filter.holdReasons],
    ['status_key', filter.statusKeys],
  ];
  for (const [column, values] of lists) if (values !== undefined) query.whereIn(column, [...values]);
  return query;
}

/** Lists runs of an account, newest first; one row more than `limit` where there are more. */
export const listAgentRuns = (
  db: Db,
  accountId: string,
  filter: AgentRunFilter,
  page: IdPage,
): Promise<AgentRunRow[]> => newestFirst(filtered(db, accountId, filter), page);

/** Counts the runs that a filter meets, by the version that they are pinned to. */
export async function countRunsByVersion(
  db: Db,
  accountId: string,
  filter: AgentRunFilter,
): Promise<{ agentId: string; version: number; runs: number }[]> {
  const rows = (await filtered(db, accountId, filter)
    .groupBy('agent_id', 'agent_version')
    .select('agent_id', 'agent_version')
    .count({ n: '*' })) as { agent_id: string; agent_version: number; n: number }[];
  return rows.map((row) => ({ agentId: row.agent_id, version: row.agent_version, runs: Number(row.n) }));
}

/** Counts the runs that a filter meets, by where they stand. */
export async function countRunsByPlace(
  db: Db,
  accountId: string,
  filter: AgentRunFilter,
): Promise<{ version: number; place: Place; runs: number }[]> {
  const sending = db('messages as m').whereRaw('m.agent_run_id = agent_runs.id').where('m.status', 'sending');
  const places = filtered(db, accountId, filter).select(
    ...['agent_version', 'step_key', 'status_key', 'status_category'],
    db.raw(`(cadence LIKE '%"next_action":%' AND cadence NOT LIKE '%"next_action":null%') AS begun`),
    db.raw(`EXISTS (${sending.select(db.raw('1')).toQuery()}) AS sending`),
  );
  const rows = (await db
    .from(places.as('p'))
    .groupBy('agent_version', 'step_key', 'status_key', 'status_category', 'begun', 'sending')
    .orderBy(['agent_version', 'step_key', 'status_key'])
    .select('agent_version', 'step_key', 'status_key', 'status_category', 'begun', 'sending')
    .count({ n: '*' })) as unknown as (Pick<
    AgentRunRow,
    'agent_version' | 'step_key' | 'status_key' | 'status_category'
  > & {
    begun: number;
    sending: number;
    n: number;
  })[];
  return rows.map((row) => ({
    version: row.agent_version,
    place: {
      stepKey: row.step_key,
      statusKey: row.status_key,
      statusCategory: row.status_category,
      begun: Boolean(row.begun),
      sending: Boolean(row.sending),
    },
    runs: Number(row.n),
  }));
}

/** Lists the ids of runs in ascending order, from behind `after` on. */
export async function listAgentRunIds(
  db: Db,
  accountId: string,
  filter: AgentRunFilter,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<string[]> {
  const query = filtered(db, accountId, filter).orderBy('id').limit(limit).select('id');
  if (after !== undefined) query.where('id', '>', after);
  const rows = (await query) as { id: string }[];
  return rows.map(({ id }) => id);
}

/** Lists open runs of one agent in the order of their ids, as much of them as a wake-up needs. */
export function listOpenRunsOfAgent(
  db: Db,
  accountId: string,
  agentId: string,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<Pick<AgentRunRow, 'id' | 'account_id' | 'agent_id' | 'lead_id'>[]> {
  const query = filtered(db, accountId, { agentId, open: true }).orderBy('id').limit(limit);
  if (after !== undefined) query.where('id', '>', after);
  return query.select('id', 'account_id', 'agent_id', 'lead_id');
}

/** Locks open ones of these runs in the order of their ids. */
export const lockOpenRunsById = (tx: Db, accountId: string, ids: readonly string[]): Promise<AgentRunRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : tx('agent_runs')
        .where({ account_id: accountId, open_slot: 1 })
        .whereIn('id', [...ids])
        .orderBy('id')
        .forUpdate();
