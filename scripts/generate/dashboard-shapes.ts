import { updateAccountContract } from '../../schemas/accounts/account.js';
import { UpdateAgentBody } from '../../schemas/agents/agents.js';
import { CadenceStep } from '../../schemas/cadence/cadence.js';
import { createConversionTypeContract } from '../../schemas/campaigns/conversions.js';
import { NAME, type TSchema, Type } from '../../schemas/common.js';
import { CreateFunctionBody, ScheduleBody } from '../../schemas/functions/cloud-functions.js';
import { CreateJobBody } from '../../schemas/jobs/background-jobs.js';
import { createModelContract, updateModelContract } from '../../schemas/models/models.js';
import { updateWidgetContract } from '../../schemas/widget/widgets.js';

/** The schemas of the dashboard's forms, by the name under which a page uses them. */
const ROOTS: Readonly<Record<string, TSchema>> = {
  CadenceStep,
  AgentSettings: Type.Omit(UpdateAgentBody, ['cadence']),
  Account: updateAccountContract.body as TSchema,
  Job: CreateJobBody,
  CloudFunction: CreateFunctionBody,
  FunctionSchedule: ScheduleBody,
  NewModel: createModelContract.body as TSchema,
  Model: updateModelContract.body as TSchema,
  ConversionType: createConversionTypeContract.body as TSchema,
  Widget: updateWidgetContract.body as TSchema,
};

type Schema = TSchema & Record<string, unknown>;
interface Shape {
  kind: string;
  [more: string]: unknown;
}

/** The parameters of pagination, which aren't in forms. */
const LEFT_OUT = new Set(['cursor', 'include', 'limit']);
/** From here on a text is one of several lines. */
const LONG = 300;
const TEXT_LIMITS = ['maxLength', 'format'] as const;
const NUMBER_LIMITS = ['minimum', 'maximum'] as const;

const pick = (schema: Schema, keys: readonly string[]) =>
  Object.fromEntries(keys.filter((key) => schema[key] !== undefined).map((key) => [key, schema[key]]));

/** Writes schemas down once each, under their names. */
class Shapes {
  readonly named: Record<string, Shape> = {};

  /** Returns what is drawn for a schema; what has a name is written down under it, and named. */
  of(given: TSchema, name?: string): Shape {
    const schema = given as Schema;
    const [inner, empty] = (schema.anyOf as Schema[] | undefined) ?? [];
    if (inner && empty?.type === 'null') return this.#helped(schema, this.of(inner, name));
    const called = name ?? (given as unknown as Record<symbol, string>)[NAME];
    if (!called) return this.#drawn(schema);
    if (!this.named[called]) {
      this.named[called] = { kind: 'any' };
      this.named[called] = this.#drawn(schema);
    }
    return this.#helped(schema, { kind: 'ref', to: called });
  }

  #helped(schema: Schema, shape: Shape): Shape {
    return { ...shape, ...(schema.description ? { help: schema.description } : {}) };
  }

  #drawn(schema: Schema): Shape {
    return this.#helped(schema, this.#kind(schema));
  }

  #kind(schema: Schema): Shape {
    if (schema.const !== undefined) return { kind: 'const', value: schema.const };
    const [text, byLanguage] = (schema.anyOf as Schema[] | undefined) ?? [];
    if (text?.type === 'string' && byLanguage?.patternProperties)
      return { kind: 'words', ...pick(text, ['maxLength']) };
    if (schema.if) return { kind: 'trigger', of: this.of(schema.then as Schema), words: (schema.else as Schema).enum };
    if (schema.oneOf) return { kind: 'choice', of: this.#choices(schema.oneOf as Schema[]) };
    if (schema.enum) return { kind: 'one', words: schema.enum };
    switch (schema.type) {
      case 'string':
        return { kind: Number(schema.maxLength) > LONG ? 'long' : 'text', ...pick(schema, TEXT_LIMITS) };
      case 'integer':
      case 'number':
        return { kind: 'number', whole: schema.type === 'integer', ...pick(schema, NUMBER_LIMITS) };
      case 'boolean':
        return { kind: 'yes' };
      case 'array':
        return schema.items
          ? { kind: 'list', of: this.of(schema.items as Schema), ...pick(schema, ['maxItems']) }
          : { kind: 'any' };
      case 'object':
        return this.#object(schema);
      default:
        return { kind: 'any' };
    }
  }

  #object(schema: Schema): Shape {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>).filter(
      ([key]) => !LEFT_OUT.has(key),
    );
    const [values] = Object.values((schema.patternProperties ?? {}) as Record<string, Schema>);
    if (properties.length === 0) return values?.type === 'string' ? { kind: 'map' } : { kind: 'any' };
    return {
      kind: 'object',
      fields: Object.fromEntries(properties.map(([key, value]) => [key, this.of(value)])),
      required: schema.required ?? [],
    };
  }

  /** The parameters of an action are the same everywhere, so they are written once. */
  #choices(schemas: Schema[]): Record<string, Shape> {
    return Object.fromEntries(
      schemas.map((schema) => {
        const { type, params, ...rest } = schema.properties as Record<string, Schema>;
        const name = String(type?.const);
        const { required = [] } = schema as { required?: string[] };
        const fields = {
          ...(params ? { params: this.of(params, `params of ${name}`) } : {}),
          ...Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, this.of(value)])),
        };
        const help = type?.description ? { help: type.description } : {};
        return [name, { kind: 'object', fields, required: required.filter((key) => key !== 'type'), ...help }];
      }),
    );
  }
}

/** Returns the text of the shapes that the dashboard draws its forms from. */
export function dashboardShapes(): string {
  const shapes = new Shapes();
  for (const [name, schema] of Object.entries(ROOTS)) shapes.of(schema, name);
  return `// Written by \`npm run generate\` from the schemas.
import type { Shape } from './shape.js';

/** What forms are drawn from, by name. */
export const SHAPES: Readonly<Record<string, Shape>> = JSON.parse(
  ${quoted(JSON.stringify(shapes.named))},
);
`;
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
