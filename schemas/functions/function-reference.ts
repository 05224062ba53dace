import {
  AnyJson,
  JsonObject,
  oneOf,
  type Static,
  Success,
  strictObject,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { ABOUT_KINDS, WRITTEN_KINDS } from '../events/events.js';
import { ACTION_TYPES } from '../rules/actions.js';
import { LeadsQuery } from '../rules/leads-query.js';

const texts = (description: string) => Type.Array(Text('A value.'), { description });
const list = <P extends Parameters<typeof strictObject>[0]>(properties: P, description: string) =>
  Type.Array(strictObject(properties), { description });

const Account = strictObject({
  timezone: Text('IANA time zone of the account.'),
  workflows: list(
    {
      id: Uuid('ID of the agent.'),
      name: Text('Name of the agent.'),
      statuses: list(
        {
          key: Text(),
          label: Text(),
          category: Text('Category of the status, such as open or won.'),
        },
        'Statuses of the agent.',
      ),
    },
    'Agents, for `workflow_id` and `status_keys`.',
  ),
  fields: list(
    { key: Text('Key of the field, for the source `field`.'), type: Text('Type of the value.') },
    'Fields that agents capture.',
  ),
  metadata_keys: list(
    {
      key: Text('Metadata key, for the source `metadata`.'),
      type: Text('Most common type of the value.'),
      seen: Type.Integer({ description: 'Number of the newest leads that have the key.' }),
    },
    'Metadata keys of the newest leads.',
  ),
  tags: texts('The tags, by slug.'),
  campaigns: list({ id: Uuid(), name: Text() }, 'Campaigns of the account, newest first.'),
  conversion_types: list({ id: Uuid(), name: Text() }, 'Conversion types, by name.'),
});

/** Everything there is to know for writing a query of leads and a schedule. */
export const LeadsReference = strictObject({
  version: Text('Version of the format, such as `2026-01`.'),
  description: Text(),
  call: Text('Call of the method in a function, as code.'),
  schema: JsonObject('JSON Schema of the query.'),
  parameters: list(
    {
      name: Text(),
      type: Text(),
      required: Type.Boolean({ description: 'Whether the parameter is required.' }),
      default: AnyJson('Default value. Null if there is none.'),
      description: Text(),
    },
    'Parameters that a call can set.',
  ),
  sources: list(
    {
      source: Text('Name of the source.'),
      keys: texts('Keys of the source. `*` for custom names.'),
      key_types: Type.Record(Type.String(), Text('Type of the value.'), {
        description: 'Types of the values by key. Empty for custom names.',
      }),
      types: texts('Types of the values.'),
      description: Text(),
    },
    'Sources of values for conditions.',
  ),
  operators: list(
    {
      name: Text(),
      types: texts('Types that it can compare.'),
      arity: Type.Integer({ description: 'Number of values.' }),
      description: Text(),
    },
    'Operators of conditions.',
  ),
  sort: texts('Fields that `sort` accepts.'),
  limits: strictObject({
    page: Type.Integer({ description: 'Maximum number of leads per page.' }),
    total: Type.Integer({ description: 'Maximum number of leads that a call checks.' }),
    timeout_ms: Type.Integer({ description: 'Milliseconds after which a call returns a partial result.' }),
    schedule_max_leads: Type.Integer({ description: 'Maximum number of leads per firing of a schedule.' }),
  }),
  returns: JsonObject('Type of the value that the call returns.'),
  account: Account,
  events: Type.Array(oneOf(WRITTEN_KINDS, { description: 'Event type.' }), {
    description: `Event types that can run functions. ${ABOUT_KINDS}`,
  }),
  actions: Type.Array(oneOf(ACTION_TYPES, { description: 'Effect type.' }), { description: 'Types of effects.' }),
  cron: strictObject({
    format: Text('Format of a cron expression.'),
    min_minutes: Type.Integer({ description: 'Minimum interval in minutes.' }),
    timezone: Text('Time zone of schedules without their own.'),
    shorthands: texts('Shortcuts for common expressions.'),
    rules: texts('Rules of cron expressions.'),
    example: strictObject({
      cron_expression: Text(),
      next_runs: Type.Array(Timestamp('Next runs of the example.'), { description: 'Its next runs, in that zone.' }),
    }),
  }),
  examples: list(
    {
      title: Text('Description of the selected leads.'),
      query: LeadsQuery,
      function: strictObject({
        name: Text(),
        description: Text(),
        source: Text(),
      }),
    },
    'Example queries, each with a function for the selected leads.',
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
  summary:
    'Get a reference for writing scheduled functions in this account: queries, events, actions, cron ' +
    'expressions and examples.',
  success: { 200: strictObject({ success: Success, leads_query: LeadsReference }) },
  errors: [],
});
