import { type Db, fromJson } from '../connection.js';
import type { AgentRunRow } from '../tables.js';
import type { LeadEngagementRow, LeadVariableRow } from './tables.js';

/** A lead's primary enrolment with what its agent says about it. */
export interface PrimaryRun {
  run: AgentRunRow;
  agent: { id: string; name: string; goal_type: string };
  /** The display label of the run's status. */
  statusLabel: string;
}

/** The data about a lead in other tables. */
export interface LeadSurroundings {
  tags: readonly { id: string; name: string; slug: string }[];
  campaignName: string | undefined;
  /** Its newest open enrolment. */
  primary: PrimaryRun | undefined;
}

type Surroundings = Partial<AgentRunRow> & {
  of_lead: string;
  campaign_name: string | null;
  agent_name: string;
  agent_goal_type: string;
  tags: string | null;
};

/** Lists the data about each lead in other tables, in one statement in addition to cached agents. */
export async function listSurroundings(db: Db, leadIds: readonly string[]): Promise<Map<string, LeadSurroundings>> {
  if (leadIds.length === 0) return new Map();
  const tags = db('lead_tags AS lt')
    .join('tags AS t', 't.id', 'lt.tag_id')
    .whereRaw('lt.lead_id = l.id')
    .select(db.raw(`CAST(JSON_ARRAYAGG(JSON_OBJECT('id', t.id, 'name', t.name, 'slug', t.slug)) AS CHAR)`));
  const rows: Surroundings[] = await db('leads AS l')
    .leftJoin('campaigns AS c', 'c.id', 'l.campaign_id')
    .leftJoin('agent_runs AS r', (on) => on.on('r.lead_id', 'l.id').andOnVal('r.open_slot', 1))
    .leftJoin('agents AS a', 'a.id', 'r.agent_id')
    .whereIn('l.id', [...leadIds])
    .orderBy('r.id')
    .select('r.*', 'l.id AS of_lead', 'c.name AS campaign_name')
    .select('a.name AS agent_name', 'a.goal_type AS agent_goal_type', tags.as('tags'));
  const newest = new Map(rows.map((row) => [row.of_lead, row]));
  const labels = await statusLabels(db, [...newest.values()].filter(isEnrolled));
  return new Map([...newest].map(([id, row]) => [id, toSurroundings(row, labels)]));
}

const isEnrolled = (row: Surroundings): row is Surroundings & AgentRunRow => row.id !== null;

function toSurroundings(row: Surroundings, labels: StatusLabels): LeadSurroundings {
  const tags = fromJson<LeadSurroundings['tags'] | null>(row.tags) ?? [];
  return {
    tags: tags.toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)),
    campaignName: row.campaign_name ?? undefined,
    primary: isEnrolled(row)
      ? {
          run: row,
          agent: { id: row.agent_id, name: row.agent_name, goal_type: row.agent_goal_type },
          statusLabel: labels.get(versionKey(row))?.get(row.status_key) ?? row.status_key,
        }
      : undefined,
  };
}

const versionKey = (run: Pick<AgentRunRow, 'agent_id' | 'agent_version'>) => `${run.agent_id}/${run.agent_version}`;

const CACHE_SIZE = 1_000;
/** A published version never changes, so its labels are read once. */
const labelsByVersion = new Map<string, Map<string, string>>();

type StatusLabels = ReadonlyMap<string, ReadonlyMap<string, string>>;

async function statusLabels(db: Db, runs: readonly AgentRunRow[]): Promise<StatusLabels> {
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

/** Returns which of the ids are users of the account who may sign in. */
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
