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
const params = Type.Object({ id: Uuid('The job.') });
const cycleParams = Type.Object({ id: Uuid('The job.'), cycle_id: Uuid('The cycle.') });

/** What became of a lead in a cycle. */
const LEAD_OUTCOMES = ['acted', 'skipped', 'failed', 'held'] as const;
export type LeadOutcome = (typeof LEAD_OUTCOMES)[number];
const Status = oneOf(CYCLE_STATUSES, {
  description: '`partial`: some leads failed; `skipped_overlap`: another cycle was open at its time.',
});
const count = (description: string) => Type.Integer({ minimum: 0, description });
const Skipped = strictObject(
  {
    cooldown: count('Acted on too short a while ago.'),
    paused: count('A person has taken over, or the cadence rests.'),
    opted_out: count('Opted out of the channel.'),
    window: count('Outside the window in which it may be written to.'),
    capped: count('A cap on messages was reached.'),
    no_match: count('No step’s conditions held and nothing was done, or the filters left it out.'),
  },
  { description: 'Leads passed over, by the reason.' },
);

const cycle = {
  id: Uuid('The cycle.'),
  background_job_id: Uuid('Its job.'),
  status: Status,
  trigger_type: oneOf(TRIGGER_TYPES, { description: 'What made it.' }),
  nominal_at: Timestamp('The time it stands for: the schedule’s, or the request’s.'),
  dry_run: Type.Boolean({ description: 'Whether it changed nothing.' }),
  matched: count('Leads evaluated for which a step’s conditions held, or a step tests nothing; 0 until it ends.'),
  evaluated: count('Leads whose steps were run.'),
  acted: count('Leads that something was done for.'),
  skipped: Skipped,
  failed: count('Leads that could not be worked.'),
  truncated_by_limit: count(
    'Leads left for later by `max_leads_per_cycle`: all of those given, else 1 if there are more.',
  ),
  warnings: Type.Array(Type.String({ description: 'A sentence.' }), { description: 'Such as values of a wrong type.' }),
  failure: nullable(Type.String({ description: 'Why it failed.' })),
  workflow_id: Type.String({ description: 'The run to look for in the Temporal UI.' }),
  started_at: nullable(Timestamp('When it claimed its leads.')),
  ended_at: nullable(Timestamp('When it ended.')),
  created_at: Timestamp('When it was asked for.'),
};
export const Cycle = named('JobCycle', strictObject(cycle));
export type Cycle = Static<typeof Cycle>;

const StepResult = named(
  'JobStepResult',
  strictObject({
    index: count('The step by its place, from 0.'),
    name: nullable(Type.String({ description: 'What people call it.' })),
    verdict: oneOf(['direct', 'matched', 'not_matched'], { description: '`direct`: it tests nothing.' }),
    conditions: Type.Array(
      strictObject({
        verdict: Type.String({ description: '`matched`, `not_matched`, `missing` or `type_mismatch`.' }),
        reason: Type.String({ description: 'Why, in a sentence without the lead’s values.' }),
      }),
      { description: 'How each condition came out.' },
    ),
    effects: Type.Array(
      strictObject({
        type: Type.String({ description: 'What kind of effect.' }),
        params: AnyJson('Everything about it, resolved.'),
        applied: Type.Boolean({ description: 'Whether it was carried out.' }),
        due_at: optional(Timestamp('When it will be, if it was put off.')),
        skipped: optional(Type.String({ description: 'Why it was left out.' })),
        reason: optional(Type.String({ description: 'The same in a word.' })),
      }),
      { description: 'What it came to.' },
    ),
    skipped: Type.Array(
      strictObject({
        type: Type.String({ description: 'What kind of action.' }),
        reason: Type.String({ description: 'Why it does nothing.' }),
      }),
      { description: 'Actions that come to nothing.' },
    ),
  }),
);
export type StepResult = Static<typeof StepResult>;

const Outcome = oneOf(['waiting', ...LEAD_OUTCOMES], {
  description: 'What became of it. `held`: it could not be worked, and is tried again.',
});
const LeadResult = strictObject({
  lead_id: nullable(Uuid('The lead; null where the job runs once for an agent.')),
  workflow_id: Uuid('The agent.'),
  workflow_run_id: nullable(Uuid('The lead’s run of it.')),
  outcome: Outcome,
  reason: nullable(Type.String({ description: 'Why it was skipped, failed or is held.' })),
  steps: Type.Array(StepResult, { description: 'Step by step; empty once the lead was erased.' }),
  finished_at: nullable(Timestamp('When.')),
});
export const CycleDetail = named(
  'JobCycleDetail',
  strictObject({ ...cycle, leads: Type.Array(LeadResult, { description: 'A result for each lead.' }) }),
);
export type CycleDetail = Static<typeof CycleDetail>;

export const runJobContract = contract({
  operationId: 'runBackgroundJob',
  method: 'post',
  path: `${path}/{id}/run`,
  tag,
  scope: 'background_jobs:run',
  summary: 'Run a background job now, for all its leads or for given ones.',
  description: 'The same `idempotency_key` gives the same cycle. A job that is switched off takes dry runs alone.',
  params,
  bodyOptional: true,
  body: strictObject({
    lead_ids: optional(
      Type.Array(Uuid('A lead.'), {
        minItems: 1,
        maxItems: 500,
        description: 'Only these leads, as far as they match.',
      }),
    ),
    dry_run: optional(Type.Boolean({ description: 'Record only; the job’s own setting if not given.' })),
    idempotency_key: optional(Type.String({ minLength: 1, maxLength: 128, description: 'Names the cycle.' })),
  }),
  success: {
    202: strictObject({ cycle_id: Uuid('The cycle.'), status: Status }),
  },
  errors: ['JOB_NOT_FOUND', 'JOB_INACTIVE', 'CYCLE_RUNNING'],
});

export const listCyclesContract = contract({
  operationId: 'listBackgroundJobCycles',
  method: 'get',
  path: `${path}/{id}/cycles`,
  tag,
  scope: 'background_jobs:read',
  summary: 'List the cycles of a background job, newest first.',
  params,
  query: Type.Object({ status: Type.Optional(Status), ...PageQuery }),
  success: { 200: strictObject({ data: Type.Array(Cycle, { description: 'The cycles.' }), pagination: Pagination }) },
  errors: ['JOB_NOT_FOUND'],
});

export const getCycleContract = contract({
  operationId: 'getBackgroundJobCycle',
  method: 'get',
  path: `${path}/{id}/cycles/{cycle_id}`,
  tag,
  scope: 'background_jobs:read',
  summary: 'Get a cycle, with a result for each lead; GET .../leads answers them page by page.',
  params: cycleParams,
  query: Type.Object({
    leads: Type.Optional(oneOf(['all', 'none'], { description: '`none` leaves `leads` empty; `all` if not given.' })),
  }),
  success: { 200: strictObject({ data: CycleDetail }) },
  errors: ['JOB_NOT_FOUND', 'CYCLE_NOT_FOUND'],
});

export const listCycleLeadsContract = contract({
  operationId: 'listBackgroundJobCycleLeads',
  method: 'get',
  path: `${path}/{id}/cycles/{cycle_id}/leads`,
  tag,
  scope: 'background_jobs:read',
  summary: 'List what became of each lead in a cycle, page by page, in the order in which they are worked.',
  params: cycleParams,
  query: Type.Object({ outcome: Type.Optional(Outcome), ...IncludeQuery, ...PageQuery }),
  success: {
    200: strictObject({
      data: Type.Array(LeadResult, { description: 'A result for each lead.' }),
      included: Included,
      pagination: Pagination,
    }),
  },
  errors: ['JOB_NOT_FOUND', 'CYCLE_NOT_FOUND'],
});

export const cancelCycleContract = contract({
  operationId: 'cancelBackgroundJobCycle',
  method: 'post',
  path: `${path}/{id}/cycles/{cycle_id}/cancel`,
  tag,
  scope: 'background_jobs:run',
  summary: 'Cancel a cycle: what it hasn’t done stays undone.',
  params: cycleParams,
  success: { 200: strictObject({ data: Cycle }) },
  errors: ['JOB_NOT_FOUND', 'CYCLE_NOT_FOUND', 'NOT_MODIFIABLE'],
});

const PreviewLead = strictObject({
  lead_id: nullable(Uuid('The lead.')),
  workflow_id: Uuid('The agent.'),
  acts: Type.Boolean({ description: 'Whether something would be done for it.' }),
  unreachable: Type.Array(Type.String({ description: 'Such as `opted_out`, `paused`, `cooldown`, `window`.' }), {
    description: 'Why messages may not reach it.',
  }),
  steps: Type.Array(StepResult, { description: 'Step by step.' }),
});
export const JobPreview = named(
  'BackgroundJobPreview',
  strictObject({
    matched: count('Leads for which a step’s conditions hold now, or a step tests nothing, among the first 10,000.'),
    skipped: Skipped,
    leads: Type.Array(PreviewLead, { description: 'The first 20 leads.' }),
    warnings: Type.Array(Type.String(), { description: 'Such as values of a wrong type.' }),
    cron_in_words: nullable(Type.String({ description: 'Its schedule as people say it; null without one.' })),
    next_runs: Type.Array(Timestamp('A run to come.'), {
      description: 'When it would fire next, five times; empty without a schedule.',
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
  summary: 'Tell what a cycle of such a job would do now. Nothing is written.',
  query: Type.Object(IncludeQuery),
  body: CreateJobBody,
  success: { 200: strictObject({ data: JobPreview, included: Included }) },
  errors: [
    ...(['INVALID_CRON', 'INVALID_TIMEZONE', 'INVALID_DATE', 'INVALID_REGEX'] as const),
    ...(['UNKNOWN_OPERATOR', 'UNKNOWN_ACTION', 'UNKNOWN_EVENT'] as const),
  ],
});
