import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormatsModule from 'ajv-formats';
import type { TSchema } from '../../schemas/common.js';

const ajv = new Ajv2020({ strict: false, discriminator: true });
(addFormatsModule as unknown as (to: Ajv2020) => void)(ajv);

/** Texts of which one fits whatever format or pattern a schema asks for. */
const TEXTS = [
  ...['sample', '018f4d5e-0000-7000-8000-000000000001', '2030-01-01T10:00:00Z', '2030-01-01', '09:00', '10:00'],
  ...['ana@example.com', 'https://example.com/sample', '+34600000001', 'EUR', 'ES', 'en', '1', '12345678'],
  ...['0 9 * * *', 'first_name', '#112233', '10', 'UTC', '123456789012345', 'links.example.com'],
  'a'.repeat(64),
  ...['AC', 'XE', 'HX', 'MG'].map((kind) => kind + '0'.repeat(32)),
];

const keyFitting = (pattern: string): string => TEXTS.find((text) => new RegExp(pattern, 'u').test(text)) ?? '';

function scalars(schema: TSchema): unknown[] {
  if (schema.const !== undefined) return [schema.const];
  if (schema.enum !== undefined) return [schema.enum[0]];
  const candidates = [
    ...(schema.examples ?? []),
    ...TEXTS,
    ...['x'.repeat(schema.minLength ?? 1)],
    schema.minimum ?? 1,
    1,
    true,
    null,
  ];
  const check = ajv.compile(schema);
  const fitting = candidates.find((value) => check(value));
  if (fitting === undefined) throw new Error(`No sample fits ${JSON.stringify(schema)}.`);
  return [fitting];
}

function objects(schema: TSchema): unknown[] {
  const parts = Object.entries((schema.properties ?? {}) as Record<string, TSchema>).map(
    ([key, part]) => [key, samplesOf(part)] as const,
  );
  for (const [pattern, part] of Object.entries((schema.patternProperties ?? {}) as Record<string, TSchema>)) {
    parts.push([keyFitting(pattern), samplesOf(part)]);
  }
  const count = Math.max(1, ...parts.map(([, samples]) => samples.length));
  return Array.from({ length: count }, (_, n) =>
    Object.fromEntries(parts.map(([key, samples]) => [key, samples[n % samples.length]])),
  );
}

function arrays(schema: TSchema): unknown[] {
  if (schema.prefixItems) return [(schema.prefixItems as TSchema[]).map((item) => samplesOf(item)[0])];
  return samplesOf(schema.items as TSchema).map((item) =>
    Array.from({ length: Math.min(schema.minItems ?? 1, schema.maxItems ?? 1) }, () => item),
  );
}

/** Values that fit a schema, with every property given, which together take each branch of its unions once. */
export function samplesOf(schema: TSchema): unknown[] {
  const branches = (schema.oneOf ?? schema.anyOf) as TSchema[] | undefined;
  if (branches) return branches.filter(({ type }) => type !== 'null').flatMap(samplesOf);
  if (schema.if) return [schema.then, schema.else].flatMap((branch) => samplesOf(branch as TSchema));
  if (schema.type === 'object') return objects(schema);
  if (schema.type === 'array') return arrays(schema);
  return scalars(schema);
}
