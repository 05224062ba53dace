import {
  named,
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
import { ABOUT_KINDS, EVENT_KINDS } from '../events/events.js';
import { JobAction, JobActionOrFlow } from '../rules/actions.js';
import { Condition, MATCHES } from '../rules/conditions.js';

export const TRIGGER_TYPES = ['cron', 'event', 'api'] as const;
export type TriggerType = (typeof TRIGGER_TYPES)[number];
export const JOB_SCOPES = ['lead_scoped', 'workflow_scoped'] as const;
export type JobScope = (typeof JOB_SCOPES)[number];
const GOAL_TYPES = ['appointment', 'sale', 'qualification', 'support', 'custom'] as const;

const Conditions = Type.Array(Condition, { maxItems: 10, description: 'What is tested.' });

/** One step of a background job. */
export const JobStep = named(
  'JobStep',
  strictObject(
    {
      name: optional(Type.String({ maxLength: 200, description: 'What people call it.' })),
      conditions: optional(Conditions),
      match: optional(oneOf(MATCHES, { description: '`all` (default) or `any` of the conditions.' })),
      on_match: optional(JobActionOrFlow),
      on_no_match: optional(JobActionOrFlow),
      action: optional(JobAction),
    },
    { description: 'Either an `action` alone, or `conditions` with `on_match` and, if wanted, `on_no_match`.' },
  ),
);
export type JobStep = Static<typeof JobStep>;

const LeadFilter = strictObject(
  {
    workflow_id: Uuid('The agent.'),
    status_keys: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        maxItems: 50,
        description: 'Status keys; all that are not terminal if none is given.',
      }),
    ),
  },
  { description: 'Leads of an agent, in some of its statuses.' },
);
export type LeadFilter = Static<typeof LeadFilter>;

const Ids = (description: string) => Type.Array(Uuid('An id.'), { maxItems: 200, description });
const Slugs = (description: string) =>
  Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 50, description });
export const WorkflowFilters = named(
  'WorkflowFilters',
  strictObject(
    {
      workflow_ids: optional(Ids('Only these agents.')),
      exclude_workflow_ids: optional(Ids('None of these agents.')),
      goal_types: optional(
        Type.Array(oneOf(GOAL_TYPES, { description: 'A kind of goal.' }), {
          maxItems: 5,
          description: 'Only agents with one of these goals.',
        }),
      ),
      is_active: optional(Type.Boolean({ description: 'Only agents that are, or are not, active.' })),
      campaign_ids: optional(Ids('Only leads of these campaigns.')),
      tags_any: optional(Slugs('Only leads with at least one of these tags.')),
      tags_none: optional(Slugs('Only leads with none of these tags.')),
      automation: optional(
        oneOf(['active', 'paused', 'any'], {
          description: 'Leads whose automation is active (default), paused, or both.',
        }),
      ),
    },
    { description: 'Which agents and leads a job looks at.' },
  ),
);
export type WorkflowFilters = Static<typeof WorkflowFilters>;

export const JobEvent = named(
  'JobEvent',
  strictObject(
    {
      kinds: Type.Array(refusedAs('UNKNOWN_EVENT', oneOf(EVENT_KINDS, { description: 'A kind of event.' })), {
        minItems: 1,
        maxItems: 10,
        description: `The kinds that fire it. ${ABOUT_KINDS}`,
      }),
      filter: optional(Conditions),
      debounce_seconds: optional(
        Type.Integer({ minimum: 0, maximum: 86_400, description: 'Waits until a lead was quiet this long; 0.' }),
      ),
    },
    { description: 'Which events have it run.' },
  ),
);
export type JobEvent = Static<typeof JobEvent>;

const Name = Type.String({ minLength: 1, maxLength: 200, description: 'What people call it.' });
const Description = Type.String({ maxLength: 2000, description: 'What it is for.' });
const Cron = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'Five fields such as `0 9 * * *`, or `@hourly`, `@daily`, `@weekly`, `@monthly`, `@yearly`.',
});
const Zone = Type.String({ maxLength: 64, description: 'IANA zone of the schedule; the account’s if not given.' });
const Max = Type.Integer({
  minimum: 1,
  maximum: 500,
  description: 'Leads that one cycle evaluates at most, 1 to 500.',
});
const Cooldown = Type.Integer({
  minimum: 0,
  maximum: 527_040,
  description: 'Minutes before the job acts on the same lead again; null: no such rest.',
});
const Steps = Type.Array(JobStep, {
  minItems: 1,
  maxItems: 3,
  description: 'One to three steps, run in order per lead.',
});
const LeadFilters = Type.Array(LeadFilter, {
  maxItems: 50,
  description: 'Leads that fit any of these; every lead with an active run if empty.',
});

const fields = {
  name: optional(Name),
  description: optional(Description),
  trigger_type: optional(
    oneOf(TRIGGER_TYPES, { description: '`cron` if a `cron_expression` is sent, else `api`, if not given.' }),
  ),
  cron_expression: optional(Cron),
  timezone: optional(Zone),
  event: optional(JobEvent),
  scope: optional(oneOf(JOB_SCOPES, { description: 'Steps run per lead (default), or once for each agent.' })),
  lead_filters: optional(LeadFilters),
  workflow_filters: optional(WorkflowFilters),
  max_leads_per_cycle: optional(Max),
  cooldown_minutes: optional(Cooldown),
  dry_run: optional(Type.Boolean({ description: 'Cycles record what they would do and change nothing; false.' })),
  is_active: optional(Type.Boolean({ description: 'Whether it fires; true.' })),
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
    name: nullable(Type.String({ description: 'What people call it.' })),
    conditions: Conditions,
    match: oneOf(MATCHES, { description: '`all` or `any` of the conditions.' }),
    on_match: nullable(JobActionOrFlow as TSchema as typeof JobActionOrFlow),
    on_no_match: nullable(JobActionOrFlow as TSchema as typeof JobActionOrFlow),
    action: nullable(JobAction as TSchema as typeof JobAction),
  }),
  { description: 'What it does.' },
);

const created = {
  id: Uuid('The job.'),
  name: Name,
  steps: AnsweredSteps,
  is_active: Type.Boolean({ description: 'Whether it fires.' }),
  description: nullable(Description),
  cron_expression: nullable(Cron),
  lead_filters: LeadFilters,
  workflow_filters: nullable(WorkflowFilters),
  max_leads_per_cycle: Max,
  cooldown_minutes: nullable(Cooldown),
  dry_run: Type.Boolean({ description: 'Whether its cycles change nothing.' }),
  created_at: Timestamp('When it was made.'),
  last_executed_at: nullable(Timestamp('When its last cycle began.')),
};
/** The job as its creation answers it: exactly the fields of the specification. */
export const CreatedJob = named('CreatedBackgroundJob', strictObject(created));
export type CreatedJob = Static<typeof CreatedJob>;

export const Job = named(
  'BackgroundJob',
  strictObject({
    ...created,
    trigger_type: oneOf(TRIGGER_TYPES, { description: 'What fires it.' }),
    scope: oneOf(JOB_SCOPES, { description: 'Whether steps run per lead or per agent.' }),
    timezone: Type.String({ description: 'The zone of the schedule and of the cooldown.' }),
    event: nullable(JobEvent),
    updated_at: Timestamp('When it was last changed.'),
    cron_in_words: nullable(Type.String({ description: 'The schedule as people say it; null without one.' })),
    next_runs: Type.Array(Timestamp('A run to come.'), {
      description: 'The next five runs of an active cron job; empty for others.',
    }),
  }),
);
export type Job = Static<typeof Job>;

export const CYCLE_STATUSES = [
  ...(['queued', 'running', 'completed', 'partial', 'failed', 'skipped_overlap', 'cancelled'] as const),
];
export type CycleStatus = (typeof CYCLE_STATUSES)[number];
/** What answers show of a job and requests may send back: it is ignored there. */
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
          id: Uuid('The cycle.'),
          status: oneOf(CYCLE_STATUSES, { description: 'Where it stands.' }),
          dry_run: Type.Boolean({ description: 'Whether it changed nothing.' }),
          acted: Type.Integer({ description: 'Leads that something was done for.' }),
          failed: Type.Integer({ description: 'Leads that could not be worked.' }),
          nominal_at: Timestamp('The time it stands for.'),
          ended_at: nullable(Timestamp('When it ended; null while it goes on.')),
        },
        { description: 'Its latest cycle; null before the first one.' },
      ),
    ),
  }),
);
export type ListedJob = Static<typeof ListedJob>;

export const Warnings = Type.Array(Type.String({ description: 'Such as `schedule_pending`.' }), {
  description: 'What is not yet as it will be.',
});
