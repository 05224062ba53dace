import {
  JsonObject,
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
import { Agent, CreateAgentBody } from './agents.js';
import { StepMoves } from './step-moves.js';

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

const Text = (description: string) => Type.String({ description });

/** Why runs can't come to another version as things are. */
const PROBLEMS = ['step_gone', 'status_gone', 'step_begun', 'being_sent'] as const;

export const planAgentContract = contract({
  operationId: 'planWorkflow',
  method: 'post',
  path: '/api/public/workflows/{id}/plan',
  tag,
  scope: 'workflows:read',
  summary: 'Compare the draft, or a version, with what open runs follow: what differs, and where each would go on.',
  description:
    'Changes nothing. Publishing moves no run: `POST /workflow-runs/bulk` with `migrate` does, as this says it will.',
  params: Type.Object({ id: Uuid('The workflow.') }),
  body: strictObject({
    version: optional(Type.Integer({ minimum: 1, description: 'A published version instead of the draft.' })),
    against: optional(
      Type.Integer({ minimum: 1, description: 'What it is compared with; the last published version.' }),
    ),
    steps: optional(StepMoves),
  }),
  bodyOptional: true,
  success: {
    200: strictObject({
      success: Success,
      version: nullable(Type.Integer({ description: 'The version that is planned for; null: the draft.' })),
      against: nullable(Type.Integer({ description: 'The version it is compared with; null: none was published.' })),
      changes: Type.Array(
        strictObject({
          step_key: Text('The step.'),
          kind: oneOf(['added', 'removed', 'changed', 'moved'] as const, { description: 'What became of it.' }),
          before: nullable(JsonObject('The step as it was.')),
          after: nullable(JsonObject('The step as it would be.')),
          fields: Type.Array(Text('A field.'), { description: 'What of it differs.' }),
        }),
        { description: 'The steps that differ.' },
      ),
      settings: Type.Array(Text('A field.'), { description: 'What differs besides the steps.' }),
      open_runs: Type.Array(
        strictObject({
          version: Type.Integer({ description: 'The version that the runs follow.' }),
          step_key: nullable(Text('The step they are at; null before the first.')),
          status_key: Text('The status they have.'),
          runs: Type.Integer({ description: 'How many.' }),
          to_step_key: nullable(Text('Where they would go on; null where they can’t, or have begun no step.')),
          problem: nullable(
            oneOf(PROBLEMS, {
              description:
                'step_gone: name a step for it in `steps`; status_gone: its status is missing or means something else; ' +
                'step_begun: some of the step’s actions are done; being_sent: a message is with its provider.',
            }),
          ),
        }),
        { description: 'Open runs of other versions, by where they stand.' },
      ),
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'VERSION_NOT_FOUND'],
});
