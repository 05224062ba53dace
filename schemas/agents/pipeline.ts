import { nullable, oneOf, PageQuery, Pagination, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { Lead } from '../leads/leads.js';
import { LEAD_FILTERS } from '../leads/list-leads.js';
import { STATUS_CATEGORIES } from './agents.js';

const { workflow_id: _workflow, status_keys: _statuses, ...FILTERS } = LEAD_FILTERS;
const Count = (description: string) => Type.Integer({ description });

const MEMBERS =
  'A lead has the status of its open run of the workflow, or the last status of its latest run. Leads that were ' +
  "transferred to another workflow aren't included.";

export const getAgentPipelineContract = contract({
  operationId: 'getWorkflowPipeline',
  method: 'get',
  path: '/api/public/workflows/{id}/pipeline',
  tag: 'Workflows',
  scope: 'leads:read',
  summary: 'Get the number of leads and the value of their deals in each status of a workflow.',
  description: MEMBERS,
  params: Type.Object({ id: Uuid() }),
  query: Type.Object(FILTERS),
  success: {
    200: strictObject({
      success: Success,
      statuses: Type.Array(
        strictObject({
          key: Type.String(),
          label: Type.String({ description: 'Display label. Equals the key if the status was removed.' }),
          category: oneOf(STATUS_CATEGORIES),
          is_terminal: Type.Boolean({ description: 'Whether the status ends the run.' }),
          is_removed: Type.Boolean({
            description: 'Whether the latest version of the workflow no longer has the status.',
          }),
          color: nullable(Type.String({ description: 'Color in boards. Null for the default.' })),
          leads: Count('Number of leads.'),
          deals: Type.Array(
            strictObject({
              currency: nullable(Type.String({ description: 'ISO 4217 currency code. Null for values without one.' })),
              leads: Count('Number of leads with a deal value in this currency.'),
              value: Type.Number({ description: 'Sum of their deal values.' }),
            }),
            { description: 'Deal values, by currency.' },
          ),
        }),
        { description: 'Statuses in order of the workflow, followed by removed ones that leads still have.' },
      ),
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'INVALID_DATE'],
});

export const listPipelineLeadsContract = contract({
  operationId: 'listPipelineLeads',
  method: 'get',
  path: '/api/public/workflows/{id}/pipeline/leads',
  tag: 'Workflows',
  scope: 'leads:read',
  summary: 'List the leads in a status of a workflow, latest status change first.',
  description: MEMBERS,
  params: Type.Object({ id: Uuid() }),
  query: Type.Object({
    status_key: Type.String({ minLength: 1, maxLength: 50 }),
    ...FILTERS,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      entries: Type.Array(
        strictObject({
          workflow_run_id: Uuid("ID of the lead's run."),
          is_active: Type.Boolean({ description: 'Whether the run is open. Leads with an open run can be moved.' }),
          status_entered_at: Timestamp('Time at which the lead got the status.'),
          lead: Lead,
        }),
        { description: 'One page of leads.' },
      ),
      pagination: Pagination,
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'INVALID_DATE'],
});
