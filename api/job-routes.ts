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
import { listNotificationsRoute, readNotificationRoute } from './notifications/notifications.js';
import type { Route } from './route.js';
import { deleteSecretRoute, listSecretsRoute, putSecretRoute } from './secrets/secrets.js';
import { listTasksRoute, updateTaskRoute } from './tasks/tasks.js';

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
    listTasksRoute,
    updateTaskRoute,
    listNotificationsRoute,
    readNotificationRoute,
    putSecretRoute,
    listSecretsRoute,
    deleteSecretRoute,
  ].map((make) => make(deps));
