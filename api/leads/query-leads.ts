import {
  countQueriedLeadsContract,
  type FilteredLeadsQuery,
  queryLeadsContract,
} from '../../schemas/rules/query-leads.js';
import {
  countQueriedLeads,
  type LeadsRequest,
  leadsQueryProblems,
  queryLeads,
} from '../../services/leads/leads-query.js';
import type { ApiDependencies } from '../dependencies.js';
import { assertMayAlso } from '../http/auth/assert-scope.js';
import { ApiError } from '../http/errors.js';
import { route } from '../http/route.js';
import { CSV_HEADERS, fileColumns, queryAsCsv } from './leads-csv.js';
import { filterOf } from './list-leads.js';

type Account = { id: string; timezone: string; country: string | null };

/** Returns the leads that a query selects. Throws its errors. `at` is its path, such as `/query`. */
export function leadsRequest(account: Account, now: Date, query: FilteredLeadsQuery, at = ''): LeadsRequest {
  const { filter, ...rest } = query;
  const { id: accountId, timezone, country } = account;
  const among = filter && (filterOf(filter, country, `${at}/filter/`.slice(1)) ?? { ids: [] });
  const request = { accountId, timezone, now, query: rest, among };
  const [problem] = leadsQueryProblems(request, at);
  if (problem) throw new ApiError(problem.code, { message: problem.message, field: problem.field });
  return request;
}

export const queryLeadsRoute = ({ db: pool }: ApiDependencies) =>
  route(queryLeadsContract).handle(
    async ({ account, db, body: { columns, ...query }, now, req, key, user, idempotencyKey }) => {
      const request = leadsRequest(account, now, query);
      if (req.accepts(['application/json', 'text/csv']) === 'text/csv') {
        assertMayAlso({ key, user }, 'leads:export', 'A file of leads');
        if (idempotencyKey !== null) {
          const message = "Idempotency keys aren't supported for files. Omit the Idempotency-Key header.";
          throw new ApiError('VALIDATION_ERROR', { message });
        }
        // The request's transaction is over when the file is written.
        return { status: 200, headers: CSV_HEADERS, body: queryAsCsv(pool, request, fileColumns(columns)) };
      }
      const page = await queryLeads(db, request);
      return { status: 200, body: { success: true, ...page } };
    },
  );

export const countQueriedLeadsRoute = (_deps: ApiDependencies) =>
  route(countQueriedLeadsContract).handle(async ({ account, db, body, now }) => {
    const piece = await countQueriedLeads(db, leadsRequest(account, now, body));
    return { status: 200, body: { success: true, ...piece } };
  });
