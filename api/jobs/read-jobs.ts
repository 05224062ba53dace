import { findLatestCycles } from '../../db/jobs/cycles.js';
import { findJob, listJobs } from '../../db/jobs/jobs.js';
import { getJobContract, listJobsContract } from '../../schemas/jobs/background-job-contracts.js';
import type { ApiDependencies } from '../dependencies.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { etagOf } from '../leads/find.js';
import { toJob, toListedJob } from './to-job.js';

const KIND = 'background_jobs';

export const listJobsRoute = (_deps: ApiDependencies) =>
  route(listJobsContract).handle(async ({ account, db, query, now }) => {
    const page = idPage(KIND, query);
    const filter = {
      trigger_type: query.trigger_type,
      is_active: query.is_active === undefined ? undefined : query.is_active === 'true',
    };
    const { rows, pagination } = idPageOf(KIND, await listJobs(db, account.id, filter, page), page.limit);
    const latest = await findLatestCycles(
      db,
      rows.map(({ id }) => id),
    );
    const data = rows.map((row) => toListedJob(row, now, latest.get(row.id)));
    return { status: 200, body: { data, pagination } };
  });

export const getJobRoute = (_deps: ApiDependencies) =>
  route(getJobContract).handle(async ({ account, db, params, now }) => {
    const row = found(await findJob(db, account.id, pathId(params.id, 'JOB_NOT_FOUND')), 'JOB_NOT_FOUND');
    return { status: 200, headers: { ETag: etagOf(row) }, body: { data: toJob(row, now) } };
  });
