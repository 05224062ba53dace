import type { ApiDependencies } from '../dependencies.js';
import type { Route } from '../http/route.js';
import { cancelImportRoute, undoImportRoute } from './control-imports.js';
import { importLeadsRoute } from './import-leads.js';
import { getImportRoute, listImportErrorsRoute, listImportsRoute } from './read-imports.js';

/** Lists the endpoints of file imports. */
export const importRoutes = (deps: ApiDependencies): Route[] => [
  importLeadsRoute(deps),
  listImportsRoute(deps),
  getImportRoute(deps),
  listImportErrorsRoute(deps),
  cancelImportRoute(deps),
  undoImportRoute(deps),
];
