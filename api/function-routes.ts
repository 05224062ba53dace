import {
  createFunctionRoute,
  deleteFunctionRoute,
  deployFunctionRoute,
  getFunctionRoute,
  listFunctionsRoute,
  listFunctionVersionsRoute,
  updateFunctionRoute,
} from './cloud-functions/functions.js';
import { getScheduledFunctionsReferenceRoute } from './cloud-functions/reference.js';
import {
  applyFunctionRunRoute,
  getFunctionRunRoute,
  listFunctionRunsRoute,
  replayFunctionRunRoute,
  runFunctionRoute,
} from './cloud-functions/runs.js';
import { deleteFunctionScheduleRoute, putFunctionScheduleRoute } from './cloud-functions/schedule.js';
import {
  deleteFunctionSecretRoute,
  listFunctionSecretsRoute,
  putFunctionSecretRoute,
} from './cloud-functions/secrets.js';
import type { ApiDependencies } from './dependencies.js';
import type { Route } from './route.js';

/** The endpoints of cloud functions. */
export const functionRoutes = (deps: ApiDependencies): Route[] =>
  [
    createFunctionRoute,
    listFunctionsRoute,
    getFunctionRoute,
    updateFunctionRoute,
    deleteFunctionRoute,
    listFunctionVersionsRoute,
    deployFunctionRoute,
    runFunctionRoute,
    listFunctionRunsRoute,
    getFunctionRunRoute,
    applyFunctionRunRoute,
    replayFunctionRunRoute,
    getScheduledFunctionsReferenceRoute,
    putFunctionSecretRoute,
    listFunctionSecretsRoute,
    deleteFunctionSecretRoute,
    putFunctionScheduleRoute,
    deleteFunctionScheduleRoute,
  ].map((make) => make(deps));
