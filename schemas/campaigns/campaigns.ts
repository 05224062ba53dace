import {
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\S\\x00-\\x1f\\x7f]*[^\\s\\x00-\\x1f\\x7f][^\\x00-\\x1f\\x7f]*$',
  description: 'What people call it.',
});
const WorkflowId = Uuid('The workflow its leads are meant for.');
const Source = Type.String({ minLength: 1, maxLength: 100, description: 'Where its leads come from.' });
const StartsAt = Timestamp('When it starts.');

/** A campaign as the API answers it. */
export const Campaign = named(
  'Campaign',
  strictObject({
    id: Uuid('The campaign.'),
    name: Name,
    status: oneOf(['draft', 'running', 'paused'] as const, { description: '`draft` until it is started.' }),
    hold_reason: nullable(
      oneOf(['workflow_paused'] as const, {
        description:
          'Why a running campaign does not get on: `workflow_paused` while its workflow is switched off, paused or ' +
          'deleted.',
      }),
    ),
    workflow_id: nullable(WorkflowId),
    source: nullable(Source),
    starts_at: nullable(StartsAt),
    started_at: nullable(Timestamp('When it was first started.')),
    all_worked: Type.Boolean({
      description:
        'Whether it is through with its leads: it was started, none waits to be enrolled or could not be, and no ' +
        'enrolment goes on. `status` stays, since leads may join at any time; then this is false again.',
    }),
    leads_count: Type.Integer({ description: 'Leads that belong to it.' }),
    counters: strictObject(
      {
        waiting: Type.Integer({ description: 'Its leads that it has still to enrol.' }),
        passed_over: Type.Integer({
          description: 'Its leads that it does not enrol: they, or their address, came into the workflow another way.',
        }),
        held: Type.Integer({ description: 'Its leads whose enrolment failed, which the attention list tells.' }),
        enrolled: Type.Integer({ description: 'Enrolments it made.' }),
        active: Type.Integer({ description: 'Of these, the ones that go on.' }),
        completed: Type.Integer({ description: 'Those whose cadence came to its end.' }),
        stopped: Type.Integer({ description: 'Those that ended before, for whatever reason.' }),
        replied: Type.Integer({ description: 'Those whose lead has written since.' }),
        booked: Type.Integer({ description: 'Those whose lead has booked a meeting since, which stands.' }),
        converted: Type.Integer({ description: 'Those that led to a conversion.' }),
        opted_out: Type.Integer({ description: 'Those whose lead has opted out of a channel since.' }),
      },
      { description: 'Where its leads are, and what became of its enrolments.' },
    ),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);

const CampaignAnswer = strictObject({ success: Success, campaign: Campaign });
const params = Type.Object({ id: Uuid('The campaign.') });
const tag = 'Campaigns';
const ignoredKeys = [
  'id',
  'status',
  'hold_reason',
  'started_at',
  'all_worked',
  'leads_count',
  'counters',
  'created_at',
  'updated_at',
];

export const listCampaignsContract = contract({
  operationId: 'listCampaigns',
  method: 'get',
  path: '/api/public/campaigns',
  tag,
  scope: 'campaigns:read',
  summary: 'List the campaigns, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      campaigns: Type.Array(Campaign, { description: 'The campaigns.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createCampaignContract = contract({
  operationId: 'createCampaign',
  method: 'post',
  path: '/api/public/campaigns',
  tag,
  ignoredKeys,
  scope: 'campaigns:write',
  summary: 'Add a campaign.',
  body: strictObject({
    name: Name,
    workflow_id: optional(WorkflowId),
    source: optional(Source),
    starts_at: optional(StartsAt),
  }),
  success: { 201: CampaignAnswer },
  errors: ['WORKFLOW_NOT_FOUND', 'INVALID_DATE'],
});

export const getCampaignContract = contract({
  operationId: 'getCampaign',
  method: 'get',
  path: '/api/public/campaigns/{id}',
  tag,
  scope: 'campaigns:read',
  summary: 'Get a campaign.',
  params,
  success: { 200: CampaignAnswer },
  errors: ['CAMPAIGN_NOT_FOUND'],
});

export const updateCampaignContract = contract({
  operationId: 'updateCampaign',
  method: 'patch',
  path: '/api/public/campaigns/{id}',
  tag,
  ignoredKeys,
  scope: 'campaigns:write',
  summary: 'Change a campaign: what is left out stays, null clears.',
  params,
  body: strictObject({
    name: optional(Name),
    workflow_id: Type.Optional(nullable(WorkflowId)),
    source: Type.Optional(nullable(Source)),
    starts_at: Type.Optional(nullable(StartsAt)),
  }),
  success: { 200: CampaignAnswer },
  errors: ['CAMPAIGN_NOT_FOUND', 'WORKFLOW_NOT_FOUND', 'INVALID_DATE', 'NOT_MODIFIABLE'],
});

export const deleteCampaignContract = contract({
  operationId: 'deleteCampaign',
  method: 'delete',
  path: '/api/public/campaigns/{id}',
  tag,
  scope: 'campaigns:write',
  summary: 'Remove a campaign that no lead belongs to.',
  params,
  success: { 204: null },
  errors: ['CAMPAIGN_NOT_FOUND', 'IN_USE'],
});

export const addCampaignLeadsContract = contract({
  operationId: 'addCampaignLeads',
  method: 'post',
  path: '/api/public/campaigns/{id}/leads',
  tag,
  scope: 'campaigns:write',
  summary: 'Put leads into a campaign, out of the one they were in. A running campaign enrolls them.',
  params,
  body: strictObject({
    lead_ids: Type.Array(Uuid('A lead.'), { minItems: 1, maxItems: 1000, description: 'The leads.' }),
  }),
  success: {
    200: strictObject({
      success: Success,
      added: Type.Integer({ description: 'Leads that are new in the campaign.' }),
      unchanged: Type.Integer({ description: 'Leads that were in it before.' }),
      not_found: Type.Array(Uuid('An id.'), { description: 'Ids that are no leads of the account.' }),
      campaign: Campaign,
    }),
  },
  errors: ['CAMPAIGN_NOT_FOUND'],
});

export const startCampaignContract = contract({
  operationId: 'startCampaign',
  method: 'post',
  path: '/api/public/campaigns/{id}/start',
  tag,
  scope: 'campaigns:write',
  summary: 'Start a campaign, or go on with it.',
  description:
    'Its leads are enrolled in its workflow, from `starts_at` on, in the background; so are leads that join it later. ' +
    'A lead that was ever enrolled in the workflow is passed over, and so is one whose address was, under another lead; ' +
    '`counters.passed_over` counts it. Once it is through with all of them `all_worked` says so. While the workflow is inactive nobody is enrolled, ' +
    'and `hold_reason` says so; the campaign goes on once it is active again.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: { 200: CampaignAnswer },
  errors: ['CAMPAIGN_NOT_FOUND', 'WORKFLOW_NOT_FOUND', 'WORKFLOW_NOT_PUBLISHED', 'WORKFLOW_PAUSED'],
});

export const pauseCampaignContract = contract({
  operationId: 'pauseCampaign',
  method: 'post',
  path: '/api/public/campaigns/{id}/pause',
  tag,
  scope: 'campaigns:write',
  summary: 'Pause a campaign: no further lead is enrolled. Enrolments that it made go on.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: { 200: CampaignAnswer },
  errors: ['CAMPAIGN_NOT_FOUND', 'NOT_MODIFIABLE'],
});
