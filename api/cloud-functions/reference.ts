import { getScheduledFunctionsReference } from '../../schemas/function-reference.js';
import { functionReference } from '../../services/function-reference.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../route.js';
import { workedFunctions } from './worked-functions.js';

export const getScheduledFunctionsReferenceRoute = (_deps: ApiDependencies) => {
  const examples = workedFunctions();
  return route(getScheduledFunctionsReference).handle(async ({ account, db, now }) => ({
    status: 200,
    body: { success: true, leads_query: await functionReference(db, account, now, examples) },
  }));
};
