import type { Knex } from 'knex';
import { insertJob, updateJob } from '../db/background-jobs.js';
import { fromJson } from '../db/connection.js';
import { cancelJobEffects, findCycleById } from '../db/job-cycles.js';
import { beginReading } from '../db/job-events.js';
import { addToOutbox } from '../db/outbox.js';
import type { JobCycleRow, JobRow } from '../db/tables-jobs.js';
import { scheduleIdOf } from '../domain/flow/ids.js';
import { checkJob } from '../domain/jobs/check.js';
import { type FullStep, fullStep } from '../domain/jobs/steps.js';
import type { Problem } from '../domain/problem.js';
import { newId } from '../runtime/ids.js';
import type {
  CreateJobBody,
  JobEvent,
  JobScope,
  LeadFilter,
  TriggerType,
  UpdateJobBody,
  WorkflowFilters,
} from '../schemas/background-jobs.js';
import { endCycle, isOpen } from './cycle-end.js';
import { referencesOfJob } from './job-references.js';
import { missingReferences } from './references.js';

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

export const readJob = (row: JobRow): JobDocument => ({
  id: row.id,
  account_id: row.account_id,
  name: row.name,
  description: row.description,
  trigger_type: row.trigger_type as TriggerType,
  scope: row.scope as JobScope,
  cron_expression: row.cron_expression,
  timezone: row.timezone,
  event: fromJson<JobEvent | null>(row.event),
  lead_filters: fromJson<LeadFilter[]>(row.lead_filters),
  workflow_filters: fromJson<WorkflowFilters | null>(row.workflow_filters),
  steps: fromJson<FullStep[]>(row.steps),
  max_leads_per_cycle: row.max_leads_per_cycle,
  cooldown_minutes: row.cooldown_minutes,
  dry_run: row.dry_run === 1,
  is_active: row.is_active === 1,
});

const columnsOf = (job: JobDocument) => ({
  name: job.name,
  description: job.description,
  trigger_type: job.trigger_type,
  scope: job.scope,
  cron_expression: job.cron_expression,
  timezone: job.timezone,
  event: job.event === null ? null : JSON.stringify(job.event),
  lead_filters: JSON.stringify(job.lead_filters),
  workflow_filters: job.workflow_filters === null ? null : JSON.stringify(job.workflow_filters),
  steps: JSON.stringify(job.steps),
  max_leads_per_cycle: job.max_leads_per_cycle,
  cooldown_minutes: job.cooldown_minutes,
  dry_run: job.dry_run ? 1 : 0,
  is_active: job.is_active ? 1 : 0,
});

/** Whose job it is; the zone is that of jobs which name none. */
export interface JobOwner {
  accountId: string;
  timezone: string;
  /** Who changes it, as the schedule's note tells: `key:<id>` or `user:<id>`. */
  by: string;
}

/** A job as a request describes it, with everything it leaves out filled in. */
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

/** What keeps a job from being saved: faults in itself, then what it names and the account doesn't have. */
export async function jobProblems(db: Knex, job: JobDocument): Promise<Problem[]> {
  const problems = checkJob(job);
  return problems.length > 0 ? problems : missingReferences(db, job.account_id, referencesOfJob(job));
}

/** Makes a job. Its schedule is set up through the outbox, so that it comes to be even if Temporal is away now. */
export async function createJob(tx: Knex, now: Date, owner: JobOwner, body: CreateJobBody): Promise<JobOutcome> {
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
  if (hasSchedule(row)) await askForJobSchedule(tx, now, row);
  if (row.trigger_type === 'event') await beginReading(tx, row.account_id);
  return { outcome: 'done', job: row };
}

const hasSchedule = (row: JobRow): boolean => row.trigger_type === 'cron';

/** Asks for the job's schedule to be made what its row says; doing so twice, or late, is harmless. */
export async function askForJobSchedule(tx: Knex, now: Date, row: JobRow): Promise<void> {
  await addToOutbox(tx, now, [
    { accountId: row.account_id, kind: 'schedule', workflowId: scheduleIdOf(row.id), args: { jobId: row.id } },
  ]);
}

/** Changes a job whose row the caller has locked. */
export async function changeJob(
  tx: Knex,
  now: Date,
  owner: JobOwner,
  before: JobRow,
  body: UpdateJobBody,
): Promise<JobOutcome> {
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
  if (hasSchedule(before) || hasSchedule(row)) await askForJobSchedule(tx, now, row);
  if (row.trigger_type === 'event') await beginReading(tx, row.account_id);
  return { outcome: 'done', job: row };
}

/** Deletes a job: it fires no more, and a cycle that runs is cancelled. What its cycles did stays on record. */
export async function deleteJob(tx: Knex, now: Date, owner: JobOwner, row: JobRow): Promise<void> {
  await updateJob(tx, row.id, {
    deleted_at: now,
    is_active: 0,
    changed_by: owner.by,
    version: row.version + 1,
    updated_at: now,
  });
  if (hasSchedule(row)) await askForJobSchedule(tx, now, row);
  if (row.open_cycle_id !== null) await cancelCycle(tx, now, row.open_cycle_id);
}

/** Cancels a cycle that is open: what it hasn't done stays undone, what was put off too. Undefined if it had ended. */
export async function cancelCycle(tx: Knex, now: Date, cycleId: string): Promise<JobCycleRow | undefined> {
  const before = await findCycleById(tx, cycleId);
  const waiting = before && (await cancelJobEffects(tx, now, cycleId));
  const open = before !== undefined && isOpen(before);
  if (!before || (!open && !waiting)) return undefined;
  const ended = await endCycle(tx, now, cycleId, { status: 'cancelled' });
  await addToOutbox(tx, now, [
    { accountId: before.account_id, kind: 'cancel', workflowId: before.workflow_id, args: { cycleId } },
  ]);
  return ended;
}
