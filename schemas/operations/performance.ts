import { CHANNELS } from '../cadence/cadence.js';
import {
  nullable,
  oneOf,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Included, IncludeQuery } from '../included.js';

const tag = 'Reports';

export const PERFORMANCE_GROUPS = ['workflow', 'owner', 'sender', 'channel', 'step'] as const;
/** What a message may not have. */
export const PERFORMANCE_BLANKS = ['workflow', 'owner', 'sender', 'step'] as const;
export const PERFORMANCE_OUTCOMES = ['sent', 'delivered', 'replied', 'met', 'won'] as const;

export const Day = (description: string) =>
  Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });
const count = (description: string) => Type.Integer({ description });
const seconds = (description: string) => nullable(Type.Integer({ description }));

/** Which messages are counted. Both operations accept the same filters, so that a number equals its list. */
const PerformanceQuery = {
  from: Type.Optional(Day("First day, in the account's time zone. Defaults to 6 days before `to`.")),
  to: Type.Optional(Day('Last day. Defaults to today. At most 400 days after `from`.')),
  workflow_id: Type.Optional(Uuid('Includes only messages of this workflow.')),
  owner_id: Type.Optional(Uuid('Includes only leads that this user owned when the message was sent.')),
  sender_id: Type.Optional(Uuid('Includes only messages of this sender.')),
  channel: Type.Optional(oneOf(CHANNELS, { description: 'Includes only messages on this channel.' })),
  step_key: Type.Optional(
    Type.String({ maxLength: 64, description: 'Includes only messages of steps with this key.' }),
  ),
  without: Type.Optional(
    Type.String({
      maxLength: 40,
      description: `Includes only messages without these, comma-separated: ${PERFORMANCE_BLANKS.join(', ')}.`,
    }),
  ),
};

const PerformanceFigures = strictObject({
  sent: count('Number of leads that were sent a message in the period.'),
  delivered: count('Number of these leads with at least one delivered message.'),
  replied: count('Number of these leads that replied to a message. Automatic replies are excluded.'),
  met: count('Number of these leads that scheduled a meeting after a message.'),
  won: count('Number of these leads with a conversion after a message.'),
  delivery_rate: nullable(Type.Number({ description: 'delivered / sent. Null if sent is 0.' })),
  reply_rate: nullable(Type.Number({ description: 'replied / sent. Null if sent is 0.' })),
  meeting_rate: nullable(Type.Number({ description: 'met / sent. Null if sent is 0.' })),
  win_rate: nullable(Type.Number({ description: 'won / sent. Null if sent is 0.' })),
});
export type PerformanceFigures = Static<typeof PerformanceFigures>;

const place = {
  workflow_id: nullable(Uuid('ID of the workflow. Null for none, or in another grouping.')),
  workflow_name: nullable(Text('Name of the workflow. Null if it no longer exists.')),
  step_key: nullable(Text('Key of the step. Null for none, or in another grouping.')),
};

const PerformanceRow = strictObject({
  ...place,
  owner_id: nullable(Uuid('ID of the owner. Null for none, or in another grouping.')),
  owner_name: nullable(Text('Name of the owner. Null if the user no longer exists.')),
  sender_id: nullable(Uuid('ID of the sender. Null for none, or in another grouping.')),
  channel: nullable(Text('Channel. Null in another grouping.')),
  now: PerformanceFigures,
  before: PerformanceFigures,
});
export type PerformanceRow = Static<typeof PerformanceRow>;

const PerformanceStep = nullable(
  strictObject(
    { ...place, sent: count('Number of leads.'), reply_rate: Type.Number({ description: 'replied / sent.' }) },
    { description: 'Null if no step was sent to enough leads.' },
  ),
);

const ReplyTime = strictObject({
  first_replies: count('Number of first replies.'),
  median_seconds: seconds('Median time to the first reply. Null without replies.'),
  p90_seconds: seconds('90th percentile of the time to the first reply. Null without replies.'),
});

export const report = {
  from: Day('First day.'),
  to: Day('Last day.'),
  previous: strictObject({ from: Day('First day.'), to: Day('Last day.') }),
  now: PerformanceFigures,
  before: PerformanceFigures,
  rows: Type.Array(PerformanceRow, { description: 'Rows with messages in one of the periods.' }),
  best_step: PerformanceStep,
  worst_step: PerformanceStep,
  reply_time: strictObject(
    { now: ReplyTime, before: ReplyTime },
    {
      description: 'How long leads waited for the first reply of a user, agent or key. Only `workflow_id` filters it.',
    },
  ),
  pipeline: Type.Array(
    strictObject({
      workflow_id: Uuid(),
      workflow_name: nullable(Text()),
      status: Text('Key of the status.'),
      runs: count('Number of open runs with this status now.'),
      median_seconds: count('Median time since they entered the status.'),
      oldest_seconds: count('Longest time since one of them entered the status.'),
    }),
  ),
  team: Type.Array(
    strictObject({
      user_id: Uuid(),
      name: nullable(Text('Name of the user. Null if the user no longer exists.')),
      reply_time: ReplyTime,
      leads: PerformanceFigures,
    }),
    { description: 'Users who replied to leads or own leads that were sent a message in the period.' },
  ),
  as_of: nullable(Timestamp('Time up to which events are counted. Counts are a few seconds behind.')),
};
const PerformanceReport = strictObject(report);
export type PerformanceReport = Static<typeof PerformanceReport>;

export const getPerformanceContract = contract({
  operationId: 'getPerformance',
  method: 'get',
  path: '/api/public/reports/performance',
  tag,
  scope: 'reports:read',
  summary: 'Compare the results of a period with the previous period.',
  description:
    'Counts leads, each once in each row. An outcome counts if it is after a message of the period and no later than ' +
    'its last day, so that both periods had the same time. The previous period is the same number of days ' +
    'immediately before. Rows overlap: a lead that was sent messages on two channels is in the rows of both. With ' +
    '`Accept: text/csv`, returns the rows as a file.',
  query: Type.Object({
    ...PerformanceQuery,
    group: Type.Optional(oneOf(PERFORMANCE_GROUPS, { description: 'What to group rows by. Defaults to `workflow`.' })),
    min_sent: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: 30,
        description: 'Number of leads below which a step is neither best nor worst. Defaults to 30.',
      }),
    ),
  }),
  answerTypes: { 'text/csv': Type.String({ description: 'One line per row. Formulas are escaped.' }) },
  success: { 200: strictObject({ success: Success, ...report }) },
  errors: [],
});

export const listPerformanceLeadsContract = contract({
  operationId: 'listPerformanceLeads',
  method: 'get',
  path: '/api/public/reports/performance/leads',
  tag,
  scope: 'reports:read',
  summary: 'List the leads of a number of `getPerformance`.',
  description: 'Returns exactly the leads that `getPerformance` counts with the same filters, ordered by ID.',
  query: Type.Object({
    ...PerformanceQuery,
    outcome: Type.Optional(oneOf(PERFORMANCE_OUTCOMES, { description: 'Outcome of the leads. Defaults to `sent`.' })),
    ...IncludeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      leads: Type.Array(
        strictObject({
          lead_id: Uuid(),
          first_sent_at: Timestamp('Time of the first message in the period.'),
          outcome_at: Timestamp('First time of the outcome.'),
        }),
      ),
      included: Included,
      pagination: Pagination,
    }),
  },
  errors: [],
});
