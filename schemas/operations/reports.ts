import {
  described,
  nullable,
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

const tag = 'Reports';

/** Everything that is counted, day by day. */
export const REPORT_METRICS = [
  ...(['entered', 'sent', 'delivered', 'opened', 'clicked', 'replied', 'received', 'failed', 'skipped'] as const),
  ...(['meetings', 'meetings_held', 'no_shows', 'meetings_cancelled', 'conversions', 'converted'] as const),
  ...(['new_leads', 'enrolled', 'opted_out', 'first_answers'] as const),
] as const;
export type ReportMetric = (typeof REPORT_METRICS)[number];

const Day = (description?: string) =>
  Type.String({ format: 'date', pattern: '^\\d{4}-\\d{2}-\\d{2}$', ...described(description) });
const count = (description: string) => Type.Integer({ description });

const days = {
  from: Type.Optional(Day("First day, in the account's time zone. Defaults to 6 days before `to`.")),
  to: Type.Optional(Day('Last day. Defaults to today. At most 400 days after `from`.')),
};

const Figures = strictObject({
  sent: count('Number of sent messages.'),
  received: count('Number of received messages.'),
  replied: count('Number of messages that got a reply.'),
  failed: count('Number of failed messages.'),
  meetings: count('Number of booked or recorded meetings.'),
  conversions: count('Number of conversions.'),
  amounts: Type.Record(Type.String(), Type.Number(), { description: 'Value of the conversions, by currency.' }),
  new_leads: count('Number of new leads.'),
  enrolled: count('Number of enrollments.'),
  opted_out: count('Number of opt-outs.'),
});
export type Figures = Static<typeof Figures>;

const AsOf = nullable(Timestamp('Time up to which events are counted. Counts are a few seconds behind.'));

export const getSummaryContract = contract({
  operationId: 'getSummary',
  method: 'get',
  path: '/api/public/reports/summary',
  tag,
  scope: 'reports:read',
  summary: 'Get the totals of a range of days, compared with earlier days.',
  description:
    "Days are those of the account's time zone at the time of counting. With `Accept: text/csv`, returns the " +
    'days as a file.',
  query: Type.Object({
    ...days,
    compare: Type.Optional(
      oneOf(['previous_week', 'previous_period'] as const, {
        description: 'Comparison range: the same days a week earlier, or the same number of days immediately before.',
      }),
    ),
  }),
  answerTypes: { 'text/csv': Type.String({ description: 'One line per day. Formulas are escaped.' }) },
  success: {
    200: strictObject({
      success: Success,
      from: Day('First day.'),
      to: Day('Last day.'),
      now: Figures,
      before: nullable(Figures),
      days: Type.Array(Type.Composite([Type.Object({ date: Day() }), Figures], { additionalProperties: false }), {
        description: 'All days of the range, including days without events.',
      }),
      as_of: AsOf,
    }),
  },
  errors: [],
});

/** Reports, and what each is put together by. */
export const REPORTS = ['messages', 'steps', 'variants', 'senders', 'reply-times', 'meetings', 'revenue'] as const;
export const REPORT_GROUPS = ['day', 'channel', 'workflow', 'sender', 'writer'] as const;

const ReportRow = strictObject({
  day: nullable(Day('Date of the day.')),
  workflow_id: nullable(Text('ID of the workflow. Empty for none. Null if the rows are not by workflow.')),
  workflow_name: nullable(Text()),
  step_key: nullable(Text('Key of the step. Empty for none.')),
  variant: nullable(Text('Key of the variant. Empty for none.')),
  sender_id: nullable(Text('ID of the sender. Empty for none. Null if the rows are not by sender.')),
  channel: nullable(Text('Channel. Empty for none.')),
  writer_id: nullable(Text('reply-times: ID of the author of the reply. Null if the rows are not by author.')),
  writer_kind: nullable(
    oneOf(['user', 'agent', 'key'] as const, { description: 'Type of the author. Null if it no longer exists.' }),
  ),
  writer_name: nullable(Text('Name of the author. Null if it no longer exists.')),
  currency: nullable(Text('Currency code. Empty for none.')),
  counts: Type.Record(Type.String(), Type.Integer(), { description: 'Counts by metric, including zeros.' }),
  amount: nullable(Type.Number({ description: 'revenue: value of the conversions.' })),
  reply_share: nullable(
    strictObject(
      {
        low: nullable(Type.Number({ description: 'Lower bound of the 95 % confidence interval (Wilson).' })),
        high: nullable(Type.Number({ description: 'Upper bound of the 95 % confidence interval.' })),
      },
      { description: 'variants: share of messages that got a reply.' },
    ),
  ),
  conversion_share: nullable(
    strictObject(
      {
        low: nullable(Type.Number({ description: 'Lower bound of the 95 % confidence interval (Wilson).' })),
        high: nullable(Type.Number({ description: 'Upper bound of the 95 % confidence interval.' })),
      },
      { description: 'variants: share of messages that led to a conversion.' },
    ),
  ),
  reply_time: nullable(
    strictObject(
      {
        median_seconds: Type.Integer({ description: 'Median reply time in seconds.' }),
        p90_seconds: Type.Integer({ description: '90th percentile of the reply time in seconds.' }),
      },
      { description: 'reply-times: how long leads waited for a reply, with an accuracy of 10 %.' },
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
  summary: 'Get a report for a range of days.',
  description:
    `One of ${REPORTS.join(', ')}. With \`Accept: text/csv\`, returns the report as a file. ` +
    'reply-times measures the first reply of a user, agent or key to a lead or visitor, from the ' +
    "first unanswered message until the reply was sent. Messages of cadences, jobs and functions don't count " +
    'as replies.',
  params: Type.Object({ report: Text('Name of the report.') }),
  query: Type.Object({
    ...days,
    workflow_id: Type.Optional(Uuid('Includes only this workflow.')),
    group: Type.Optional(
      oneOf(REPORT_GROUPS, {
        description:
          'messages, meetings, revenue, reply-times: what to group rows by. Defaults to days. `writer` is only for ' +
          'reply-times.',
      }),
    ),
  }),
  answerTypes: { 'text/csv': Type.String({ description: 'One line per row. Formulas are escaped.' }) },
  success: {
    200: strictObject({
      success: Success,
      from: Day('First day.'),
      to: Day('Last day.'),
      metrics: Type.Array(oneOf(REPORT_METRICS), { description: 'Names of the metrics.' }),
      rows: Type.Array(ReportRow, { description: 'Rows with data.' }),
      as_of: AsOf,
    }),
  },
  errors: ['REPORT_NOT_FOUND'],
});

export const getAgentFunnelContract = contract({
  operationId: 'getWorkflowFunnel',
  method: 'get',
  path: '/api/public/workflows/{id}/funnel',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Get the results of each step of a workflow, and the current steps of its runs.',
  description: 'With `Accept: text/csv`, returns the steps as a file, each followed by its variants.',
  params: Type.Object({ id: Uuid() }),
  query: Type.Object({
    ...days,
    version: Type.Optional(Type.Integer({ minimum: 1, description: 'Includes only runs of this version.' })),
  }),
  answerTypes: { 'text/csv': Type.String({ description: 'One line per step and variant. Formulas are escaped.' }) },
  success: {
    200: strictObject({
      success: Success,
      from: Day('First day.'),
      to: Day('Last day.'),
      version: nullable(Type.Integer({ description: 'Version of the runs. Null for all.' })),
      steps: Type.Array(
        strictObject({
          step_key: Text('Key of the step. Removed steps follow those of the latest version.'),
          entered: count('Number of runs that reached the step for the first time.'),
          sent: count('Number of sent messages.'),
          delivered: count('Number of delivered messages.'),
          opened: count('Number of opened messages.'),
          clicked: count('Number of clicks.'),
          replied: count('Number of messages that got a reply.'),
          skipped: count('Number of times the step was skipped.'),
          failed: count('Number of failed messages.'),
          here_now: count('Number of open runs at the step.'),
          held_now: count('Number of these runs that are on hold.'),
          variants: Type.Array(
            strictObject({
              key: Text(),
              sent: count('Number of sent messages.'),
              replied: count('Number of messages that got a reply.'),
              share_low: nullable(
                Type.Number({ description: 'Lower bound of the 95 % confidence interval of the reply rate.' }),
              ),
              share_high: nullable(
                Type.Number({ description: 'Upper bound of the 95 % confidence interval of the reply rate.' }),
              ),
              converted: count('Number of runs with a conversion after a message of the variant.'),
              converted_low: nullable(
                Type.Number({ description: 'Lower bound of the 95 % confidence interval of the conversion rate.' }),
              ),
              converted_high: nullable(
                Type.Number({ description: 'Upper bound of the 95 % confidence interval of the conversion rate.' }),
              ),
            }),
            { description: 'Variants with sent messages.' },
          ),
        }),
        { description: 'The steps, in order.' },
      ),
      statuses: Type.Array(
        strictObject({
          key: Text(),
          leads: count('Number of leads with this status in an open run.'),
        }),
        {
          description: 'Current statuses of the leads.',
        },
      ),
      exits: Type.Array(
        strictObject({
          reason: Text('Reason for the end of the runs, such as `replied`.'),
          leads: count('Number of runs.'),
        }),
        {
          description: 'Runs that ended in the range.',
        },
      ),
      as_of: AsOf,
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND'],
});

const AgentStats = strictObject({
  workflow_id: Uuid(),
  open: count('Number of open runs.'),
  waiting: count('Number of waiting runs.'),
  held: count('Number of runs on hold.'),
  paused: count('Number of paused runs.'),
  failed_7d: count('Number of runs that failed in the last 7 days.'),
  sent_7d: count('Number of messages sent in the last 7 days.'),
  replied_7d: count('Number of these messages that got a reply.'),
  meetings_7d: count('Number of meetings in the last 7 days.'),
});

export const getAgentStatsContract = contract({
  operationId: 'getWorkflowStats',
  method: 'get',
  path: '/api/public/workflows/stats',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Get the current state of workflows and their results of the last 7 days.',
  query: Type.Object({
    ids: Type.String({
      minLength: 36,
      maxLength: 7_400,
      description: 'Comma-separated workflow IDs, at most 200.',
    }),
  }),
  success: {
    200: strictObject({
      success: Success,
      stats: Type.Array(AgentStats, { description: 'One entry per existing workflow.' }),
      as_of: AsOf,
    }),
  },
  errors: [],
});
