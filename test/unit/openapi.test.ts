import { beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { readInstant } from '../../domain/meetings/starts-at.js';
import { ERROR_CODES } from '../../schemas/error-codes.js';
import { openApiText } from '../../scripts/generate/openapi-text.js';

type Json = Record<string, unknown>;
interface Body {
  schema: Json;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}
interface Answered {
  description: string;
  content?: Record<string, Body>;
}
interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  security: unknown[];
  requestBody?: { content: Record<string, Body> };
  responses: Record<string, Answered>;
}
interface Components {
  schemas: Record<string, Json>;
  responses: Record<string, Answered>;
  examples: Record<string, { value: Json }>;
}

let document: Json & { components: Components };
let operations: Operation[];

/** Returns the response of an operation, resolved among the components. */
const resolved = (answered: Answered & { $ref?: string }): Answered =>
  answered.$ref ? (document.components.responses[answered.$ref.split('/').at(-1) ?? ''] as Answered) : answered;

beforeAll(async () => {
  document = JSON.parse(await openApiText());
  operations = Object.values(document.paths as Json)
    .flatMap((path) => Object.values(path as Json) as Operation[])
    .map((operation) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses).map(([status, answered]) => [status, resolved(answered)]),
      ),
    }));
});

/** Keys with examples and values, and keys that only narrow a shape that is named elsewhere. */
const NO_SHAPES = ['example', 'examples', 'enum', 'const', 'default', 'if', 'then', 'else'];

/** Lists every schema of the document that is inlined instead of referenced, with its path. */
function inlineShapes(value: unknown, way: string): string[] {
  if (Array.isArray(value)) return value.flatMap((each, at) => inlineShapes(each, `${way}/${at}`));
  if (value === null || typeof value !== 'object') return [];
  const found = Object.entries(value).flatMap(([key, each]) =>
    NO_SHAPES.includes(key) ? [] : inlineShapes(each, `${way}/${key}`),
  );
  const { properties, type } = value as Json;
  return type === 'object' && properties && Object.keys(properties).length > 0 ? [way, ...found] : found;
}

/** Lists what has a name and a description: properties of schemas and parameters of operations. */
function described(value: unknown, owner: string): { owner: string; name: string; description: string }[] {
  if (Array.isArray(value)) return value.flatMap((each) => described(each, owner));
  if (value === null || typeof value !== 'object') return [];
  const { properties, name, description, ...rest } = value as Json;
  const own = typeof name === 'string' && typeof description === 'string' ? [{ owner, name, description }] : [];
  // A constant is a variant, and its description is what a form shows for it.
  const ofProperties = Object.entries((properties ?? {}) as Record<string, Json>).flatMap(([key, schema]) =>
    typeof schema.description === 'string' && !('const' in schema)
      ? [{ owner, name: key, description: schema.description }]
      : [],
  );
  const inside = Object.entries({ ...rest, properties }).flatMap(([key, each]) =>
    NO_SHAPES.includes(key) ? [] : described(each, owner),
  );
  return [...own, ...ofProperties, ...inside];
}

/** Returns the words of a name or a text in lower case and in the singular, without those that add no meaning. */
const meaningOf = (text: string): string[] =>
  (text.replace(/([a-z])([A-Z])/g, '$1 $2').match(/[A-Za-z0-9]+/g) ?? [])
    .map((word) => word.toLowerCase().replace(/s$/, ''))
    .filter((word) => !['id', 'display', 'of', 'the', 'a', 'an', 'it', 'thi', 'that'].includes(word));

/** Returns the properties that an object must have, with their schemas. */
const alwaysPresent = ({ properties = {}, required = [] }: Json): [name: string, schema: Json][] =>
  Object.entries(properties as Record<string, Json>).filter(([name]) => (required as string[]).includes(name));

const isNullable = ({ anyOf = [] }: Json): boolean => (anyOf as Json[]).some(({ type }) => type === 'null');

describe('/openapi.json', () => {
  it('names each operation once and says what it is about', () => {
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(operations.filter(({ summary, tags }) => !summary || tags.length !== 1)).toEqual([]);
    const tags = document.tags as { name: string; description: string }[];
    const undescribed = tags.filter(({ description }) => description.startsWith('Operations on'));
    expect(undescribed).toEqual([]);
  });

  it('leaves no shape without a name', () => {
    const inPaths = inlineShapes(document.paths, 'paths');
    const inComponents = Object.entries(document.components.schemas).flatMap(([name, schema]) =>
      Object.entries(schema).flatMap(([key, each]) => inlineShapes(each, `${name}/${key}`)),
    );
    expect([...inPaths, ...inComponents]).toEqual([]);
  });

  it('has no description that only repeats the names of a field and its schema', () => {
    const found = [document.components.schemas, document.paths as Json].flatMap((group) =>
      Object.entries(group).flatMap(([owner, each]) => described(each, owner)),
    );
    expect(found.length).toBeGreaterThan(3_000);
    const repeating = found.filter(({ owner, name, description }) => {
      const known = meaningOf(`${owner} ${name}`);
      return meaningOf(description).every((word) => known.includes(word));
    });
    expect(repeating.map(({ owner, name, description }) => `${owner} ${name}: ${description}`)).toEqual([]);
  });

  it('says what null means for each ID and actor that is always present', () => {
    const silent = Object.entries(document.components.schemas).flatMap(([owner, schema]) =>
      alwaysPresent(schema)
        .filter(([name, each]) => /(^id|_id|_by)$/.test(name) && isNullable(each))
        .filter(([, { description = '' }]) => !/\bnull\b/i.test(String(description)))
        .map(([name]) => `${owner}.${name}`),
    );
    expect(silent).toEqual([]);
  });

  it('has an example of each JSON body that fits its schema', () => {
    const ajv = new Ajv2020({ strict: false, allErrors: true, discriminator: false });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'api', components: { schemas: document.components.schemas } });
    const check = (name: string, { schema, example }: Body): string[] => {
      const local = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"api#/components'));
      if (example === undefined) return [`${name}: none`];
      const valid = ajv.compile(local);
      return valid(example) ? [] : [`${name}: ${ajv.errorsText(valid.errors).slice(0, 300)}`];
    };
    const wrong = operations.flatMap(({ operationId, requestBody, responses }) => [
      ...Object.entries(requestBody?.content ?? {})
        .filter(([type]) => type === 'application/json')
        .flatMap(([, body]) => check(`${operationId} request`, body)),
      ...Object.entries(responses)
        .filter(([status]) => status.startsWith('2'))
        .flatMap(([status, { content }]) => {
          const body = content?.['application/json'];
          return body ? check(`${operationId} ${status}`, body) : [];
        }),
    ]);
    const errors = Object.entries(document.components.responses).flatMap(([name, { content }]) => {
      const { schema = {}, examples = {} } = content?.['application/json'] ?? {};
      const shown = Object.values(examples).map(
        ({ $ref }) => document.components.examples[$ref.split('/').at(-1) ?? ''],
      );
      return shown.flatMap((example) => check(name, { schema, example: example?.value }));
    });
    expect([...wrong, ...errors]).toEqual([]);
  });

  it('shows beginnings of meetings that are dates', () => {
    const startsOf = (value: unknown): unknown[] => {
      if (value === null || typeof value !== 'object') return [];
      return Object.entries(value).flatMap(([key, each]) => (key === 'starts_at' ? [each] : startsOf(each)));
    };
    const bodies = operations.flatMap(({ requestBody }) => Object.values(requestBody?.content ?? {}));
    const starts = bodies.flatMap(({ example }) => startsOf(example)).filter((start) => start !== null);
    expect(starts.length).toBeGreaterThan(3);
    expect(starts.filter((start) => !readInstant(String(start), 'UTC').ok)).toEqual([]);
  });

  it('lists each error code under its status, with an example', () => {
    for (const { operationId, responses } of operations) {
      for (const [status, { description, content }] of Object.entries(responses)) {
        if (status.startsWith('2')) continue;
        const examples = content?.['application/json']?.examples ?? {};
        expect([operationId, status, Object.keys(examples).length > 0]).toEqual([operationId, status, true]);
        for (const [code, { $ref }] of Object.entries(examples)) {
          expect(description).toContain(`\`${code}\``);
          expect(ERROR_CODES[code as keyof typeof ERROR_CODES][0]).toBe(Number(status));
          const name = $ref.split('/').at(-1) ?? '';
          expect(document.components.examples[name]?.value.code).toBe(code);
        }
      }
    }
  });

  it('says each error once, however many operations answer it', () => {
    const texts = Object.values(document.components.responses).map((answered) => JSON.stringify(answered));
    expect(new Set(texts).size).toBe(texts.length);
    const inPaths = Object.values(document.paths as Json).flatMap((path) => Object.values(path as Json) as Operation[]);
    const inline = inPaths.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, answered]) =>
        status.startsWith('2') || '$ref' in answered ? [] : [`${operationId} ${status}`],
      ),
    );
    expect(inline).toEqual([]);
  });

  it('says how callers prove who they are', () => {
    expect(Object.keys((document.components as unknown as { securitySchemes: Json }).securitySchemes)).toEqual([
      'apiKey',
      'bearer',
      'widgetKey',
    ]);
    expect(operations.filter(({ security }) => !Array.isArray(security))).toEqual([]);
  });
});
