import type { FunctionRow } from '../../db/tables-functions.js';
import { parseCron } from '../../domain/cron.js';
import { nextRuns } from '../../domain/cron-runs.js';
import type { FunctionSummary } from '../../schemas/cloud-functions.js';
import { readFunction } from '../../services/cloud-functions.js';

const RUNS_TOLD = 5;

/** A function as lists answer it. */
export function toFunctionSummary(row: FunctionRow, deployedAt: Date | null, now: Date): FunctionSummary {
  const { allowedHosts, event, leadsQuery } = readFunction(row);
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    version: row.source_version,
    deployed_at: deployedAt?.toISOString() ?? null,
    timeout_ms: row.timeout_ms,
    allowed_hosts: allowedHosts,
    allow_http_writes: row.allow_http_writes === 1,
    is_active: row.is_active === 1,
    event,
    schedule:
      row.cron_expression === null
        ? null
        : {
            cron_expression: row.cron_expression,
            timezone: row.timezone,
            leads_query: leadsQuery,
            max_leads: row.max_leads,
            next_runs: runsOf(row, row.cron_expression, now),
          },
    last_run_at: row.last_run_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function runsOf(row: FunctionRow, cron: string, now: Date): string[] {
  if (row.is_active !== 1) return [];
  const parsed = parseCron(cron);
  return parsed.ok ? nextRuns(parsed.spec, row.timezone, now, RUNS_TOLD).map((at) => at.toISOString()) : [];
}
