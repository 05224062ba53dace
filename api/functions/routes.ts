import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { checkFunctionRoute } from './check-source.js';
import {
  createFunctionRoute,
  deleteFunctionRoute,
  deployFunctionRoute,
  getFunctionRoute,
  listFunctionsRoute,
  listFunctionVersionsRoute,
  updateFunctionRoute,
} from './functions.js';
import { getScheduledFunctionsReferenceRoute } from './reference.js';
import {
  applyFunctionRunRoute,
  getFunctionRunRoute,
  listFunctionFiresRoute,
  listFunctionRunsRoute,
  replayFunctionRunRoute,
  runFunctionRoute,
} from './runs.js';
import { deleteFunctionScheduleRoute, putFunctionScheduleRoute } from './schedule.js';
import { deleteFunctionSecretRoute, listFunctionSecretsRoute, putFunctionSecretRoute } from './secrets.js';

/** Lists the endpoints of cloud functions. */
export const functionRoutes = (deps: ApiDependencies): Route[] =>
  [
    checkFunctionRoute,
    createFunctionRoute,
    listFunctionsRoute,
    getFunctionRoute,
    updateFunctionRoute,
    deleteFunctionRoute,
    listFunctionVersionsRoute,
    deployFunctionRoute,
    runFunctionRoute,
    listFunctionRunsRoute,
    listFunctionFiresRoute,
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
