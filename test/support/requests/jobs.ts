import { JOB } from '../account-fixture.js';
import { at, one, PUBLIC, type Requests, resource } from './ask.js';

export const jobsRequests: Requests = {
  createBackgroundJob: at('/background-jobs', JOB),
  listBackgroundJobs: at('/background-jobs'),
  getBackgroundJob: resource((fixture) => fixture.job(), 'background-jobs'),
  updateBackgroundJob: resource((fixture) => fixture.job(), 'background-jobs', { name: 'Renamed' }),
  deleteBackgroundJob: resource((fixture) => fixture.job(), 'background-jobs'),
  previewBackgroundJob: at('/background-jobs/preview', JOB),
  runBackgroundJob: one(
    (fixture) => fixture.job(),
    (id) => `/background-jobs/${id}/run`,
  ),
  listBackgroundJobCycles: one(
    (fixture) => fixture.job(),
    (id) => `/background-jobs/${id}/cycles`,
  ),
  getBackgroundJobCycle: one(
    (fixture) => fixture.cycle(),
    (path) => path,
  ),
  listBackgroundJobCycleLeads: one(
    (fixture) => fixture.cycle(),
    (path) => `${path}/leads`,
  ),
  cancelBackgroundJobCycle: one(
    (fixture) => fixture.cycle(),
    (path) => `${path}/cancel`,
  ),
  listTasks: at('/tasks'),
  createTask: async (fixture) => ({
    path: `${PUBLIC}/tasks`,
    body: { title: 'Call her', lead_id: await fixture.lead(), due_at: '2031-03-04T08:30:00.000Z' },
  }),
  updateTask: resource((fixture) => fixture.task(), 'tasks', { status: 'done' }),
  listNotifications: at('/notifications'),
  readNotification: one(
    (fixture) => fixture.notification(),
    (id) => `/notifications/${id}/read`,
  ),
  putSecret: async () => ({ path: `${PUBLIC}/secrets/hook`, body: { value: 'a secret of the tests' } }),
  listSecrets: at('/secrets'),
  deleteSecret: one(
    (fixture) => fixture.secret(),
    (name) => `/secrets/${name}`,
  ),
};
