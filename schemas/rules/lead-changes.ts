import {
  JsonObject,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { LEAD_FILTERS } from '../leads/list-leads.js';
import { FilteredLeadsQuery } from './query-leads.js';

const tag = 'Lead changes';
const OPERATIONS = [
  'add_tags',
  'remove_tags',
  'set_owner',
  'set_metadata',
  'set_campaign',
  'enroll',
  'delete',
] as const;
const MOST_IDS = 1_000;
/** For so long a change can be taken back. */
export const UNDOABLE_MS = 86_400_000;
/** The handler stops taking further pages well before. */
const DEADLINE_MS = 28_000;

const count = (description: string) => Type.Integer({ description });

const LeadChange = strictObject({
  id: Uuid(),
  operation: oneOf(OPERATIONS),
  matched: count('Number of processed leads.'),
  changed: count('Number of changed leads.'),
  complete: Type.Boolean({ description: 'Whether all selected leads were processed.' }),
  restored: count('Number of leads that were restored.'),
  kept: count('Number of leads that the undo skipped, because they have changed since then or were deleted.'),
  sent: count('Number of messages that the runs of this change had sent before the undo. They stay sent.'),
  undone: Type.Boolean({ description: 'Whether the change was undone.' }),
  undone_by: nullable(Type.String({ description: 'User or API key that undid the change. Null if no one has.' })),
  undoable_until: nullable(Timestamp("Until when the change can be undone. Null if it can't.")),
  created_by: Type.String({ description: 'User or API key that made the change: `user:<id>` or `key:<id>`.' }),
  created_at: Timestamp('Start of the change.'),
  updated_at: Timestamp('Time of the last progress.'),
});
export type LeadChange = Static<typeof LeadChange>;

const Cursor = optional(Type.String({ maxLength: 500, description: '`next_cursor` of the previous response.' }));

const ChangeBody = strictObject({
  filter: optional(
    Type.Object(LEAD_FILTERS, { additionalProperties: false, description: 'Filter, as in `GET /leads`.' }),
  ),
  query: optional(FilteredLeadsQuery),
  lead_ids: optional(
    Type.Array(Uuid('ID of a lead.'), {
      minItems: 1,
      maxItems: MOST_IDS,
      description: 'IDs of the leads, at most 1,000.',
    }),
  ),
  operation: oneOf(OPERATIONS, {
    description: 'Operation for each lead. `delete` deletes the leads and permanently ends their runs.',
  }),
  tags: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      minItems: 1,
      maxItems: 20,
      description: 'add_tags, remove_tags: the tags.',
    }),
  ),
  owner_id: Type.Optional(nullable(Uuid('set_owner: ID of the user. Null to unassign.'))),
  metadata: optional(JsonObject('set_metadata: values by key. Null removes a key.')),
  campaign_id: Type.Optional(nullable(Uuid('set_campaign: ID of the campaign. Null for none.'))),
  workflow_id: optional(Uuid('enroll: ID of the workflow. Other runs of the leads continue.')),
  preview: optional(
    Type.Boolean({ description: 'If true, the change is executed and rolled back, so that the counts are exact.' }),
  ),
  cursor: Cursor,
});
export type ChangeBody = Static<typeof ChangeBody>;

export const changeLeadsContract = contract({
  operationId: 'changeLeads',
  method: 'post',
  path: '/api/public/lead-changes',
  tag,
  scope: 'leads:write',
  summary: 'Change many leads: tags, owner, metadata, campaign, enrollment or deletion.',
  description:
    'Specify the leads with one of `filter`, `query` and `lead_ids`. They are changed in groups, each ' +
    "completely or not at all. If one request can't process all leads, repeat it with the same body and " +
    '`next_cursor`. All operations except `delete` can be undone for a day. Enrolling also requires the ' +
    'scope automation:write, and deleting requires leads:delete.',
  body: ChangeBody,
  idempotency: 'leased',
  deadlineMs: DEADLINE_MS,
  success: {
    200: strictObject({
      success: Success,
      preview: Type.Boolean({ description: 'Whether the change was only previewed.' }),
      lead_change: nullable(LeadChange),
      matched: count('Number of processed leads, across all pages so far.'),
      changed: count('Number of leads that were changed, or would be.'),
      unchanged: count('Number of leads that needed no change or were rejected.'),
      refused: Type.Record(Type.String(), Type.Integer(), { description: 'Number of rejected leads, by error code.' }),
      leads: Type.Array(strictObject({ id: Uuid(), name: Type.String() }), {
        description: 'The first 20 leads that would change, for `preview`. Empty otherwise.',
      }),
      next_cursor: nullable(
        Type.String({ description: 'Cursor for the remaining leads. Send it as `cursor`. Null if all are processed.' }),
      ),
      in_flight: Type.Array(Uuid('ID of a message.'), { description: 'delete: messages that may still be delivered.' }),
    }),
  },
  errors: [
    'UNKNOWN_OPERATOR',
    'INVALID_REGEX',
    'INVALID_DATE',
    'INVALID_TIMEZONE',
    'WORKFLOW_NOT_FOUND',
    'CAMPAIGN_NOT_FOUND',
    'USER_NOT_FOUND',
    'LEAD_CHANGE_NOT_FOUND',
    'NOT_MODIFIABLE',
  ],
});

export const listLeadChangesContract = contract({
  operationId: 'listLeadChanges',
  method: 'get',
  path: '/api/public/lead-changes',
  tag,
  scope: 'leads:read',
  summary: 'List bulk changes of leads, newest first.',
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      lead_changes: Type.Array(LeadChange, { description: 'Changes of the last 90 days.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

const params = Type.Object({ id: Uuid() });

export const getLeadChangeContract = contract({
  operationId: 'getLeadChange',
  method: 'get',
  path: '/api/public/lead-changes/{id}',
  tag,
  scope: 'leads:read',
  summary: 'Get a bulk change of leads.',
  params,
  success: { 200: strictObject({ success: Success, lead_change: LeadChange }) },
  errors: ['LEAD_CHANGE_NOT_FOUND'],
});

export const undoLeadChangeContract = contract({
  operationId: 'undoLeadChange',
  method: 'post',
  path: '/api/public/lead-changes/{id}/undo',
  tag,
  scope: 'leads:write',
  summary: 'Undo a bulk change of leads. This is possible for a day.',
  description:
    "Leads that have changed since then are skipped. If one request can't restore all leads, `complete` is " +
    "false; repeat the request. Returns 409 if the change can't be undone.",
  params,
  body: strictObject({}),
  bodyOptional: true,
  idempotency: 'leased',
  deadlineMs: DEADLINE_MS,
  success: {
    200: strictObject({
      success: Success,
      lead_change: LeadChange,
      complete: Type.Boolean({ description: 'Whether the undo is complete.' }),
    }),
  },
  errors: ['LEAD_CHANGE_NOT_FOUND', 'NOT_MODIFIABLE'],
});
