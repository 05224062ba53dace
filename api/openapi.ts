import { NAME, type TSchema } from '../schemas/common.js';
import type { Contract } from '../schemas/contract.js';
import { ERROR_CODES, type ErrorCode, statusOf } from '../schemas/error-codes.js';
import { ErrorBody, ValidationErrorBody } from '../schemas/errors.js';

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

/** The OpenAPI 3.1 document of the given contracts. Schemas with a name become components. */
export function openApiDocument(contracts: readonly Contract[]): Json {
  const components: Record<string, unknown> = {};

  const refer = (schema: TSchema): unknown => {
    const name = (schema as unknown as Record<symbol, string | undefined>)[NAME];
    if (name === undefined) return copy(schema);
    if (!(name in components)) {
      components[name] = {};
      components[name] = copy(schema);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => visit(item));
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, visit(item)]));
  };
  const visit = (value: unknown): unknown =>
    value !== null && typeof value === 'object' && !Array.isArray(value) ? refer(value as TSchema) : copy(value);

  const media = (types: Contract['mediaTypes']): Json =>
    Object.fromEntries(Object.entries(types ?? {}).map(([type, schema]) => [type, { schema: refer(schema) }]));

  const responses = (contract: Contract): Json => {
    const answers: Json = {};
    for (const [status, schema] of Object.entries(contract.success)) {
      answers[status] = {
        description: status === '204' ? 'Done.' : 'Success.',
        headers: HEADERS,
        ...(schema
          ? {
              content: {
                [contract.answerType ?? 'application/json']: { schema: refer(schema) },
                ...media(contract.answerTypes),
              },
            }
          : {}),
      };
    }
    const byStatus = new Map<number, ErrorCode[]>();
    for (const code of errorsOf(contract)) {
      byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
    }
    for (const [status, codes] of [...byStatus].sort(([a], [b]) => a - b)) {
      answers[String(status)] = {
        description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code][2]}`).join('\n\n'),
        headers: HEADERS,
        content: { 'application/json': { schema: refer(status === 400 ? ValidationErrorBody : ErrorBody) } },
      };
    }
    return answers;
  };

  const paths: Record<string, Json> = {};
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
      parameters: [...pathParameters(contract), ...queryParameters(contract, copy), ...headerParameters(contract)],
      ...(contract.body || contract.mediaTypes
        ? {
            requestBody: {
              required: !contract.bodyOptional,
              content: {
                ...(contract.body ? { 'application/json': { schema: refer(contract.body) } } : {}),
                ...media(contract.mediaTypes),
              },
            },
          }
        : {}),
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
    tags: [...new Set(contracts.map((contract) => contract.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A REST key, svc_live_...' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
      },
      schemas: Object.fromEntries(Object.entries(components).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

const HEADERS = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'Names this request in logs and questions.' },
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

const queryParameters = (contract: Contract, copy: (value: unknown) => unknown): Json[] =>
  Object.entries(contract.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: contract.query?.required?.includes(name) ?? false,
    description: schema.description,
    schema: copy(schema),
  }));

const headerParameters = (contract: Contract): Json[] =>
  contract.method === 'post' && contract.path.startsWith('/api/public/')
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          required: false,
          description:
            'Repeating a request with the same key within 24 hours repeats its answer instead of its effect.',
          schema: { type: 'string', minLength: 1, maxLength: 128 },
        },
      ]
    : [];
