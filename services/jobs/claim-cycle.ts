import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { insertCycleLeads } from '../../db/jobs/cycle-leads.js';
import type { Candidate } from '../../db/jobs/cycle-selection.js';
import { findCycleByDedupKey, findCycleById, insertCycle, updateCycle } from '../../db/jobs/cycles.js';
import { giveUpHeldLeads, listHeldCycles, listWithoutHeldEffects } from '../../db/jobs/held-leads.js';
import { listTakenEvents, type TakenEvent } from '../../db/jobs/job-events.js';
import { lockJobById, updateJob } from '../../db/jobs/jobs.js';
import { forgetHeldWork } from '../../db/operations/held-work.js';
import type { JobCycleLeadRow, JobCycleRow, JobRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { jobCycleIdOf } from '../../domain/flow/ids.js';
import type { CyclePiece } from '../../domain/flow/job-cycle.js';
import { wallClock } from '../../domain/jobs/wall-clock.js';
import { newId } from '../../runtime/ids.js';
import type { CycleStatus } from '../../schemas/jobs/background-jobs.js';
import { startCycle } from '../instructions/jobs.js';
import { type JobDocument, readJob } from './jobs.js';
import { agentsOf, type ClaimedLeads, selectLeads } from './select-leads.js';

/** The cause of a cycle. */
export interface CycleCause {
  cause: 'cron' | 'api' | 'event';
  dedupKey: Buffer;
  workflowId: string;
  nominalAt: Date;
  dryRun: boolean;
  leadIds: string[] | null;
  depth: number;
}

/** Makes the row of a cycle that begins. */
export const newCycle = (now: Date, job: JobRow, id: string, status: CycleStatus, cause: CycleCause): JobCycleRow => ({
  id,
  account_id: job.account_id,
  job_id: job.id,
  cause: cause.cause,
  cause_key: cause.dedupKey,
  workflow_id: cause.workflowId,
  status,
  dry_run: cause.dryRun,
  nominal_at: cause.nominalAt,
  definition: JSON.stringify(readJob(job)),
  lead_ids: cause.leadIds && JSON.stringify(cause.leadIds),
  origin_depth: cause.depth,
  claimed: 0,
  matched: 0,
  evaluated: 0,
  acted: 0,
  failed: 0,
  skipped_cooldown: 0,
  skipped_paused: 0,
  skipped_opted_out: 0,
  skipped_window: 0,
  skipped_capped: 0,
  skipped_no_match: 0,
  truncated_by_limit: 0,
  warnings: null,
  failure: null,
  claimed_at: null,
  ended_at: null,
  created_at: now,
  updated_at: now,
});

/**
 * Finds or creates the cycle of a workflow and lets it claim its leads, once. Returns undefined if the job is deleted
 * or inactive and there is nothing to do. A schedule's cycle that finds another one open is recorded as skipped.
 */
export async function claimCycle(
  work: Work,
  piece: Pick<CyclePiece, 'jobId' | 'cycleId' | 'nominalAt' | 'workflowId'>,
): Promise<JobCycleRow | undefined> {
  const { tx } = work;
  const job = await lockJobById(tx, piece.jobId);
  if (!job) return undefined;
  const cycle = piece.cycleId === null ? await cronCycle(work, job, piece) : await findCycleById(tx, piece.cycleId);
  if (cycle?.status !== 'queued') return cycle;
  return claim(work, job, cycle);
}

async function cronCycle(
  work: Work,
  job: JobRow,
  { nominalAt, workflowId }: Pick<CyclePiece, 'nominalAt' | 'workflowId'>,
): Promise<JobCycleRow | undefined> {
  const { tx, now } = work;
  const nominal = nominalAt === null ? now : new Date(nominalAt);
  const dedupKey = Buffer.from(nominalAt ?? workflowId);
  const earlier = await findCycleByDedupKey(tx, job.id, 'cron', dedupKey);
  if (earlier) return earlier;
  if (!job.is_active || job.deleted_at) return undefined;
  const free = job.open_cycle_id === null;
  const row = newCycle(now, job, newId(), free ? 'queued' : 'skipped_overlap', {
    cause: 'cron',
    dedupKey,
    workflowId,
    nominalAt: nominal,
    dryRun: job.dry_run,
    leadIds: null,
    depth: 0,
  });
  if (!free) row.ended_at = now;
  await insertCycle(tx, row);
  return row;
}

async function claim(work: Work, job: JobRow, cycle: JobCycleRow): Promise<JobCycleRow> {
  const { tx, now } = work;
  if (cycle.cause === 'cron') await takeOver(tx, job);
  const definition = fromJson<JobDocument>(cycle.definition);
  const leadIds = fromJson<string[] | null>(cycle.lead_ids);
  const claimed =
    definition.scope === 'workflow_scoped'
      ? await claimAgents(tx, definition, cycle)
      : await claimLeads(work, definition, cycle, job.cursor_lead_id, leadIds);
  const changes: Partial<JobCycleRow> = {
    status: 'running',
    claimed: claimed.leads,
    truncated_by_limit: claimed.truncated,
    claimed_at: now,
    updated_at: now,
    ...skipCounts(claimed.skipped),
  };
  await updateCycle(tx, cycle.id, changes);
  // A job that is a dry run as a whole goes through its leads; a single dry run of another one moves nothing.
  const moves = leadIds === null && (!cycle.dry_run || job.dry_run);
  await updateJob(tx, job.id, {
    open_cycle_id: cycle.id,
    last_executed_at: now,
    ...(moves ? { cursor_lead_id: claimed.cursor } : {}),
  });
  return { ...cycle, ...changes };
}

/**
 * Takes over the leads that earlier cycles of the schedule hold: two cycles would do the same thing twice. What such a cycle
 * put off and could not apply stays its own, and is tried again with it.
 */
async function takeOver(tx: Knex, job: JobRow): Promise<void> {
  const heldCycles = await listHeldCycles(tx, job);
  if (heldCycles.length === 0) return;
  await giveUpHeldLeads(tx, heldCycles);
  await forgetHeldWork(tx, 'cycle', await listWithoutHeldEffects(tx, heldCycles));
}

interface ClaimCounts extends Omit<ClaimedLeads, 'leads'> {
  leads: number;
}

function skipCounts(skipped: ClaimedLeads['skipped']): Partial<JobCycleRow> {
  const count = (reason: string) => skipped.filter((one) => one.reason === reason).length;
  return {
    skipped_cooldown: count('cooldown'),
    skipped_paused: count('paused'),
    skipped_opted_out: count('opted_out'),
    skipped_no_match: count('no_match'),
  };
}

async function claimLeads(
  work: Work,
  job: JobDocument,
  cycle: JobCycleRow,
  cursor: string | null,
  leadIds: string[] | null,
): Promise<ClaimCounts> {
  const { tx, now } = work;
  const events = cycle.cause === 'event' ? await listTakenEvents(tx, cycle.id) : new Map<string, TakenEvent>();
  const wall = wallClock(cycle.nominal_at, job.timezone);
  const endedAt = new Map([...events].map(([leadId, { at }]) => [leadId, at]));
  const claimed = await selectLeads(tx, { job, now, cursor, wall, leadIds, endedAt });
  await insertCycleLeads(
    tx,
    claimed.leads.map((lead) => cycleLeadRow(cycle, lead, events.get(lead.lead_id)?.id ?? null)),
  );
  return { ...claimed, leads: claimed.leads.length };
}

const cycleLeadRow = (cycle: JobCycleRow, lead: Candidate, eventId: string | null): JobCycleLeadRow => ({
  cycle_id: cycle.id,
  subject_id: lead.lead_id,
  account_id: cycle.account_id,
  job_id: cycle.job_id,
  lead_id: lead.lead_id,
  agent_id: lead.agent_id,
  agent_run_id: lead.agent_run_id,
  event_id: eventId,
  ...WAITING,
});

const WAITING = { outcome: null, reason: null, matched: null, acted_wall: null, steps: null, finished_at: null };

async function claimAgents(tx: Knex, job: JobDocument, cycle: JobCycleRow): Promise<ClaimCounts> {
  const agents = (await agentsOf(tx, job)) ?? [];
  const taken = agents.slice(0, job.max_leads_per_cycle);
  await insertCycleLeads(
    tx,
    taken.map(({ id }) => ({
      cycle_id: cycle.id,
      subject_id: id,
      account_id: cycle.account_id,
      job_id: cycle.job_id,
      lead_id: null,
      agent_id: id,
      agent_run_id: null,
      event_id: null,
      ...WAITING,
    })),
  );
  return { leads: taken.length, skipped: [], truncated: agents.length - taken.length, cursor: null };
}

export interface RunRequest {
  leadIds: string[] | null;
  dryRun: boolean | null;
  idempotencyKey: string | null;
}

export type RunOutcome = { outcome: 'queued'; cycle: JobCycleRow } | { outcome: 'inactive' } | { outcome: 'running' };

/** Requests a cycle of a job, whose row the caller has locked, now. The same key gives the same cycle, ended or not. */
export async function runJobNow(work: Work, job: JobRow, request: RunRequest): Promise<RunOutcome> {
  const { tx, now } = work;
  const id = newId();
  const dedupKey = createHash('sha256')
    .update(request.idempotencyKey ?? id)
    .digest();
  const earlier = request.idempotencyKey === null ? undefined : await findCycleByDedupKey(tx, job.id, 'api', dedupKey);
  if (earlier) return { outcome: 'queued', cycle: earlier };
  const dryRun = request.dryRun ?? job.dry_run;
  // A dry run also works for an inactive job, so that it can be tested before it is activated.
  if (!job.is_active && !dryRun) return { outcome: 'inactive' };
  if (job.open_cycle_id !== null) return { outcome: 'running' };
  const cycle = await openCycle(work, job, id, {
    cause: 'api',
    dedupKey,
    nominalAt: now,
    dryRun,
    leadIds: request.leadIds,
    depth: 0,
  });
  return { outcome: 'queued', cycle };
}

/** Makes a cycle, takes the job's claim for it and asks for its workflow. The caller has locked the job's row. */
export async function openCycle(
  work: Work,
  job: JobRow,
  id: string,
  cause: Omit<CycleCause, 'workflowId'>,
): Promise<JobCycleRow> {
  const { tx, now } = work;
  const workflowId = jobCycleIdOf(job.id, id);
  const cycle = newCycle(now, job, id, 'queued', { ...cause, workflowId });
  await insertCycle(tx, cycle);
  await updateJob(tx, job.id, { open_cycle_id: id });
  await startCycle(work, cycle, cause.cause === 'api' ? 'a request' : 'events');
  return cycle;
}
