import { type Contract, takesKey } from '../../schemas/contract.js';
import { ERROR_CODES, type ErrorCode, statusOf } from '../../schemas/error-codes.js';
import { ErrorBody, ValidationErrorBody } from '../../schemas/errors.js';
import { EXAMPLE_ID } from '../../schemas/examples.js';
import { type Components, pascal } from './components.js';

type Json = Record<string, unknown>;

const ALWAYS: ErrorCode[] = ['HEADER_TOO_LARGE', 'INTERNAL_ERROR', 'ENGINE_UNAVAILABLE', 'OVERLOADED'];
const WITH_KEY: ErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'INSUFFICIENT_SCOPE',
  'PUBLIC_KEY_NOT_ALLOWED',
  'RATE_LIMITED',
];
const WITH_WIDGET_KEY: ErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'LIVE_KEY_NOT_ALLOWED',
  'ORIGIN_NOT_ALLOWED',
  'RATE_LIMITED',
];
/** What users hear by the dashboard's door. */
const WITH_SESSION: ErrorCode[] = ['NOT_SIGNED_IN', 'CROSS_SITE_REQUEST', 'FORBIDDEN', 'RATE_LIMITED'];
const WITH_BODY: ErrorCode[] = [
  ...(['INVALID_JSON', 'VALIDATION_ERROR', 'REQUEST_TIMEOUT', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const),
  'RATE_LIMITED',
];

/** Lists every code an endpoint can answer. */
export function errorsOf(contract: Contract): ErrorCode[] {
  const takesBody = contract.body !== undefined || contract.mediaTypes !== undefined;
  const takesInput = takesBody || contract.query !== undefined || contract.method === 'post' || !contract.lenientQuery;
  return [
    ...new Set<ErrorCode>([
      ...(takesBody ? WITH_BODY : takesInput ? (['VALIDATION_ERROR', 'RATE_LIMITED'] as const) : []),
      ...(contract.auth === undefined || contract.auth === 'key' ? WITH_KEY : []),
      ...(contract.auth === 'widget' ? WITH_WIDGET_KEY : []),
      ...(contract.auth === 'user' ? WITH_SESSION : []),
      ...(contract.takesContacts ? (['LIVE_KEY_NOT_ALLOWED'] as const) : []),
      ...(takesKey(contract) ? (['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
      ...contract.errors,
      ...ALWAYS,
    ]),
  ];
}

/** The headers that answers carry, by their names among the components. */
export const HEADERS: Record<string, Json> = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Names this request in logs and questions.' },
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds until the next minute.' },
  'RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests a minute.' },
  'RateLimit-Remaining': { schema: { type: 'integer' }, description: 'How many are left in this minute.' },
  'RateLimit-Reset': { schema: { type: 'integer' }, description: 'Seconds until the next minute.' },
};

const headers = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Describes an answer that says yes. */
export const successResponse = (status: string, content: Json | undefined): Json => ({
  description: status === '204' ? 'Done.' : 'Success.',
  headers: headers('X-Request-Id'),
  ...(content ? { content } : {}),
});

/** Collects the errors of all operations, so that those of the same codes stand in the document once. */
export interface ErrorResponses {
  components: Json;
  /** References to what an endpoint may answer, by status. */
  refer(contract: Contract): Json;
}

/** Makes an empty collection. */
export function collectErrorResponses(refer: Components['refer']): ErrorResponses {
  const components: Json = {};

  const response = (status: number, codes: readonly ErrorCode[]): Json => ({
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code][2]}`).join('\n\n'),
    headers: headers('X-Request-Id', ...(status === 429 ? Object.keys(HEADERS).slice(1) : [])),
    content: {
      'application/json': {
        schema: refer(status === 400 ? ValidationErrorBody : ErrorBody, 'Error'),
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  });

  return {
    components,
    refer(contract) {
      const byStatus = Map.groupBy(errorsOf(contract).sort(), statusOf);
      return Object.fromEntries(
        [...byStatus].map(([status, codes]) => {
          const name = codes.map((code) => pascal(code.toLowerCase())).join('Or');
          components[name] ??= response(status, codes);
          return [String(status), { $ref: `#/components/responses/${name}` }];
        }),
      );
    },
  };
}

/** Shows an error as it is answered. */
export function errorExample(code: ErrorCode): Json {
  const [status, error, message] = ERROR_CODES[code];
  const field = status === 400 ? { field: '', details: {} } : {};
  return { error, message, code, request_id: EXAMPLE_ID, ...field };
}
