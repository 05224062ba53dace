import {
  named,
  nullable,
  optional,
  PageQuery,
  Pagination,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from './common.js';
import { contract } from './contract.js';

const Name = Type.String({
  minLength: 1,
  maxLength: 200,
  pattern: '^[^\\x00-\\x1f\\x7f]*\\S[^\\x00-\\x1f\\x7f]*$',
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
    status: Type.String({ description: '`draft` until it is started.' }),
    workflow_id: nullable(WorkflowId),
    source: nullable(Source),
    starts_at: nullable(StartsAt),
    leads_count: Type.Integer({ description: 'Leads that belong to it.' }),
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);

const CampaignAnswer = strictObject({ success: Success, campaign: Campaign });
const params = Type.Object({ id: Uuid('The campaign.') });
const tag = 'Campaigns';
const ignoredKeys = ['id', 'status', 'leads_count', 'created_at', 'updated_at'];

export const listCampaigns = contract({
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

export const createCampaign = contract({
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

export const getCampaign = contract({
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

export const updateCampaign = contract({
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
  errors: ['CAMPAIGN_NOT_FOUND', 'WORKFLOW_NOT_FOUND', 'INVALID_DATE'],
});

export const deleteCampaign = contract({
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
