import { queryLeadsContract } from '../../schemas/rules/query-leads.js';
import { leadsQueryProblems, queryLeads } from '../../services/leads/leads-query.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';

export const queryLeadsRoute = (_deps: ApiDependencies) =>
  route(queryLeadsContract).handle(async ({ account, db, body, now }) => {
    const [problem] = leadsQueryProblems(body, '');
    if (problem) throw new ApiError(problem.code, { message: problem.message, field: problem.field });
    const { id: accountId, timezone } = account;
    const page = await queryLeads(db, { accountId, timezone, now, query: body });
    return { status: 200, body: { success: true, ...page } };
  });
