import type { Contract } from '../../schemas/contract.js';
import { type Components, collectComponents, pascal } from './components.js';
import { exampleMaker } from './examples.js';
import { parametersOf } from './parameters.js';
import { collectErrorResponses, HEADERS, successResponse } from './responses.js';
import { TAGS } from './tags.js';

type Json = Record<string, unknown>;

/**
 * Makes the OpenAPI 3.1 document of the given contracts. Every shape is a component with a name, every body has an
 * example.
 */
export function openApiDocument(contracts: readonly Contract[]): Json {
  const { schemas, refer } = collectComponents();
  const example = exampleMaker(schemas);
  const errors = collectErrorResponses(refer, example);

  const paths: Record<string, Json> = {};
  for (const contract of contracts) {
    paths[contract.path] ??= {};
    (paths[contract.path] as Json)[contract.method] = {
      operationId: contract.operationId,
      tags: [contract.tag],
      summary: contract.summary,
      ...described(contract),
      security: SECURITY[contract.auth ?? 'key'],
      parameters: parametersOf(contract, refer),
      ...(contract.body || contract.mediaTypes ? { requestBody: requestBody(contract, refer, example) } : {}),
      responses: { ...successes(contract, refer, example), ...errors.refer(contract) },
    };
  }

  return {
    openapi: '3.1.0',
    info: {
      title: 'Lead Automation Service',
      version: '1.0.0',
      description:
        'Contacts and qualifies the leads of a company. Agents run cadences by email, WhatsApp and phone as ' +
        'durable, explainable runs.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This service.' }],
    tags: [...new Set(contracts.map(({ tag }) => tag))].map((name) => ({
      name,
      description: TAGS[name] ?? `Operations on ${name.toLowerCase()}.`,
    })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'A REST key, svc_live_...' },
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key as a bearer token.' },
        widgetKey: { type: 'apiKey', in: 'query', name: 'key', description: 'The key of a chat widget, svc_pub_...' },
      },
      headers: HEADERS,
      responses: sorted(errors.components),
      examples: sorted(errors.examples),
      schemas: sorted(schemas),
    },
  };
}

const WITH_KEY = [{ apiKey: [] }, { bearer: [] }];
const SECURITY = { key: WITH_KEY, user: WITH_KEY, widget: [...WITH_KEY, { widgetKey: [] }], none: [] };

const sorted = (named: Json): Json => Object.fromEntries(Object.entries(named).sort(([a], [b]) => (a < b ? -1 : 1)));

function described({ description, scope }: Contract): { description?: string } {
  const parts = [description, scope && `Scope: \`${scope}\`.`].filter(Boolean);
  return parts.length > 0 ? { description: parts.join('\n\n') } : {};
}

type Refer = Components['refer'];
type MakeExample = ReturnType<typeof exampleMaker>;

const media = (types: Contract['mediaTypes'], name: string, refer: Refer): Json =>
  Object.fromEntries(Object.entries(types ?? {}).map(([type, schema]) => [type, { schema: refer(schema, name) }]));

/** Describes the bodies that a handler reads itself; what is JSON has an example like any other. */
function uploads({ mediaTypes = {} }: Contract, name: string, refer: Refer, example: MakeExample): Json {
  const described = Object.entries(media(mediaTypes, `${name}Upload`, refer)) as [string, { schema: Json }][];
  return Object.fromEntries(
    described.map(([type, { schema }]) => [
      type,
      type === 'application/json' ? { schema, example: example(schema, false) } : { schema },
    ]),
  );
}

function requestBody(contract: Contract, refer: Refer, example: MakeExample): Json {
  const name = `${pascal(contract.operationId)}Request`;
  const schema = contract.body && refer(contract.body, name);
  return {
    required: !contract.bodyOptional,
    content: {
      ...(schema
        ? { 'application/json': { schema, example: contract.bodyExample ?? example(schema as Json, false) } }
        : {}),
      ...uploads(contract, name, refer, example),
    },
  };
}

function successes(contract: Contract, refer: Refer, example: MakeExample): Json {
  const name = `${pascal(contract.operationId)}Response`;
  return Object.fromEntries(
    Object.entries(contract.success).map(([status, body]) => {
      const schema = body && refer(body, name);
      const content = schema
        ? {
            [contract.answerType ?? 'application/json']: { schema, example: example(schema as Json, true) },
            ...media(contract.answerTypes, name, refer),
          }
        : undefined;
      return [status, successResponse(status, content)];
    }),
  );
}
