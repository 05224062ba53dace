import { type Db, fromJson } from '../connection.js';
import type { AgentRunRow, LeadEngagementRow, LeadVariableRow } from '../tables.js';

/** A lead's primary enrolment with what its agent says about it. */
export interface PrimaryRun {
  run: AgentRunRow;
  agent: { id: string; name: string; goal_type: string };
  /** What people read for the run's status. */
  statusLabel: string;
}

type RunWithAgent = AgentRunRow & { agent_name: string; agent_goal_type: string };

/** Lists the newest open enrolment of each lead that has one. */
export async function listPrimaryRuns(
  db: Db,
  accountId: string,
  leadIds: readonly string[],
): Promise<Map<string, PrimaryRun>> {
  if (leadIds.length === 0) return new Map();
  const rows = (await db('agent_runs AS r')
    .join('agents AS a', 'a.id', 'r.agent_id')
    .where({ 'r.account_id': accountId, 'r.open_slot': 1 })
    .whereIn('r.lead_id', [...leadIds])
    .orderBy('r.id')
    .select('r.*', 'a.name AS agent_name', 'a.goal_type AS agent_goal_type')) as RunWithAgent[];
  const newest = new Map(rows.map((row) => [row.lead_id, row]));
  const labels = await statusLabels(db, [...newest.values()]);
  return new Map(
    [...newest].map(([leadId, { agent_name, agent_goal_type, ...run }]) => [
      leadId,
      {
        run,
        agent: { id: run.agent_id, name: agent_name, goal_type: agent_goal_type },
        statusLabel: labels.get(versionKey(run))?.get(run.status_key) ?? run.status_key,
      },
    ]),
  );
}

const versionKey = (run: Pick<AgentRunRow, 'agent_id' | 'agent_version'>) => `${run.agent_id}/${run.agent_version}`;

const CACHE_SIZE = 1_000;
/** A published version never changes, so its labels are read once. */
const labelsByVersion = new Map<string, Map<string, string>>();

async function statusLabels(db: Db, runs: readonly AgentRunRow[]): Promise<Map<string, Map<string, string>>> {
  const wanted = new Map(runs.map((run) => [versionKey(run), run]));
  const missing = [...wanted].filter(([key]) => !labelsByVersion.has(key));
  if (missing.length > 0) {
    const rows = await db('agent_versions')
      .whereIn(
        ['agent_id', 'version'],
        missing.map(([, run]) => [run.agent_id, run.agent_version]),
      )
      .select('agent_id', 'version', 'definition');
    if (labelsByVersion.size + rows.length > CACHE_SIZE) labelsByVersion.clear();
    for (const row of rows) {
      const { statuses = [] } = fromJson<{ statuses?: { key: string; label: string }[] }>(row.definition);
      labelsByVersion.set(
        versionKey({ agent_id: row.agent_id, agent_version: row.version }),
        new Map(statuses.map(({ key, label }) => [key, label])),
      );
    }
  }
  return new Map([...wanted.keys()].map((key) => [key, labelsByVersion.get(key) ?? new Map<string, string>()]));
}

/** Lists the names of campaigns of the account. */
export async function listCampaignNames(
  db: Db,
  accountId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db('campaigns')
    .where({ account_id: accountId })
    .whereIn('id', [...new Set(ids)])
    .select('id', 'name');
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Tells which of the ids are users of the account who may sign in. */
export async function listKnownUsers(db: Db, accountId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = (await db('users')
    .where({ account_id: accountId })
    .whereIn('id', [...new Set(ids)])
    .select('id')) as { id: string }[];
  return new Set(rows.map(({ id }) => id));
}

/** Lists what agents found out about a lead. */
export const listVariables = (db: Db, leadId: string): Promise<LeadVariableRow[]> =>
  db('lead_variables').where({ lead_id: leadId }).orderBy('field_key');

/** Finds what a lead did with what it was sent; undefined before anything was. */
export const findEngagement = (db: Db, leadId: string): Promise<LeadEngagementRow | undefined> =>
  db('lead_engagement').where({ lead_id: leadId }).first();
