import type { Knex } from 'knex';
import { lockJob } from '../../db/jobs/jobs.js';
import type { JobRow } from '../../db/tables.js';
import {
  createJobContract,
  deleteJobContract,
  updateJobContract,
} from '../../schemas/jobs/background-job-contracts.js';
import type { CreateJobBody } from '../../schemas/jobs/background-jobs.js';
import * as jobs from '../../services/jobs/jobs.js';
import type { ApiDependencies } from '../dependencies.js';
import { callerName } from '../http/auth/caller-name.js';
import { found, pathId } from '../http/request/path-id.js';
import { type RouteInput, route } from '../http/route.js';
import { checkIfMatch, etagOf } from '../leads/find.js';
import { problemsError } from './problems.js';
import { toCreatedJob, toJob } from './to-job.js';

type Writing = Pick<RouteInput<typeof createJobContract>, 'account' | 'key' | 'user'>;

const ownerOf = ({ account, key, user }: Writing): jobs.JobOwner => ({
  accountId: account.id,
  timezone: account.timezone,
  by: callerName({ key, user }),
});

/** The schedule follows the row as soon as Temporal takes it; while Temporal is away the answer says so. */
const warningsOf = async ({ temporalHealthy }: ApiDependencies, row: JobRow): Promise<string[]> =>
  row.trigger_type === 'cron' && !(await temporalHealthy()) ? ['schedule_pending'] : [];

export const createJobRoute = (deps: ApiDependencies) =>
  route(createJobContract).handle(async (input) => {
    const result = await jobs.createJob(input.work, ownerOf(input), input.body);
    if (result.outcome !== 'done') throw problemsError(result.outcome === 'refused' ? result.problems : []);
    return {
      status: 201,
      headers: { ETag: etagOf(result.job) },
      body: { data: toCreatedJob(result.job), warnings: await warningsOf(deps, result.job) },
    };
  }, canonicalJob);

/** The whole job that a body describes, but for the id that each gets of its own. */
const canonicalJob = (body: CreateJobBody, { id: accountId, timezone }: { id: string; timezone: string }) => ({
  ...jobs.completeJob({ accountId, timezone }, body),
  id: null,
});

const lockOwn = async (tx: Knex, accountId: string, id: string): Promise<JobRow> =>
  found(await lockJob(tx, accountId, pathId(id, 'JOB_NOT_FOUND')), 'JOB_NOT_FOUND');

export const updateJobRoute = (deps: ApiDependencies) =>
  route(updateJobContract).handle(async (input) => {
    const before = await lockOwn(input.db, input.account.id, input.params.id);
    checkIfMatch(input.req, before);
    const result = await jobs.changeJob(input.work, ownerOf(input), before, input.body);
    if (result.outcome !== 'done') throw problemsError(result.outcome === 'refused' ? result.problems : []);
    return {
      status: 200,
      headers: { ETag: etagOf(result.job) },
      body: { data: toJob(result.job, input.now), warnings: await warningsOf(deps, result.job) },
    };
  });

export const deleteJobRoute = (_deps: ApiDependencies) =>
  route(deleteJobContract).handle(async (input) => {
    const row = await lockOwn(input.db, input.account.id, input.params.id);
    checkIfMatch(input.req, row);
    await jobs.deleteJob(input.work, ownerOf(input), row);
    return { status: 204, body: null };
  });
