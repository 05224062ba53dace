import { createTypeWriter, type Json, REFERENCE, type TypeWriter } from './type-writer.js';

interface Operation {
  requestBody?: { content: Record<string, { schema: Json }> };
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Json }[];
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}

/** The operations of the client, by their names in the API; every other shape is one that they use. */
const OPERATIONS = [
  'createLead',
  'updateLead',
  'getLead',
  'getLeadHistory',
  'isLeadPaused',
  'stopAutomation',
  'resumeAutomation',
  'syncLeadTags',
  'listLeadMeetings',
  'listWorkflows',
  'listCampaigns',
  'listTemplates',
  'sendMessage',
  'createMeeting',
  'createMeetingNotes',
] as const;

/** What the client decides itself. */
const OMITTED: Record<string, string[]> = {
  createLead: ['skip_first_message'],
  listTemplates: ['channel'],
};
/** Where one operation of the API is two of the client. */
const RESULTS: Record<string, string> = { createLead: 'LeadCreated' };

const HEAD = `// Written by \`npm run generate\` from the schemas that validate the requests.

`;

const BULK = `/** Up to 1,000 leads; those without a fault are taken even if others are refused. */
export interface CreateLeadsBulkInput {
  leads: readonly CreateLeadInput[];
  /** Fields for leads that lack them. */
  defaults?: Partial<CreateLeadInput>;
}

export type CreateLeadsBulkResult = LeadsCreated;
`;

/** The document's named schemas, and what writes types of them. */
interface Source {
  schemas: Record<string, Json>;
  writer: TypeWriter;
}

/** Returns the types of the client as TypeScript, from the OpenAPI document. */
export function clientTypes(document: Json): string {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const source: Source = { schemas, writer: createTypeWriter() };
  const operations = operationsOf(document);
  const parts = OPERATIONS.flatMap((name) => {
    const operation = operations.get(name);
    return operation ? [input(source, name, operation), result(source, name, operation)] : [];
  });
  source.writer.use('LeadsCreated');
  return HEAD + [...parts, BULK, ...usedShapes(source)].join('\n');
}

function operationsOf(document: Json): Map<string, Operation> {
  const all = Object.values(document.paths as Json).flatMap((path) => Object.values(path as Json));
  return new Map(
    (all as (Operation & { operationId: string })[]).map((operation) => [operation.operationId, operation]),
  );
}

/** Every shape that was used, and those that these use in turn, by name. */
function usedShapes({ schemas, writer }: Source): string[] {
  const declared = new Map<string, string>();
  for (const name of writer.used) declared.set(name, writer.declare(name, schemas[name] as Json));
  return [...declared].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
}

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function bodyOf({ schemas }: Source, operation: Operation): Json {
  let schema = (operation.requestBody?.content['application/json']?.schema ?? {}) as Json;
  while (schema.$ref || schema.anyOf) {
    schema = schema.$ref
      ? (schemas[String(schema.$ref).slice(REFERENCE.length)] as Json)
      : ((schema.anyOf as Json[])[0] as Json);
  }
  return schema;
}

/** One object for each call: what stands in the path, in the query and in the body. */
function input(source: Source, name: string, operation: Operation): string {
  const body = bodyOf(source, operation);
  const properties: Record<string, Json> = {};
  const required: string[] = (body.required as string[] | undefined) ?? [];
  for (const parameter of operation.parameters.filter((each) => each.in !== 'header')) {
    const key = parameter.in === 'path' ? 'lead_id' : parameter.name;
    properties[key] = { ...parameter.schema, description: parameter.description };
    if (parameter.required) required.push(key);
  }
  Object.assign(properties, body.properties);
  if (name === 'updateLead') {
    const description = 'The `version` the change is meant for; refused with 412 when there is a newer one.';
    properties.if_match = { type: 'integer', description };
  }
  for (const key of OMITTED[name] ?? []) delete properties[key];
  if (Object.keys(properties).length === 0) return `export type ${upperFirst(name)}Input = Record<string, never>;\n`;
  return `export interface ${upperFirst(name)}Input ${source.writer.fields(properties, required, '')}\n`;
}

function result({ writer }: Source, name: string, operation: Operation): string {
  const status = Object.keys(operation.responses).find((each) => each.startsWith('2')) as string;
  const schema = operation.responses[status]?.content?.['application/json']?.schema as Json;
  const type = RESULTS[name] ?? writer.typeOf(schema, '');
  writer.use(type);
  return `export type ${upperFirst(name)}Result = ${type};\n`;
}
