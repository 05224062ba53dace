import type { Contract } from '../schemas/contract.js';
import { ERROR_CODES, type ErrorCode, statusOf } from '../schemas/error-codes.js';
import { ErrorBody, ValidationErrorBody } from '../schemas/errors.js';
import { EXAMPLE_ID } from '../schemas/examples.js';
import { collectComponents, pascal } from './openapi-components.js';
import { exampleMaker } from './openapi-examples.js';
import { TAGS } from './openapi-tags.js';

type Json = Record<string, unknown>;

const ALWAYS: ErrorCode[] = ['HEADER_TOO_LARGE', 'INTERNAL_ERROR', 'ENGINE_UNAVAILABLE', 'OVERLOADED'];
const WITH_KEY: ErrorCode[] = [
  'MISSING_API_KEY',
  'INVALID_API_KEY',
  'INSUFFICIENT_SCOPE',
  'PUBLIC_KEY_NOT_ALLOWED',
  'RATE_LIMITED',
];
const WITH_BODY: ErrorCode[] = ['INVALID_JSON', 'VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** The OpenAPI 3.1 document of the given contracts. Every shape is a component with a name, every body has an example. */
export function openApiDocument(contracts: readonly Contract[]): Json {
  const { schemas, refer } = collectComponents();
  const example = exampleMaker(schemas);

  const media = (types: Contract['mediaTypes'], name: string): Json =>
    Object.fromEntries(Object.entries(types ?? {}).map(([type, schema]) => [type, { schema: refer(schema, name) }]));

  const request = (contract: Contract): Json => {
    const name = `${pascal(contract.operationId)}Request`;
    const schema = contract.body && refer(contract.body, name);
    return {
      required: !contract.bodyOptional,
      content: {
        ...(schema
          ? { 'application/json': { schema, example: contract.bodyExample ?? example(schema as Json, false) } }
          : {}),
        ...media(contract.mediaTypes, `${name}Upload`),
      },
    };
  };

  const responses = (contract: Contract): Json => {
    const answers: Json = {};
    for (const [status, body] of Object.entries(contract.success)) {
      const name = `${pascal(contract.operationId)}Response`;
      const schema = body && refer(body, name);
      answers[status] = {
        description: status === '204' ? 'Done.' : 'Success.',
        headers: HEADERS,
        ...(schema
          ? {
              content: {
                [contract.answerType ?? 'application/json']: { schema, example: example(schema as Json, true) },
                ...media(contract.answerTypes, name),
              },
            }
          : {}),
      };
    }
    const byStatus = Map.groupBy(errorsOf(contract), statusOf);
    for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
      answers[String(status)] = {
        description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code][2]}`).join('\n\n'),
        headers: status === 429 ? { ...HEADERS, ...LIMIT_HEADERS } : HEADERS,
        content: {
          'application/json': {
            schema: refer(status === 400 ? ValidationErrorBody : ErrorBody, 'Error'),
            examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
          },
        },
      };
    }
    return answers;
  };

  const paths: Record<string, Json> = {};
  const codes = [...new Set(contracts.flatMap(errorsOf))].sort();
  for (const contract of contracts) {
    paths[contract.path] ??= {};
    (paths[contract.path] as Json)[contract.method] = {
      operationId: contract.operationId,
      tags: [contract.tag],
      summary: contract.summary,
      ...(contract.description || contract.scope
        ? {
            description: [contract.description, contract.scope && `Scope: \`${contract.scope}\`.`]
              .filter(Boolean)
              .join('\n\n'),
          }
        : {}),
      security: contract.auth === 'none' ? [] : [{ apiKey: [] }, { bearer: [] }],
      parameters: [...pathParameters(contract), ...queryParameters(contract, refer), ...headerParameters(contract)],
      ...(contract.body || contract.mediaTypes ? { requestBody: request(contract) } : {}),
      responses: responses(contract),
    };
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Lead Automation Service',
      version: '1.0.0',
      description: 'Works the leads of a company: cadences by e-mail, WhatsApp and calls as durable, explainable runs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: [...new Set(contracts.map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name] ?? `Everything about ${name.toLowerCase()}.`,
    })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A REST key, svc_live_...' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
      },
      examples: Object.fromEntries(codes.map((code) => [code, { summary: code, value: errorExample(code) }])),
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** An error as it is answered. */
function errorExample(code: ErrorCode): Json {
  const [status, error, message] = ERROR_CODES[code];
  const field = status === 400 ? { field: '', details: {} } : {};
  return { error, message, code, request_id: EXAMPLE_ID, ...field };
}

const HEADERS = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Names this request in logs and questions.' },
};

const LIMIT_HEADERS = {
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds until the next minute.' },
  'RateLimit-Limit': { schema: { type: 'integer' }, description: 'Requests a minute.' },
  'RateLimit-Remaining': { schema: { type: 'integer' }, description: 'How many are left in this minute.' },
  'RateLimit-Reset': { schema: { type: 'integer' }, description: 'Seconds until the next minute.' },
};

/** Every code an endpoint can answer. */
export function errorsOf(contract: Contract): ErrorCode[] {
  const takesBody = contract.body !== undefined || contract.mediaTypes !== undefined;
  const takesInput = takesBody || contract.query !== undefined || contract.method === 'post' || !contract.lenientQuery;
  return [
    ...new Set<ErrorCode>([
      ...(takesBody ? WITH_BODY : takesInput ? (['VALIDATION_ERROR'] as const) : []),
      ...(contract.auth === undefined || contract.auth === 'key' ? WITH_KEY : []),
      ...(contract.method === 'post' ? (['IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
      ...contract.errors,
      ...ALWAYS,
    ]),
  ];
}

const pathParameters = (contract: Contract): Json[] =>
  [...contract.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const schema = contract.params?.properties[name as string];
    return {
      name,
      in: 'path',
      required: true,
      description: schema?.description ?? 'An id.',
      schema: { type: 'string' },
    };
  });

const queryParameters = (contract: Contract, refer: (schema: unknown, name: string) => unknown): Json[] =>
  Object.entries(contract.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: contract.query?.required?.includes(name) ?? false,
    description: schema.description,
    schema: refer(schema, pascal(contract.operationId) + pascal(name)),
  }));

const headerParameters = (contract: Contract): Json[] =>
  contract.method === 'post' && contract.path.startsWith('/api/public/')
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description: contract.keyedByHandler
            ? 'Repeating a request with the same key answers with what the first one made, for as long as it exists.'
            : 'Repeating a request with the same key within 24 hours repeats its answer instead of its effect.',
          schema: { type: 'string', minLength: 1, maxLength: 128 },
        },
      ]
    : [];
