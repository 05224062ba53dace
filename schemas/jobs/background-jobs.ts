import {
  named,
  nameText,
  nullable,
  oneOf,
  optional,
  refusedAs,
  type Static,
  strictObject,
  Timestamp,
  type TSchema,
  Type,
  Uuid,
} from '../common.js';
import { ABOUT_KINDS, LEAD_KINDS, WRITTEN_KINDS, type WrittenKind } from '../events/events.js';
import { JobAction, JobActionOrFlow } from '../rules/actions.js';
import { Condition, MATCHES } from '../rules/conditions.js';

export const TRIGGER_TYPES = ['cron', 'event', 'api'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];
export const JOB_SCOPES = ['lead_scoped', 'workflow_scoped'] as const;
export type JobScope = (typeof JOB_SCOPES)[number];
const GOAL_TYPES = ['appointment', 'sale', 'qualification', 'support', 'custom'] as const;

const Conditions = Type.Array(Condition, { maxItems: 10, description: 'Decide between `on_match` and `on_no_match`.' });

/** One step of a background job. */
export const JobStep = named(
  'JobStep',
  strictObject(
    {
      name: optional(Type.String({ maxLength: 200 })),
      conditions: optional(Conditions),
      match: optional(
        oneOf(MATCHES, { description: 'Whether `all` (default) or `any` of the conditions must match.' }),
      ),
      on_match: optional(JobActionOrFlow),
      on_no_match: optional(JobActionOrFlow),
      action: optional(JobAction),
    },
    {
      description: 'A step has either an `action` alone, or `conditions` with `on_match` and optionally `on_no_match`.',
    },
  ),
);
export type JobStep = Static<typeof JobStep>;

const LeadFilter = strictObject(
  {
    workflow_id: Uuid('ID of the agent.'),
    status_keys: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        maxItems: 50,
        description: "Status keys. Defaults to all statuses that aren't terminal.",
      }),
    ),
  },
  { description: 'Leads of an agent in certain statuses.' },
);
export type LeadFilter = Static<typeof LeadFilter>;

const Ids = (description: string) => Type.Array(Uuid('ID of the resource.'), { maxItems: 200, description });
const Slugs = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50, description });
export const WorkflowFilters = named(
  'WorkflowFilters',
  strictObject(
    {
      workflow_ids: optional(Ids('Selects only these agents.')),
      exclude_workflow_ids: optional(Ids('Excludes these agents.')),
      goal_types: optional(
        Type.Array(oneOf(GOAL_TYPES), {
          maxItems: 5,
          description: 'Selects only agents with one of these goals.',
        }),
      ),
      is_active: optional(Type.Boolean({ description: 'Selects only active or only inactive agents.' })),
      campaign_ids: optional(Ids('Selects only leads of these campaigns.')),
      tags_any: optional(Slugs('Selects only leads with at least one of these tags.')),
      tags_none: optional(Slugs('Selects only leads with none of these tags.')),
      automation: optional(
        oneOf(['active', 'paused', 'any'], {
          description: 'Selects leads by the state of their automation: active (default), paused, or both.',
        }),
      ),
    },
    { description: 'Filters of the agents and leads.' },
  ),
);
export type WorkflowFilters = Static<typeof WorkflowFilters>;

const eventTrigger = (kinds: readonly WrittenKind[], triggered: string) =>
  strictObject(
    {
      kinds: Type.Array(refusedAs('UNKNOWN_EVENT', oneOf(kinds, { description: 'Event type.' })), {
        minItems: 1,
        maxItems: 10,
        description: `Event types that trigger the ${triggered}. ${ABOUT_KINDS}`,
      }),
      filter: optional(Conditions),
      debounce_seconds: optional(
        Type.Integer({
          minimum: 0,
          maximum: 86_400,
          description: `Seconds without further events of the lead before the ${triggered} runs. Defaults to 0.`,
        }),
      ),
    },
    { description: `Events that trigger the ${triggered}.` },
  );

/** The trigger of a cloud function: any event. */
export const FunctionEvent = named('FunctionEvent', eventTrigger(WRITTEN_KINDS, 'function'));
export type FunctionEvent = Static<typeof FunctionEvent>;

/** The events that leave a lead which a job can act on: one whose deletion is reported is gone. */
const JOB_KINDS = LEAD_KINDS.filter((kind) => kind !== 'lead.deleted');

/** The trigger of a job: events that concern a lead. */
export const JobEvent = named('JobEvent', eventTrigger(JOB_KINDS, 'job'));
export type JobEvent = Static<typeof JobEvent>;

/** The trigger of a stored job: an earlier release accepted any event. */
const StoredJobEvent = named('StoredJobEvent', eventTrigger(WRITTEN_KINDS, 'job'));

const Name = nameText();
const Description = Type.String({ maxLength: 2000 });
const Cron = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'Cron expression with five fields, such as `0 9 * * *`, or `@hourly`, `@daily`, `@weekly`, `@monthly` or `@yearly`.',
});
const Zone = Type.String({
  maxLength: 64,
  description: "IANA time zone of the schedule. Defaults to the account's time zone.",
});
const Max = Type.Integer({
  minimum: 1,
  maximum: 500,
  description: 'Maximum number of leads per cycle, 1 to 500.',
});
const Cooldown = Type.Integer({
  minimum: 0,
  maximum: 527_040,
  description: 'Minimum number of minutes before the job acts on the same lead again. Null for no cooldown.',
});
const Steps = Type.Array(JobStep, {
  minItems: 1,
  maxItems: 3,
  description: 'One to three steps, executed in order for each lead.',
});
const LeadFilters = Type.Array(LeadFilter, {
  maxItems: 50,
  description: 'Leads that match any of these filters. Empty selects all leads with an active run.',
});

const fields = {
  name: optional(Name),
  description: optional(Description),
  trigger_type: optional(
    oneOf(TRIGGER_TYPES, {
      description: 'Trigger of the job. Defaults to `cron` if `cron_expression` is set, and to `api` otherwise.',
    }),
  ),
  cron_expression: optional(Cron),
  timezone: optional(Zone),
  event: optional(JobEvent),
  scope: optional(oneOf(JOB_SCOPES, { description: 'Whether steps run per lead (default) or once per agent.' })),
  lead_filters: optional(LeadFilters),
  workflow_filters: optional(WorkflowFilters),
  max_leads_per_cycle: optional(Max),
  cooldown_minutes: optional(Cooldown),
  dry_run: optional(Type.Boolean({ description: 'Whether cycles only record what they would do. Defaults to false.' })),
  is_active: optional(Type.Boolean({ description: 'Whether the job is active. Defaults to true.' })),
};

export const CreateJobBody = strictObject({ ...fields, steps: Steps });
export type CreateJobBody = Static<typeof CreateJobBody>;

export const UpdateJobBody = strictObject({
  ...fields,
  steps: optional(Steps),
  description: Type.Optional(nullable(Description)),
  cron_expression: Type.Optional(nullable(Cron)),
  event: Type.Optional(nullable(JobEvent)),
  workflow_filters: Type.Optional(nullable(WorkflowFilters)),
  cooldown_minutes: Type.Optional(nullable(Cooldown)),
});
export type UpdateJobBody = Static<typeof UpdateJobBody>;

/** A step as it is answered: every part is there, null where unused, and can be sent again. */
const AnsweredSteps = Type.Array(
  strictObject({
    name: nullable(Type.String()),
    conditions: Conditions,
    match: oneOf(MATCHES, { description: 'Whether `all` or `any` of the conditions must match.' }),
    on_match: nullable(JobActionOrFlow as TSchema as typeof JobActionOrFlow),
    on_no_match: nullable(JobActionOrFlow as TSchema as typeof JobActionOrFlow),
    action: nullable(JobAction as TSchema as typeof JobAction),
  }),
  { description: 'Steps in the order in which they run.' },
);

const created = {
  id: Uuid(),
  name: Name,
  steps: AnsweredSteps,
  is_active: Type.Boolean({ description: 'Whether the job is active.' }),
  description: nullable(Description),
  cron_expression: nullable(Cron),
  lead_filters: LeadFilters,
  workflow_filters: nullable(WorkflowFilters),
  max_leads_per_cycle: Max,
  cooldown_minutes: nullable(Cooldown),
  dry_run: Type.Boolean({ description: 'Whether cycles only record what they would do.' }),
  created_at: Timestamp('Time of creation.'),
  last_executed_at: nullable(Timestamp('Start of the last cycle.')),
};
/** The job as its creation answers it: exactly the fields of the specification. */
export const CreatedJob = named('CreatedBackgroundJob', strictObject(created));
export type CreatedJob = Static<typeof CreatedJob>;

export const Job = named(
  'BackgroundJob',
  strictObject({
    ...created,
    trigger_type: oneOf(TRIGGER_TYPES),
    scope: oneOf(JOB_SCOPES, { description: 'Whether steps run per lead or per agent.' }),
    timezone: Type.String({ description: 'IANA time zone of the schedule and the cooldown.' }),
    event: nullable(StoredJobEvent),
    updated_at: Timestamp('Time of the last change.'),
    cron_in_words: nullable(Type.String({ description: 'Description of the schedule. Null without a schedule.' })),
    next_runs: Type.Array(Timestamp('Time of a run.'), {
      description: 'Next five runs of an active cron job. Empty for other jobs.',
    }),
  }),
);
export type Job = Static<typeof Job>;

export const CYCLE_STATUSES = [
  ...(['queued', 'running', 'completed', 'partial', 'failed', 'skipped_overlap', 'cancelled'] as const),
];
export type CycleStatus = (typeof CYCLE_STATUSES)[number];
/** The fields of a job in responses that requests may send back, where they are ignored. */
export const JOB_IGNORED_KEYS = [
  ...['id', 'created_at', 'updated_at', 'last_executed_at', 'next_runs', 'cron_in_words', 'last_cycle'],
];

/** A job as lists show it. */
export const ListedJob = named(
  'ListedBackgroundJob',
  strictObject({
    ...Job.properties,
    last_cycle: nullable(
      strictObject(
        {
          id: Uuid(),
          status: oneOf(CYCLE_STATUSES),
          dry_run: Type.Boolean({ description: 'Whether the cycle was a dry run.' }),
          acted: Type.Integer({ description: 'Number of leads that the cycle acted on.' }),
          failed: Type.Integer({ description: 'Number of leads that failed.' }),
          nominal_at: Timestamp('Scheduled time of the cycle.'),
          ended_at: nullable(Timestamp('Time of the end. Null while the cycle is running.')),
        },
        { description: 'Latest cycle. Null before the first one.' },
      ),
    ),
  }),
);
export type ListedJob = Static<typeof ListedJob>;

export const Warnings = Type.Array(Type.String({ description: 'Warning code, such as `schedule_pending`.' }), {
  description: "Settings that haven't taken effect yet.",
});
