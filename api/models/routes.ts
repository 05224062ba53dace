import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { createModelRoute, deleteModelRoute, getModelRoute, listModelsRoute, updateModelRoute } from './models.js';
import { getModelUsageRoute } from './usage.js';

/** Lists the endpoints around the models that agents answer with. */
export const modelRoutes = (deps: ApiDependencies): Route[] =>
  [...[listModelsRoute, createModelRoute, getModelRoute, updateModelRoute, deleteModelRoute], getModelUsageRoute].map(
    (make) => make(deps),
  );
