import type { Knex } from 'knex';
import { lockJob } from '../../db/background-jobs.js';
import type { JobRow } from '../../db/tables-jobs.js';
import { createJob, deleteJob, updateJob } from '../../schemas/background-job-contracts.js';
import type { CreateJobBody } from '../../schemas/background-jobs.js';
import * as jobs from '../../services/background-jobs.js';
import type { ApiDependencies } from '../dependencies.js';
import { checkIfMatch, etagOf } from '../leads/find.js';
import { found, pathId } from '../path-id.js';
import { type RouteInput, route } from '../route.js';
import { problemsError } from './problems.js';
import { toCreatedJob, toJob } from './to-job.js';

type Writing = Pick<RouteInput<typeof createJob>, 'account' | 'key' | 'user'>;

const ownerOf = ({ account, key, user }: Writing): jobs.JobOwner => ({
  accountId: account.id,
  timezone: account.timezone,
  by: user ? `user:${user.id}` : `key:${key?.id ?? ''}`,
});

/** The schedule follows the row as soon as Temporal takes it; while Temporal is away the answer says so. */
const warningsOf = async ({ temporalHealthy }: ApiDependencies, row: JobRow): Promise<string[]> =>
  row.trigger_type === 'cron' && !(await temporalHealthy()) ? ['schedule_pending'] : [];

export const createJobRoute = (deps: ApiDependencies) =>
  route(createJob).handle(async (input) => {
    const result = await jobs.createJob(input.db, input.now, ownerOf(input), input.body);
    if (result.outcome !== 'done') throw problemsError(result.outcome === 'refused' ? result.problems : []);
    return {
      status: 201,
      headers: { ETag: etagOf(result.job) },
      body: { data: toCreatedJob(result.job), warnings: await warningsOf(deps, result.job) },
    };
  }, meaningOfJob);

/** The whole job that a body describes, but for the id that each gets of its own. */
const meaningOfJob = (body: CreateJobBody, { id: accountId, timezone }: { id: string; timezone: string }) => ({
  ...jobs.completeJob({ accountId, timezone }, body),
  id: null,
});

const lockOwn = async (tx: Knex, accountId: string, id: string): Promise<JobRow> =>
  found(await lockJob(tx, accountId, pathId(id, 'JOB_NOT_FOUND')), 'JOB_NOT_FOUND');

export const updateJobRoute = (deps: ApiDependencies) =>
  route(updateJob).handle(async (input) => {
    const before = await lockOwn(input.db, input.account.id, input.params.id);
    checkIfMatch(input.req, before);
    const result = await jobs.changeJob(input.db, input.now, ownerOf(input), before, input.body);
    if (result.outcome !== 'done') throw problemsError(result.outcome === 'refused' ? result.problems : []);
    return {
      status: 200,
      headers: { ETag: etagOf(result.job) },
      body: { data: toJob(result.job, input.now), warnings: await warningsOf(deps, result.job) },
    };
  });

export const deleteJobRoute = (_deps: ApiDependencies) =>
  route(deleteJob).handle(async (input) => {
    const row = await lockOwn(input.db, input.account.id, input.params.id);
    checkIfMatch(input.req, row);
    await jobs.deleteJob(input.db, input.now, ownerOf(input), row);
    return { status: 204, body: null };
  });
