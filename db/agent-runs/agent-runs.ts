import type { Db } from '../connection.js';
import { insertRows } from '../insert-rows.js';
import type { AgentRunRow } from './tables.js';

/** Writes new enrolments; the unique key (lead, agent, open) refuses a second open one. */
export async function insertRuns(tx: Db, rows: AgentRunRow[]): Promise<void> {
  await insertRows(tx, 'agent_runs', rows);
}

/** Locks the row of an enrolment until the transaction ends: pauses, stops and claims take turns on this lock. */
export const lockRun = (tx: Db, id: string): Promise<AgentRunRow | undefined> =>
  tx('agent_runs').where({ id }).forUpdate().first();

export const findRun = (db: Db, accountId: string, id: string): Promise<AgentRunRow | undefined> =>
  db('agent_runs').where({ account_id: accountId, id }).first();

/** Locks the open enrolments of a lead, newest first. */
export const lockOpenRuns = (tx: Db, accountId: string, leadId: string): Promise<AgentRunRow[]> =>
  tx('agent_runs').where({ account_id: accountId, lead_id: leadId, open_slot: 1 }).orderBy('id', 'desc').forUpdate();

/** Locks the open enrolments of some leads, in the order of their ids. */
export async function lockRunsOfLeads(tx: Db, accountId: string, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  const open = tx('agent_runs')
    .where({ account_id: accountId, open_slot: 1 })
    .whereIn('lead_id', [...leadIds]);
  await open.orderBy('id').forUpdate().select('id');
}

/** Locks the open enrolment of a lead in one agent; looked up before, so that one that is not there locks no gap. */
export async function lockOpenRunIn(
  tx: Db,
  accountId: string,
  leadId: string,
  agentId: string,
): Promise<AgentRunRow | undefined> {
  const found: Pick<AgentRunRow, 'id'> | undefined = await tx('agent_runs')
    .where({ account_id: accountId, lead_id: leadId, agent_id: agentId, open_slot: 1 })
    .first('id');
  const run = found && (await lockRun(tx, found.id));
  return run?.open_slot === 1 ? run : undefined;
}

/** Locks one enrolment of a lead, in one agent or any: the open one before one that has ended, then the newest. */
export async function lockNewestRun(
  tx: Db,
  accountId: string,
  leadId: string,
  agentId: string | null,
): Promise<AgentRunRow | undefined> {
  const found = await findNewestRun(tx, accountId, leadId, agentId);
  return found && lockRun(tx, found.id);
}

/** Finds the same without locking it. */
export const findNewestRun = (
  db: Db,
  accountId: string,
  leadId: string,
  agentId: string | null,
): Promise<AgentRunRow | undefined> =>
  db('agent_runs')
    .where({ account_id: accountId, lead_id: leadId, ...(agentId === null ? {} : { agent_id: agentId }) })
    .orderBy('open_slot', 'desc')
    .orderBy('id', 'desc')
    .first();

/** Lists the open enrolments of leads, newest first. */
export const listOpenRuns = (db: Db, accountId: string, leadIds: string[]): Promise<AgentRunRow[]> =>
  leadIds.length === 0
    ? Promise.resolve([])
    : db('agent_runs').where({ account_id: accountId, open_slot: 1 }).whereIn('lead_id', leadIds).orderBy('id', 'desc');

/** Lists all enrolments of leads in one agent, newest first: what the re-enrolment policy looks at. */
export const listRunsInAgent = (db: Db, agentId: string, leadIds: string[]): Promise<AgentRunRow[]> =>
  leadIds.length === 0
    ? Promise.resolve([])
    : db('agent_runs').where({ agent_id: agentId }).whereIn('lead_id', leadIds).orderBy('id', 'desc');

export async function updateRun(tx: Db, id: string, changes: Partial<AgentRunRow>): Promise<void> {
  await tx('agent_runs').where({ id }).update(changes);
}

/**
 * Lists open enrollments without progress: never confirmed as started, or long overdue. The clocks of the API and the
 * database may differ a little, so the limits are generous.
 */
export async function listOverdueRuns(
  db: Db,
  { unstartedBefore, overdueBefore, limit }: { unstartedBefore: Date; overdueBefore: Date; limit: number },
): Promise<Pick<AgentRunRow, 'id' | 'account_id' | 'agent_id' | 'lead_id'>[]> {
  const columns = ['id', 'account_id', 'agent_id', 'lead_id'] as const;
  // Work with a waiting instruction is taken care of. Another instruction would only lengthen the queue.
  const instructed = () => db('outbox').select(db.raw('1')).whereRaw("workflow_id = CONCAT('cadence/', agent_runs.id)");
  const unstarted = await db('agent_runs')
    .where({ open_slot: 1 })
    .whereNotExists(instructed())
    .whereNull('started_at')
    .where('enrolled_at', '<', unstartedBefore)
    .limit(limit)
    .select(...columns);
  const overdue = await db('agent_runs')
    .where({ open_slot: 1 })
    .whereNotExists(instructed())
    .where('wake_at', '<', overdueBefore)
    .orderBy('wake_at')
    .limit(limit)
    .select(...columns);
  return [...new Map([...unstarted, ...overdue].map((run) => [run.id, run])).values()];
}

/** Lists each lead's open enrolment, the newest one; the newest ended one where none is open. */
export async function listNewestRuns(db: Db, leadIds: readonly string[]): Promise<Map<string, AgentRunRow>> {
  if (leadIds.length === 0) return new Map();
  const rows = await db('agent_runs')
    .whereIn('lead_id', [...leadIds])
    .orderByRaw('open_slot IS NULL DESC, id');
  return new Map(rows.map((row) => [row.lead_id, row]));
}

/** Returns whether a run is open still. */
export const isRunOpen = async (db: Db, id: string): Promise<boolean> =>
  (await db('agent_runs').where({ id, open_slot: 1 }).first('id')) !== undefined;

/** Lists those of the runs that have ended. */
export const listEnded = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  ids.length === 0
    ? []
    : db('agent_runs')
        .whereIn('id', [...ids])
        .whereNull('open_slot')
        .pluck('id');

/** Notes when the workflows of runs were started first. */
export async function noteStarted(db: Db, now: Date, ids: readonly string[]): Promise<void> {
  if (ids.length > 0)
    await db('agent_runs')
      .whereIn('id', [...ids])
      .whereNull('started_at')
      .update({ started_at: now });
}

/**
 * Attributes to the person who answers a lead the pauses that a rule made for someone to answer. The caller has locked
 * the lead.
 */
export async function claimRuledTakeovers(tx: Db, leadId: string, by: string): Promise<void> {
  await tx('agent_runs')
    .where({ lead_id: leadId, open_slot: 1, human_takeover: true, paused_by: 'rule' })
    .update({ paused_by: by });
}

/** Clears the takeover of an enrollment. Only for transactions that are rolled back. */
export async function clearTakeover(tx: Db, id: string): Promise<void> {
  await tx('agent_runs').where({ id }).update({ human_takeover: false });
}
