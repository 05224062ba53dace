import { nullable, oneOf, type Static, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

const tag = 'Reports';

/** Everything that is counted, day by day. */
export const REPORT_METRICS = [
  ...(['entered', 'sent', 'delivered', 'opened', 'clicked', 'replied', 'received', 'failed', 'skipped'] as const),
  ...(['meetings', 'meetings_held', 'no_shows', 'meetings_cancelled', 'conversions', 'converted'] as const),
  ...(['new_leads', 'enrolled', 'opted_out', 'first_answers'] as const),
] as const;
export type ReportMetric = (typeof REPORT_METRICS)[number];

const Text = (description: string) => Type.String({ description });
const Day = (description: string) => Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });
const count = (description: string) => Type.Integer({ description });

const days = {
  from: Type.Optional(Day('The first day, on the account’s calendar; 6 days before `to` if not given.')),
  to: Type.Optional(Day('The last day; today if not given. At most 400 days after `from`.')),
};

const Figures = strictObject({
  sent: count('Messages that left.'),
  received: count('Messages that came in.'),
  replied: count('Messages that were answered.'),
  failed: count('Messages that failed.'),
  meetings: count('Meetings that were booked or recorded.'),
  conversions: count('Conversions.'),
  amounts: Type.Record(Type.String(), Type.Number(), { description: 'What conversions are worth, by currency.' }),
  new_leads: count('Leads that were added.'),
  enrolled: count('Enrolments.'),
  opted_out: count('Opt-outs.'),
});
export type Figures = Static<typeof Figures>;

const AsOf = nullable(Timestamp('Up to when everything was counted; counts are some seconds behind.'));

export const getSummaryContract = contract({
  operationId: 'getSummary',
  method: 'get',
  path: '/api/public/reports/summary',
  tag,
  scope: 'reports:read',
  summary: 'Get the figures of some days, beside those of the days before.',
  description:
    'A day is one of the account’s calendar as it was when it was counted. With `Accept: text/csv` the days as a file.',
  query: Type.Object({
    ...days,
    compare: Type.Optional(
      oneOf(['previous_week', 'previous_period'] as const, {
        description: 'What they stand beside: the same days a week earlier, or as many days right before.',
      }),
    ),
  }),
  answerTypes: { 'text/csv': Type.String({ description: 'One line for each day, formulas escaped.' }) },
  success: {
    200: strictObject({
      success: Success,
      from: Day('The first day.'),
      to: Day('The last day.'),
      now: Figures,
      before: nullable(Figures),
      days: Type.Array(
        Type.Composite([Type.Object({ date: Day('The day.') }), Figures], { additionalProperties: false }),
        {
          description: 'Each day, also those without anything.',
        },
      ),
      as_of: AsOf,
    }),
  },
  errors: [],
});

/** Reports, and what each is put together by. */
export const REPORTS = ['messages', 'steps', 'variants', 'senders', 'reply-times', 'meetings', 'revenue'] as const;
export const REPORT_GROUPS = ['day', 'channel', 'workflow', 'sender', 'writer'] as const;

const ReportRow = strictObject({
  day: nullable(Day('The day.')),
  workflow_id: nullable(Text('The workflow; empty: none.')),
  workflow_name: nullable(Text('What it is called.')),
  step_key: nullable(Text('The step; empty: none.')),
  variant: nullable(Text('The variant; empty: none.')),
  sender_id: nullable(Text('The sender; empty: none.')),
  channel: nullable(Text('The channel; empty: none.')),
  writer_id: nullable(Text('reply-times: who answered.')),
  writer_kind: nullable(
    oneOf(['user', 'agent', 'key'] as const, { description: 'What that is; null once it is gone.' }),
  ),
  writer_name: nullable(Text('What that is called.')),
  currency: nullable(Text('The currency; empty: none.')),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'By what is counted; what is 0 stands too.' }),
  amount: nullable(Type.Number({ description: 'revenue: what conversions are worth.' })),
  reply_share: nullable(
    strictObject(
      {
        low: nullable(Type.Number({ description: 'At least, with 95 % confidence (Wilson).' })),
        high: nullable(Type.Number({ description: 'At most.' })),
      },
      { description: 'variants: which share of what was sent is answered.' },
    ),
  ),
  conversion_share: nullable(
    strictObject(
      {
        low: nullable(Type.Number({ description: 'At least, with 95 % confidence (Wilson).' })),
        high: nullable(Type.Number({ description: 'At most.' })),
      },
      { description: 'variants: which share of what was sent led to a conversion.' },
    ),
  ),
  reply_time: nullable(
    strictObject(
      {
        median_seconds: Type.Integer({ description: 'Half of the answers took no longer.' }),
        p90_seconds: Type.Integer({ description: 'Nine of ten took no longer.' }),
      },
      { description: 'reply-times: how long leads waited, to within 10 %.' },
    ),
  ),
});
export type ReportRow = Static<typeof ReportRow>;

export const getReportContract = contract({
  operationId: 'getReport',
  method: 'get',
  path: '/api/public/reports/{report}',
  tag,
  scope: 'reports:read',
  summary: 'Get a report of some days.',
  description:
    `One of ${REPORTS.join(', ')}. With \`Accept: text/csv\` the same as a file. ` +
    'reply-times counts the first answer by a person, an agent or a key to what a lead or visitor wrote, from the ' +
    'first message that nobody had answered until the answer left; what cadences, jobs and functions send answers nobody.',
  params: Type.Object({ report: Text('Which report.') }),
  query: Type.Object({
    ...days,
    workflow_id: Type.Optional(Uuid('Only of this workflow.')),
    group: Type.Optional(
      oneOf(REPORT_GROUPS, {
        description:
          'messages, meetings, revenue, reply-times: what rows are for; days if not given. `writer` is for reply-times.',
      }),
    ),
  }),
  answerTypes: { 'text/csv': Type.String({ description: 'One line for each row, formulas escaped.' }) },
  success: {
    200: strictObject({
      success: Success,
      from: Day('The first day.'),
      to: Day('The last day.'),
      metrics: Type.Array(oneOf(REPORT_METRICS), { description: 'What is counted.' }),
      rows: Type.Array(ReportRow, { description: 'Only what there is.' }),
      as_of: AsOf,
    }),
  },
  errors: ['REPORT_NOT_FOUND'],
});

export const getFunnelContract = contract({
  operationId: 'getWorkflowFunnel',
  method: 'get',
  path: '/api/public/workflows/{id}/funnel',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Get what came of each step of a workflow, and where its runs stand now.',
  description: 'With `Accept: text/csv` the steps as a file, each followed by its variants.',
  params: Type.Object({ id: Uuid('The workflow.') }),
  query: Type.Object({
    ...days,
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Only of runs that follow this version.' })),
  }),
  answerTypes: { 'text/csv': Type.String({ description: 'One line for each step and variant, formulas escaped.' }) },
  success: {
    200: strictObject({
      success: Success,
      from: Day('The first day.'),
      to: Day('The last day.'),
      version: nullable(Type.Integer({ description: 'The version that is meant; null: all.' })),
      steps: Type.Array(
        strictObject({
          step_key: Text('The step; those that are gone stand behind those of the last version.'),
          entered: count('Runs that came to it for the first time.'),
          sent: count('Messages that left.'),
          delivered: count('Those that arrived.'),
          opened: count('Those that were opened.'),
          clicked: count('Clicks.'),
          replied: count('Those that were answered.'),
          skipped: count('How often it was passed over.'),
          failed: count('Messages that failed.'),
          here_now: count('Open runs that are at it.'),
          held_now: count('Those of them that something holds.'),
          variants: Type.Array(
            strictObject({
              key: Text('The variant.'),
              sent: count('How often it was sent.'),
              replied: count('How often it was answered.'),
              share_low: nullable(Type.Number({ description: 'The share answered is at least this, at 95 %.' })),
              share_high: nullable(Type.Number({ description: 'And at most this.' })),
              converted: count('How many runs it was sent in came to a conversion behind it.'),
              converted_low: nullable(Type.Number({ description: 'The share converted is at least this, at 95 %.' })),
              converted_high: nullable(Type.Number({ description: 'And at most this.' })),
            }),
            { description: 'Its variants that were sent.' },
          ),
        }),
        { description: 'The steps, in order.' },
      ),
      statuses: Type.Array(
        strictObject({ key: Text('The status.'), leads: count('Leads that have it in an open run.') }),
        {
          description: 'Where leads stand now.',
        },
      ),
      exits: Type.Array(strictObject({ reason: Text('Why.'), leads: count('How many runs.') }), {
        description: 'Runs that ended in these days.',
      }),
      as_of: AsOf,
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND'],
});

const AgentStats = strictObject({
  workflow_id: Uuid('The workflow.'),
  open: count('Open runs.'),
  waiting: count('Those that wait for their time.'),
  held: count('Those that something holds.'),
  paused: count('Those that are paused.'),
  failed_7d: count('Runs that failed in the last 7 days.'),
  sent_7d: count('Messages of the last 7 days.'),
  replied_7d: count('Those that were answered.'),
  meetings_7d: count('Meetings of the last 7 days.'),
});

export const getAgentStatsContract = contract({
  operationId: 'getWorkflowStats',
  method: 'get',
  path: '/api/public/workflows/stats',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Get how workflows stand, and what they did in the last 7 days.',
  query: Type.Object({
    ids: Type.String({
      minLength: 36,
      maxLength: 7_400,
      description: 'The workflows, up to 200, separated by commas.',
    }),
  }),
  success: {
    200: strictObject({
      success: Success,
      stats: Type.Array(AgentStats, { description: 'One for each of them that is there.' }),
      as_of: AsOf,
    }),
  },
  errors: [],
});
