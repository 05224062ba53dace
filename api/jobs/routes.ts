import { deleteSecretRoute, listSecretsRoute, putSecretRoute } from '../accounts/secrets.js';
import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import {
  cancelJobCycleRoute,
  getJobCycleRoute,
  listJobCycleLeadsRoute,
  listJobCyclesRoute,
  previewJobRoute,
  runJobRoute,
} from './cycles.js';
import { listNotificationsRoute, readNotificationRoute } from './notifications.js';
import { getJobRoute, listJobsRoute } from './read-jobs.js';
import { createTaskRoute, listTasksRoute, updateTaskRoute } from './tasks.js';
import { createJobRoute, deleteJobRoute, updateJobRoute } from './write-jobs.js';

/** Lists the endpoints of background jobs and of what they leave to people. */
export const jobRoutes = (deps: ApiDependencies): Route[] =>
  [
    createJobRoute,
    listJobsRoute,
    getJobRoute,
    updateJobRoute,
    deleteJobRoute,
    previewJobRoute,
    runJobRoute,
    listJobCyclesRoute,
    getJobCycleRoute,
    listJobCycleLeadsRoute,
    cancelJobCycleRoute,
    listTasksRoute,
    createTaskRoute,
    updateTaskRoute,
    listNotificationsRoute,
    readNotificationRoute,
    putSecretRoute,
    listSecretsRoute,
    deleteSecretRoute,
  ].map((make) => make(deps));
