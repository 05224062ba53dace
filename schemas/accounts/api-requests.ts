import {
  AnyJson,
  nullable,
  oneOf,
  PageQuery,
  Pagination,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';

/** The maximum of days for which requests are kept. */
export const MOST_LOG_DAYS = 90;

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const CLASSES = ['2xx', '3xx', '4xx', '5xx', 'none'] as const;
const tag = 'API requests';
const scope = 'api_requests:read';

const REDACTED =
  'Redacted: a text appears as `<text:16>` with its length, unless it is a UUID, a time or a word of a fixed list. ' +
  'Lists show three items.';

const fields = {
  id: Uuid('ID of the request, as in the `X-Request-Id` header of its response.'),
  at: Timestamp('Time at which the request arrived.'),
  key: strictObject(
    {
      id: Uuid(),
      name: nullable(Type.String({ description: 'Current name of the key.' })),
    },
    { description: 'API key of the request.' },
  ),
  operation: Type.String({ description: '`operationId` in `/openapi.json`.' }),
  method: oneOf(METHODS, { description: 'HTTP method.' }),
  path: Type.String({ description: 'Path without the query. Parts that are not IDs are redacted.' }),
  status: nullable(Type.Integer({ description: 'HTTP status. Null if the client disconnected before the response.' })),
  error_code: nullable(Type.String({ description: 'Code of the error. Null if the request succeeded.' })),
  duration_ms: Type.Integer({ description: 'Milliseconds until the response was sent.' }),
  idempotency_key: nullable(
    Type.String({ description: 'Idempotency key, if it is a UUID. Other keys are redacted. Null without a key.' }),
  ),
  replayed: Type.Boolean({ description: 'Whether the response is the stored one of an earlier request.' }),
};

const ListedApiRequest = strictObject(fields);
const ApiRequest = strictObject({
  ...fields,
  query: nullable(AnyJson(`Query parameters. ${REDACTED}`)),
  request_body: nullable(AnyJson(`JSON body of the request. ${REDACTED}`)),
  response_body: nullable(AnyJson(`JSON body of the response. ${REDACTED}`)),
});

export const listApiRequestsContract = contract({
  operationId: 'listApiRequests',
  method: 'get',
  path: '/api/public/api-requests',
  tag,
  scope,
  summary: 'List the API requests of the account, newest first.',
  description:
    'Contains requests with secret API keys, a second or two after their responses. They are kept for ' +
    '`request_log_days` of the account.',
  query: Type.Object({
    key: Type.Optional(Uuid('Returns only requests with this key.')),
    operation: Type.Optional(
      Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$', description: 'Returns only requests of this operation.' }),
    ),
    method: Type.Optional(oneOf(METHODS, { description: 'Returns only requests with this method.' })),
    status: Type.Optional(
      oneOf(CLASSES, {
        description: 'Returns only requests with a status of this class. `none`: no response was sent.',
      }),
    ),
    request_id: Type.Optional(Uuid('Returns only the request with this ID.')),
    since: Type.Optional(Timestamp('Returns only requests from this time on.')),
    until: Type.Optional(Timestamp('Returns only requests before this time.')),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      api_requests: Type.Array(ListedApiRequest, { description: 'One page of requests, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['INVALID_DATE'],
});

export const getApiRequestContract = contract({
  operationId: 'getApiRequest',
  method: 'get',
  path: '/api/public/api-requests/{id}',
  tag,
  scope,
  summary: 'Get an API request with its redacted bodies.',
  params: Type.Object({ id: Uuid() }),
  success: { 200: strictObject({ success: Success, api_request: ApiRequest }) },
  errors: ['API_REQUEST_NOT_FOUND'],
});
