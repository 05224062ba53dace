import type { Db } from '../connection.js';

/** A lead that a job's filters let through, with what may still keep the job from acting on it. */
export interface Candidate {
  lead_id: string;
  agent_run_id: string;
  agent_id: string;
  open_slot: number | null;
  human_takeover: boolean;
  cadence_paused: boolean;
  consent_whatsapp: string;
  consent_email: string;
  consent_call: string;
  /** The time when the job acted on the lead last, on the clock of its zone. */
  acted_wall: Date | null;
}

/** Runs of one agent that count: open ones in some or all statuses, and ended ones in terminal statuses. */
export interface AgentRuns {
  agentId: string;
  /** Null: open runs in every status. */
  statusKeys: readonly string[] | null;
  endedKeys: readonly string[];
}

/** A parameter of a statement. */
export type Binding = string | number | Date | Buffer;

/** A condition that the database can test by index; it never refuses a lead that the evaluator would let through. */
export interface Predicate {
  sql: string;
  bindings: readonly Binding[];
}

/** A table that is read first and gives the ids of leads in order, for a condition that few leads meet. */
export interface DrivingTable {
  /** `(SELECT lead_id ...)`-like source: a table with an alias `d` and the equality conditions on it. */
  table: string;
  where: string;
  bindings: readonly Binding[];
}

export interface Selection {
  accountId: string;
  jobId: string;
  /** Null: runs of every agent. */
  agents: readonly AgentRuns[] | null;
  predicates: readonly Predicate[];
  /** Read instead of the agents' runs, if there is one. */
  drivingTables: readonly DrivingTable[];
  /** The only leads in question, in the order of their ids, where they are known. */
  leadIds: readonly string[] | null;
  /** The time when the event of a lead happened: a run that ended with it counts as open. */
  endedAt: ReadonlyMap<string, Date>;
  /** True if it has to be known when the job acted on a lead last. */
  cooldown: boolean;
}

/** A range of leads by ID. */
export interface Range {
  after: string | null;
  until: string | null;
  limit: number;
}

type Bindings = Binding[];
interface Branch {
  from: string;
  where: string[];
  bindings: Bindings;
}

const OPEN = 'agent_runs r';
const BY_AGENT = 'agent_runs r FORCE INDEX (agent_runs_cycle)';
const BY_STATUS = 'agent_runs r FORCE INDEX (agent_runs_agent)';
const BY_PAUSE = 'agent_runs r FORCE INDEX (agent_runs_paused)';

/** One branch for each range of an index that gives leads in the order of their ids. */
function branchesOf({ accountId, agents, drivingTables }: Selection): Branch[] {
  if (drivingTables.length > 0) return drivingTables.map((driving) => drivingBranch(driving, accountId, agents));
  if (agents === null) {
    return [0, 1].map((paused) => ({
      from: BY_PAUSE,
      where: ['r.account_id = ?', 'r.human_takeover = ?', 'r.open_slot = 1'],
      bindings: [accountId, paused],
    }));
  }
  return agents.flatMap(({ agentId, statusKeys, endedKeys }): Branch[] => {
    const agent = { where: ['r.account_id = ?', 'r.agent_id = ?'], bindings: [accountId, agentId] };
    const open =
      statusKeys === null
        ? [{ from: BY_AGENT, where: [...agent.where, 'r.open_slot = 1'], bindings: agent.bindings }]
        : statusKeys.map((key) => ({
            from: BY_STATUS,
            where: [...agent.where, 'r.open_slot = 1', 'r.status_key = ?'],
            bindings: [...agent.bindings, key],
          }));
    const ended = endedKeys.map((key) => ({
      from: BY_STATUS,
      where: [...agent.where, 'r.open_slot IS NULL', 'r.status_key = ?'],
      bindings: [...agent.bindings, key],
    }));
    return [...open, ...ended];
  });
}

interface SqlCondition {
  sql: string;
  bindings: Bindings;
}

const IS_OPEN: SqlCondition = { sql: 'r.open_slot = 1', bindings: [] };

/** Tests for a run that is open, or ended with the event of its lead. */
function openAtEvent(endedAt: ReadonlyMap<string, Date>): SqlCondition {
  if (endedAt.size === 0) return IS_OPEN;
  const pairs = [...endedAt].map(() => '(?, ?)').join(', ');
  return { sql: `(r.open_slot = 1 OR (r.lead_id, r.ended_at) IN (${pairs}))`, bindings: [...endedAt].flat() };
}

/** Returns the filter of runs as one condition. */
function runCondition(agents: readonly AgentRuns[] | null, open: SqlCondition = IS_OPEN): SqlCondition {
  if (agents === null) return open;
  if (agents.length === 0) return { sql: 'FALSE', bindings: [] };
  const marks = (keys: readonly string[]) => keys.map(() => '?').join(', ');
  const parts = agents.flatMap(({ agentId, statusKeys, endedKeys }) => [
    statusKeys === null
      ? { sql: `(r.agent_id = ? AND ${open.sql})`, bindings: [agentId, ...open.bindings] }
      : statusKeys.length > 0
        ? {
            sql: `(r.agent_id = ? AND ${open.sql} AND r.status_key IN (${marks(statusKeys)}))`,
            bindings: [agentId, ...open.bindings, ...statusKeys],
          }
        : { sql: 'FALSE', bindings: [] },
    endedKeys.length > 0
      ? {
          sql: `(r.agent_id = ? AND r.open_slot IS NULL AND r.status_key IN (${marks(endedKeys)}))`,
          bindings: [agentId, ...endedKeys],
        }
      : { sql: 'FALSE', bindings: [] },
  ]);
  return { sql: `(${parts.map((part) => part.sql).join(' OR ')})`, bindings: parts.flatMap((part) => part.bindings) };
}

function drivingBranch(driving: DrivingTable, accountId: string, agents: readonly AgentRuns[] | null): Branch {
  const run = runCondition(agents);
  return {
    from: `${driving.table} STRAIGHT_JOIN ${OPEN} ON r.lead_id = d.lead_id`,
    where: [driving.where, 'r.account_id = ?', run.sql],
    bindings: [...driving.bindings, accountId, ...run.bindings],
  };
}

const COLUMNS = `r.lead_id, r.id AS agent_run_id, r.agent_id, r.open_slot, r.human_takeover, r.cadence_paused,
  l.consent_whatsapp, l.consent_email, l.consent_call`;

const actedAt = (cooldown: boolean): string =>
  cooldown
    ? '(SELECT MAX(m.acted_wall) FROM job_cycle_leads m WHERE m.job_id = ? AND m.lead_id = r.lead_id) AS acted_wall'
    : 'NULL AS acted_wall';

/** Each lead once, with its newest run. */
function distinct(rows: readonly Candidate[]): Candidate[] {
  const byLead = new Map<string, Candidate>();
  for (const row of rows) {
    const other = byLead.get(row.lead_id);
    if (!other || better(row, other)) byLead.set(row.lead_id, row);
  }
  return [...byLead.values()];
}

const better = (a: Candidate, b: Candidate): boolean =>
  a.open_slot === b.open_slot ? a.agent_run_id > b.agent_run_id : a.open_slot === 1;

/**
 * Lists leads that pass a job's filters, in the order of their ids, each once. Follows indexes that give that order, so
 * that about as many rows are read as are answered, however many leads the account has. `complete` tells that the range
 * holds no more.
 */
export async function listCandidates(
  db: Db,
  selection: Selection,
  range: Range,
): Promise<{ rows: Candidate[]; complete: boolean }> {
  if (selection.leadIds !== null) return listKnownCandidates(db, selection, selection.leadIds, range);
  const { after, until, limit } = range;
  const branches = branchesOf(selection);
  if (branches.length === 0) return { rows: [], complete: true };
  const by = selection.drivingTables.length > 0 ? 'd.lead_id' : 'r.lead_id';
  const parts = branches.map(({ from, where, bindings }) => {
    const conditions = [
      ...where,
      ...(after === null ? [] : [`${by} > ?`]),
      ...(until === null ? [] : [`${by} <= ?`]),
      'l.hidden = 0',
      ...selection.predicates.map(({ sql }) => sql),
    ];
    return {
      sql: `SELECT ${COLUMNS}, ${actedAt(selection.cooldown)} FROM ${from} STRAIGHT_JOIN leads l ON l.id = r.lead_id
        WHERE ${conditions.join(' AND ')} ORDER BY ${by} LIMIT ?`,
      bindings: [
        ...(selection.cooldown ? [selection.jobId] : []),
        ...bindings,
        ...(after === null ? [] : [after]),
        ...(until === null ? [] : [until]),
        ...selection.predicates.flatMap((predicate) => predicate.bindings),
        limit,
      ],
    };
  });
  const one = parts.length === 1;
  const sql = one
    ? (parts[0]?.sql ?? '')
    : `${parts.map((part) => `(${part.sql})`).join(' UNION ALL ')} ORDER BY lead_id LIMIT ?`;
  const bindings = [...parts.flatMap((part) => part.bindings), ...(one ? [] : [limit])];
  const [rows] = (await db.raw(sql, bindings)) as unknown as [Candidate[]];
  return { rows: distinct(rows), complete: rows.length < limit };
}

/** The same where it is known which leads come into question: they are looked up in their order, some at a time. */
async function listKnownCandidates(
  db: Db,
  selection: Selection,
  leadIds: readonly string[],
  { after, until, limit }: Range,
): Promise<{ rows: Candidate[]; complete: boolean }> {
  const inRange = leadIds.filter((id) => (after === null || id > after) && (until === null || id <= until));
  const rows: Candidate[] = [];
  for (let at = 0; at < inRange.length && rows.length < limit; at += limit) {
    rows.push(...(await listGivenCandidates(db, selection, inRange.slice(at, at + limit))));
  }
  return { rows: rows.slice(0, limit), complete: rows.length < limit };
}

/** Lists the leads that have a value within one of the ranges, in the order of their ids; null where there are more. */
export async function listLeadsByMetadata(
  db: Db,
  accountId: string,
  ranges: readonly { path: Buffer; from: Buffer; to: Buffer }[],
  most: number,
): Promise<string[] | null> {
  const part = `(SELECT lead_id FROM lead_metadata_values FORCE INDEX (lead_metadata_values_value)
    WHERE account_id = ? AND path = ? AND value BETWEEN ? AND ? LIMIT ?)`;
  const [rows] = (await db.raw(`${ranges.map(() => part).join(' UNION ALL ')} LIMIT ?`, [
    ...ranges.flatMap(({ path, from, to }) => [accountId, path, from, to, most + 1]),
    most + 1,
  ])) as unknown as [{ lead_id: string }[]];
  return rows.length > most ? null : [...new Set(rows.map(({ lead_id }) => lead_id))].sort();
}

/** Lists those of the given leads that pass a job's filters, in the order of their ids. */
export async function listGivenCandidates(
  db: Db,
  selection: Selection,
  leadIds: readonly string[],
): Promise<Candidate[]> {
  if (leadIds.length === 0) return [];
  const run = runCondition(selection.agents, openAtEvent(selection.endedAt));
  const conditions = [
    `r.lead_id IN (${leadIds.map(() => '?').join(', ')})`,
    'r.account_id = ?',
    run.sql,
    'l.hidden = 0',
    ...selection.predicates.map(({ sql }) => sql),
  ];
  const [rows] = (await db.raw(
    `SELECT ${COLUMNS}, ${actedAt(selection.cooldown)} FROM agent_runs r FORCE INDEX (agent_runs_open)
       STRAIGHT_JOIN leads l ON l.id = r.lead_id WHERE ${conditions.join(' AND ')} ORDER BY r.lead_id`,
    [
      ...(selection.cooldown ? [selection.jobId] : []),
      ...leadIds,
      selection.accountId,
      ...run.bindings,
      ...selection.predicates.flatMap((predicate) => predicate.bindings),
    ],
  )) as unknown as [Candidate[]];
  return distinct(rows);
}
