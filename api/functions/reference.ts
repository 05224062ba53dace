import { getScheduledFunctionsReferenceContract } from '../../schemas/functions/function-reference.js';
import { functionReference } from '../../services/functions/reference.js';
import type { ApiDependencies } from '../dependencies.js';
import { route } from '../http/route.js';
import { workedFunctions } from './worked-functions.js';

export const getScheduledFunctionsReferenceRoute = (_deps: ApiDependencies) => {
  const examples = workedFunctions();
  return route(getScheduledFunctionsReferenceContract).handle(async ({ account, db, now }) => ({
    status: 200,
    body: { success: true, leads_query: await functionReference(db, account, now, examples) },
  }));
};
