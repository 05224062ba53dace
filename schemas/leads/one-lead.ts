import { InFlight, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { LEAD_RESPONSE_KEYS, UpdateLeadBody } from './lead-bodies.js';
import { LeadEngagement, LeadVariables } from './lead-details.js';
import { Lead } from './leads.js';

const LeadParams = Type.Object({ id: Type.String() });
export const getLeadContract = contract({
  operationId: 'getLead',
  method: 'get',
  path: '/api/public/leads/{id}',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'Get a lead with its captured variables and engagement.',
  params: LeadParams,
  success: {
    200: strictObject({
      success: Success,
      lead: Lead,
      local_timezone: Type.String({
        description: "Time zone of the lead: its own, or that of its phone number, or the account's.",
      }),
      variables: LeadVariables,
      engagement: LeadEngagement,
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

export const updateLeadContract = contract({
  operationId: 'updateLead',
  method: 'patch',
  path: '/api/public/leads/{id}',
  tag: 'Leads',
  scope: 'leads:write',
  summary: 'Update a lead.',
  description: 'With an `If-Match` header (the ETag), the request fails if the lead has changed since then.',
  params: LeadParams,
  body: UpdateLeadBody,
  bodyExample: { company: 'Acme', metadata: { budget: 12000 } },
  ignoredKeys: LEAD_RESPONSE_KEYS,
  success: { 200: strictObject({ success: Success, lead: Lead, in_flight: InFlight }) },
  errors: [
    'INVALID_PHONE',
    'INVALID_TIMEZONE',
    'LEAD_NOT_FOUND',
    'LEAD_ERASED',
    'CAMPAIGN_NOT_FOUND',
    'PRECONDITION_FAILED',
  ],
});

export const deleteLeadContract = contract({
  operationId: 'deleteLead',
  method: 'delete',
  path: '/api/public/leads/{id}',
  tag: 'Leads',
  scope: 'leads:delete',
  summary: 'Delete a lead and end its open runs.',
  description: 'The data of the lead is kept. To remove it permanently, use POST /leads/{id}/erase.',
  params: LeadParams,
  success: { 204: null },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED', 'PRECONDITION_FAILED'],
});

export const eraseLeadContract = contract({
  operationId: 'eraseLead',
  method: 'post',
  path: '/api/public/leads/{id}/erase',
  tag: 'Leads',
  scope: 'leads:delete',
  summary: 'Permanently erase the personal data of a lead.',
  description:
    "Ends the lead's runs and removes their histories from Temporal. Later requests for the lead return 410. Texts " +
    "that name the person and don't belong to a lead, such as failed rows of imports, are erased within minutes.",
  params: LeadParams,
  body: strictObject({}),
  bodyOptional: true,
  success: {
    200: strictObject({
      success: Success,
      lead_id: Uuid(),
      erased_at: Timestamp('Time of the erasure.'),
      in_flight: InFlight,
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});
