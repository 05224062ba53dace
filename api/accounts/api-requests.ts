import { findApiRequest, type ListedApiRequest, listApiRequests } from '../../db/accounts/api-requests.js';
import { fromJson } from '../../db/connection.js';
import { idTime } from '../../runtime/ids.js';
import { getApiRequestContract, listApiRequestsContract } from '../../schemas/accounts/api-requests.js';
import type { ApiDependencies } from '../dependencies.js';
import { instantField } from '../http/request/fields.js';
import { idPage, idPageOf } from '../http/request/paging.js';
import { found, pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';

const KIND = 'api-requests';

const toListed = (row: ListedApiRequest) => ({
  id: row.id,
  at: new Date(idTime(row.id)).toISOString(),
  key: { id: row.key_id, name: row.key_name },
  operation: row.operation,
  method: row.method as 'GET',
  path: row.path,
  status: row.status,
  error_code: row.error_code,
  duration_ms: row.duration_ms,
  idempotency_key: row.idempotency_key,
  replayed: row.replayed,
});

export const listApiRequestsRoute = (_deps: ApiDependencies) =>
  route(listApiRequestsContract).handle(async ({ account, db, query }) => {
    const page = idPage(KIND, query);
    const filter = {
      id: query.request_id?.toLowerCase(),
      keyId: query.key?.toLowerCase(),
      operation: query.operation,
      method: query.method,
      statusClass: query.status === undefined ? undefined : Number(query.status.charAt(0)) || 0,
      since: query.since === undefined ? undefined : instantField(query.since, '/since'),
      until: query.until === undefined ? undefined : instantField(query.until, '/until'),
    };
    const { rows, pagination } = idPageOf(KIND, await listApiRequests(db, account.id, filter, page), page.limit);
    return { status: 200, body: { success: true, api_requests: rows.map(toListed), pagination } };
  });

export const getApiRequestRoute = (_deps: ApiDependencies) =>
  route(getApiRequestContract).handle(async ({ account, db, params }) => {
    const id = pathId(params.id, 'API_REQUEST_NOT_FOUND');
    const row = found(await findApiRequest(db, account.id, id), 'API_REQUEST_NOT_FOUND');
    const bodies = {
      query: fromJson<unknown>(row.query),
      request_body: fromJson<unknown>(row.request_body),
      response_body: fromJson<unknown>(row.response_body),
    };
    return { status: 200, body: { success: true, api_request: { ...toListed(row), ...bodies } } };
  });
