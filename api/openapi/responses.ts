import type { TSchema } from '../../schemas/common.js';
import { type Contract, takesKey } from '../../schemas/contract.js';
import { ERROR_CODES, type ErrorCode, statusOf } from '../../schemas/error-codes.js';
import { errorBodyOf, ValidationErrorBody } from '../../schemas/errors.js';
import { EXAMPLE_ID } from '../../schemas/examples.js';
import { type Components, pascal } from './components.js';
import type { exampleMaker } from './examples.js';

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
/** Additional errors for signed-in users. */
const WITH_SESSION: ErrorCode[] = [
  ...(['NOT_SIGNED_IN', 'CROSS_SITE_REQUEST', 'SECOND_FACTOR_REQUIRED'] as const),
  ...(['FORBIDDEN', 'RATE_LIMITED'] as const),
];
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
  'X-Request-Id': {
    schema: { type: 'string' },
    description: 'The ID of the request. Include it when you contact support.',
  },
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait before the next request.' },
  'RateLimit-Limit': { schema: { type: 'integer' }, description: 'Allowed requests per minute.' },
  'RateLimit-Remaining': { schema: { type: 'integer' }, description: 'Requests left in this minute.' },
  'RateLimit-Reset': { schema: { type: 'integer' }, description: 'Seconds until the limit resets.' },
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
  /** The examples of all codes, by the names that responses refer to. */
  examples: Json;
  /** References to what an endpoint may answer, by status. */
  refer(contract: Contract): Json;
}

/** Makes an empty collection. */
export function collectErrorResponses(
  refer: Components['refer'],
  example: ReturnType<typeof exampleMaker>,
): ErrorResponses {
  const components: Json = {};
  const examples: Json = {};

  /** Adds an error as it is answered to the examples, and refers to it. */
  const exampleOf = (code: ErrorCode, body: TSchema | undefined): Json => {
    const [status, error, message] = ERROR_CODES[code];
    const name = status !== 400 && body === ValidationErrorBody ? `${code}_OF_FIELD` : code;
    const rest = example(refer(body, 'Error') as Json, false) as Json;
    examples[name] ??= { summary: code, value: { ...rest, error, message, code, request_id: EXAMPLE_ID } };
    return { $ref: `#/components/examples/${name}` };
  };

  const response = (status: number, codes: readonly ErrorCode[], bodies: ReadonlyMap<ErrorCode, TSchema>): Json => ({
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code][2]}`).join('\n\n'),
    headers: headers('X-Request-Id', ...(status === 429 ? Object.keys(HEADERS).slice(1) : [])),
    content: {
      'application/json': {
        schema: oneOrAny([...new Set(bodies.values())], refer),
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code, bodies.get(code))])),
      },
    },
  });

  return {
    components,
    examples,
    refer(contract) {
      const byStatus = Map.groupBy(errorsOf(contract).sort(), statusOf);
      return Object.fromEntries(
        [...byStatus].map(([status, codes]) => {
          const bodies = new Map(codes.map((code) => [code, errorBodyOf(contract, code)]));
          const name = codes.map((code) => responseName(status, code, bodies)).join('Or');
          components[name] ??= response(status, codes, bodies);
          return [String(status), { $ref: `#/components/responses/${name}` }];
        }),
      );
    },
  };
}

/** Names the part of a response that a code is; one that names the field is another one than that which doesn't. */
const responseName = (status: number, code: ErrorCode, bodies: ReadonlyMap<ErrorCode, TSchema>): string =>
  pascal(code.toLowerCase()) + (status !== 400 && bodies.get(code) === ValidationErrorBody ? 'OfField' : '');

/** Refers to the body of a response, or to the bodies that it may have. */
const oneOrAny = (bodies: readonly TSchema[], refer: Components['refer']): unknown => {
  const [only, ...others] = bodies.map((body) => refer(body, 'Error'));
  return others.length === 0 ? only : { anyOf: [only, ...others] };
};
