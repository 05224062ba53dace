import type { ApiDependencies } from './dependencies.js';
import { cancelImportRoute, undoImportRoute } from './imports/control-imports.js';
import { importLeadsRoute } from './imports/import-leads.js';
import { getImportRoute, listImportErrorsRoute, listImportsRoute } from './imports/read-imports.js';
import type { Route } from './route.js';

/** The endpoints of file imports. */
export const importRoutes = (deps: ApiDependencies): Route[] => [
  importLeadsRoute(deps),
  listImportsRoute(deps),
  getImportRoute(deps),
  listImportErrorsRoute(deps),
  cancelImportRoute(deps),
  undoImportRoute(deps),
];
