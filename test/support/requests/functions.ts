import { SOURCE } from '../world.js';
import { at, one, type Requests, resource } from './ask.js';

export const functionsRequests: Requests = {
  createCloudFunction: at('/cloud-functions', { name: 'Score', source: SOURCE }),
  checkCloudFunction: at('/cloud-functions/check', { source: SOURCE }),
  listCloudFunctions: at('/cloud-functions'),
  getCloudFunction: resource((world) => world.fn(), 'cloud-functions'),
  updateCloudFunction: resource((world) => world.fn(), 'cloud-functions', { name: 'Renamed' }),
  deleteCloudFunction: resource((world) => world.fn(), 'cloud-functions'),
  listCloudFunctionVersions: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/versions`,
  ),
  deployCloudFunction: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/deploy`,
  ),
  runCloudFunction: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/run`,
    { ctx: { lead: { id: 'one', first_name: 'Ana' } } },
  ),
  listCloudFunctionFires: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/fires`,
  ),
  listCloudFunctionRuns: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/runs`,
  ),
  getCloudFunctionRun: one(
    (world) => world.fnRun(),
    (id) => `/cloud-functions/runs/${id}`,
  ),
  applyCloudFunctionRun: one(
    (world) => world.fnRun(),
    (id) => `/cloud-functions/runs/${id}/apply`,
  ),
  replayCloudFunctionRun: one(
    (world) => world.fnRun(),
    (id) => `/cloud-functions/runs/${id}/replay`,
  ),
  getScheduledFunctionsReference: at('/scheduled-functions/reference'),
  putFunctionSecret: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/secrets/token`,
    { value: 'a token of the tests' },
  ),
  listFunctionSecrets: one(
    (world) => world.fnWithSecret(),
    (id) => `/cloud-functions/${id}/secrets`,
  ),
  deleteFunctionSecret: one(
    (world) => world.fnWithSecret(),
    (id) => `/cloud-functions/${id}/secrets/token`,
  ),
  putFunctionSchedule: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/schedule`,
    { cron_expression: '0 9 * * *' },
  ),
  deleteFunctionSchedule: one(
    (world) => world.fn(),
    (id) => `/cloud-functions/${id}/schedule`,
  ),
};
