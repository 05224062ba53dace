import { PageQuery, Pagination, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { Agent, CreateAgentBody } from './agents.js';

const tag = 'Workflows';

/** What stands in a version: the definition, without what belongs to the workflow as a whole. */
const Definition = Type.Pick(Agent, [
  ...(['name', 'goal_type', 'timezone', 'channels', 'statuses', 'fields', 'cadence', 'exit', 'reenrollment'] as const),
  ...(['limits', 'ai', 'handoff'] as const),
]);

const version = {
  version: Type.Integer({ description: 'Its number, from 1.' }),
  published_at: Timestamp('When it was published.'),
  open_runs: Type.Integer({ description: 'Open runs that are pinned to it.' }),
};

export const listVersionsContract = contract({
  operationId: 'listWorkflowVersions',
  method: 'get',
  path: '/api/public/workflows/{id}/versions',
  tag,
  scope: 'workflows:read',
  summary: 'List the published versions of a workflow, the newest first.',
  params: Type.Object({ id: Uuid('The workflow.') }),
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      versions: Type.Array(strictObject(version), { description: 'The versions.' }),
      pagination: Pagination,
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND'],
});

export const getVersionContract = contract({
  operationId: 'getWorkflowVersion',
  method: 'get',
  path: '/api/public/workflows/{id}/versions/{version}',
  tag,
  scope: 'workflows:read',
  summary: 'Get what a workflow was at a published version: it never changes again.',
  params: Type.Object({
    id: Uuid('The workflow.'),
    version: Type.String({ description: 'The number of the version.' }),
  }),
  success: {
    200: strictObject({
      success: Success,
      workflow_id: Uuid('The workflow.'),
      ...version,
      definition: Definition,
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'VERSION_NOT_FOUND'],
});

const Problem = strictObject({
  code: Type.String({ description: 'What kind of fault, as errors name it.' }),
  field: Type.String({ description: 'JSON pointer to it.' }),
  message: Type.String({ description: 'What is wrong and what to do.' }),
});

export const checkAgentContract = contract({
  operationId: 'checkWorkflow',
  method: 'post',
  path: '/api/public/workflows/check',
  tag,
  scope: 'workflows:read',
  summary: 'Check a definition as publishing it would, and keep nothing.',
  description:
    'The body is that of `POST /workflows`. What publishing would refuse stands in `errors`, all of it at once; what ' +
    'looks like a slip in `warnings`.',
  body: CreateAgentBody,
  ignoredKeys: ['id', 'version', 'total_steps', 'published_at', 'created_at', 'updated_at', 'paused', 'pause_reason'],
  success: {
    200: strictObject({
      success: Success,
      valid: Type.Boolean({ description: 'Whether it could be published as it is.' }),
      errors: Type.Array(Problem, { description: 'What would be refused.' }),
      warnings: Type.Array(Type.String(), { description: 'What looks like a slip, in sentences.' }),
    }),
  },
  errors: [],
});
