import {
  AnyJson,
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  type Static,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { Included, IncludeQuery } from '../included.js';
import { CreateJobBody, CYCLE_STATUSES, JOB_IGNORED_KEYS, TRIGGER_TYPES } from './background-jobs.js';

const tag = 'Background jobs';
const path = '/api/public/background-jobs';
const params = Type.Object({ id: Uuid() });
const cycleParams = Type.Object({ id: Uuid(), cycle_id: Uuid() });

/** The outcome of a lead in a cycle. */
const LEAD_OUTCOMES = ['acted', 'skipped', 'failed', 'held'] as const;
export type LeadOutcome = (typeof LEAD_OUTCOMES)[number];
const Status = oneOf(CYCLE_STATUSES, {
  description:
    'Status of the cycle. `partial`: some leads failed. `skipped_overlap`: another cycle was running at the ' +
    'scheduled time.',
});
const count = (description: string) => Type.Integer({ minimum: 0, description });
const Skipped = strictObject(
  {
    cooldown: count('Leads within the cooldown.'),
    paused: count('Leads whose automation or cadence is paused.'),
    opted_out: count('Leads who have opted out of the channel.'),
    window: count('Leads outside the sending window.'),
    capped: count('Leads who have reached a message cap.'),
    no_match: count("Leads for which no conditions matched, or who didn't match the filters."),
  },
  { description: 'Number of skipped leads, by reason.' },
);

const cycle = {
  id: Uuid(),
  background_job_id: Uuid(),
  status: Status,
  trigger_type: oneOf(TRIGGER_TYPES, { description: 'Origin of the cycle.' }),
  nominal_at: Timestamp('Scheduled time, or time of the request.'),
  dry_run: Type.Boolean({ description: 'Whether the cycle was a dry run.' }),
  matched: count(
    'Number of leads for which the conditions of a step matched or a step has no conditions. 0 until the ' +
      'cycle ends.',
  ),
  evaluated: count('Number of leads whose steps were executed.'),
  acted: count('Number of leads that the cycle acted on.'),
  skipped: Skipped,
  failed: count('Number of leads that failed.'),
  truncated_by_limit: count(
    "Number of leads beyond `max_leads_per_cycle`. If the leads weren't specified, 1 if there are more.",
  ),
  warnings: Type.Array(Type.String(), {
    description: 'Warnings, such as values of an unexpected type.',
  }),
  failure: nullable(Type.String({ description: 'Reason why the cycle failed.' })),
  workflow_id: Type.String({ description: 'Workflow ID in Temporal.' }),
  started_at: nullable(Timestamp('Time at which the cycle selected its leads.')),
  ended_at: nullable(Timestamp('End of the run. Null while it is open.')),
  created_at: Timestamp('Time of the request.'),
};
export const Cycle = named('JobCycle', strictObject(cycle));
export type Cycle = Static<typeof Cycle>;

const StepResult = named(
  'JobStepResult',
  strictObject({
    index: count('Index of the step, from 0.'),
    name: nullable(Type.String()),
    verdict: oneOf(['direct', 'matched', 'not_matched'], { description: '`direct`: the step has no conditions.' }),
    conditions: Type.Array(
      strictObject({
        verdict: Type.String({
          description: 'Result of the conditions: `matched`, `not_matched`, `missing` or `type_mismatch`.',
        }),
        reason: Type.String({ description: 'Explanation without values of the lead.' }),
      }),
    ),
    effects: Type.Array(
      strictObject({
        type: Type.String(),
        params: AnyJson('Parameters of the effect, with resolved values.'),
        applied: Type.Boolean({ description: 'Whether the effect was applied.' }),
        due_at: optional(Timestamp('Time of a delayed effect.')),
        skipped: optional(Type.String({ description: 'Reason why the effect was skipped.' })),
        reason: optional(Type.String({ description: 'Machine-readable code of `skipped`.' })),
      }),
    ),
    skipped: Type.Array(
      strictObject({
        type: Type.String({ description: 'Type of the action.' }),
        reason: Type.String({ description: 'Reason why the action has no effect.' }),
      }),
      { description: 'Actions without effect.' },
    ),
  }),
);
export type StepResult = Static<typeof StepResult>;

const Outcome = oneOf(['waiting', ...LEAD_OUTCOMES], {
  description: 'Outcome for the lead. `held`: processing failed and will be retried.',
});
const LeadResult = strictObject({
  lead_id: nullable(Uuid('ID of the lead. Null if the job runs once per agent.')),
  workflow_id: Uuid('ID of the agent.'),
  workflow_run_id: nullable(Uuid("ID of the lead's run. Null if the lead has no open run.")),
  outcome: Outcome,
  reason: nullable(Type.String({ description: 'Reason why the lead was skipped, failed or is on hold.' })),
  steps: Type.Array(StepResult, { description: 'Results of the steps. Empty after the lead was erased.' }),
  finished_at: nullable(Timestamp('End of the cycle. Null while it runs.')),
});
export const CycleDetail = named(
  'JobCycleDetail',
  strictObject({
    ...cycle,
    leads: Type.Array(LeadResult, { description: 'Outcome for each lead that the cycle claimed.' }),
  }),
);
export type CycleDetail = Static<typeof CycleDetail>;

export const runJobContract = contract({
  operationId: 'runBackgroundJob',
  method: 'post',
  path: `${path}/{id}/run`,
  tag,
  scope: 'background_jobs:run',
  summary: 'Run a background job now, for all its leads or for specific ones.',
  description: 'Requests with the same `idempotency_key` return the same cycle. Inactive jobs only accept dry runs.',
  params,
  bodyOptional: true,
  body: strictObject({
    lead_ids: optional(
      Type.Array(Uuid('ID of a lead.'), {
        minItems: 1,
        maxItems: 500,
        description: 'Limits the cycle to these leads, if they match.',
      }),
    ),
    dry_run: optional(
      Type.Boolean({ description: "Whether to only record what the cycle would do. Defaults to the job's setting." }),
    ),
    idempotency_key: optional(
      Type.String({ minLength: 1, maxLength: 128, description: 'Idempotency key of the cycle.' }),
    ),
  }),
  success: {
    202: strictObject({ cycle_id: Uuid(), status: Status }),
  },
  errors: ['JOB_NOT_FOUND', 'JOB_INACTIVE', 'CYCLE_RUNNING'],
});

export const listJobCyclesContract = contract({
  operationId: 'listBackgroundJobCycles',
  method: 'get',
  path: `${path}/{id}/cycles`,
  tag,
  scope: 'background_jobs:read',
  summary: 'List the cycles of a background job, newest first.',
  params,
  query: Type.Object({ status: Type.Optional(Status), ...PageQuery }),
  success: {
    200: strictObject({
      data: Type.Array(Cycle, { description: 'One page of cycles, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['JOB_NOT_FOUND'],
});

export const getJobCycleContract = contract({
  operationId: 'getBackgroundJobCycle',
  method: 'get',
  path: `${path}/{id}/cycles/{cycle_id}`,
  tag,
  scope: 'background_jobs:read',
  summary: 'Get a cycle with the results of its leads. To read them in pages, use GET .../leads.',
  params: cycleParams,
  query: Type.Object({
    leads: Type.Optional(oneOf(['all', 'none'], { description: '`none` leaves `leads` empty. Defaults to `all`.' })),
  }),
  success: { 200: strictObject({ data: CycleDetail }) },
  errors: ['JOB_NOT_FOUND', 'CYCLE_NOT_FOUND'],
});

export const listJobCycleLeadsContract = contract({
  operationId: 'listBackgroundJobCycleLeads',
  method: 'get',
  path: `${path}/{id}/cycles/{cycle_id}/leads`,
  tag,
  scope: 'background_jobs:read',
  summary: 'List the results of the leads of a cycle, in the order of processing.',
  params: cycleParams,
  query: Type.Object({ outcome: Type.Optional(Outcome), ...IncludeQuery, ...PageQuery }),
  success: {
    200: strictObject({
      data: Type.Array(LeadResult, { description: 'Outcome for each lead that the cycle claimed.' }),
      included: Included,
      pagination: Pagination,
    }),
  },
  errors: ['JOB_NOT_FOUND', 'CYCLE_NOT_FOUND'],
});

export const cancelJobCycleContract = contract({
  operationId: 'cancelBackgroundJobCycle',
  method: 'post',
  path: `${path}/{id}/cycles/{cycle_id}/cancel`,
  tag,
  scope: 'background_jobs:run',
  summary: "Cancel a cycle. Completed effects aren't reverted.",
  params: cycleParams,
  success: { 200: strictObject({ data: Cycle }) },
  errors: ['JOB_NOT_FOUND', 'CYCLE_NOT_FOUND', 'NOT_MODIFIABLE'],
});

const PreviewLead = strictObject({
  lead_id: nullable(Uuid('ID of the lead that the result is about. Null for a result without a lead.')),
  workflow_id: Uuid('ID of the agent.'),
  acts: Type.Boolean({ description: 'Whether the job would act on the lead.' }),
  unreachable: Type.Array(
    Type.String({ description: 'Reason, such as `opted_out`, `paused`, `cooldown` or `window`.' }),
    {
      description: 'Reason why messages may not reach the lead.',
    },
  ),
  steps: Type.Array(StepResult, { description: 'Results of the steps.' }),
});
export const JobPreview = named(
  'BackgroundJobPreview',
  strictObject({
    matched: count(
      'Number of leads for which the conditions of a step match now or a step has no conditions, among the ' +
        'first 10,000.',
    ),
    skipped: Skipped,
    leads: Type.Array(PreviewLead, { description: 'The first 20 leads.' }),
    warnings: Type.Array(Type.String(), { description: 'Warnings, such as values of an unexpected type.' }),
    cron_in_words: nullable(Type.String({ description: 'Description of the schedule. Null without a schedule.' })),
    next_runs: Type.Array(Timestamp('Time of a run.'), {
      description: 'Next five runs. Empty without a schedule.',
    }),
  }),
);
export type JobPreview = Static<typeof JobPreview>;

export const previewJobContract = contract({
  operationId: 'previewBackgroundJob',
  method: 'post',
  path: `${path}/preview`,
  tag,
  ignoredKeys: JOB_IGNORED_KEYS,
  scope: 'background_jobs:read',
  summary: 'Preview a cycle of a background job without saving anything.',
  query: Type.Object(IncludeQuery),
  body: CreateJobBody,
  success: { 200: strictObject({ data: JobPreview, included: Included }) },
  errors: [
    ...(['INVALID_CRON', 'INVALID_TIMEZONE', 'INVALID_DATE', 'INVALID_REGEX'] as const),
    ...(['UNKNOWN_OPERATOR', 'UNKNOWN_ACTION', 'UNKNOWN_EVENT'] as const),
  ],
});
