import type { FunctionFireRow, FunctionRow } from '../../db/tables.js';
import { parseCron } from '../../domain/time/cron.js';
import { cronInWords } from '../../domain/time/cron-in-words.js';
import { nextRuns } from '../../domain/time/cron-runs.js';
import type { CloudFunction, FunctionSummary } from '../../schemas/functions/cloud-functions.js';
import { readFunction } from '../../services/functions/functions.js';

const RUNS_SHOWN = 5;

/** Shows a function as lists answer it. */
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
    allow_http_writes: row.allow_http_writes,
    is_active: row.is_active,
    event,
    schedule:
      row.cron_expression === null
        ? null
        : {
            cron_expression: row.cron_expression,
            cron_in_words: cronInWords(row.cron_expression),
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

/** Shows a fire of a function's schedule. */
export const toFire = (row: FunctionFireRow): CloudFunction['fires'][number] => ({
  id: row.id,
  nominal_at: row.nominal_at.toISOString(),
  status: row.status,
  matched: row.matched,
  succeeded: row.succeeded,
  failed: row.failed,
  ended_at: row.ended_at?.toISOString() ?? null,
});

function runsOf(row: FunctionRow, cron: string, now: Date): string[] {
  if (!row.is_active) return [];
  const parsed = parseCron(cron);
  return parsed.ok ? nextRuns(parsed.spec, row.timezone, now, RUNS_SHOWN).map((at) => at.toISOString()) : [];
}
