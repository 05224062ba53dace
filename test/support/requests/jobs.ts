import { JOB } from '../world.js';
import { at, one, PUBLIC, type Requests, resource } from './ask.js';

export const jobsRequests: Requests = {
  createBackgroundJob: at('/background-jobs', JOB),
  listBackgroundJobs: at('/background-jobs'),
  getBackgroundJob: resource((world) => world.job(), 'background-jobs'),
  updateBackgroundJob: resource((world) => world.job(), 'background-jobs', { name: 'Renamed' }),
  deleteBackgroundJob: resource((world) => world.job(), 'background-jobs'),
  previewBackgroundJob: at('/background-jobs/preview', JOB),
  runBackgroundJob: one(
    (world) => world.job(),
    (id) => `/background-jobs/${id}/run`,
  ),
  listBackgroundJobCycles: one(
    (world) => world.job(),
    (id) => `/background-jobs/${id}/cycles`,
  ),
  getBackgroundJobCycle: one(
    (world) => world.cycle(),
    (path) => path,
  ),
  listBackgroundJobCycleLeads: one(
    (world) => world.cycle(),
    (path) => `${path}/leads`,
  ),
  cancelBackgroundJobCycle: one(
    (world) => world.cycle(),
    (path) => `${path}/cancel`,
  ),
  listTasks: at('/tasks'),
  createTask: async (world) => ({
    path: `${PUBLIC}/tasks`,
    body: { title: 'Call her', lead_id: await world.lead(), due_at: '2031-03-04T08:30:00.000Z' },
  }),
  updateTask: resource((world) => world.task(), 'tasks', { status: 'done' }),
  listNotifications: at('/notifications'),
  readNotification: one(
    (world) => world.notification(),
    (id) => `/notifications/${id}/read`,
  ),
  putSecret: async () => ({ path: `${PUBLIC}/secrets/hook`, body: { value: 'a secret of the tests' } }),
  listSecrets: at('/secrets'),
  deleteSecret: one(
    (world) => world.secret(),
    (name) => `/secrets/${name}`,
  ),
};
