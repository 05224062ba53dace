import type { JobCycleRow, JobRow } from '../../db/tables.js';
import { parseCron } from '../../domain/time/cron.js';
import { cronInWords } from '../../domain/time/cron-in-words.js';
import { nextRuns } from '../../domain/time/cron-runs.js';
import type { CreatedJob, Job, ListedJob } from '../../schemas/jobs/background-jobs.js';
import { readJob } from '../../services/jobs/jobs.js';

const RUNS_SHOWN = 5;

/** Shows a job as its creation answers it. */
export function toCreatedJob(row: JobRow): CreatedJob {
  const job = readJob(row);
  return {
    id: row.id,
    name: job.name,
    steps: job.steps,
    is_active: job.is_active,
    description: job.description,
    cron_expression: job.cron_expression,
    lead_filters: job.lead_filters,
    workflow_filters: job.workflow_filters,
    max_leads_per_cycle: job.max_leads_per_cycle,
    cooldown_minutes: job.cooldown_minutes,
    dry_run: job.dry_run,
    created_at: row.created_at.toISOString(),
    last_executed_at: row.last_executed_at?.toISOString() ?? null,
  };
}

/** Shows a job with everything there is to it. */
export const toJob = (row: JobRow, now: Date): Job => ({
  ...toCreatedJob(row),
  trigger_type: row.trigger_type,
  scope: row.scope,
  timezone: row.timezone,
  event: readJob(row).event,
  updated_at: row.updated_at.toISOString(),
  cron_in_words: row.cron_expression === null ? null : cronInWords(row.cron_expression),
  next_runs: row.is_active ? nextRunsOf(row, now) : [],
});

/** Returns a job in the format of lists, with the outcome of its latest cycle. */
export const toListedJob = (row: JobRow, now: Date, last: JobCycleRow | undefined): ListedJob => ({
  ...toJob(row, now),
  last_cycle: last
    ? {
        id: last.id,
        status: last.status,
        dry_run: last.dry_run,
        acted: last.acted,
        failed: last.failed,
        nominal_at: last.nominal_at.toISOString(),
        ended_at: last.ended_at?.toISOString() ?? null,
      }
    : null,
});

/** Lists when a job fires by its schedule, whether or not it is active. */
export function nextRunsOf(row: Pick<JobRow, 'trigger_type' | 'cron_expression' | 'timezone'>, now: Date): string[] {
  if (row.trigger_type !== 'cron' || row.cron_expression === null) return [];
  const parsed = parseCron(row.cron_expression);
  return parsed.ok ? nextRuns(parsed.spec, row.timezone, now, RUNS_SHOWN).map((at) => at.toISOString()) : [];
}
