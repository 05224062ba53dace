import { CadenceStep, CadenceStepRequest, CHANNELS, Window } from '../cadence/cadence.js';
import {
  described,
  named,
  nameText,
  nullable,
  oneOf,
  optional,
  type Static,
  strictObject,
  Timestamp,
  type TSchema,
  Type,
  Uuid,
} from '../common.js';
import { REENROLLMENT_POLICIES } from '../rules/actions.js';
import { AgentAi, AgentHandoff } from './talking.js';

const GOAL_TYPES = ['appointment', 'sale', 'qualification', 'support', 'custom'] as const;
export const STATUS_CATEGORIES = ['open', 'active', 'won', 'lost', 'expired'] as const;
const FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'enum', 'email', 'phone'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const CADENCE_STATES = [
  ...(['pending', 'active', 'waiting', 'held', 'paused', 'completed', 'stopped', 'failed'] as const),
] as const;
export type CadenceState = (typeof CADENCE_STATES)[number];
export const RUN_STATUSES = ['running', 'completed', 'stopped', 'failed', 'transferred', 'expired'] as const;
/** The state of a run: open, or its end. */
export type RunStatus = (typeof RUN_STATUSES)[number];
export const HOLD_REASONS = [
  ...(['outside_window', 'holiday', 'frequency_cap', 'sender_throttle', 'window_24h_closed'] as const),
  ...(['template_pending', 'human_takeover', 'workflow_paused', 'provider_backoff', 'consent_missing'] as const),
  ...(['reconnect_needed', 'outcome_unknown', 'manual', 'error'] as const),
] as const;
/** The place of who waits under a limit. */
export const PLACE_IN_LINE = Type.Integer({
  description: "Position in the queue of a sender or of new leads, from 1. Null if the run isn't queued.",
});
/** The reason why a step that is due doesn't happen yet. */
export type HoldReason = (typeof HOLD_REASONS)[number];
export const STOP_REASONS = [
  ...(['replied', 'meeting_booked', 'converted', 'opted_out', 'bounced', 'status_terminal', 'reassigned'] as const),
  ...(['human', 'api', 'job', 'completed', 'expired', 'error', 'erased'] as const),
] as const;
/** The reason why a run ended. */
export type StopReason = (typeof STOP_REASONS)[number];
const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...described(description) });
const Key = (description: string) => Type.String({ minLength: 1, maxLength: 50, description });
const Name = nameText('Name of the agent.');
const Count = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });

export const SENDER_RULES = ['wait', 'move'] as const;

const PoolSender = strictObject({
  email_sender_id: Uuid(),
  weight: Type.Integer({
    minimum: 0,
    maximum: 1000,
    description: 'Share of new leads, relative to the others. Defaults to 1.',
  }),
});

const PoolSenders = <T extends TSchema>(sender: T) => Type.Array(sender, { minItems: 1, maxItems: 50 });

const SenderPool = strictObject(
  {
    senders: PoolSenders(PoolSender),
    when_sender_fails: oneOf(SENDER_RULES, {
      description: "Whether a failing sender's leads `wait` for it (default) or `move` to another one.",
    }),
    move_after_hours: Type.Integer({
      minimum: 0,
      maximum: 720,
      description: 'Hours before the leads of a failing sender move. Defaults to 24.',
    }),
  },
  {
    description: 'Email senders that share the leads, instead of `email_sender_id`.',
  },
);
export type SenderPool = Static<typeof SenderPool>;

const SENDER_REASONS = ['agent', 'default', 'kept', 'drawn', 'moved', 'waiting'] as const;
export type SenderReason = (typeof SENDER_REASONS)[number];

/** The sender of a message to a lead, and why it is this one. */
export const SenderChoice = strictObject({
  id: Uuid('ID of the sender, the number or the voice agent.'),
  name: Type.String(),
  reason: oneOf(SENDER_REASONS, {
    description:
      "`agent`: the agent names it. `default`: the account's default. `kept`: it already writes to the lead. `drawn`: " +
      "chosen by weight for a new lead. `moved`: replaces the lead's sender, which fails. `waiting`: no sender of the " +
      'pool can take a new lead now.',
  }),
  detail: Type.String({ description: 'The reason as a sentence.' }),
});
export type SenderChoice = Static<typeof SenderChoice>;

const AgentChannels = strictObject(
  {
    email_sender_id: nullable(Uuid("ID of the email sender. Null uses the account's default.")),
    email_pool: optional(SenderPool),
    whatsapp_number_id: nullable(
      Type.String({ maxLength: 64, description: "ID of the WhatsApp number. Null uses the account's default." }),
    ),
    voice_agent_id: nullable(
      Type.String({ maxLength: 64, description: "ID of the voice agent. Null uses the account's default." }),
    ),
  },
  { description: 'Senders that the agent uses.' },
);

export const AgentStatus = strictObject(
  {
    key: Key('Key of the status, unique within the agent.'),
    label: Text(200),
    category: oneOf(STATUS_CATEGORIES),
    is_terminal: Type.Boolean({ description: 'Whether the status ends the run.' }),
    is_initial: Type.Boolean({ description: 'Whether leads start in this status.' }),
    position: Type.Integer({ minimum: 0, maximum: 1000, description: 'Position in the order of statuses.' }),
    color: nullable(Type.String({ maxLength: 32, description: 'Color in boards.' })),
    transfer_to_workflow_id: nullable(
      Uuid('ID of the agent to transfer the lead to when it reaches this status. Null transfers to none.'),
    ),
  },
  { description: "A status in the agent's funnel." },
);
export type AgentStatus = Static<typeof AgentStatus>;

export const AgentField = strictObject(
  {
    key: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$', description: 'Key of the field, unique within the agent.' }),
    label: Text(200),
    type: oneOf(FIELD_TYPES, { description: 'Type of the value.' }),
    required: Type.Boolean({ description: 'Whether the agent must ask for the field.' }),
    options: Type.Array(Text(200, 'One option.'), { maxItems: 100, description: 'Options of an `enum` field.' }),
    ask_prompt: nullable(Text(2000, 'Question that the agent asks.')),
    extract_hint: nullable(Text(2000, 'Hint for recognizing the value in a message.')),
    ask_prompts: optional(
      Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Text(2000, 'Question in this language.'), {
        additionalProperties: false,
        description: 'Questions in other languages, by two-letter language code.',
      }),
    ),
  },
  { description: 'A field that the agent captures.' },
);
export type AgentField = Static<typeof AgentField>;

const AgentExit = strictObject(
  {
    on_reply: oneOf(['stop', 'pause', 'continue'] as const, {
      description: 'Action of the cadence when the lead replies.',
    }),
    on_meeting_booked: oneOf(['stop', 'continue'] as const, {
      description: 'Action of the cadence when a meeting is booked.',
    }),
    on_conversion: oneOf(['stop', 'continue'] as const, {
      description: 'Action of the cadence when a conversion is recorded.',
    }),
    on_opt_out: oneOf(['stop'] as const, { description: 'Always `stop`: an opt-out ends the run.' }),
    on_hard_bounce: oneOf(['channel_off', 'stop', 'continue'] as const, {
      description: 'Action of the cadence after a hard bounce. `channel_off` continues on other channels.',
    }),
    on_out_of_office: oneOf(['pause_until_date', 'continue'] as const, {
      description: 'Action of the cadence after an out-of-office reply.',
    }),
    on_status_terminal: oneOf(['stop'] as const, { description: 'Always `stop`: a terminal status ends the run.' }),
    same_company_reply: oneOf(['continue', 'stop'] as const, {
      description: 'Action of the cadence when another lead of the same company replies.',
    }),
  },
  { description: 'Events that end or pause the cadence.' },
);

const AgentReenrollment = strictObject(
  {
    policy: oneOf(REENROLLMENT_POLICIES, { description: 'Whether a lead can be enrolled again.' }),
    cooldown_days: Type.Integer({
      minimum: 0,
      maximum: 3660,
      description: 'Minimum number of days between two enrollments.',
    }),
    max_entries: nullable(Count(1000, 'Maximum number of enrollments per lead.')),
  },
  { description: 'Rules for enrolling a lead again.' },
);

export const SenderLimits = strictObject(
  {
    per_minute: optional(Count(100_000, 'Maximum number of messages per minute.')),
    per_day: optional(Count(10_000_000, 'Maximum number of messages per day.')),
    ramp: optional(
      Type.Array(
        strictObject({
          day: Count(3660, 'Day of use from which the limit applies. The first day is 1.'),
          max: Type.Integer({
            minimum: 0,
            maximum: 10_000_000,
            description: 'Maximum number of messages per day from then on.',
          }),
        }),
        { maxItems: 60, description: 'Warm-up schedule of a new sender.' },
      ),
    ),
  },
  { description: 'Limits that apply to each sender on its own.' },
);
export type SenderLimits = Static<typeof SenderLimits>;
/** The maximum of each limit per lead. */
export const MOST_OF_LEAD_LIMITS = { per_day: 1000, per_week: 1000, min_gap_minutes: 43_200 } as const;
const LeadLimits = strictObject(
  {
    per_day: optional(Count(MOST_OF_LEAD_LIMITS.per_day, 'Maximum number of messages per calendar day of the lead.')),
    per_week: optional(
      Count(
        MOST_OF_LEAD_LIMITS.per_week,
        'Maximum number of messages per calendar week of the lead, starting on Monday.',
      ),
    ),
    min_gap_minutes: optional(
      Count(MOST_OF_LEAD_LIMITS.min_gap_minutes, 'Minimum number of minutes between two messages.'),
    ),
  },
  { description: 'Limits per lead, across all agents.' },
);
export type LeadLimits = Static<typeof LeadLimits>;

export const AgentLimits = strictObject(
  {
    per_lead: optional(LeadLimits),
    per_sender: optional(SenderLimits),
    max_new_per_day: optional(Count(10_000_000, 'Maximum number of leads that get their first message on a day.')),
    require_consent: optional(
      Type.Array(oneOf(CHANNELS), {
        maxItems: 3,
        description: 'Channels that require an opt-in. On other channels, unknown consent is sufficient.',
      }),
    ),
  },
  { description: 'Limits of the agent.' },
);
export type AgentLimits = Static<typeof AgentLimits>;

/** The limits of an account in addition to those of its agents. */
export const AccountLimits = strictObject(
  {
    per_lead: optional(LeadLimits),
    ai: optional(
      strictObject(
        {
          per_day_tokens: optional(
            Type.Integer({
              minimum: 0,
              maximum: 10_000_000_000,
              description: 'Maximum number of tokens of all models per day (UTC).',
            }),
          ),
          per_day_micros: optional(
            Type.Integer({
              minimum: 0,
              maximum: 1_000_000_000_000,
              description: 'Maximum cost of all models per day (UTC), in millionths of your currency.',
            }),
          ),
        },
        { description: 'Model budget of all agents. When it is used up, conversations are handed off to users.' },
      ),
    ),
  },
  { description: 'Limits of the account, in addition to those of its agents.' },
);
export type AccountLimits = Static<typeof AccountLimits>;

const MAX_STEPS = 100;
const cadence = (step: TSchema) =>
  Type.Array(step, { minItems: 1, maxItems: MAX_STEPS, description: 'The steps, in order.' });
const Cadence = strictObject(
  {
    steps: Type.Unsafe<CadenceStep[]>(cadence(CadenceStep)),
    window: optional(Window),
  },
  { description: 'Ordered steps and their default window.' },
);
const CadenceRequest = strictObject(
  {
    steps: Type.Unsafe<CadenceStepRequest[]>(cadence(CadenceStepRequest)),
    window: optional(Window),
  },
  { description: 'Ordered steps and their default window.' },
);

const Statuses = <T extends TSchema>(status: T) =>
  Type.Array(status, { minItems: 1, maxItems: 50, description: 'The statuses of the funnel.' });
const Fields = <T extends TSchema>(field: T) =>
  Type.Array(field, { maxItems: 100, description: 'Fields that the agent captures.' });
const Zone = Type.String({
  minLength: 1,
  maxLength: 64,
  description: "IANA time zone. Defaults to the account's time zone.",
});

/** Everything a run needs to know of its agent, complete: what is published as a version. */
export const AgentDefinition = strictObject({
  name: Name,
  goal_type: oneOf(GOAL_TYPES),
  timezone: Zone,
  channels: AgentChannels,
  statuses: Statuses(AgentStatus),
  fields: Fields(AgentField),
  cadence: Cadence,
  exit: AgentExit,
  reenrollment: AgentReenrollment,
  limits: AgentLimits,
  ai: AgentAi,
  handoff: AgentHandoff,
});
export type AgentDefinition = Static<typeof AgentDefinition>;

type Properties = Record<string, TSchema>;
type Loose<P extends Properties> = { [K in keyof P]: ReturnType<typeof optional<P[K]>> };
const loose = <P extends Properties>(
  schema: { properties: P; description?: string },
  required: readonly string[] = [],
) =>
  strictObject(
    Object.fromEntries(
      Object.entries(schema.properties).map(([key, value]) => [key, required.includes(key) ? value : optional(value)]),
    ) as unknown as Loose<P>,
    schema.description ? { description: schema.description } : {},
  );
const loosely = <P extends Properties, K extends keyof P & string = never>(
  schema: { properties: P; description?: string },
  ...required: K[]
) => Type.Unsafe<Partial<Static<ReturnType<typeof loose<P>>>> & { [Q in K]: Static<P[Q]> }>(loose(schema, required));

const requestParts = {
  goal_type: oneOf(GOAL_TYPES, { description: 'Goal of the agent. Defaults to `custom`.' }),
  is_active: Type.Boolean({ description: 'Whether the agent enrolls leads and processes its runs. Defaults to true.' }),
  timezone: Zone,
  channels: loosely({
    ...AgentChannels,
    properties: {
      ...AgentChannels.properties,
      email_pool: loosely(
        {
          ...SenderPool,
          properties: { ...SenderPool.properties, senders: PoolSenders(loosely(PoolSender, 'email_sender_id')) },
        },
        'senders',
      ),
    },
  }),
  statuses: Statuses(loosely(AgentStatus, 'key')),
  fields: Fields(loosely(AgentField, 'key')),
  cadence: CadenceRequest,
  exit: loosely(AgentExit),
  reenrollment: loosely(AgentReenrollment),
  limits: AgentLimits,
  ai: loosely({
    ...AgentAi,
    properties: { ...AgentAi.properties, knowledge: loosely(AgentAi.properties.knowledge) },
  }),
  handoff: loosely(AgentHandoff),
};

/** POST /workflows: a name and some steps are enough. */
export const CreateAgentBody = named(
  'CreateWorkflow',
  strictObject({
    name: Name,
    goal_type: optional(requestParts.goal_type),
    is_active: optional(requestParts.is_active),
    timezone: optional(requestParts.timezone),
    channels: optional(requestParts.channels),
    statuses: optional(requestParts.statuses),
    fields: optional(requestParts.fields),
    cadence: requestParts.cadence,
    exit: optional(requestParts.exit),
    reenrollment: optional(requestParts.reenrollment),
    limits: optional(requestParts.limits),
    ai: optional(requestParts.ai),
    handoff: optional(requestParts.handoff),
  }),
);
export type CreateAgentBody = Static<typeof CreateAgentBody>;

const cleared = <T extends TSchema>(schema: T) => Type.Optional(nullable(schema));
/** PATCH /workflows/{id}: what is absent stays, null goes back to the default. */
export const UpdateAgentBody = named(
  'UpdateWorkflow',
  strictObject({
    name: Type.Optional(Name),
    goal_type: cleared(requestParts.goal_type),
    is_active: Type.Optional(requestParts.is_active),
    paused: Type.Optional(Type.Boolean({ description: 'Whether all runs of the agent are paused.' })),
    pause_reason: cleared(Text(500, 'Reason for the pause.')),
    timezone: cleared(requestParts.timezone),
    channels: cleared(requestParts.channels),
    statuses: cleared(requestParts.statuses),
    fields: cleared(requestParts.fields),
    cadence: Type.Optional(requestParts.cadence),
    exit: cleared(requestParts.exit),
    reenrollment: cleared(requestParts.reenrollment),
    limits: cleared(requestParts.limits),
    ai: cleared(requestParts.ai),
    handoff: cleared(requestParts.handoff),
  }),
);
export type UpdateAgentBody = Static<typeof UpdateAgentBody>;

/** Keys of an agent that only answers carry; ignored in bodies. */
export const AGENT_RESPONSE_KEYS = [
  'id',
  'version',
  'total_steps',
  'published_at',
  'created_at',
  'updated_at',
] as const;

const identity = {
  id: Uuid('ID of the agent.'),
  name: Name,
  goal_type: oneOf(GOAL_TYPES, { description: 'Goal of the agent.' }),
  is_active: Type.Boolean({ description: 'Whether the agent enrolls leads and processes its runs.' }),
  paused: Type.Boolean({ description: 'Whether all runs of the agent are paused.' }),
};
const total_steps = Type.Integer({ description: 'Number of steps in the cadence.' });

/** An agent as the API answers it; the definition is the draft, `version` the last one published (0: none). */
export const Agent = named(
  'Workflow',
  strictObject({
    ...identity,
    version: Type.Integer({ description: 'Last published version. 0 if none was published.' }),
    pause_reason: nullable(Type.String()),
    total_steps,
    timezone: Zone,
    channels: AgentChannels,
    statuses: AgentDefinition.properties.statuses,
    fields: AgentDefinition.properties.fields,
    cadence: Cadence,
    exit: AgentExit,
    reenrollment: AgentReenrollment,
    limits: AgentLimits,
    ai: AgentAi,
    handoff: AgentHandoff,
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);
export type Agent = Static<typeof Agent>;

/** An agent in a list. */
export const AgentSummary = named(
  'WorkflowSummary',
  strictObject({
    ...identity,
    version: Type.Integer({ description: 'Last published version. 0 if none was published.' }),
    statuses: AgentDefinition.properties.statuses,
    fields: AgentDefinition.properties.fields,
    total_steps,
    channels: AgentChannels,
  }),
);
export type AgentSummary = Static<typeof AgentSummary>;
