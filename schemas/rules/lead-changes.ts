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
import { LEAD_FILTERS } from '../leads/leads.js';
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
  id: Uuid('The change.'),
  operation: oneOf(OPERATIONS, { description: 'What was done.' }),
  matched: count('Leads that were looked at.'),
  changed: count('Leads that were changed.'),
  complete: Type.Boolean({ description: 'Whether all leads that were meant were looked at.' }),
  restored: count('Leads that were put back.'),
  kept: count('Leads that were left alone by the undo, since they have changed or gone.'),
  undone: Type.Boolean({ description: 'Whether it was taken back.' }),
  undoable_until: nullable(Timestamp('Until when it can be taken back; null: not, or not any more.')),
  created_by: Type.String({ description: 'Who asked for it: `user:<id>` or `key:<id>`.' }),
  created_at: Timestamp('When it began.'),
  updated_at: Timestamp('When it last went on.'),
});
export type LeadChange = Static<typeof LeadChange>;

const Cursor = optional(
  Type.String({ maxLength: 500, description: 'The `next_cursor` of an answer, to go on there.' }),
);

const ChangeBody = strictObject({
  filter: optional(Type.Object(LEAD_FILTERS, { additionalProperties: false, description: 'As `GET /leads` has it.' })),
  query: optional(FilteredLeadsQuery),
  lead_ids: optional(
    Type.Array(Uuid('A lead.'), { minItems: 1, maxItems: MOST_IDS, description: 'These leads, up to 1,000.' }),
  ),
  operation: oneOf(OPERATIONS, { description: 'What is done to each. `delete` hides it and ends its runs for good.' }),
  tags: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      ...{ minItems: 1, maxItems: 20 },
      description: 'add_tags, remove_tags: the tags.',
    }),
  ),
  owner_id: Type.Optional(nullable(Uuid('set_owner: the user; null: nobody.'))),
  metadata: optional(JsonObject('set_metadata: values by key; null removes one.')),
  campaign_id: Type.Optional(nullable(Uuid('set_campaign: the campaign; null: none.'))),
  workflow_id: optional(Uuid('enroll: the workflow; other runs of the leads go on.')),
  preview: optional(
    Type.Boolean({ description: 'True: all is done and taken back at once, so that the answer counts exactly.' }),
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
  summary: 'Tag, own, mark, enrol, add or delete many leads at once.',
  description:
    'Name the leads by one of `filter`, `query` and `lead_ids`. They are changed in groups, each whole or not at all; ' +
    'where one request can’t do all, `next_cursor` says where to go on with the same body. What was done can be taken ' +
    'back for a day, but for `delete`. Enrolling asks for automation:write too, deleting for leads:delete.',
  body: ChangeBody,
  idempotency: 'leased',
  deadlineMs: DEADLINE_MS,
  success: {
    200: strictObject({
      success: Success,
      preview: Type.Boolean({ description: 'Whether this only counts.' }),
      lead_change: nullable(LeadChange),
      matched: count('Leads that were looked at, in all pages so far.'),
      changed: count('Leads that were changed, or would be.'),
      unchanged: count('Leads for which there was nothing to do, or that refused it.'),
      refused: Type.Record(Type.String(), Type.Integer(), { description: 'How many refused it, by the error’s code.' }),
      leads: Type.Array(
        strictObject({ id: Uuid('The lead.'), name: Type.String({ description: 'What it is called.' }) }),
        { description: 'preview: the first 20 that would be changed; empty otherwise.' },
      ),
      next_cursor: nullable(Type.String({ description: 'Send it as `cursor` for the rest; null when all are done.' })),
      in_flight: Type.Array(Uuid('A message.'), { description: 'delete: messages that may still leave.' }),
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
  summary: 'List changes of many leads, the newest first.',
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      lead_changes: Type.Array(LeadChange, { description: 'The changes of the last 90 days.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

const params = Type.Object({ id: Uuid('The change.') });

export const getLeadChangeContract = contract({
  operationId: 'getLeadChange',
  method: 'get',
  path: '/api/public/lead-changes/{id}',
  tag,
  scope: 'leads:read',
  summary: 'Get a change of many leads.',
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
  summary: 'Take a change of many leads back, within a day.',
  description:
    'What has changed since is left as it is. Where one request can’t do all, `complete` is false: ask again. 409 ' +
    'where it can’t be taken back.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  idempotency: 'leased',
  deadlineMs: DEADLINE_MS,
  success: {
    200: strictObject({
      success: Success,
      lead_change: LeadChange,
      complete: Type.Boolean({ description: 'Whether all of it was taken back.' }),
    }),
  },
  errors: ['LEAD_CHANGE_NOT_FOUND', 'NOT_MODIFIABLE'],
});
