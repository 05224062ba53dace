import type { JobRow } from '../../db/tables.js';
import { parseCron } from '../../domain/time/cron.js';
import { nextRuns } from '../../domain/time/cron-runs.js';
import type { CreatedJob, Job } from '../../schemas/jobs/background-jobs.js';
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
  next_runs: runsOf(row, now),
});

function runsOf(row: JobRow, now: Date): string[] {
  if (row.trigger_type !== 'cron' || !row.is_active || row.cron_expression === null) return [];
  const parsed = parseCron(row.cron_expression);
  return parsed.ok ? nextRuns(parsed.spec, row.timezone, now, RUNS_SHOWN).map((at) => at.toISOString()) : [];
}
