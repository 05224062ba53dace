import {
  cancelCycleRoute,
  getCycleRoute,
  listCyclesRoute,
  previewJobRoute,
  runJobRoute,
} from './background-jobs/cycles.js';
import { getJobRoute, listJobsRoute } from './background-jobs/read-jobs.js';
import { createJobRoute, deleteJobRoute, updateJobRoute } from './background-jobs/write-jobs.js';
import type { ApiDependencies } from './dependencies.js';
import type { Route } from './route.js';

/** The endpoints of background jobs and of what they leave to people. */
export const jobRoutes = (deps: ApiDependencies): Route[] =>
  [
    createJobRoute,
    listJobsRoute,
    getJobRoute,
    updateJobRoute,
    deleteJobRoute,
    previewJobRoute,
    runJobRoute,
    listCyclesRoute,
    getCycleRoute,
    cancelCycleRoute,
  ].map((make) => make(deps));
