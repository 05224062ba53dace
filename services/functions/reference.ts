import type { Db } from '../../db/connection.js';
import { fromJson } from '../../db/connection.js';
import { type AccountWords, readAccountWords } from '../../db/functions/reference.js';
import { CRON_RULES, QUERY_OPERATORS, QUERY_SOURCES } from '../../domain/functions/function-reference.js';
import { parseCron } from '../../domain/time/cron.js';
import { nextRuns } from '../../domain/time/cron-runs.js';
import type { AgentDefinition } from '../../schemas/agents/agents.js';
import { WRITTEN_KINDS } from '../../schemas/events/events.js';
import type { LeadsReference } from '../../schemas/functions/function-reference.js';
import { ACTION_TYPES } from '../../schemas/rules/actions.js';
import { LEADS_QUERY_LIMITS, LEADS_SORTS, LeadsPage, LeadsQuery } from '../../schemas/rules/leads-query.js';

const EXAMPLE_CRON = '0 9 * * *';
const DEFAULTS: Partial<Record<keyof LeadsQuery, unknown>> = {
  match: 'all',
  limit: 50,
  sort: 'created_at',
  order: 'asc',
  include: [],
};

/** A schema as plain JSON, without the marks that only this program reads. */
const plain = (schema: unknown): Record<string, unknown> => JSON.parse(JSON.stringify(schema));

interface Shape {
  type?: string;
  description?: string;
  enum?: string[];
  anyOf?: Shape[];
  items?: Shape;
}

function typeOf(shape: Shape): string {
  const [first] = shape.anyOf ?? [];
  if (first) return typeOf(first);
  if (shape.enum) return shape.enum.join(' | ');
  return shape.type === 'array' ? `array of ${typeOf(shape.items ?? {})}` : (shape.type ?? 'any');
}

const PARAMETERS = Object.entries(LeadsQuery.properties as Record<string, Shape>).map(([name, shape]) => ({
  name,
  type: typeOf(shape),
  required: false,
  default: DEFAULTS[name as keyof LeadsQuery] ?? null,
  description: shape.description ?? '',
}));

/** Returns everything needed to write queries of leads and schedules for an account. */
export async function functionReference(
  db: Db,
  account: { id: string; timezone: string },
  now: Date,
  examples: LeadsReference['examples'],
): Promise<LeadsReference> {
  const words = await readAccountWords(db, account.id);
  const parsed = parseCron(EXAMPLE_CRON);
  return {
    version: '2026-01',
    description:
      'Finds leads of the account. Call it from a function. A scheduled function runs once for each lead that ' +
      'its query finds.',
    call: 'svc.leads.query(query)',
    schema: { $schema: 'https://json-schema.org/draft/2020-12/schema', ...plain(LeadsQuery) },
    parameters: PARAMETERS,
    sources: QUERY_SOURCES,
    operators: QUERY_OPERATORS,
    sort: [...LEADS_SORTS],
    limits: { ...LEADS_QUERY_LIMITS, schedule_max_leads: 500 },
    returns: plain(LeadsPage),
    account: { timezone: account.timezone, ...accountOf(words) },
    events: [...WRITTEN_KINDS],
    actions: [...ACTION_TYPES],
    cron: {
      format: 'minute hour day-of-month month day-of-week',
      min_minutes: 1,
      timezone: account.timezone,
      shorthands: ['@hourly', '@daily', '@weekly', '@monthly', '@yearly'],
      rules: CRON_RULES,
      example: {
        cron_expression: EXAMPLE_CRON,
        next_runs: parsed.ok ? nextRuns(parsed.spec, account.timezone, now, 3).map((at) => at.toISOString()) : [],
      },
    },
    examples,
  };
}

function accountOf({ agents, metadata, tags, campaigns, conversionTypes, variables }: AccountWords) {
  const definitions = agents.map(({ definition, ...agent }) => ({
    ...agent,
    definition: fromJson<Partial<AgentDefinition>>(definition),
  }));
  const fields = new Map<string, string>(variables.map((key) => [key, 'any']));
  for (const { definition } of definitions) {
    for (const { key, type } of definition.fields ?? []) fields.set(key, type);
  }
  return {
    workflows: definitions.map(({ id, name, definition }) => ({
      id,
      name,
      statuses: (definition.statuses ?? []).map(({ key, label, category }) => ({ key, label, category })),
    })),
    fields: [...fields].map(([key, type]) => ({ key, type })),
    metadata_keys: metadataKeys(metadata),
    tags,
    campaigns,
    conversion_types: conversionTypes,
  };
}

/** The keys of metadata with what they mostly hold, the most frequent first. */
function metadataKeys(metadata: readonly Record<string, unknown>[]) {
  const keys = new Map<string, Map<string, number>>();
  for (const one of metadata) {
    for (const [key, value] of Object.entries(one)) {
      const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
      const types = keys.get(key) ?? new Map<string, number>();
      keys.set(key, types.set(type, (types.get(type) ?? 0) + 1));
    }
  }
  return [...keys]
    .map(([key, types]) => ({
      key,
      type: [...types].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 'any',
      seen: [...types.values()].reduce((sum, n) => sum + n, 0),
    }))
    .sort((a, b) => b.seen - a.seen)
    .slice(0, 200);
}
