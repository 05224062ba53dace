import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { type LeadFilter, whereFilter } from '../leads/lead-list.js';
import type { LeadRow } from '../leads/tables.js';
import type { AgentRunRow } from './tables.js';

/** A status of an agent's leads with the sum of their deal values in one currency. */
export interface PipelineCount {
  status_key: string;
  status_category: string;
  currency: string | null;
  leads: number;
  /** Number of these leads that have a deal value. */
  deals: number;
  value: number;
}

/** The run by which a lead is in a pipeline. */
export type PipelineRun = Pick<AgentRunRow, 'id' | 'lead_id' | 'open_slot' | 'status_entered_at'>;

/**
 * Selects the runs by which leads are in an agent's pipeline: open ones, and ended ones if the lead has no later run of
 * the agent and wasn't transferred to another one. IDs of runs ascend over time.
 */
async function pipelineRuns(
  db: Db,
  accountId: string,
  agentId: string,
  filter: LeadFilter,
): Promise<{ query: Knex.QueryBuilder } | undefined> {
  const later = db('agent_runs AS n')
    .select(db.raw('1'))
    .whereRaw('n.lead_id = r.lead_id AND n.agent_id = r.agent_id AND n.id > r.id');
  const query: Knex.QueryBuilder = db('agent_runs AS r')
    .join('leads AS l', 'l.id', 'r.lead_id')
    .where({ 'r.account_id': accountId, 'r.agent_id': agentId, 'l.hidden': false })
    .where((run) =>
      run
        .where('r.open_slot', 1)
        .orWhere((ended) => ended.whereNot('r.run_status', 'transferred').whereNotExists(later)),
    );
  return (await whereFilter(db, query, accountId, filter)) ? { query } : undefined;
}

/** Counts the leads of an agent's pipeline and sums their deal values, by status and currency. */
export async function countPipeline(
  db: Db,
  accountId: string,
  agentId: string,
  filter: LeadFilter,
): Promise<PipelineCount[]> {
  const runs = await pipelineRuns(db, accountId, agentId, filter);
  if (!runs) return [];
  const rows = await runs.query
    .groupBy('r.status_key', 'r.status_category', 'l.deal_currency')
    .orderBy(['r.status_key', 'l.deal_currency'])
    .select('r.status_key', 'r.status_category', 'l.deal_currency AS currency')
    .count({ leads: '*', deals: 'l.deal_value' })
    .sum({ value: 'l.deal_value' });
  return (rows as PipelineCount[]).map((row) => ({
    ...row,
    leads: Number(row.leads),
    deals: Number(row.deals),
    value: Number(row.value),
  }));
}

/** Lists the runs of a pipeline in a status, latest status change first; one more than `limit` if there are more. */
export async function listPipelineRuns(
  db: Db,
  accountId: string,
  agentId: string,
  {
    statusKey,
    filter,
    after,
    limit,
  }: {
    statusKey: string;
    filter: LeadFilter;
    after: { id: string; enteredAt: Date } | undefined;
    limit: number;
  },
): Promise<PipelineRun[]> {
  const runs = await pipelineRuns(db, accountId, agentId, filter);
  if (!runs) return [];
  const { query } = runs;
  query.where('r.status_key', statusKey);
  if (after) {
    query.where('r.status_entered_at', '<=', after.enteredAt);
    query.where((place) => place.where('r.status_entered_at', '<', after.enteredAt).orWhere('r.id', '<', after.id));
  }
  return query
    .orderBy('r.status_entered_at', 'desc')
    .orderBy('r.id', 'desc')
    .limit(limit + 1)
    .select('r.id', 'r.lead_id', 'r.open_slot', 'r.status_entered_at');
}

/** Lists the leads of runs, by ID. */
export async function listLeadsOfRuns(db: Db, runs: readonly PipelineRun[]): Promise<Map<string, LeadRow>> {
  if (runs.length === 0) return new Map();
  const rows: LeadRow[] = await db('leads').whereIn(
    'id',
    runs.map(({ lead_id }) => lead_id),
  );
  return new Map(rows.map((row) => [row.id, row]));
}
