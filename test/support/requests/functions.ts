import { SOURCE } from '../account-fixture.js';
import { at, one, type Requests, resource } from './ask.js';

export const functionsRequests: Requests = {
  createCloudFunction: at('/cloud-functions', { name: 'Score', source: SOURCE }),
  checkCloudFunction: at('/cloud-functions/check', { source: SOURCE }),
  listCloudFunctions: at('/cloud-functions'),
  getCloudFunction: resource((fixture) => fixture.fn(), 'cloud-functions'),
  updateCloudFunction: resource((fixture) => fixture.fn(), 'cloud-functions', { name: 'Renamed' }),
  deleteCloudFunction: resource((fixture) => fixture.fn(), 'cloud-functions'),
  listCloudFunctionVersions: one(
    (fixture) => fixture.fn(),
    (id) => `/cloud-functions/${id}/versions`,
  ),
  deployCloudFunction: one(
    (fixture) => fixture.fn(),
    (id) => `/cloud-functions/${id}/deploy`,
  ),
  runCloudFunction: one(
    (fixture) => fixture.fn(),
    (id) => `/cloud-functions/${id}/run`,
    { ctx: { lead: { id: 'one', first_name: 'Ana' } } },
  ),
  listCloudFunctionFires: one(
    (fixture) => fixture.fn(),
    (id) => `/cloud-functions/${id}/fires`,
  ),
  listCloudFunctionRuns: one(
    (fixture) => fixture.fn(),
    (id) => `/cloud-functions/${id}/runs`,
  ),
  getCloudFunctionRun: one(
    (fixture) => fixture.fnRun(),
    (id) => `/cloud-functions/runs/${id}`,
  ),
  applyCloudFunctionRun: one(
    (fixture) => fixture.fnRun(),
    (id) => `/cloud-functions/runs/${id}/apply`,
  ),
  replayCloudFunctionRun: one(
    (fixture) => fixture.fnRun(),
    (id) => `/cloud-functions/runs/${id}/replay`,
  ),
  getScheduledFunctionsReference: at('/scheduled-functions/reference'),
  putFunctionSecret: one(
    (fixture) => fixture.fn(),
    (id) => `/cloud-functions/${id}/secrets/token`,
    { value: 'a token of the tests' },
  ),
  listFunctionSecrets: one(
    (fixture) => fixture.fnWithSecret(),
    (id) => `/cloud-functions/${id}/secrets`,
  ),
  deleteFunctionSecret: one(
    (fixture) => fixture.fnWithSecret(),
    (id) => `/cloud-functions/${id}/secrets/token`,
  ),
  putFunctionSchedule: one(
    (fixture) => fixture.fn(),
    (id) => `/cloud-functions/${id}/schedule`,
    { cron_expression: '0 9 * * *' },
  ),
  deleteFunctionSchedule: one(
    (fixture) => fixture.fn(),
    (id) => `/cloud-functions/${id}/schedule`,
  ),
};
