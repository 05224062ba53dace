import { countQueriedLeadsContract, queryLeadsContract } from '../../schemas/rules/query-leads.js';
import { countQueriedLeads, leadsQueryProblems, queryLeads } from '../../services/leads/leads-query.js';
import type { ApiDependencies } from '../dependencies.js';
import { assertMayAlso } from '../http/assert-scope.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { CSV_HEADERS, queryAsCsv } from './leads-csv.js';

export const queryLeadsRoute = ({ db: pool }: ApiDependencies) =>
  route(queryLeadsContract).handle(async ({ account, db, body, now, req, key, user, idempotencyKey }) => {
    const [problem] = leadsQueryProblems(body, '');
    if (problem) throw new ApiError(problem.code, { message: problem.message, field: problem.field });
    const { id: accountId, timezone } = account;
    if (req.accepts(['application/json', 'text/csv']) === 'text/csv') {
      assertMayAlso({ key, user }, 'leads:export', 'A file of leads');
      if (idempotencyKey !== null) {
        const message = 'A file is written anew each time: leave the Idempotency-Key away.';
        throw new ApiError('VALIDATION_ERROR', { message });
      }
      // The request's transaction is over when the file is written.
      return { status: 200, headers: CSV_HEADERS, body: queryAsCsv(pool, { accountId, timezone, now, query: body }) };
    }
    const page = await queryLeads(db, { accountId, timezone, now, query: body });
    return { status: 200, body: { success: true, ...page } };
  });

export const countQueriedLeadsRoute = (_deps: ApiDependencies) =>
  route(countQueriedLeadsContract).handle(async ({ account: { id: accountId, timezone }, db, body, now }) => {
    const [problem] = leadsQueryProblems(body, '');
    if (problem) throw new ApiError(problem.code, { message: problem.message, field: problem.field });
    const piece = await countQueriedLeads(db, { accountId, timezone, now, query: body });
    return { status: 200, body: { success: true, ...piece } };
  });
