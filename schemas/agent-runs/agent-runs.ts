import {
  CADENCE_STATES,
  HOLD_REASONS,
  PLACE_IN_LINE,
  RUN_STATUSES,
  SenderChoice,
  STOP_REASONS,
} from '../agents/agents.js';
import { StepMoves } from '../agents/step-moves.js';
import { CHANNELS, STEP_TYPES } from '../cadence/cadence.js';
import {
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  type Static,
  Success,
  strictObject,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Included, IncludeQuery } from '../included.js';
import { PAUSED_BY } from '../leads/leads.js';
import { Message } from '../messages/messages.js';
import { ACTION_TYPES, RESUME_POLICIES } from '../rules/actions.js';

const tag = 'Workflow runs';

/** `active` is what the cadence's own conditions see while it acts: no run is stored in it. */
const CADENCE_STATE =
  'State of the cadence. `active` only appears in conditions that are evaluated while the run acts. ' +
  'Between steps, a run waits, is held or is paused.';

const runColumns = {
  id: Uuid(),
  workflow_id: Uuid(),
  workflow_version: Type.Integer(),
  lead_id: Uuid(),
  is_active: Type.Boolean({ description: 'Whether the run is open.' }),
  run_status: oneOf(RUN_STATUSES, { description: 'Whether the run is open, or how it ended.' }),
  cadence_state: oneOf(CADENCE_STATES, { description: CADENCE_STATE }),
  stop_reason: nullable(oneOf(STOP_REASONS, { description: 'Reason for the end.' })),
  human_takeover: Type.Boolean({ description: 'Whether a user has taken over.' }),
  hold_reason: nullable(oneOf(HOLD_REASONS, { description: 'Reason why a due step is on hold.' })),
  hold_until: nullable(Timestamp('End of the hold. Null if unknown.')),
  hold_detail: nullable(Text('Reason why the run is on hold, as a sentence. Null without a hold.')),
  pause_reason: nullable(Text('Reason for the pause.')),
  paused_by: nullable(Text(PAUSED_BY), 'Null if no one has paused it.'),
  paused_at: nullable(Timestamp('Start of the pause.')),
  auto_resume_at: nullable(Timestamp('Time at which the run resumes automatically.')),
  current_status: strictObject(
    { key: Text(), label: Text(), category: Text() },
    { description: 'Status of the lead in the workflow.' },
  ),
  step_key: nullable(Text('Key of the current step.')),
  step_index: Type.Integer({ description: 'Index of the current step, from 0.' }),
  total_steps: Type.Integer({ description: 'Number of steps in the cadence.' }),
  entry_number: Type.Integer({ description: "Number of the lead's enrollment in this workflow, from 1." }),
  next_at: nullable(Timestamp('Time at which the run continues.')),
  last_step_at: nullable(Timestamp('Time at which the last step was executed.')),
  campaign_id: nullable(Uuid('ID of the campaign that enrolled the lead. Null if no campaign did.')),
  import_id: nullable(Uuid('ID of the import that enrolled the lead. Null if no import did.')),
  enrolled_at: Timestamp('Time of the enrollment.'),
  started_at: nullable(Timestamp('Time at which the run started.')),
  ended_at: nullable(Timestamp('End of the run. Null while it is open.')),
  updated_at: Timestamp('Time of the last change.'),
};

/** A run as lists answer it. */
export const AgentRun = named('WorkflowRun', strictObject(runColumns));
export type AgentRun = Static<typeof AgentRun>;

const STEP_STATES = ['done', 'skipped', 'current', 'ahead', 'passed'] as const;

/** A step as a run went through it. */
export const AgentRunStep = strictObject({
  key: Text(),
  index: Type.Integer({ description: 'Index of the step, from 0.' }),
  type: oneOf(STEP_TYPES),
  name: nullable(Text()),
  channel: nullable(oneOf(CHANNELS)),
  state: oneOf(STEP_STATES, {
    description:
      'State of the step: done, skipped, current, ahead (may still be executed), or passed (the run ended or ' +
      'took another path).',
  }),
  visits: Type.Integer({ description: 'Number of times the run entered the step.' }),
  happened_at: nullable(Timestamp('Time at which the step was last executed or skipped.')),
  why: nullable(Text('Reason for skipping the step, or the path that was taken.')),
  effects: Type.Array(
    strictObject({
      type: Text('Type of the action.'),
      applied: Type.Boolean({ description: 'Whether the action was applied.' }),
      skipped: optional(Text('Reason why the action was skipped.')),
    }),
    { description: 'Actions of the last visit of a `set` step, in order.' },
  ),
  messages: Type.Array(Message, { description: 'Messages of the step, oldest first.' }),
});
export type AgentRunStep = Static<typeof AgentRunStep>;

/** A run with everything it did. */
const AgentRunDetails = named(
  'WorkflowRunDetails',
  strictObject({
    ...runColumns,
    workflow: strictObject({ id: Uuid(), name: Text() }),
    steps: Type.Array(AgentRunStep, { description: 'Steps of the workflow version, in order.' }),
    activities_put_away_before: optional(
      Timestamp(
        "Time of the archiving of step activities. Earlier activities aren't included, except for messages. " +
          'Absent if nothing was archived.',
      ),
    ),
    temporal: strictObject(
      {
        workflow_id: Text('Workflow ID in Temporal.'),
        run_id: nullable(Text('Run ID in Temporal. Null for the latest run.')),
        url: nullable(Text('URL in the Temporal UI. Null if no UI is configured.')),
      },
      { description: 'Temporal workflow of the run.' },
    ),
  }),
);

export const listAgentRunsContract = contract({
  operationId: 'listWorkflowRuns',
  method: 'get',
  path: '/api/public/workflow-runs',
  tag,
  scope: 'workflows:read',
  summary: 'List runs, newest first.',
  query: Type.Object({
    workflow_id: Type.Optional(Uuid('Returns only runs of this workflow.')),
    lead_id: Type.Optional(Uuid('Returns only runs of this lead.')),
    cadence_state: Type.Optional(
      Type.String({
        maxLength: 200,
        description: `Comma-separated states: ${CADENCE_STATES.join(', ')}. No stored run has the state \`active\`.`,
      }),
    ),
    run_status: Type.Optional(
      Type.String({ maxLength: 200, description: `Comma-separated statuses: ${RUN_STATUSES.join(', ')}.` }),
    ),
    hold_reason: Type.Optional(
      Type.String({ maxLength: 300, description: `Comma-separated hold reasons: ${HOLD_REASONS.join(', ')}.` }),
    ),
    status_keys: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Comma-separated status keys. Returns only runs whose lead has one of them.',
      }),
    ),
    ...IncludeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      workflow_runs: Type.Array(AgentRun, { description: 'One page of runs, newest first.' }),
      included: Included,
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const getAgentRunContract = contract({
  operationId: 'getWorkflowRun',
  method: 'get',
  path: '/api/public/workflow-runs/{id}',
  tag,
  scope: 'workflows:read',
  summary: 'Get a run with its steps and their messages.',
  params: Type.Object({ id: Uuid() }),
  success: { 200: strictObject({ success: Success, workflow_run: AgentRunDetails }) },
  errors: ['RUN_NOT_FOUND'],
});

export const wakeAgentRunContract = contract({
  operationId: 'wakeWorkflowRun',
  method: 'post',
  path: '/api/public/workflow-runs/{id}/wake',
  tag,
  scope: 'automation:write',
  summary: 'Wake an open run, for example one that is stuck.',
  description: "This request is safe: steps that aren't due aren't executed, and messages aren't sent twice.",
  params: Type.Object({ id: Uuid() }),
  success: { 202: strictObject({ success: Success, workflow_run_id: Uuid() }) },
  errors: ['RUN_NOT_FOUND', 'NOT_MODIFIABLE'],
});

const Hold = strictObject({
  reason: oneOf(HOLD_REASONS),
  until: nullable(Timestamp('End of the hold. Approximate if the run is queued. Null if a user must end it.')),
  detail: Text('Reason why the step is on hold, as a sentence.'),
  position: optional(PLACE_IN_LINE),
});

/** The next step of a run. */
export const NextStep = strictObject({
  workflow_run_id: Uuid(),
  workflow_id: Uuid(),
  workflow_name: Text(),
  cadence_state: oneOf(CADENCE_STATES, { description: CADENCE_STATE }),
  paused_by: nullable(Text(PAUSED_BY), 'Null if no one has paused it.'),
  step_key: nullable(Text()),
  step_number: Type.Integer({ description: 'Number of the next step, from 1.' }),
  total_steps: Type.Integer({ description: 'Number of steps in the cadence.' }),
  action: Text('Description of the next action, such as `send email`.'),
  channel: nullable(oneOf(CHANNELS)),
  sender: nullable(SenderChoice),
  actions: Type.Array(
    strictObject({
      type: oneOf(ACTION_TYPES),
      earliest_at: nullable(
        Timestamp('Earliest time of the action, including all holds. Null if a user must end a hold.'),
      ),
    }),
    { description: 'Remaining actions of a `set` step, in order. Empty for other steps.' },
  ),
  scheduled_at: nullable(Timestamp('Time at which the step is due. Null if it depends on an unknown event.')),
  earliest_at: nullable(Timestamp('Earliest time of the step, including all holds. Null if a user must end a hold.')),
  holds: Type.Array(Hold, { description: 'All current and expected holds of the step.' }),
});
export type NextStep = Static<typeof NextStep>;

export const getLeadNextContract = contract({
  operationId: 'getLeadNext',
  method: 'get',
  path: '/api/public/leads/{id}/next',
  tag: 'Automation',
  scope: 'leads:read',
  summary: 'Get the next step of a lead, its time and its holds.',
  params: Type.Object({ id: Uuid() }),
  success: {
    200: strictObject({
      success: Success,
      runs: Type.Array(NextStep, { description: 'One entry per open run, newest first.' }),
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

const BULK_OPERATIONS = ['pause', 'resume', 'stop', 'shift', 'goto', 'migrate'] as const;
const MAX_IDS = 1_000;

/** A filter of open runs. All of its conditions must match. */
export const BulkFilter = strictObject(
  {
    workflow_id: optional(Uuid('Selects runs of this workflow.')),
    workflow_run_ids: optional(
      Type.Array(Uuid('ID of a run.'), { minItems: 1, maxItems: MAX_IDS, description: 'Selects these runs.' }),
    ),
    lead_ids: optional(
      Type.Array(Uuid('ID of a lead.'), {
        minItems: 1,
        maxItems: MAX_IDS,
        description: 'Selects the runs of these leads.',
      }),
    ),
    campaign_id: optional(Uuid('Selects runs of this campaign.')),
    import_id: optional(Uuid('Selects runs of this import.')),
    cadence_state: optional(
      Type.Array(oneOf(CADENCE_STATES), { minItems: 1, maxItems: 8, description: 'Selects runs in these states.' }),
    ),
    hold_reason: optional(
      Type.Array(oneOf(HOLD_REASONS), {
        minItems: 1,
        maxItems: HOLD_REASONS.length,
        description: 'Selects runs that are on hold for these reasons.',
      }),
    ),
    status_keys: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        minItems: 1,
        maxItems: 50,
        description: 'Selects runs whose lead has one of these statuses.',
      }),
    ),
    step_key: optional(Type.String({ minLength: 1, maxLength: 64, description: 'Selects runs at this step.' })),
  },
  {
    minProperties: 1,
    description: 'Filter of the open runs. All given conditions must match; at least one is required.',
  },
);
export type BulkFilter = Static<typeof BulkFilter>;

export const BulkBody = named(
  'BulkRuns',
  strictObject({
    filter: BulkFilter,
    operation: oneOf(BULK_OPERATIONS, {
      description:
        'Operation. pause: pauses the cadences. resume: resumes them. stop: ends the runs permanently. shift: ' +
        'moves the next steps by `shift_minutes`. goto: moves the cadences to `step_key`. migrate: moves the ' +
        'runs of one workflow to `to_version`, at the step with the same key or as mapped in `steps`.',
    }),
    preview: optional(Type.Boolean({ description: 'If true, only counts the runs. Defaults to false.' })),
    reason: optional(Type.String({ minLength: 1, maxLength: 500, description: 'Reason, shown in the history.' })),
    human_takeover: optional(
      Type.Boolean({ description: 'resume: also resumes runs that a user has taken over. Defaults to false.' }),
    ),
    resume_policy: optional(
      oneOf(RESUME_POLICIES, { description: 'resume: how to treat missed steps. Defaults to `shift`.' }),
    ),
    shift_minutes: optional(
      Type.Integer({
        minimum: -527_040,
        maximum: 527_040,
        description: 'shift: minutes to move later, or earlier if negative.',
      }),
    ),
    step_key: optional(Type.String({ minLength: 1, maxLength: 64, description: 'goto: key of the step.' })),
    to_version: optional(
      Type.Integer({ minimum: 1, description: 'migrate: published version. Defaults to the last one.' }),
    ),
    steps: optional(StepMoves),
    cursor: optional(Type.String({ maxLength: 500, description: '`next_cursor` of the previous response.' })),
  }),
);
export type BulkBody = Static<typeof BulkBody>;

/** The handler stops taking further pages well before. */
const BULK_DEADLINE_MS = 28_000;

export const bulkAgentRunsContract = contract({
  operationId: 'bulkWorkflowRuns',
  method: 'post',
  path: '/api/public/workflow-runs/bulk',
  tag,
  scope: 'automation:write',
  summary: 'Pause, resume, stop, shift or move many open runs.',
  description:
    "Runs are changed in groups, each completely or not at all. If one request can't change all runs, or a " +
    'group fails, the response covers the groups before it, and `next_cursor` continues from there. ' +
    '`migrate` skips runs for which `POST /workflows/{id}/plan` returns a problem.',
  body: BulkBody,
  idempotency: 'leased',
  deadlineMs: BULK_DEADLINE_MS,
  success: {
    200: strictObject({
      success: Success,
      preview: Type.Boolean({ description: 'Whether the runs were only counted.' }),
      matched: Type.Integer({
        description: 'Number of open runs that match the filter. Without preview, number of processed runs.',
      }),
      changed: Type.Integer({ description: 'Number of runs that were changed, or would be.' }),
      unchanged: Type.Integer({ description: 'Number of runs that needed no change.' }),
      workflow_runs: Type.Array(AgentRun, {
        description: 'The first 20 runs that would change, for `preview`. Empty otherwise.',
      }),
      next_cursor: nullable(Text('Cursor for the remaining runs. Send it as `cursor`. Null if all are processed.')),
      in_flight: Type.Array(Uuid('ID of a message.'), {
        description:
          'pause and stop: messages that were already being sent and may still be delivered, after a wait of two ' +
          'seconds.',
      }),
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'VERSION_NOT_FOUND'],
});
