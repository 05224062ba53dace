import type { Knex } from 'knex';
import type { LeadOutcome } from '../../schemas/jobs/job-cycles.js';
import type { Db } from '../connection.js';
import {
  completeSnapshots,
  type LeadSnapshot,
  loadLeadSnapshots,
  SNAPSHOT_COLUMNS,
  type SnapshotRow,
} from '../leads/snapshots.js';
import type { AgentRunRow } from '../tables.js';
import type { JobCycleLeadRow } from './tables.js';

/** A lead that a cycle works on now: its place in the cycle, its run and all its facts. */
export interface CycleLead {
  row: JobCycleLeadRow;
  run: AgentRunRow;
  snapshot: LeadSnapshot;
  /** The number of agents in which the lead is enrolled. */
  openRuns: number;
}

const CYCLE_LEAD = [
  ...(['cycle_id', 'subject_id', 'account_id', 'job_id', 'lead_id', 'agent_id', 'agent_run_id'] as const),
  ...(['event_id', 'outcome', 'reason', 'matched', 'acted_wall', 'steps', 'finished_at'] as const),
] satisfies (keyof JobCycleLeadRow)[];

const RUN = [
  ...(['id', 'account_id', 'lead_id', 'agent_id', 'agent_version', 'entry_no', 'open_slot', 'run_status'] as const),
  ...(['cadence_state', 'stop_reason', 'hold_reason', 'hold_until', 'hold_detail', 'human_takeover'] as const),
  ...(['cadence_paused', 'pause_reason', 'paused_by', 'paused_at', 'auto_resume_at', 'status_key'] as const),
  ...(['status_category', 'status_entered_at', 'previous_status_key', 'step_key', 'step_index', 'attempts'] as const),
  ...(['cadence', 'wake_at', 'last_step_at', 'enrolled_at', 'started_at', 'ended_at', 'campaign_id'] as const),
  ...(['import_id', 'updated_at'] as const),
] satisfies (keyof AgentRunRow)[];

type Row = SnapshotRow & { [column: `cycle_lead_${string}` | `run_${string}`]: unknown; open_runs: number };

const part = <T>(row: Row, prefix: 'cycle_lead' | 'run', columns: readonly string[]): T =>
  Object.fromEntries(columns.map((column) => [column, row[`${prefix}_${column}` as `run_${string}`]])) as T;

/** The next leads of a cycle that nothing was done for yet and that are there, their rows and those of their runs locked. */
const nextLeads = (tx: Db, cycleId: string, limit: number): Knex.QueryBuilder =>
  tx('job_cycle_leads as m')
    .joinRaw('STRAIGHT_JOIN leads ON leads.id = m.lead_id')
    .joinRaw('STRAIGHT_JOIN agent_runs r ON r.id = m.agent_run_id')
    .leftJoin('lead_engagement as e', 'e.lead_id', 'leads.id')
    .where({ 'm.cycle_id': cycleId, 'leads.hidden': false })
    .whereNull('m.outcome')
    .orderBy('m.subject_id')
    .limit(limit)
    .forUpdate();

/** Takes the next leads of a cycle as `lockCycleLeads` does, only by their places: nothing of the leads is looked at. */
export const lockCyclePlaces = async (tx: Db, cycleId: string, limit: number): Promise<JobCycleLeadRow[]> =>
  nextLeads(tx, cycleId, limit).select(...CYCLE_LEAD.map((column) => `m.${column}`));

/**
 * Takes the next leads of a cycle that nothing was done for yet, in the order of their ids, with the rows of their
 * leads and runs locked, in two statements. A repeat after a commit takes the ones behind them; leads that are gone or
 * hidden are not among them.
 */
export async function lockCycleLeads(tx: Db, cycleId: string, limit: number): Promise<CycleLead[]> {
  const account = (column: string, name: string) =>
    tx.raw(`(SELECT a.${column} FROM accounts a WHERE a.id = leads.account_id) AS ${name}`);
  const rows: Row[] = await nextLeads(tx, cycleId, limit).select(
    ...SNAPSHOT_COLUMNS,
    ...CYCLE_LEAD.map((column) => `m.${column} as cycle_lead_${column}`),
    ...RUN.map((column) => `r.${column} as run_${column}`),
    account('name', 'account_name'),
    account('timezone', 'account_timezone'),
    account('country', 'account_country'),
    account('sending_enabled', 'account_sending_enabled'),
    account('sending_note', 'account_sending_note'),
    account('limits', 'account_limits'),
    tx.raw('(SELECT COUNT(*) FROM agent_runs o WHERE o.lead_id = leads.id AND o.open_slot = 1) AS open_runs'),
  );
  const snapshots = await completeSnapshots(tx, rows, undefined);
  return rows.map((row, at) => ({
    row: part<JobCycleLeadRow>(row, 'cycle_lead', CYCLE_LEAD),
    run: part<AgentRunRow>(row, 'run', RUN),
    snapshot: snapshots[at] as LeadSnapshot,
    openRuns: Number(row.open_runs),
  }));
}

/** Reads leads with their runs and facts, as `lockCycleLeads` gives them, only to look at. */
export async function readCycleLeads(
  db: Db,
  candidates: readonly { lead_id: string; agent_run_id: string; agent_id: string }[],
): Promise<CycleLead[]> {
  const [first] = candidates;
  if (!first) return [];
  const runs: AgentRunRow[] = await db('agent_runs').whereIn(
    'id',
    candidates.map(({ agent_run_id }) => agent_run_id),
  );
  const byId = new Map(runs.map((run) => [run.id, run]));
  const snapshots = new Map(
    (
      await loadLeadSnapshots(db, {
        accountId: runs[0]?.account_id ?? '',
        leadIds: candidates.map(({ lead_id }) => lead_id),
      })
    ).map((snapshot) => [snapshot.lead.id, snapshot]),
  );
  return candidates.flatMap(({ lead_id, agent_id, agent_run_id }) => {
    const [run, snapshot] = [byId.get(agent_run_id), snapshots.get(lead_id)];
    if (!run || !snapshot) return [];
    const row: JobCycleLeadRow = {
      cycle_id: '',
      subject_id: lead_id,
      account_id: run.account_id,
      job_id: '',
      lead_id,
      agent_id,
      agent_run_id,
      event_id: null,
      outcome: null,
      reason: null,
      matched: null,
      acted_wall: null,
      steps: null,
      finished_at: null,
    };
    return [{ row, run, snapshot, openRuns: 1 }];
  });
}

/** Takes the next agents of a cycle that runs once for each agent. */
export const lockCycleAgents = (tx: Db, cycleId: string, limit: number): Promise<JobCycleLeadRow[]> =>
  tx('job_cycle_leads')
    .where({ cycle_id: cycleId })
    .whereNull('outcome')
    .whereNull('lead_id')
    .orderBy('subject_id')
    .limit(limit)
    .forUpdate();

/** Writes the leads that a cycle claimed, many to a statement. */
export async function insertCycleLeads(tx: Db, rows: readonly JobCycleLeadRow[]): Promise<void> {
  if (rows.length > 0) await tx('job_cycle_leads').insert([...rows]);
}

/** Stores the outcomes of leads in one statement. Each row already exists, so none is inserted. */
export async function finishCycleLeads(tx: Db, rows: readonly JobCycleLeadRow[]): Promise<void> {
  if (rows.length === 0) return;
  await tx('job_cycle_leads')
    .insert([...rows])
    .onConflict()
    .merge(['outcome', 'reason', 'matched', 'acted_wall', 'steps', 'finished_at']);
}

export interface OutcomeCount {
  outcome: string | null;
  reason: string | null;
  matched: boolean | null;
  n: number;
}

/** Counts the leads of a cycle by how they came out. */
export async function countOutcomes(db: Db, cycleId: string): Promise<OutcomeCount[]> {
  const rows: OutcomeCount[] = await db('job_cycle_leads')
    .where({ cycle_id: cycleId })
    .groupBy('outcome', 'reason', 'matched')
    .select('outcome', 'reason', 'matched', db.raw('COUNT(*) AS n'));
  return rows.map((row) => ({ ...row, n: Number(row.n) }));
}

/** Ends what waits in a cycle: leads that are gone, or all of it when the cycle is cancelled. */
export async function skipWaiting(tx: Db, now: Date, cycleId: string, reason: string): Promise<void> {
  await tx('job_cycle_leads')
    .where({ cycle_id: cycleId })
    .whereNull('outcome')
    .update({ outcome: 'skipped', reason, finished_at: now });
}

/** Lists all results of a cycle, in the order in which they were worked. */
export const listCycleLeads = (db: Db, cycleId: string): Promise<JobCycleLeadRow[]> =>
  db('job_cycle_leads').where({ cycle_id: cycleId }).orderBy('subject_id');

/** Lists a page of a cycle's results in that order, with one row more than asked for. */
export function listSomeCycleLeads(
  db: Db,
  cycleId: string,
  {
    limit,
    after,
    outcome,
  }: { limit: number; after?: string | undefined; outcome?: LeadOutcome | 'waiting' | undefined },
): Promise<JobCycleLeadRow[]> {
  const query = db('job_cycle_leads').where({ cycle_id: cycleId });
  if (after !== undefined) query.where('subject_id', '>', after);
  if (outcome === 'waiting') query.whereNull('outcome');
  else if (outcome !== undefined) query.where({ outcome });
  return query.orderBy('subject_id').limit(limit + 1);
}
