type Json = Record<string, unknown>;

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
const LEFT_OUT: Record<string, string[]> = {
  createLead: ['skip_first_message'],
  listTemplates: ['channel'],
};
/** Where one operation of the API is two of the client. */
const RESULTS: Record<string, string> = { createLead: 'LeadCreated' };
const REFERENCE = '#/components/schemas/';

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

const upperFirst = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const comment = (schema: Json, indent: string): string =>
  typeof schema.description === 'string'
    ? `${indent}/** ${schema.description.replaceAll('*/', '*\\/').replaceAll('\n', ' ')} */\n`
    : '';
const keyOf = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name).replaceAll('"', "'");
const literal = (value: unknown): string =>
  typeof value === 'string' ? `'${value.replaceAll("'", "\\'")}'` : JSON.stringify(value);

/** The types of the client as TypeScript, from the OpenAPI document. */
export function clientTypes(document: Json): string {
  const components = (document.components as { schemas: Record<string, Json> }).schemas;
  const operations = new Map<string, Operation>();
  for (const path of Object.values(document.paths as Json)) {
    for (const operation of Object.values(path as Json)) {
      operations.set((operation as { operationId: string }).operationId, operation as Operation);
    }
  }
  const needed = new Set<string>();

  const typeOf = (schema: Json, indent: string): string => {
    if (typeof schema.$ref === 'string') {
      const name = schema.$ref.slice(REFERENCE.length);
      needed.add(name);
      return name;
    }
    if ('const' in schema) return literal(schema.const);
    if (Array.isArray(schema.enum)) return schema.enum.map(literal).join(' | ');
    const variants = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
    if (variants) return [...new Set(variants.map((each) => typeOf(each, indent)))].join(' | ');
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'null':
        return schema.type;
      case 'integer':
      case 'number':
        return 'number';
      case 'array': {
        const item = typeOf((schema.items ?? {}) as Json, indent);
        return item.includes('|') ? `(${item})[]` : `${item}[]`;
      }
      case 'object':
        return objectType(schema, indent);
      default:
        return 'unknown';
    }
  };

  const objectType = (schema: Json, indent: string): string => {
    const properties = schema.properties as Record<string, Json> | undefined;
    if (!properties || Object.keys(properties).length === 0) {
      const value = (schema.additionalProperties ?? Object.values((schema.patternProperties ?? {}) as Json)[0]) as Json;
      return typeof value === 'object' ? `Record<string, ${typeOf(value, indent)}>` : 'Record<string, unknown>';
    }
    return fields(properties, (schema.required ?? []) as string[], indent);
  };

  const fields = (properties: Record<string, Json>, required: readonly string[], indent: string): string => {
    const inner = `${indent}  `;
    const lines = Object.entries(properties).map(([name, schema]) => {
      const mark = required.includes(name) ? '' : '?';
      return `${comment(schema, inner)}${inner}${keyOf(name)}${mark}: ${typeOf(schema, inner)};\n`;
    });
    return `{\n${lines.join('')}${indent}}`;
  };

  const declare = (name: string, schema: Json): string =>
    schema.type === 'object' && schema.properties && Object.keys(schema.properties).length > 0
      ? `${comment(schema, '')}export interface ${name} ${objectType(schema, '')}\n`
      : `${comment(schema, '')}export type ${name} = ${typeOf(schema, '')};\n`;

  const bodyOf = (operation: Operation): Json => {
    let schema = (operation.requestBody?.content['application/json']?.schema ?? {}) as Json;
    while (schema.$ref || schema.anyOf) {
      schema = schema.$ref
        ? (components[String(schema.$ref).slice(REFERENCE.length)] as Json)
        : ((schema.anyOf as Json[])[0] as Json);
    }
    return schema;
  };

  /** One object for each call: what stands in the path, in the query and in the body. */
  const input = (name: string, operation: Operation): string => {
    const left = LEFT_OUT[name] ?? [];
    const body = bodyOf(operation);
    const parameters = operation.parameters.filter((each) => each.in !== 'header');
    const properties: Record<string, Json> = {};
    const required: string[] = (body.required as string[] | undefined) ?? [];
    for (const parameter of parameters) {
      const key = parameter.in === 'path' ? 'lead_id' : parameter.name;
      properties[key] = { ...parameter.schema, description: parameter.description };
      if (parameter.required) required.push(key);
    }
    Object.assign(properties, body.properties);
    if (name === 'updateLead') {
      const description = 'The `version` the change is meant for; refused with 412 when there is a newer one.';
      properties.if_match = { type: 'integer', description };
    }
    for (const key of left) delete properties[key];
    if (Object.keys(properties).length === 0) return `export type ${upperFirst(name)}Input = Record<string, never>;\n`;
    return `export interface ${upperFirst(name)}Input ${fields(properties, required, '')}\n`;
  };

  const result = (name: string, operation: Operation): string => {
    const statuses = Object.keys(operation.responses).filter((status) => status.startsWith('2'));
    const schema = operation.responses[statuses[0] as string]?.content?.['application/json']?.schema as Json;
    const type = RESULTS[name] ?? typeOf(schema, '');
    needed.add(type);
    return `export type ${upperFirst(name)}Result = ${type};\n`;
  };

  const parts: string[] = [];
  for (const name of OPERATIONS) {
    const operation = operations.get(name);
    if (operation) parts.push(input(name, operation), result(name, operation));
  }
  needed.add('LeadsCreated');
  const declared = new Map<string, string>();
  for (const name of needed) declared.set(name, declare(name, components[name] as Json));
  const shapes = [...declared].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  return HEAD + [...parts, BULK, ...shapes].join('\n');
}
