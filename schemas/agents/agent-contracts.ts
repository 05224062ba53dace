import { oneOf, PageQuery, Pagination, Success, strictObject, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { AGENT_RESPONSE_KEYS, Agent, AgentSummary, CreateAgentBody, UpdateAgentBody } from './agents.js';

const tag = 'Workflows';
const params = Type.Object({ id: Uuid() });
const AgentAnswer = strictObject({ success: Success, workflow: Agent });
const ChangedAgent = strictObject({
  success: Success,
  workflow: Agent,
  warnings: Type.Array(Type.String(), {
    description: "Possible mistakes, as sentences. They don't prevent the change.",
  }),
});

/** The errors for which a definition is rejected. */
const DEFINITION_ERRORS = [
  'INVALID_TIMEZONE',
  'INVALID_DATE',
  'INVALID_REGEX',
  'UNKNOWN_OPERATOR',
  'UNKNOWN_ACTION',
  'UNKNOWN_EVENT',
] as const;

/** Many runs have to be told of a switch. */
const SWITCH_MS = 20_000;

export const listAgentsContract = contract({
  operationId: 'listWorkflows',
  method: 'get',
  path: '/api/public/workflows',
  tag,
  scope: 'workflows:read',
  summary: 'List the workflows (AI agents), newest first.',
  query: Type.Object({
    is_active: Type.Optional(
      oneOf(['true', 'false', 'all'] as const, {
        description: 'Filter by state: active workflows (default), inactive ones, or all.',
      }),
    ),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      workflows: Type.Array(AgentSummary, { description: 'One page of workflows, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createAgentContract = contract({
  operationId: 'createWorkflow',
  method: 'post',
  path: '/api/public/workflows',
  tag,
  scope: 'workflows:write',
  summary: 'Create a workflow. It only needs a name and steps.',
  description: 'The new workflow is a draft. Publish it with `POST /workflows/{id}/publish` to enroll leads.',
  body: CreateAgentBody,
  ignoredKeys: [...AGENT_RESPONSE_KEYS, 'paused', 'pause_reason'],
  success: { 201: ChangedAgent },
  errors: DEFINITION_ERRORS,
});

export const getAgentContract = contract({
  operationId: 'getWorkflow',
  method: 'get',
  path: '/api/public/workflows/{id}',
  tag,
  scope: 'workflows:read',
  summary: 'Get a workflow with its draft.',
  params,
  success: { 200: AgentAnswer },
  errors: ['WORKFLOW_NOT_FOUND'],
});

export const updateAgentContract = contract({
  operationId: 'updateWorkflow',
  method: 'patch',
  path: '/api/public/workflows/{id}',
  tag,
  scope: 'workflows:write',
  summary: 'Update the draft of a workflow, or pause or deactivate the workflow.',
  description:
    'Omitted fields are unchanged, given fields are replaced as a whole, and null restores the default. ' +
    '`is_active` and `paused` take effect immediately for all runs; everything else takes effect when you ' +
    'publish. With an `If-Match` header (the ETag), the request fails if the workflow has changed since then.',
  params,
  body: UpdateAgentBody,
  ignoredKeys: AGENT_RESPONSE_KEYS,
  deadlineMs: (body) => {
    const { is_active, paused } = (body ?? {}) as Partial<Record<'is_active' | 'paused', unknown>>;
    return is_active === undefined && paused === undefined ? undefined : SWITCH_MS;
  },
  success: { 200: ChangedAgent },
  errors: ['WORKFLOW_NOT_FOUND', 'PRECONDITION_FAILED', ...DEFINITION_ERRORS],
});

export const deleteAgentContract = contract({
  operationId: 'deleteWorkflow',
  method: 'delete',
  path: '/api/public/workflows/{id}',
  tag,
  scope: 'workflows:write',
  summary: 'Delete a workflow.',
  description:
    'Fails while an open run, a campaign, a background job or another workflow uses it. The history of its ' +
    'runs remains available.',
  params,
  success: { 204: null },
  errors: ['WORKFLOW_NOT_FOUND', 'IN_USE'],
});

export const publishAgentContract = contract({
  operationId: 'publishWorkflow',
  method: 'post',
  path: '/api/public/workflows/{id}/publish',
  tag,
  scope: 'workflows:write',
  summary: 'Publish the draft as a new version.',
  description:
    'Published versions are immutable, and open runs keep their version. If the draft is unchanged, no ' +
    'version is created and the status is 200 instead of 201. With an `If-Match` header, the draft is only ' +
    "published if it hasn't changed since you read it.",
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: { 201: ChangedAgent, 200: ChangedAgent },
  errors: ['WORKFLOW_NOT_FOUND', 'PRECONDITION_FAILED', 'CHANNEL_NOT_CONFIGURED', ...DEFINITION_ERRORS],
});
