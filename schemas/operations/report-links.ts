import { CHANNELS } from '../cadence/cadence.js';
import {
  nameText,
  nullable,
  oneOf,
  optional,
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
import { Day, PERFORMANCE_GROUPS, report } from './performance.js';

const tag = 'Reports';
const scope = 'reports:write';

/** Days for which a link works if its creator names none. */
export const DEFAULT_LINK_DAYS = 90;
/** The period of a link whose creator names none. */
export const DEFAULT_PERIOD_DAYS = 30;

const view = {
  last_days: Type.Integer({
    minimum: 1,
    maximum: 400,
    description: `Shows this number of days up to today, so that the period moves. Defaults to ${DEFAULT_PERIOD_DAYS}.`,
  }),
  from: Day("First day of a fixed period, in the account's time zone. Alternative to `last_days`."),
  to: Day('Last day of a fixed period. At most 400 days after `from`.'),
  workflow_id: Uuid('Includes only messages of this workflow.'),
  owner_id: Uuid('Includes only leads that this user owned when the message was sent.'),
  sender_id: Uuid('Includes only messages of this sender.'),
  channel: oneOf(CHANNELS, { description: 'Includes only messages on this channel.' }),
};

const ReportLink = strictObject({
  id: Uuid(),
  name: Text('Title of the shared page.'),
  last_days: nullable(Type.Integer({ description: 'Number of days up to today. Null for a fixed period.' })),
  from: nullable(Day('First day. Null for a moving period.')),
  to: nullable(Day('Last day. Null for a moving period.')),
  workflow_id: nullable(Uuid('ID of the workflow. Null for all.')),
  owner_id: nullable(Uuid('ID of the owner. Null for all.')),
  sender_id: nullable(Uuid('ID of the sender. Null for all.')),
  channel: nullable(Text('Channel. Null for all.')),
  group: oneOf(PERFORMANCE_GROUPS, { description: 'What rows are grouped by.' }),
  status: oneOf(['active', 'expired', 'suspended'], {
    description: "`suspended` links don't open, because their creator can no longer share reports.",
  }),
  created_at: Timestamp('Time of creation.'),
  created_by: Text('User or API key that created the link: `user:<id>` or `key:<id>`.'),
  created_by_name: nullable(Text('Name of the user or API key. Null if it no longer exists.')),
  expires_at: nullable(Timestamp('Time when the link stops working. Null if it has no expiry.')),
  last_opened_at: nullable(Timestamp('Time when the link was last opened. Null if it was never opened.')),
  openings: Type.Integer({ description: 'Number of times the link was opened.' }),
});
export type ReportLink = Static<typeof ReportLink>;

export const createReportLinkContract = contract({
  operationId: 'createReportLink',
  method: 'post',
  path: '/api/public/report-links',
  tag,
  scope,
  summary: 'Create a link with which people without a user can read the performance report.',
  description:
    'The page shows counts and rates, and the names of agents, owners and senders. It shows no leads. The link stops ' +
    'working when it expires, when it is deleted, and when its creator loses the scope `reports:write` or ' +
    '`reports:read`. The request requires both scopes.',
  body: strictObject({
    name: nameText('Title of the shared page.'),
    last_days: optional(view.last_days),
    from: optional(view.from),
    to: optional(view.to),
    workflow_id: optional(view.workflow_id),
    owner_id: optional(view.owner_id),
    sender_id: optional(view.sender_id),
    channel: optional(view.channel),
    group: optional(oneOf(PERFORMANCE_GROUPS, { description: 'What to group rows by. Defaults to `workflow`.' })),
    expires_in_days: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 1,
          maximum: 3_650,
          description: `Number of days for which the link works. Defaults to ${DEFAULT_LINK_DAYS}. Null for no expiry.`,
        }),
      ),
    ),
  }),
  secretAnswer: true,
  success: {
    201: strictObject({
      success: Success,
      link: ReportLink,
      url: Type.String({ description: 'Address of the shared page. It is returned only once.' }),
    }),
  },
  errors: [],
});

export const listReportLinksContract = contract({
  operationId: 'listReportLinks',
  method: 'get',
  path: '/api/public/report-links',
  tag,
  scope: 'reports:read',
  summary: "List links to the performance report, newest first. Addresses aren't returned.",
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      links: Type.Array(ReportLink, { description: 'Links, except those that expired more than 30 days ago.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const deleteReportLinkContract = contract({
  operationId: 'deleteReportLink',
  method: 'delete',
  path: '/api/public/report-links/{id}',
  tag,
  scope,
  summary: 'Revoke a link to the performance report. It stops working immediately.',
  params: Type.Object({ id: Uuid() }),
  success: { 204: null },
  errors: ['REPORT_LINK_NOT_FOUND'],
});

export const openReportLinkContract = contract({
  operationId: 'openReportLink',
  method: 'post',
  path: '/api/internal/report-links/open',
  tag,
  auth: 'none',
  summary: 'Read the report of a link without signing in. Unknown, expired and revoked links get the same response.',
  body: strictObject({ token: Type.String({ maxLength: 200, description: 'Token of the link.' }) }),
  idempotency: 'none',
  success: {
    200: strictObject({
      success: Success,
      name: Text('Title of the page.'),
      account_name: Text('Name of the account.'),
      timezone: Text('IANA time zone of the account.'),
      expires_at: nullable(Timestamp('Time when the link stops working. Null if it has no expiry.')),
      group: oneOf(PERFORMANCE_GROUPS, { description: 'What rows are grouped by.' }),
      filters: strictObject({
        workflow_name: nullable(Text('Name of the workflow. Null if all are included, or if it no longer exists.')),
        owner_name: nullable(Text('Name of the owner. Null if all are included, or if the user no longer exists.')),
        sender_name: nullable(Text('Address of the sender. Null if all are included, or if it no longer exists.')),
        channel: nullable(Text('Channel. Null if all are included.')),
      }),
      senders: Type.Array(strictObject({ id: Uuid(), name: Text('Address or name of the sender.') }), {
        description: 'Senders of the rows.',
      }),
      report: strictObject(report),
    }),
  },
  errors: ['REPORT_LINK_NOT_FOUND', 'CROSS_SITE_REQUEST', 'RATE_LIMITED'],
});
