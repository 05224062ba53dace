import { CADENCE_STATES, HOLD_REASONS, PLACE_IN_LINE, RUN_STATUSES, STOP_REASONS } from '../agents/agents.js';
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
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Included, IncludeQuery } from '../included.js';
import { Message } from '../messages/messages.js';
import { ACTION_TYPES, RESUME_POLICIES } from '../rules/actions.js';

const tag = 'Workflow runs';
const Text = (description: string) => Type.String({ description });

/** `active` is what the cadence's own conditions see while it acts: no run is stored in it. */
const CADENCE_STATE =
  'What its cadence is doing. `active` is only for its own conditions, which are asked while it acts; between steps a run waits, is held or is paused.';

const runColumns = {
  id: Uuid('The run.'),
  workflow_id: Uuid('Its workflow.'),
  workflow_version: Type.Integer({ description: 'The version it is pinned to.' }),
  lead_id: Uuid('The lead.'),
  is_active: Type.Boolean({ description: 'Whether it is open.' }),
  run_status: oneOf(RUN_STATUSES, { description: 'Whether it is open, or how it ended.' }),
  cadence_state: oneOf(CADENCE_STATES, { description: CADENCE_STATE }),
  stop_reason: nullable(oneOf(STOP_REASONS, { description: 'Why it ended.' })),
  human_takeover: Type.Boolean({ description: 'Whether a person has taken over.' }),
  hold_reason: nullable(oneOf(HOLD_REASONS, { description: 'Why a step that is due doesn’t happen yet.' })),
  hold_until: nullable(Timestamp('Until when, where that is known.')),
  hold_detail: nullable(Text('The same in a sentence.')),
  pause_reason: nullable(Text('Why it is paused.')),
  paused_by: nullable(Text('Who paused it: `key:<id>`, `user:<id>` or `rule`.')),
  paused_at: nullable(Timestamp('Since when it is paused.')),
  auto_resume_at: nullable(Timestamp('When it goes on by itself.')),
  current_status: strictObject(
    { key: Text('Its key.'), label: Text('What people read.'), category: Text('What kind of status it is.') },
    { description: 'The lead’s status in the workflow.' },
  ),
  step_key: nullable(Text('The step it is at.')),
  step_index: Type.Integer({ description: 'That step’s place, from 0.' }),
  total_steps: Type.Integer({ description: 'How many steps the cadence has.' }),
  entry_number: Type.Integer({ description: 'Which enrolment of the lead in this workflow it is, from 1.' }),
  next_at: nullable(Timestamp('When it looks for something to do again.')),
  last_step_at: nullable(Timestamp('When its last step happened.')),
  campaign_id: nullable(Uuid('The campaign it came from.')),
  import_id: nullable(Uuid('The import it came from.')),
  enrolled_at: Timestamp('When the lead was enrolled.'),
  started_at: nullable(Timestamp('When the engine took it up.')),
  ended_at: nullable(Timestamp('When it ended.')),
  updated_at: Timestamp('When it last changed.'),
};

/** A run as lists answer it. */
export const AgentRun = named('WorkflowRun', strictObject(runColumns));
export type AgentRun = Static<typeof AgentRun>;

const STEP_STATES = ['done', 'skipped', 'current', 'ahead', 'passed'] as const;

/** A step as a run went through it. */
export const AgentRunStep = strictObject({
  key: Text('The step.'),
  index: Type.Integer({ description: 'Its place, from 0.' }),
  type: oneOf(STEP_TYPES, { description: 'What it does.' }),
  name: nullable(Text('Its name for people.')),
  channel: nullable(oneOf(CHANNELS, { description: 'How it reaches the lead.' })),
  state: oneOf(STEP_STATES, {
    description: 'done; skipped; current; ahead: may still come; passed: the run ended or went another way.',
  }),
  visits: Type.Integer({ description: 'How often the run entered it.' }),
  happened_at: nullable(Timestamp('When it last did something or was skipped.')),
  why: nullable(Text('Why it was skipped, or which way was taken.')),
  effects: Type.Array(
    strictObject({
      type: Text('What was done: the action’s type.'),
      applied: Type.Boolean({ description: 'Whether it was done.' }),
      skipped: optional(Text('Why it was left out.')),
    }),
    { description: 'What a `set` step did on its last visit, in order.' },
  ),
  messages: Type.Array(Message, { description: 'What it sent, oldest first.' }),
});
export type AgentRunStep = Static<typeof AgentRunStep>;

/** A run with everything it did. */
const AgentRunDetails = named(
  'WorkflowRunDetails',
  strictObject({
    ...runColumns,
    workflow: strictObject({ id: Uuid('The workflow.'), name: Text('Its name.') }),
    steps: Type.Array(AgentRunStep, { description: 'The steps of its version, in order.' }),
    activities_put_away_before: optional(
      Timestamp('What its steps did before this was put away, but for their messages; not given: nothing was.'),
    ),
    temporal: strictObject(
      {
        workflow_id: Text('The id of its Temporal workflow.'),
        run_id: nullable(Text('Null: the latest one.')),
        url: nullable(Text('Where to look at it; null where no Temporal UI is set up.')),
      },
      { description: 'The Temporal workflow behind it.' },
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
    workflow_id: Type.Optional(Uuid('Only runs of this workflow.')),
    lead_id: Type.Optional(Uuid('Only runs of this lead.')),
    cadence_state: Type.Optional(
      Type.String({
        maxLength: 200,
        description: `Only these, comma-separated: ${CADENCE_STATES.join(', ')}. No run rests in \`active\`.`,
      }),
    ),
    run_status: Type.Optional(
      Type.String({ maxLength: 200, description: `Only these, comma-separated: ${RUN_STATUSES.join(', ')}.` }),
    ),
    hold_reason: Type.Optional(
      Type.String({ maxLength: 300, description: `Only these, comma-separated: ${HOLD_REASONS.join(', ')}.` }),
    ),
    ...IncludeQuery,
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      workflow_runs: Type.Array(AgentRun, { description: 'The runs.' }),
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
  params: Type.Object({ id: Uuid('The run.') }),
  success: { 200: strictObject({ success: Success, workflow_run: AgentRunDetails }) },
  errors: ['RUN_NOT_FOUND'],
});

export const wakeRunContract = contract({
  operationId: 'wakeWorkflowRun',
  method: 'post',
  path: '/api/public/workflow-runs/{id}/wake',
  tag,
  scope: 'automation:write',
  summary: 'Have an open run look at its rows at once, for instance one that stands still.',
  description: 'It does harm to nobody: what isn’t due isn’t done, and what was sent isn’t sent again.',
  params: Type.Object({ id: Uuid('The run.') }),
  success: { 202: strictObject({ success: Success, workflow_run_id: Uuid('The run.') }) },
  errors: ['RUN_NOT_FOUND', 'NOT_MODIFIABLE'],
});

const Hold = strictObject({
  reason: oneOf(HOLD_REASONS, { description: 'What holds it.' }),
  until: nullable(Timestamp('Until when, about where it waits in a line; null when only somebody’s act ends it.')),
  detail: Text('The same in a sentence.'),
  position: optional(PLACE_IN_LINE),
});

/** What comes next for a run. */
export const NextStep = strictObject({
  workflow_run_id: Uuid('The run.'),
  workflow_id: Uuid('Its workflow.'),
  workflow_name: Text('The workflow’s name.'),
  cadence_state: oneOf(CADENCE_STATES, { description: CADENCE_STATE }),
  step_key: nullable(Text('The step that comes next.')),
  step_number: Type.Integer({ description: 'Its place, from 1.' }),
  total_steps: Type.Integer({ description: 'How many steps the cadence has.' }),
  action: Text('What happens then, such as `send email`.'),
  channel: nullable(oneOf(CHANNELS, { description: 'How it reaches the lead.' })),
  actions: Type.Array(
    strictObject({
      type: oneOf(ACTION_TYPES, { description: 'What is done.' }),
      earliest_at: nullable(Timestamp('When at the earliest, all holds considered; null: not by itself.')),
    }),
    { description: 'Of a `set` step: what it still does, in order; empty for other steps.' },
  ),
  scheduled_at: nullable(Timestamp('When the step is due; null where it depends on something unknown.')),
  earliest_at: nullable(Timestamp('When it can happen at the earliest, all holds considered; null: not by itself.')),
  holds: Type.Array(Hold, { description: 'Everything that holds it, or will when it is due.' }),
});
export type NextStep = Static<typeof NextStep>;

export const getLeadNextContract = contract({
  operationId: 'getLeadNext',
  method: 'get',
  path: '/api/public/leads/{id}/next',
  tag: 'Automation',
  scope: 'leads:read',
  summary: 'Tell what comes next for a lead, when, and what holds it.',
  params: Type.Object({ id: Uuid('The lead.') }),
  success: {
    200: strictObject({
      success: Success,
      runs: Type.Array(NextStep, { description: 'One for each open run, the newest first.' }),
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

const BULK_OPERATIONS = ['pause', 'resume', 'stop', 'shift', 'goto', 'migrate'] as const;
const MAX_IDS = 1_000;

/** Which open runs are meant; every condition has to hold. */
export const BulkFilter = strictObject(
  {
    workflow_id: optional(Uuid('Runs of this workflow.')),
    workflow_run_ids: optional(
      Type.Array(Uuid('A run.'), { minItems: 1, maxItems: MAX_IDS, description: 'These runs.' }),
    ),
    lead_ids: optional(
      Type.Array(Uuid('A lead.'), { minItems: 1, maxItems: MAX_IDS, description: 'These leads’ runs.' }),
    ),
    campaign_id: optional(Uuid('Runs of this campaign.')),
    import_id: optional(Uuid('Runs of this import.')),
    cadence_state: optional(
      Type.Array(oneOf(CADENCE_STATES), { minItems: 1, maxItems: 8, description: 'Runs in these states.' }),
    ),
    hold_reason: optional(
      Type.Array(oneOf(HOLD_REASONS), {
        minItems: 1,
        maxItems: HOLD_REASONS.length,
        description: 'Runs held for these reasons.',
      }),
    ),
    status_keys: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        minItems: 1,
        maxItems: 50,
        description: 'Runs whose lead has one of these statuses.',
      }),
    ),
    step_key: optional(Type.String({ minLength: 1, maxLength: 64, description: 'Runs that are at this step.' })),
  },
  { minProperties: 1, description: 'Which open runs are meant; every condition has to hold, one has to be given.' },
);
export type BulkFilter = Static<typeof BulkFilter>;

export const BulkBody = named(
  'BulkRuns',
  strictObject({
    filter: BulkFilter,
    operation: oneOf(BULK_OPERATIONS, {
      description:
        'pause: the cadences rest; resume: they go on; stop: the runs end for good; shift: what comes next moves by ' +
        '`shift_minutes`; goto: the cadences go to `step_key`; migrate: the runs of one workflow follow `to_version`, at ' +
        'the step of the same key or where `steps` sends them.',
    }),
    preview: optional(
      Type.Boolean({ description: 'True: nothing is changed, the answer counts; false if not given.' }),
    ),
    reason: optional(Type.String({ minLength: 1, maxLength: 500, description: 'Why, for the history.' })),
    human_takeover: optional(
      Type.Boolean({ description: 'resume: also runs that a person has taken over; false if not given.' }),
    ),
    resume_policy: optional(oneOf(RESUME_POLICIES, { description: 'resume: what becomes of missed steps; shift.' })),
    shift_minutes: optional(
      Type.Integer({ minimum: -527_040, maximum: 527_040, description: 'shift: later, or earlier if negative.' }),
    ),
    step_key: optional(Type.String({ minLength: 1, maxLength: 64, description: 'goto: the step.' })),
    to_version: optional(Type.Integer({ minimum: 1, description: 'migrate: the published version; the last one.' })),
    steps: optional(StepMoves),
    cursor: optional(Type.String({ maxLength: 500, description: 'The `next_cursor` of an answer, to go on there.' })),
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
  summary: 'Pause, resume, stop, shift or move many open runs at once.',
  description:
    'Runs are changed in groups, each whole or not at all. Where there are more than one request can change, or one ' +
    'of the groups could not be changed, the answer tells of those before it and `next_cursor` says where to go on. ' +
    '`migrate` leaves alone what `POST /workflows/{id}/plan` names a problem of.',
  body: BulkBody,
  idempotency: 'leased',
  deadlineMs: BULK_DEADLINE_MS,
  success: {
    200: strictObject({
      success: Success,
      preview: Type.Boolean({ description: 'Whether this only counts.' }),
      matched: Type.Integer({ description: 'Open runs that the filter meets; without preview, those looked at.' }),
      changed: Type.Integer({ description: 'Runs changed, or that would be.' }),
      unchanged: Type.Integer({ description: 'Runs for which there was nothing to do.' }),
      workflow_runs: Type.Array(AgentRun, { description: 'preview: the first 20; empty otherwise.' }),
      next_cursor: nullable(Text('Send it as `cursor` for the rest; null when all are done.')),
      in_flight: Type.Array(Uuid('A message.'), {
        description:
          'pause and stop: messages that were being sent at this moment and, after two seconds of waiting, may still leave.',
      }),
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'VERSION_NOT_FOUND'],
});
