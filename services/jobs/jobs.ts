import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { cancelJobEffects, findCycleById } from '../../db/jobs/cycles.js';
import { beginReading } from '../../db/jobs/event-cursors.js';
import { insertJob, updateJob } from '../../db/jobs/jobs.js';
import type { JobCycleRow, JobRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { checkJob } from '../../domain/jobs/check.js';
import { type FullStep, fullStep } from '../../domain/jobs/steps.js';
import type { Problem } from '../../domain/problem.js';
import { normalizeCron } from '../../domain/time/cron.js';
import { newId } from '../../runtime/ids.js';
import type {
  CreateJobBody,
  JobEvent,
  JobScope,
  LeadFilter,
  TriggerType,
  UpdateJobBody,
  WorkflowFilters,
} from '../../schemas/jobs/background-jobs.js';
import { missingReferences } from '../agents/references.js';
import { cancelCycleWorkflow, syncJobSchedule } from '../instructions/jobs.js';
import { endCycle, isOpen } from './end-cycle.js';
import { referencesOfJob } from './references.js';

/** A job as its row holds it, its documents read. */
export interface JobDocument {
  id: string;
  account_id: string;
  name: string;
  description: string | null;
  trigger_type: TriggerType;
  scope: JobScope;
  cron_expression: string | null;
  timezone: string;
  event: JobEvent | null;
  lead_filters: LeadFilter[];
  workflow_filters: WorkflowFilters | null;
  steps: FullStep[];
  max_leads_per_cycle: number;
  cooldown_minutes: number | null;
  dry_run: boolean;
  is_active: boolean;
}

export type JobOutcome =
  | { outcome: 'done'; job: JobRow }
  | { outcome: 'refused'; problems: Problem[] }
  | { outcome: 'missing' };

const MAX_LEADS = 50;

/** Reads a job's row, its JSON parsed: what a cycle keeps of the job it began with. */
export const readJob = (row: JobRow): JobDocument => ({
  id: row.id,
  account_id: row.account_id,
  name: row.name,
  description: row.description,
  trigger_type: row.trigger_type,
  scope: row.scope,
  cron_expression: row.cron_expression,
  timezone: row.timezone,
  event: fromJson<JobEvent | null>(row.event),
  lead_filters: fromJson<LeadFilter[]>(row.lead_filters),
  workflow_filters: fromJson<WorkflowFilters | null>(row.workflow_filters),
  steps: fromJson<FullStep[]>(row.steps),
  max_leads_per_cycle: row.max_leads_per_cycle,
  cooldown_minutes: row.cooldown_minutes,
  dry_run: row.dry_run,
  is_active: row.is_active,
});

const columnsOf = (job: JobDocument) => ({
  name: job.name,
  description: job.description,
  trigger_type: job.trigger_type,
  scope: job.scope,
  cron_expression: job.cron_expression === null ? null : normalizeCron(job.cron_expression),
  timezone: job.timezone,
  event: job.event === null ? null : JSON.stringify(job.event),
  lead_filters: JSON.stringify(job.lead_filters),
  workflow_filters: job.workflow_filters === null ? null : JSON.stringify(job.workflow_filters),
  steps: JSON.stringify(job.steps),
  max_leads_per_cycle: job.max_leads_per_cycle,
  cooldown_minutes: job.cooldown_minutes,
  dry_run: job.dry_run,
  is_active: job.is_active,
});

/** The account of a job, with the default time zone of its jobs. */
export interface JobOwner {
  accountId: string;
  timezone: string;
  /** The author of the change, for the schedule's note: `key:<id>` or `user:<id>`. */
  by: string;
}

/** Returns a job as a request describes it, with everything it leaves out filled in. */
export function completeJob(owner: Pick<JobOwner, 'accountId' | 'timezone'>, body: CreateJobBody): JobDocument {
  return {
    id: newId(),
    account_id: owner.accountId,
    name: body.name ?? 'Background job',
    description: body.description ?? null,
    trigger_type: body.trigger_type ?? (body.cron_expression === undefined ? 'api' : 'cron'),
    scope: body.scope ?? 'lead_scoped',
    cron_expression: body.cron_expression ?? null,
    timezone: body.timezone ?? owner.timezone,
    event: body.event ?? null,
    lead_filters: body.lead_filters ?? [],
    workflow_filters: body.workflow_filters ?? null,
    steps: body.steps.map(fullStep),
    max_leads_per_cycle: body.max_leads_per_cycle ?? MAX_LEADS,
    cooldown_minutes: body.cooldown_minutes ?? null,
    dry_run: body.dry_run ?? false,
    is_active: body.is_active ?? true,
  };
}

/** Lists what keeps a job from being saved: problems in itself, then what it names and the account doesn't have. */
export async function jobProblems(db: Knex, job: JobDocument): Promise<Problem[]> {
  const problems = checkJob(job);
  return problems.length > 0 ? problems : missingReferences(db, job.account_id, referencesOfJob(job));
}

/** Creates a job. The outbox sets up its schedule, so it is also created if Temporal is unavailable now. */
export async function createJob(work: Work, owner: JobOwner, body: CreateJobBody): Promise<JobOutcome> {
  const { tx, now } = work;
  const job = completeJob(owner, body);
  const problems = await jobProblems(tx, job);
  if (problems.length > 0) return { outcome: 'refused', problems };
  const row: JobRow = {
    id: job.id,
    account_id: job.account_id,
    ...columnsOf(job),
    active_since: now,
    changed_by: owner.by,
    version: 1,
    open_cycle_id: null,
    cursor_lead_id: null,
    last_executed_at: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertJob(tx, row);
  if (hasSchedule(row)) await syncJobSchedule(work, row);
  if (row.trigger_type === 'event') await beginReading(tx, row.account_id, now);
  return { outcome: 'done', job: row };
}

const hasSchedule = (row: JobRow): boolean => row.trigger_type === 'cron';

/** Changes a job whose row the caller has locked. */
export async function changeJob(work: Work, owner: JobOwner, before: JobRow, body: UpdateJobBody): Promise<JobOutcome> {
  const { tx, now } = work;
  const old = readJob(before);
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const job: JobDocument = {
    ...old,
    ...given,
    steps: body.steps ? body.steps.map(fullStep) : old.steps,
  };
  const problems = await jobProblems(tx, job);
  if (problems.length > 0) return { outcome: 'refused', problems };
  const columns = columnsOf(job);
  const kept = Object.entries(columns).every(([name, value]) => before[name as keyof typeof columns] === value);
  if (kept) return { outcome: 'done', job: before };
  const changes: Partial<JobRow> = {
    ...columns,
    active_since:
      job.is_active && (!old.is_active || job.trigger_type !== old.trigger_type) ? now : before.active_since,
    changed_by: owner.by,
    version: before.version + 1,
    updated_at: now,
  };
  await updateJob(tx, before.id, changes);
  const row = { ...before, ...changes };
  if (hasSchedule(before) || hasSchedule(row)) await syncJobSchedule(work, row);
  if (row.trigger_type === 'event') await beginReading(tx, row.account_id, now);
  return { outcome: 'done', job: row };
}

/** Deletes a job: it fires no more, and a cycle that runs is cancelled. What its cycles did stays on record. */
export async function deleteJob(work: Work, owner: JobOwner, row: JobRow): Promise<void> {
  const { tx, now } = work;
  await updateJob(tx, row.id, {
    deleted_at: now,
    is_active: false,
    changed_by: owner.by,
    version: row.version + 1,
    updated_at: now,
  });
  if (hasSchedule(row)) await syncJobSchedule(work, row);
  if (row.open_cycle_id !== null) await cancelCycle(work, row.open_cycle_id);
}

/** Cancels a cycle that is open: what it hasn't done stays undone, what was put off too. Undefined if it had ended. */
export async function cancelCycle(work: Work, cycleId: string): Promise<JobCycleRow | undefined> {
  const { tx, now } = work;
  const before = await findCycleById(tx, cycleId);
  const waiting = before && (await cancelJobEffects(tx, now, cycleId));
  const open = before !== undefined && isOpen(before);
  if (!before || (!open && !waiting)) return undefined;
  const ended = await endCycle(work, cycleId, { status: 'cancelled' });
  await cancelCycleWorkflow(work, before);
  return ended;
}
