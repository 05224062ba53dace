import { nullable, type Static, Success, strictObject, Text, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { Day } from './performance.js';

const tag = 'Reports';

const target = (description: string) => nullable(Type.Integer({ minimum: 1, maximum: 1_000_000, description }));

const targets = {
  meetings_target: target('Number of leads that are to schedule a meeting in a month. Null for no target.'),
  won_target: target('Number of leads that are to be won in a month. Null for no target.'),
};

const ReportGoal = strictObject({
  owner_id: nullable(Uuid('ID of the owner of leads. Null for the account.')),
  owner_name: nullable(Text('Name of the owner. Null for the account, or if the user no longer exists.')),
  ...targets,
  meetings: Type.Integer({ description: 'Number of leads that scheduled a meeting this month, after a message.' }),
  won: Type.Integer({ description: 'Number of leads with a conversion this month, after a message.' }),
});
export type ReportGoal = Static<typeof ReportGoal>;

const month = {
  from: Day("First day of the month, in the account's time zone."),
  to: Day('Last day of the month.'),
};

export const listReportGoalsContract = contract({
  operationId: 'listReportGoals',
  method: 'get',
  path: '/api/public/report-goals',
  tag,
  scope: 'reports:read',
  summary: 'List the monthly goals of the account and of owners, with the results of this month.',
  description:
    'A lead counts for the owner that it had when it was sent a message. It counts once in a goal, so the results of ' +
    'owners can add up to more than those of the account.',
  success: {
    200: strictObject({
      success: Success,
      ...month,
      goals: Type.Array(ReportGoal, { description: 'Goals with a target. The goal of the account is first.' }),
      as_of: nullable(Timestamp('Time up to which events are counted. Counts are a few seconds behind.')),
    }),
  },
  errors: [],
});

export const setReportGoalContract = contract({
  operationId: 'setReportGoal',
  method: 'put',
  path: '/api/public/report-goals',
  tag,
  scope: 'reports:write',
  summary: 'Set the monthly goal of the account or of an owner. Without targets, the goal is deleted.',
  body: strictObject({
    owner_id: nullable(Uuid('ID of the user who owns leads. Null for the account.')),
    ...targets,
  }),
  success: { 200: strictObject({ success: Success, goal: ReportGoal }) },
  errors: ['USER_NOT_FOUND'],
});
