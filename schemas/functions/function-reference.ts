import { AnyJson, JsonObject, oneOf, type Static, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { ABOUT_KINDS, EVENT_KINDS } from '../events/events.js';
import { ACTION_TYPES } from '../rules/actions.js';
import { LeadsQuery } from '../rules/leads-query.js';

const text = (description: string) => Type.String({ description });
const texts = (description: string) => Type.Array(text('One of them.'), { description });
const list = <P extends Parameters<typeof strictObject>[0]>(properties: P, description: string) =>
  Type.Array(strictObject(properties), { description });

const Account = strictObject({
  timezone: text('The account’s zone.'),
  workflows: list(
    {
      id: Uuid('The agent.'),
      name: text('Its name.'),
      statuses: list(
        { key: text('Its key.'), label: text('What people read.'), category: text('open, won, ...') },
        'Its statuses.',
      ),
    },
    'The agents, for `workflow_id` and `status_keys`.',
  ),
  fields: list(
    { key: text('For the source `field`.'), type: text('What it holds.') },
    'The fields that agents capture.',
  ),
  metadata_keys: list(
    {
      key: text('For the source `metadata`.'),
      type: text('What it mostly holds.'),
      seen: Type.Integer({ description: 'On how many of the newest leads.' }),
    },
    'Keys of metadata, as the newest leads have them.',
  ),
  tags: texts('The tags, by slug.'),
  campaigns: list({ id: Uuid('The campaign.'), name: text('Its name.') }, 'The campaigns.'),
  conversion_types: list({ id: Uuid('The kind.'), name: text('Its name.') }, 'The kinds of conversions.'),
});

/** Everything there is to know for writing a query of leads and a schedule. */
export const LeadsReference = strictObject({
  version: text('The version of this reference.'),
  description: text('What the query does.'),
  call: text('How a function calls it.'),
  schema: JsonObject('The JSON Schema of the query.'),
  parameters: list(
    {
      name: text('The key.'),
      type: text('What it takes.'),
      required: Type.Boolean({ description: 'Whether it must be given.' }),
      default: AnyJson('What counts if it isn’t; null for nothing.'),
      description: text('What it does.'),
    },
    'The parts of the query.',
  ),
  sources: list(
    {
      source: text('The source.'),
      keys: texts('Its keys; `*` for a name of yours.'),
      types: texts('What it holds.'),
      description: text('What it is.'),
    },
    'Where conditions read.',
  ),
  operators: list(
    {
      name: text('The operator.'),
      types: texts('What it compares.'),
      arity: Type.Integer({ description: 'How many values it takes.' }),
      description: text('What it tests.'),
    },
    'How conditions compare.',
  ),
  sort: texts('What leads can be ordered by.'),
  limits: strictObject({
    page: Type.Integer({ description: 'Leads a page.' }),
    total: Type.Integer({ description: 'Leads that one call looks at.' }),
    timeout_ms: Type.Integer({ description: 'Milliseconds after which a call answers what it has.' }),
    schedule_max_leads: Type.Integer({ description: 'Leads that one fire of a schedule runs for.' }),
  }),
  returns: JsonObject('What the call answers.'),
  account: Account,
  events: Type.Array(oneOf(EVENT_KINDS, { description: 'A kind.' }), {
    description: `Kinds of events that run functions. ${ABOUT_KINDS}`,
  }),
  actions: Type.Array(oneOf(ACTION_TYPES, { description: 'A kind.' }), { description: 'Kinds of effects.' }),
  cron: strictObject({
    format: text('What an expression looks like.'),
    min_minutes: Type.Integer({ description: 'How close two runs may be.' }),
    timezone: text('The zone of schedules that name none.'),
    shorthands: texts('Words for common expressions.'),
    rules: texts('How expressions are read.'),
    example: strictObject({
      cron_expression: text('An expression.'),
      next_runs: Type.Array(Timestamp('A run to come.'), { description: 'Its next runs, in that zone.' }),
    }),
  }),
  examples: list(
    {
      title: text('Which leads it finds.'),
      query: LeadsQuery,
      function: strictObject({
        name: text('A worked function for these leads.'),
        description: text('What it does.'),
        source: text('Its source, to be stored as it stands.'),
      }),
    },
    'Queries that run as they stand, each with a function for the leads it finds.',
  ),
});
export type LeadsReference = Static<typeof LeadsReference>;

export const getScheduledFunctionsReferenceContract = contract({
  operationId: 'getScheduledFunctionsReference',
  method: 'get',
  path: '/api/public/scheduled-functions/reference',
  tag: 'Cloud functions',
  scope: 'functions:read',
  lenientQuery: true,
  summary: 'Everything needed to write scheduled functions for this account: queries, events, actions, cron, examples.',
  success: { 200: strictObject({ success: Success, leads_query: LeadsReference }) },
  errors: [],
});
