import { oneOf, PageQuery, Pagination, Success, strictObject, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { AGENT_RESPONSE_KEYS, Agent, AgentSummary, CreateAgentBody, UpdateAgentBody } from './agents.js';

const tag = 'Workflows';
const params = Type.Object({ id: Uuid('The workflow.') });
const AgentAnswer = strictObject({ success: Success, workflow: Agent });
const ChangedAgent = strictObject({
  success: Success,
  workflow: Agent,
  warnings: Type.Array(Type.String(), {
    description: 'What looks like a slip, in sentences; nothing was refused for it.',
  }),
});

/** What a definition can be refused for. */
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
      oneOf(['true', 'false', 'all'] as const, { description: 'Active ones (default), inactive ones, or all.' }),
    ),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      workflows: Type.Array(AgentSummary, { description: 'The workflows.' }),
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
  summary: 'Make a workflow: a name and some steps are enough.',
  description: 'It is a draft; leads can be enrolled once it was published: `POST /workflows/{id}/publish`.',
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
  summary: 'Change a workflow’s draft, or switch it.',
  description:
    'What is left out stays; what is given replaces that part as a whole; null goes back to the default. `is_active` ' +
    'and `paused` act at once on all its runs, everything else with the next publication. With an `If-Match` header ' +
    '(the ETag) the change is refused when the workflow was changed meanwhile.',
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
    'Refused while something needs it: an open run, a campaign, a background job or another workflow. What its runs ' +
    'did stays readable.',
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
    'A version never changes again and open runs stay with theirs. An unchanged draft makes no new version: 200 ' +
    'instead of 201. With an `If-Match` header only the draft that you have read is published.',
  params,
  body: strictObject({}),
  bodyOptional: true,
  success: { 201: ChangedAgent, 200: ChangedAgent },
  errors: ['WORKFLOW_NOT_FOUND', 'PRECONDITION_FAILED', 'CHANNEL_NOT_CONFIGURED', ...DEFINITION_ERRORS],
});
