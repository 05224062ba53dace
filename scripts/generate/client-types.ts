import { ImportMapping } from '../../schemas/imports/import-mapping.js';
import { ImportDefaults } from '../../schemas/imports/imports.js';
import { createTypeWriter, type Json, REFERENCE, type TypeWriter } from './type-writer.js';

interface Operation {
  requestBody?: { content: Record<string, { schema: Json }> };
  parameters: { name: string; in: string; required: boolean; description?: string; schema: Json }[];
  responses: Record<string, { content?: Record<string, { schema: Json }> }>;
}

/** The operations of the client, by their names in the API; every other shape is one that they use. */
const OPERATIONS = [
  'createLead',
  'importLeads',
  'getImport',
  'listImportErrors',
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

/** The parameters that the client decides itself. */
const OMITTED: Record<string, string[]> = {
  createLead: ['skip_first_message'],
  importLeads: ['skip_first_message', 'dry_run'],
  listTemplates: ['channel'],
};
/** The operations of the API that are two in the client. */
const RESULTS: Record<string, string> = { createLead: 'LeadCreated' };
/** The operations whose client method returns another status than the first. */
const STATUSES: Record<string, string> = { importLeads: '202' };
/** The fields of paths by operation; the others name a lead. */
const PATH_FIELDS: Record<string, string> = { getImport: 'import_id', listImportErrors: 'import_id' };
/** Fields of forms that are JSON documents. */
const DOCUMENTS: Record<string, Record<string, Json>> = {
  importLeads: { mapping: ImportMapping, defaults: ImportDefaults },
};

const HEAD = `// Written by \`npm run generate\` from the schemas that validate the requests.

import type { FileContent } from './core/form.js';

`;

const BULK = `/** Up to 1,000 leads; those without a fault are taken even if others are refused. */
export interface CreateLeadsBulkInput {
  leads: readonly CreateLeadInput[];
  /** Fields for leads that lack them. */
  defaults?: Partial<CreateLeadInput>;
}

export type CreateLeadsBulkResult = LeadsCreated;
`;

/** The same form is previewed and imported. */
const PREVIEW = 'export type PreviewImportInput = ImportLeadsInput;\n';

/** The document's named schemas, and what writes types of them. */
interface Source {
  schemas: Record<string, Json>;
  writer: TypeWriter;
}

/** Returns the types of the client as TypeScript, from the OpenAPI document. */
export function clientTypes(document: Json): string {
  const { schemas } = document.components as { schemas: Record<string, Json> };
  const source: Source = { schemas, writer: createTypeWriter({ binary: 'FileContent' }) };
  const operations = operationsOf(document);
  const parts = OPERATIONS.flatMap((name) => {
    const operation = operations.get(name);
    return operation ? [input(source, name, operation), result(source, name, operation, STATUSES[name])] : [];
  });
  const importing = operations.get('importLeads');
  if (importing) parts.push(PREVIEW, result(source, 'previewImport', importing, '200'));
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
  const content = operation.requestBody?.content;
  let schema = ((content?.['application/json'] ?? content?.['multipart/form-data'])?.schema ?? {}) as Json;
  while (schema.$ref || schema.anyOf) {
    schema = schema.$ref
      ? (schemas[String(schema.$ref).slice(REFERENCE.length)] as Json)
      : ((schema.anyOf as Json[])[0] as Json);
  }
  return schema;
}

/** Returns one object for each call, with the parameters of the path, the query and the body. */
function input(source: Source, name: string, operation: Operation): string {
  const body = bodyOf(source, operation);
  const properties: Record<string, Json> = {};
  const required: string[] = (body.required as string[] | undefined) ?? [];
  for (const parameter of operation.parameters.filter((each) => each.in !== 'header')) {
    const key = parameter.in === 'path' ? (PATH_FIELDS[name] ?? 'lead_id') : parameter.name;
    properties[key] = { ...parameter.schema, description: parameter.description };
    if (parameter.required) required.push(key);
  }
  Object.assign(properties, body.properties, DOCUMENTS[name]);
  if (name === 'updateLead') {
    const description = 'The `version` that the change is based on. Fails with 412 if there is a newer one.';
    properties.if_match = { type: 'integer', description };
  }
  for (const key of OMITTED[name] ?? []) delete properties[key];
  if (Object.keys(properties).length === 0) return `export type ${upperFirst(name)}Input = Record<string, never>;\n`;
  return `export interface ${upperFirst(name)}Input ${source.writer.fields(properties, required, '')}\n`;
}

function result({ writer }: Source, name: string, operation: Operation, given?: string): string {
  const status = given ?? (Object.keys(operation.responses).find((each) => each.startsWith('2')) as string);
  const schema = operation.responses[status]?.content?.['application/json']?.schema as Json;
  const type = RESULTS[name] ?? writer.typeOf(schema, '');
  writer.use(type);
  return `export type ${upperFirst(name)}Result = ${type};\n`;
}
