import {
  JsonObject,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  Success,
  strictObject,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Agent, CreateAgentBody } from './agents.js';
import { StepMoves } from './step-moves.js';

const tag = 'Workflows';

/** The content of a version: the definition without the settings of the workflow as a whole. */
const Definition = Type.Pick(Agent, [
  ...(['name', 'goal_type', 'timezone', 'channels', 'statuses', 'fields', 'cadence', 'exit', 'reenrollment'] as const),
  ...(['limits', 'ai', 'handoff'] as const),
]);

const version = {
  version: Type.Integer({ description: 'Version number, from 1.' }),
  published_at: Timestamp('Time of publication.'),
  open_runs: Type.Integer({ description: 'Number of open runs that use this version.' }),
};

export const listAgentVersionsContract = contract({
  operationId: 'listWorkflowVersions',
  method: 'get',
  path: '/api/public/workflows/{id}/versions',
  tag,
  scope: 'workflows:read',
  summary: 'List the published versions of a workflow, newest first.',
  params: Type.Object({ id: Uuid() }),
  query: Type.Object(PageQuery),
  success: {
    200: strictObject({
      success: Success,
      versions: Type.Array(strictObject(version), { description: 'One page of versions, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND'],
});

export const getAgentVersionContract = contract({
  operationId: 'getWorkflowVersion',
  method: 'get',
  path: '/api/public/workflows/{id}/versions/{version}',
  tag,
  scope: 'workflows:read',
  summary: 'Get a published version of a workflow. Published versions are immutable.',
  params: Type.Object({
    id: Uuid(),
    version: Type.String({ description: 'Version number.' }),
  }),
  success: {
    200: strictObject({
      success: Success,
      workflow_id: Uuid(),
      ...version,
      definition: Definition,
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'VERSION_NOT_FOUND'],
});

const Problem = strictObject({
  code: Type.String(),
  field: Type.String({ description: 'JSON pointer to the invalid field.' }),
  message: Type.String({ description: 'Description of the error, with the remedy.' }),
});

export const checkAgentContract = contract({
  operationId: 'checkWorkflow',
  method: 'post',
  path: '/api/public/workflows/check',
  tag,
  scope: 'workflows:read',
  summary: 'Validate a definition without saving it.',
  description:
    'The body is the same as for `POST /workflows`. `errors` lists everything that prevents publishing. ' +
    '`warnings` lists possible mistakes.',
  body: CreateAgentBody,
  ignoredKeys: ['id', 'version', 'total_steps', 'published_at', 'created_at', 'updated_at', 'paused', 'pause_reason'],
  success: {
    200: strictObject({
      success: Success,
      valid: Type.Boolean({ description: 'Whether the definition can be published.' }),
      errors: Type.Array(Problem, { description: 'Problems that prevent publishing.' }),
      warnings: Type.Array(Type.String(), { description: 'Possible mistakes, as sentences.' }),
    }),
  },
  errors: [],
});

/** The reason why runs can't come to another version as things are. */
const PROBLEMS = ['step_gone', 'status_gone', 'step_begun', 'being_sent'] as const;

export const planAgentContract = contract({
  operationId: 'planWorkflow',
  method: 'post',
  path: '/api/public/workflows/{id}/plan',
  tag,
  scope: 'workflows:read',
  summary: 'Compare the draft or a version with the versions of open runs, and preview their migration.',
  description:
    "This request changes nothing. Publishing doesn't move runs. To migrate them as previewed, use `POST " +
    '/workflow-runs/bulk` with `migrate`.',
  params: Type.Object({ id: Uuid() }),
  body: strictObject({
    version: optional(Type.Integer({ minimum: 1, description: 'Published version to compare instead of the draft.' })),
    against: optional(
      Type.Integer({ minimum: 1, description: 'Version to compare with. Defaults to the last published version.' }),
    ),
    steps: optional(StepMoves),
  }),
  bodyOptional: true,
  success: {
    200: strictObject({
      success: Success,
      version: nullable(Type.Integer({ description: 'Version of the preview. Null for the draft.' })),
      against: nullable(Type.Integer({ description: 'Version compared with. Null if none was published.' })),
      changes: Type.Array(
        strictObject({
          step_key: Text(),
          kind: oneOf(['added', 'removed', 'changed', 'moved'] as const),
          before: nullable(JsonObject('The step before the change.')),
          after: nullable(JsonObject('The step after the change.')),
          fields: Type.Array(Text('Field name.'), { description: 'Changed fields of the step.' }),
        }),
        { description: 'Steps that differ between the two versions.' },
      ),
      settings: Type.Array(Text('Field name.'), { description: 'Changed fields outside the steps.' }),
      open_runs: Type.Array(
        strictObject({
          version: Type.Integer(),
          step_key: nullable(Text('Current step of the runs. Null before the first step.')),
          status_key: Text(),
          runs: Type.Integer({ description: 'Number of runs.' }),
          to_step_key: nullable(
            Text("Step at which the runs would continue. Null if they can't be migrated or haven't started a step."),
          ),
          problem: nullable(
            oneOf(PROBLEMS, {
              description:
                "Reason why the runs can't be migrated. step_gone: map the step in `steps`. status_gone: the status is " +
                'missing or has a different meaning. step_begun: some actions of the step are completed. being_sent: a ' +
                'message is with its provider.',
            }),
          ),
        }),
        { description: 'Open runs of other versions, grouped by step and status.' },
      ),
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'VERSION_NOT_FOUND'],
});
