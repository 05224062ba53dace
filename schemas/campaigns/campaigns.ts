import {
  named,
  nameText,
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

const Name = nameText();
const WorkflowId = Uuid('ID of the workflow that enrolls the leads.');
const Source = Type.String({ minLength: 1, maxLength: 100, description: 'Source of the leads.' });
const StartsAt = Timestamp('First moment at which the campaign enrolls leads. Null for no start.');

/** A campaign as the API answers it. */
export const Campaign = named(
  'Campaign',
  strictObject({
    id: Uuid(),
    name: Name,
    status: oneOf(['draft', 'running', 'paused'] as const, {
      description: 'Status of the campaign. `draft` until it is started.',
    }),
    hold_reason: nullable(
      oneOf(['workflow_paused'] as const, {
        description:
          'Why a running campaign makes no progress. `workflow_paused`: the workflow is inactive, paused or ' +
          'deleted.',
      }),
    ),
    workflow_id: nullable(WorkflowId, 'Null if the campaign enrolls none.'),
    source: nullable(Source),
    starts_at: nullable(StartsAt),
    started_at: nullable(Timestamp('Time at which the campaign was first started.')),
    all_worked: Type.Boolean({
      description:
        'Whether all leads are processed: the campaign was started, no lead is waiting or failed, and no run is ' +
        "open. `status` doesn't change, because leads can join at any time. Then the value becomes false again.",
    }),
    leads_count: Type.Integer({ description: 'Number of leads in the campaign.' }),
    counters: strictObject(
      {
        waiting: Type.Integer({ description: 'Leads that are waiting to be enrolled.' }),
        passed_over: Type.Integer({
          description: 'Leads that were skipped, because they or their address were enrolled in the workflow before.',
        }),
        held: Type.Integer({ description: 'Leads whose enrollment failed. They are attention items.' }),
        enrolled: Type.Integer({ description: 'Runs that the campaign started.' }),
        active: Type.Integer({ description: 'Runs that are open.' }),
        completed: Type.Integer({ description: 'Runs whose cadence completed.' }),
        stopped: Type.Integer({ description: 'Runs that ended early.' }),
        replied: Type.Integer({ description: 'Runs whose lead has replied.' }),
        booked: Type.Integer({ description: "Runs whose lead has booked a meeting that isn't cancelled." }),
        converted: Type.Integer({ description: 'Runs that led to a conversion.' }),
        opted_out: Type.Integer({ description: 'Runs whose lead has opted out of a channel.' }),
      },
      { description: 'Progress of the leads and results of their runs.' },
    ),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);

const CampaignAnswer = strictObject({ success: Success, campaign: Campaign });
const params = Type.Object({ id: Uuid() });
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
      campaigns: Type.Array(Campaign, { description: 'One page of campaigns, newest first.' }),
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
  summary: 'Create a campaign.',
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
  summary: 'Update a campaign. Omitted fields are unchanged, and null clears a field.',
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
  summary: 'Delete a campaign without leads.',
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
  summary: 'Move leads to a campaign. A running campaign enrolls them.',
  params,
  body: strictObject({
    lead_ids: Type.Array(Uuid('ID of a lead.'), { minItems: 1, maxItems: 1000 }),
  }),
  success: {
    200: strictObject({
      success: Success,
      added: Type.Integer({ description: 'Number of leads that were added.' }),
      unchanged: Type.Integer({ description: 'Number of leads that were already in the campaign.' }),
      not_found: Type.Array(Uuid('ID of the resource.'), {
        description: "IDs that don't belong to leads of the account.",
      }),
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
  summary: 'Start or resume a campaign.',
  description:
    'From `starts_at` on, the leads are enrolled in the workflow in the background, as are leads that join ' +
    'later. Leads that were enrolled in the workflow before, or whose address was, are skipped and counted ' +
    'in `counters.passed_over`. When all leads are processed, `all_worked` is true. While the workflow is ' +
    'inactive, no leads are enrolled and `hold_reason` is set. The campaign resumes when the workflow is ' +
    'active again.',
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
  summary: 'Pause a campaign. No further leads are enrolled. Open runs continue.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: { 200: CampaignAnswer },
  errors: ['CAMPAIGN_NOT_FOUND', 'NOT_MODIFIABLE'],
});
