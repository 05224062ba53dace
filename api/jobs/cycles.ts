import { fromJson } from '../../db/connection.js';
import { listCycleLeads, listSomeCycleLeads } from '../../db/jobs/cycle-leads.js';
import { findCycle, listCycles } from '../../db/jobs/cycles.js';
import { findJob, lockJob } from '../../db/jobs/jobs.js';
import type { JobCycleLeadRow, JobCycleRow } from '../../db/tables.js';
import { cronInWords } from '../../domain/time/cron-in-words.js';
import {
  type Cycle,
  type CycleDetail,
  cancelJobCycleContract,
  getJobCycleContract,
  listJobCycleLeadsContract,
  listJobCyclesContract,
  previewJobContract,
  runJobContract,
  type StepResult,
} from '../../schemas/jobs/job-cycles.js';
import { runJobNow } from '../../services/jobs/claim-cycle.js';
import * as jobs from '../../services/jobs/jobs.js';
import { previewJob } from '../../services/jobs/preview.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { DEFAULT_LIMIT, decodeCursor, encodeCursor, idPage, idPageOf, pageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { includedFor } from '../http/response/included.js';
import { route } from '../http/route.js';
import { problemsError } from './problems.js';
import { nextRunsOf } from './to-job.js';

const KIND = 'job_cycles';
const LEADS = 'job_cycle_leads';

const toCycle = (row: JobCycleRow): Cycle => ({
  id: row.id,
  background_job_id: row.job_id,
  status: row.status,
  trigger_type: row.cause,
  nominal_at: row.nominal_at.toISOString(),
  dry_run: row.dry_run,
  matched: row.matched,
  evaluated: row.evaluated,
  acted: row.acted,
  skipped: {
    cooldown: row.skipped_cooldown,
    paused: row.skipped_paused,
    opted_out: row.skipped_opted_out,
    window: row.skipped_window,
    capped: row.skipped_capped,
    no_match: row.skipped_no_match,
  },
  failed: row.failed,
  truncated_by_limit: row.truncated_by_limit,
  warnings: fromJson<string[] | null>(row.warnings) ?? [],
  failure: row.failure,
  workflow_id: row.workflow_id,
  started_at: row.claimed_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
});

const toResult = (row: JobCycleLeadRow): CycleDetail['leads'][number] => ({
  lead_id: row.lead_id,
  workflow_id: row.agent_id,
  workflow_run_id: row.agent_run_id,
  outcome: (row.outcome ?? 'waiting') as 'waiting',
  reason: row.reason,
  steps: fromJson<StepResult[] | null>(row.steps) ?? [],
  finished_at: row.finished_at?.toISOString() ?? null,
});

export const previewJobRoute = (_deps: ApiDependencies) =>
  route(previewJobContract).handle(async (input) => {
    const { account, db, body, now } = input;
    const job = jobs.completeJob({ accountId: account.id, timezone: account.timezone }, body);
    const problems = await jobs.jobProblems(db, job);
    if (problems.length > 0) throw problemsError(problems);
    const schedule = {
      cron_in_words: job.cron_expression === null ? null : cronInWords(job.cron_expression),
      next_runs: nextRunsOf(job, now),
    };
    const preview = await previewJob(db, now, job);
    const rows = preview.leads.map(({ lead_id, workflow_id }) => ({ lead_id, agent_id: workflow_id }));
    return { status: 200, body: { data: { ...preview, ...schedule }, ...(await includedFor(input, rows)) } };
  });

export const runJobRoute = (_deps: ApiDependencies) =>
  route(runJobContract).handle(async ({ work, account, db, params, body }) => {
    const job = found(await lockJob(db, account.id, pathId(params.id, 'JOB_NOT_FOUND')), 'JOB_NOT_FOUND');
    const result = await runJobNow(work, job, {
      leadIds: body.lead_ids ? [...new Set(body.lead_ids.map((id) => id.toLowerCase()))] : null,
      dryRun: body.dry_run ?? null,
      idempotencyKey: body.idempotency_key ?? null,
    });
    if (result.outcome === 'inactive') throw new ApiError('JOB_INACTIVE');
    if (result.outcome === 'running') throw new ApiError('CYCLE_RUNNING');
    return { status: 202, body: { cycle_id: result.cycle.id, status: toCycle(result.cycle).status } };
  });

export const listJobCyclesRoute = (_deps: ApiDependencies) =>
  route(listJobCyclesContract).handle(async ({ account, db, params, query }) => {
    const job = found(await findJob(db, account.id, pathId(params.id, 'JOB_NOT_FOUND')), 'JOB_NOT_FOUND');
    const page = idPage(KIND, query);
    const { rows, pagination } = idPageOf(KIND, await listCycles(db, job.id, query.status, page), page.limit);
    return { status: 200, body: { data: rows.map(toCycle), pagination } };
  });

export const getJobCycleRoute = (_deps: ApiDependencies) =>
  route(getJobCycleContract).handle(async ({ account, db, params, query }) => {
    const job = found(await findJob(db, account.id, pathId(params.id, 'JOB_NOT_FOUND')), 'JOB_NOT_FOUND');
    const id = pathId(params.cycle_id, 'CYCLE_NOT_FOUND');
    const cycle = found(await findCycle(db, account.id, job.id, id), 'CYCLE_NOT_FOUND');
    const leads = query.leads === 'none' ? [] : (await listCycleLeads(db, cycle.id)).map(toResult);
    return { status: 200, body: { data: { ...toCycle(cycle), leads } } };
  });

export const listJobCycleLeadsRoute = (_deps: ApiDependencies) =>
  route(listJobCycleLeadsContract).handle(async (input) => {
    const { account, db, params, query } = input;
    const job = found(await findJob(db, account.id, pathId(params.id, 'JOB_NOT_FOUND')), 'JOB_NOT_FOUND');
    const id = pathId(params.cycle_id, 'CYCLE_NOT_FOUND');
    const cycle = found(await findCycle(db, account.id, job.id, id), 'CYCLE_NOT_FOUND');
    const limit = query.limit ?? DEFAULT_LIMIT;
    const page = { limit, after: decodeCursor(query.cursor, LEADS)?.[0], outcome: query.outcome };
    const some = await listSomeCycleLeads(db, cycle.id, page);
    const { rows, pagination } = pageOf(some, limit, (last) => encodeCursor(LEADS, [last.subject_id]));
    return { status: 200, body: { data: rows.map(toResult), ...(await includedFor(input, rows)), pagination } };
  });

export const cancelJobCycleRoute = (_deps: ApiDependencies) =>
  route(cancelJobCycleContract).handle(async ({ work, account, db, params }) => {
    const job = found(await lockJob(db, account.id, pathId(params.id, 'JOB_NOT_FOUND')), 'JOB_NOT_FOUND');
    const id = pathId(params.cycle_id, 'CYCLE_NOT_FOUND');
    const cycle = found(await findCycle(db, account.id, job.id, id), 'CYCLE_NOT_FOUND');
    const cancelled = await jobs.cancelCycle(work, cycle.id);
    if (!cancelled) {
      throw new ApiError('NOT_MODIFIABLE', { message: `The cycle is ${cycle.status} and can't be cancelled.` });
    }
    return { status: 200, body: { data: toCycle(cancelled) } };
  });
