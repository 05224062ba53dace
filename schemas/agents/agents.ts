import { CadenceStep, CadenceStepRequest, CHANNELS, Window } from '../cadence/cadence.js';
import {
  named,
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
const STATUS_CATEGORIES = ['open', 'active', 'won', 'lost', 'expired'] as const;
const FIELD_TYPES = ['text', 'number', 'boolean', 'date', 'enum', 'email', 'phone'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export const CADENCE_STATES = [
  ...(['pending', 'active', 'waiting', 'held', 'paused', 'completed', 'stopped', 'failed'] as const),
] as const;
export type CadenceState = (typeof CADENCE_STATES)[number];
export const RUN_STATUSES = ['running', 'completed', 'stopped', 'failed', 'transferred', 'expired'] as const;
/** Whether a run is open, or how it ended. */
export type RunStatus = (typeof RUN_STATUSES)[number];
export const HOLD_REASONS = [
  ...(['outside_window', 'holiday', 'frequency_cap', 'sender_throttle', 'window_24h_closed'] as const),
  ...(['template_pending', 'human_takeover', 'workflow_paused', 'provider_backoff', 'consent_missing'] as const),
  ...(['outcome_unknown', 'manual', 'error'] as const),
] as const;
/** The place of who waits under a limit. */
export const PLACE_IN_LINE = Type.Integer({
  description: 'Its place, from 1, in the line of a sender or of new leads that a limit or a provider keeps waiting.',
});
/** Why a step that is due doesn't happen yet. */
export type HoldReason = (typeof HOLD_REASONS)[number];
export const STOP_REASONS = [
  ...(['replied', 'meeting_booked', 'converted', 'opted_out', 'bounced', 'status_terminal', 'reassigned'] as const),
  ...(['human', 'api', 'job', 'completed', 'expired', 'error', 'erased'] as const),
] as const;
/** Why a run ended. */
export type StopReason = (typeof STOP_REASONS)[number];
const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const Key = (description: string) => Type.String({ minLength: 1, maxLength: 50, description });
const Name = Text(200, 'Its name.');
const Count = (maximum: number, description: string) => Type.Integer({ minimum: 1, maximum, description });

const AgentChannels = strictObject(
  {
    email_sender_id: nullable(Uuid('The e-mail sender; the account’s own choice if null.')),
    whatsapp_number_id: nullable(Type.String({ maxLength: 64, description: 'The WhatsApp number.' })),
    voice_agent_id: nullable(Type.String({ maxLength: 64, description: 'The voice agent.' })),
  },
  { description: 'Which senders it uses.' },
);

export const AgentStatus = strictObject(
  {
    key: Key('Names the status.'),
    label: Text(200, 'What people read.'),
    category: oneOf(STATUS_CATEGORIES, { description: 'What kind of status it is.' }),
    is_terminal: Type.Boolean({ description: 'Whether it ends the run.' }),
    is_initial: Type.Boolean({ description: 'Whether a lead starts in it.' }),
    position: Type.Integer({ minimum: 0, maximum: 1000, description: 'Its place in the order.' }),
    color: nullable(Type.String({ maxLength: 32, description: 'A colour for boards.' })),
    transfer_to_workflow_id: nullable(Uuid('The agent that takes the lead over when it gets here.')),
  },
  { description: 'A place in the agent’s funnel.' },
);
export type AgentStatus = Static<typeof AgentStatus>;

export const AgentField = strictObject(
  {
    key: Type.String({ pattern: '^[A-Za-z0-9_]{1,64}$', description: 'Names the field.' }),
    label: Text(200, 'What people read.'),
    type: oneOf(FIELD_TYPES, { description: 'What kind of value it holds.' }),
    required: Type.Boolean({ description: 'Whether the agent has to ask for it.' }),
    options: Type.Array(Text(200, 'A choice.'), { maxItems: 100, description: 'The choices of an enum.' }),
    ask_prompt: nullable(Text(2000, 'How the agent asks.')),
    extract_hint: nullable(Text(2000, 'How the agent recognises the answer.')),
    ask_prompts: optional(
      Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), Text(2000, 'The question in this language.'), {
        additionalProperties: false,
        description: 'How the agent asks in other languages than its own, by their two letters.',
      }),
    ),
  },
  { description: 'Something the agent finds out.' },
);
export type AgentField = Static<typeof AgentField>;

const AgentExit = strictObject(
  {
    on_reply: oneOf(['stop', 'pause', 'continue'] as const, { description: 'What a reply does to the cadence.' }),
    on_meeting_booked: oneOf(['stop', 'continue'] as const, { description: 'What a booked meeting does.' }),
    on_conversion: oneOf(['stop', 'continue'] as const, { description: 'What a conversion does.' }),
    on_opt_out: oneOf(['stop'] as const, { description: 'An opt-out always stops.' }),
    on_hard_bounce: oneOf(['channel_off', 'stop', 'continue'] as const, {
      description: 'What a hard bounce does; channel_off uses other channels only.',
    }),
    on_out_of_office: oneOf(['pause_until_date', 'continue'] as const, {
      description: 'What an out-of-office answer does.',
    }),
    on_status_terminal: oneOf(['stop'] as const, { description: 'A terminal status always stops.' }),
    same_company_reply: oneOf(['continue', 'stop'] as const, {
      description: 'What a reply of somebody else of the same company does.',
    }),
  },
  { description: 'What ends or interrupts the cadence.' },
);

const AgentReenrollment = strictObject(
  {
    policy: oneOf(REENROLLMENT_POLICIES, { description: 'Whether a lead may enter again.' }),
    cooldown_days: Type.Integer({ minimum: 0, maximum: 3660, description: 'Days that must lie between two entries.' }),
    max_entries: nullable(Count(1000, 'How often a lead may enter in all.')),
  },
  { description: 'Whether and when a lead may enter again.' },
);

export const SenderLimits = strictObject(
  {
    per_minute: optional(Count(100_000, 'Messages a minute.')),
    per_day: optional(Count(10_000_000, 'Messages a day.')),
    ramp: optional(
      Type.Array(
        strictObject({
          day: Count(3660, 'From which day of use, the first is 1.'),
          max: Type.Integer({ minimum: 0, maximum: 10_000_000, description: 'Messages a day from then on.' }),
        }),
        { maxItems: 60, description: 'How a new sender warms up.' },
      ),
    ),
  },
  { description: 'What one sender sends at most.' },
);
export type SenderLimits = Static<typeof SenderLimits>;
/** How high each limit of a lead may be set. */
export const MOST_OF_LEAD_LIMITS = { per_day: 1000, per_week: 1000, min_gap_minutes: 43_200 } as const;
const LeadLimits = strictObject(
  {
    per_day: optional(Count(MOST_OF_LEAD_LIMITS.per_day, 'Messages a calendar day of the lead.')),
    per_week: optional(Count(MOST_OF_LEAD_LIMITS.per_week, 'Messages a calendar week of the lead, from Monday.')),
    min_gap_minutes: optional(Count(MOST_OF_LEAD_LIMITS.min_gap_minutes, 'Minutes between two messages.')),
  },
  { description: 'What one lead gets at most, all agents together.' },
);
export type LeadLimits = Static<typeof LeadLimits>;

export const AgentLimits = strictObject(
  {
    per_lead: optional(LeadLimits),
    per_sender: optional(SenderLimits),
    max_new_per_day: optional(Count(10_000_000, 'Leads that get their first message on a day.')),
    require_consent: optional(
      Type.Array(oneOf(CHANNELS), {
        maxItems: 3,
        description: 'Channels on which a lead must have opted in; elsewhere an unknown consent is enough.',
      }),
    ),
  },
  { description: 'How much it sends at most.' },
);
export type AgentLimits = Static<typeof AgentLimits>;

/** What an account limits on top of what each of its agents does. */
export const AccountLimits = strictObject(
  {
    per_lead: optional(LeadLimits),
    ai: optional(
      strictObject(
        {
          per_day_tokens: optional(
            Type.Integer({ minimum: 0, maximum: 10_000_000_000, description: 'Tokens of all models on a day (UTC).' }),
          ),
          per_day_micros: optional(
            Type.Integer({
              ...{ minimum: 0, maximum: 1_000_000_000_000 },
              description: 'What all models cost on a day (UTC), in millionths of your currency.',
            }),
          ),
        },
        { description: 'What the models of all agents use up at most; then people take over.' },
      ),
    ),
  },
  { description: 'What the account sends and its models use up at most, on top of the limits of its agents.' },
);
export type AccountLimits = Static<typeof AccountLimits>;

const MAX_STEPS = 100;
const cadence = (step: TSchema) => Type.Array(step, { minItems: 1, maxItems: MAX_STEPS, description: 'In order.' });
const Cadence = strictObject(
  {
    steps: Type.Unsafe<CadenceStep[]>(cadence(CadenceStep)),
    window: optional(Window),
  },
  { description: 'The ordered steps, and the window they inherit.' },
);
const CadenceRequest = strictObject(
  {
    steps: Type.Unsafe<CadenceStepRequest[]>(cadence(CadenceStepRequest)),
    window: optional(Window),
  },
  { description: 'The ordered steps, and the window they inherit.' },
);

const Statuses = <T extends TSchema>(status: T) =>
  Type.Array(status, { minItems: 1, maxItems: 50, description: 'The funnel.' });
const Fields = <T extends TSchema>(field: T) => Type.Array(field, { maxItems: 100, description: 'What it finds out.' });
const Zone = Type.String({ minLength: 1, maxLength: 64, description: 'IANA zone; the account’s if not given.' });

/** Everything a run needs to know of its agent, complete: what is published as a version. */
export const AgentDefinition = strictObject({
  name: Name,
  goal_type: oneOf(GOAL_TYPES, { description: 'What it is for.' }),
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
  goal_type: oneOf(GOAL_TYPES, { description: 'What it is for; custom if not given.' }),
  is_active: Type.Boolean({ description: 'Whether it takes leads and works them; true if not given.' }),
  timezone: Zone,
  channels: loosely(AgentChannels),
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
    paused: Type.Optional(Type.Boolean({ description: 'Holds every run of it, or lets them go on.' })),
    pause_reason: cleared(Text(500, 'Why it is paused.')),
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
  id: Uuid('The agent.'),
  name: Name,
  goal_type: oneOf(GOAL_TYPES, { description: 'What it is for.' }),
  is_active: Type.Boolean({ description: 'Whether it takes leads and works them.' }),
  paused: Type.Boolean({ description: 'Whether all its runs are held.' }),
};
const total_steps = Type.Integer({ description: 'How many steps its cadence has.' });

/** An agent as the API answers it; the definition is the draft, `version` the last one published (0: none). */
export const Agent = named(
  'Workflow',
  strictObject({
    ...identity,
    version: Type.Integer({ description: 'The last published version; 0 before the first.' }),
    pause_reason: nullable(Type.String({ description: 'Why it is paused.' })),
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
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);
export type Agent = Static<typeof Agent>;

/** An agent in a list. */
export const AgentSummary = named(
  'WorkflowSummary',
  strictObject({
    ...identity,
    version: Type.Integer({ description: 'The last published version; 0 before the first.' }),
    statuses: AgentDefinition.properties.statuses,
    fields: AgentDefinition.properties.fields,
    total_steps,
    channels: AgentChannels,
  }),
);
export type AgentSummary = Static<typeof AgentSummary>;
