import { WhatsAppComponents, WhatsAppInteractive, WhatsAppMedia } from '../channels/whatsapp-content.js';
import {
  AnyJson,
  JsonObject,
  named,
  oneOf,
  optional,
  refusedAs,
  type Static,
  strictObject,
  type TSchema,
  Type,
  Uuid,
} from '../common.js';
import { CONSENT_CHANNELS } from '../leads/leads.js';

const ACTION_CHANNELS = ['email', 'whatsapp', 'call'] as const;
export const RESUME_POLICIES = ['shift', 'catch_up_one', 'skip_missed'] as const;
/** What becomes of the steps that fell into a pause. */
export type ResumePolicy = (typeof RESUME_POLICIES)[number];
export const REENROLLMENT_POLICIES = ['never', 'after_exit', 'restart'] as const;
/** Whether a lead may enter an agent again. */
export type ReenrollmentPolicy = (typeof REENROLLMENT_POLICIES)[number];

const on_error = optional(
  oneOf(['continue', 'stop'] as const, { description: 'What a failure does to the actions after it; continue.' }),
);

const action = <const T extends string, P extends Parameters<typeof strictObject>[0]>(
  type: T,
  description: string,
  params: P,
) =>
  strictObject(
    {
      type: Type.Literal(type, { description }),
      params: strictObject(params, { description: 'What it needs.' }),
      on_error,
    },
    { description },
  );

const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Tag names or slugs.',
});
const reason = optional(Type.String({ maxLength: 500, description: 'Why, for the history.' }));
const workflow_id = optional(Uuid('Which agent; the one that acts if not given.'));

const AddTag = action('add_tag', 'Adds tags.', { tags: Tags });
const RemoveTag = action('remove_tag', 'Removes tags.', { tags: Tags });
const SetTags = action('set_tags', 'Replaces the whole set of tags.', {
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: 100,
    description: 'All tags it then has.',
  }),
});
const SetMetadata = action('set_metadata', 'Merges values into the metadata.', {
  values: optional(JsonObject('Keys to set; texts may hold `{{lead.first_name}}`.')),
  unset: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200, description: 'Keys to remove.' }),
  ),
});
const SetField = action('set_field', 'Sets a captured variable.', {
  key: Type.String({ minLength: 1, maxLength: 64, description: 'The field’s key.' }),
  value: AnyJson('Its value; texts may hold `{{metadata.budget}}`.'),
  confidence: optional(Type.Number({ minimum: 0, maximum: 1, description: 'How sure it is; 1 if not given.' })),
});
const SetStatus = action('set_status', 'Moves the lead to a status.', {
  status_key: Type.String({ minLength: 1, maxLength: 50, description: 'The status.' }),
  reason,
  workflow_id,
  allow_downgrade: optional(
    Type.Boolean({ description: 'Whether it may go back to an earlier status; false if not given.' }),
  ),
});
const AssignWorkflow = action('assign_workflow', 'Enrolls the lead in an agent.', {
  workflow_id: Uuid('The agent.'),
  reason,
  skip_first_message: optional(Type.Boolean({ description: 'Whether its first message stays unsent.' })),
  reenrollment: optional(oneOf(REENROLLMENT_POLICIES, { description: 'Overrides the agent’s policy.' })),
});
const StopAutomation = action('stop_automation', 'Pauses the lead’s run for a person.', {
  workflow_id,
  reason,
  auto_resume_after_minutes: optional(
    Type.Integer({ minimum: 1, maximum: 527_040, description: 'When it resumes by itself.' }),
  ),
});
const ResumeAutomation = action('resume_automation', 'Gives the lead back to the agent.', {
  workflow_id,
  reason,
  resume_cadence: optional(Type.Boolean({ description: 'Whether the cadence goes on too; false if not given.' })),
  resume_policy: optional(oneOf(RESUME_POLICIES, { description: 'What becomes of missed steps; shift.' })),
});
const AddNote = action('add_note', 'Writes a note into the lead’s history.', {
  text: Type.String({ minLength: 1, maxLength: 10_000, description: 'The note; may hold `{{lead.first_name}}`.' }),
});
const AssignOwner = action('assign_owner', 'Gives the lead an owner.', {
  user_id: optional(Uuid('The user.')),
  strategy: optional(oneOf(['round_robin', 'least_loaded'] as const, { description: 'Picks a user instead.' })),
});
const SendMessage = action('send_message', 'Sends a message.', {
  channel: oneOf(ACTION_CHANNELS, { description: 'How it is sent.' }),
  template_id: optional(Uuid('A stored template.')),
  template_name: optional(Type.String({ minLength: 1, maxLength: 200, description: 'A stored template by name.' })),
  language: optional(Type.String({ minLength: 2, maxLength: 16, description: 'The template’s language.' })),
  variables: optional(JsonObject('Values for the template: literals or `{{lead.first_name}}`.')),
  components: optional(WhatsAppComponents),
  content: optional(Type.String({ minLength: 1, maxLength: 100_000, description: 'The text.' })),
  media: optional(WhatsAppMedia),
  interactive: optional(WhatsAppInteractive),
  subject: optional(Type.String({ minLength: 1, maxLength: 1000, description: 'The subject of an e-mail.' })),
  html: optional(Type.String({ minLength: 1, maxLength: 200_000, description: 'The HTML of an e-mail.' })),
  begin_message: optional(Type.String({ minLength: 1, maxLength: 5000, description: 'The first words of a call.' })),
  respect_window: optional(Type.Boolean({ description: 'Whether send windows hold it; true if not given.' })),
  respect_caps: optional(Type.Boolean({ description: 'Whether caps hold it; true if not given.' })),
  if_window_closed: optional(oneOf(['skip', 'use_template'] as const, { description: 'WhatsApp’s 24 hours.' })),
  fallback_template_id: optional(Uuid('The template to use then.')),
});
const stepTarget = {
  step_index: optional(Type.Integer({ minimum: 0, maximum: 199, description: 'The step by its place, from 0.' })),
  step_key: optional(Type.String({ minLength: 1, maxLength: 64, description: 'The step by its key.' })),
};
const GotoCadenceStep = action('goto_cadence_step', 'Moves the cadence to a step.', stepTarget);
const SkipCadenceStep = action('skip_cadence_step', 'Skips a step; the current one if none is named.', stepTarget);
const RestartCadence = action('restart_cadence', 'Starts the cadence over.', {});

const TriggerCall = action('trigger_call', 'Calls the lead.', {
  begin_message: optional(Type.String({ minLength: 1, maxLength: 5000, description: 'The first words.' })),
  max_attempts: optional(Type.Integer({ minimum: 1, maximum: 10, description: 'How often it is tried; 1.' })),
  retry_minutes: optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 10_080 }), {
      maxItems: 9,
      description: 'Minutes between the attempts; the last one counts for all further ones.',
    }),
  ),
});
const HeaderName = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
const HeaderValue = Type.String({ pattern: '^[\\t\\x20-\\x7e]{0,1000}$' });
const CallWebhook = action('call_webhook', 'Posts to an address of yours.', {
  url: Type.String({ minLength: 9, maxLength: 2000, pattern: '^https://', description: 'Where to; https only.' }),
  headers: optional(
    Type.Record(HeaderName, HeaderValue, {
      additionalProperties: false,
      maxProperties: 20,
      description: 'Headers of the request; those of the connection, such as `Host`, are refused.',
    }),
  ),
  body: optional(
    Type.Unsafe<string | Record<string, unknown>>({
      anyOf: [{ type: 'string', maxLength: 50_000 }, { type: 'object' }],
      description:
        'The body: a text or an object whose texts may hold `{{lead.first_name}}`; facts of the lead if not given.',
    }),
  ),
  secret_name: optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: 'An account secret (`PUT /secrets/{name}`) that signs the request.',
    }),
  ),
  timeout_ms: optional(
    Type.Integer({ minimum: 100, maximum: 10_000, description: 'How long an answer may take; 10,000.' }),
  ),
});
const NotifyUser = action('notify_user', 'Tells users; one digest a cycle and step.', {
  user_id: optional(Uuid('Whom; give this or `role`.')),
  role: optional(Type.String({ pattern: '^[a-z_]{1,32}$', description: 'All users of this role.' })),
  channel: optional(
    oneOf(['in_app', 'email'] as const, { description: '`in_app` (GET /notifications) if not given.' }),
  ),
  text: Type.String({ minLength: 1, maxLength: 5000, description: 'What; may hold `{{lead.first_name}}`.' }),
});
const CreateTask = action('create_task', 'Makes a task for a person.', {
  title: Type.String({ minLength: 1, maxLength: 300, description: 'What to do; may hold `{{lead.first_name}}`.' }),
  due_in_hours: optional(
    Type.Number({ minimum: 0, maximum: 8784, description: 'When it is due; no date if not given.' }),
  ),
  assignee_id: optional(Uuid('Who does it; the lead’s owner if not given.')),
});
const switched = { workflow_id: optional(Uuid('Which agent; the matched one if not given.')), reason };
const PauseWorkflow = action('pause_workflow', 'Pauses an agent for all its leads.', switched);
const ResumeWorkflow = action('resume_workflow', 'Lets a paused agent go on.', switched);

const RunFunction = action('run_function', 'Runs a cloud function for the lead.', {
  function_id: Uuid('The function.'),
  ctx: optional(JsonObject('What else it is given; texts may hold `{{lead.first_name}}`.')),
});
const OfferMeeting = action('offer_meeting', 'Writes free times for a meeting to the lead.', {
  meeting_type_id: Uuid('The kind of meeting.'),
  host_id: optional(Uuid('Whose times; those of all its hosts if not given.')),
  slots: optional(Type.Integer({ minimum: 1, maximum: 10, description: 'How many times; 3.' })),
  channel: oneOf(['email', 'whatsapp'] as const, { description: 'How it is sent.' }),
});
const CancelMeeting = action('cancel_meeting', 'Cancels the lead’s next meeting.', { reason });
const RecordConversion = action('record_conversion', 'Records a success of the lead.', {
  conversion_type_id: Uuid('The kind of success.'),
  amount: optional(Type.Number({ minimum: 0, maximum: 99_999_999_999, description: 'What it is worth.' })),
  currency: optional(
    Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217; that of the kind of success if not given.' }),
  ),
});

const OptOut = action('opt_out', 'Takes the lead out of channels, as if it had asked for it.', {
  channels: optional(
    Type.Array(oneOf(CONSENT_CHANNELS, { description: 'A channel.' }), {
      minItems: 1,
      maxItems: CONSENT_CHANNELS.length,
      description: 'Which channels; all of them if not given.',
    }),
  ),
  reason,
});

const actions = [
  ...[AddTag, RemoveTag, SetTags, SetMetadata, SetField, SetStatus, AssignWorkflow, StopAutomation, ResumeAutomation],
  ...[AddNote, AssignOwner, RunFunction, SendMessage, TriggerCall, GotoCadenceStep, SkipCadenceStep, RestartCadence],
  ...[CallWebhook, NotifyUser, CreateTask, PauseWorkflow, ResumeWorkflow, OfferMeeting, CancelMeeting],
  ...[RecordConversion, OptOut],
];

/** Everything that can be asked for. */
export type Action = Static<(typeof actions)[number]>;
export type ActionType = Action['type'];
export type ActionOf<T extends ActionType> = Extract<Action, { type: T }>;

const byType = <T>(description: string, oneOfThese: unknown[]) =>
  refusedAs(
    'UNKNOWN_ACTION',
    Type.Unsafe<T>({
      type: 'object',
      description,
      required: ['type'],
      discriminator: { propertyName: 'type' },
      oneOf: oneOfThese,
    }),
  );

export const ACTION_TYPES = actions.map((schema) => schema.properties.type.const);

/** What a step does: an action, at once or a while later. */
export type TimedAction = Action & { delay_seconds?: number };

const timed = (description: string) =>
  actions.map((schema) => ({
    ...schema,
    properties: {
      ...schema.properties,
      delay_seconds: optional(Type.Integer({ minimum: 0, maximum: 86_400, description })),
    },
  }));

export const SetAction = named(
  'SetAction',
  byType<TimedAction>(
    'Something a cadence does.',
    timed('How long after the action before it, or after the step is due, it is done; 0 if not given.'),
  ),
);

const flow = <const T extends string, P extends Parameters<typeof strictObject>[0]>(
  type: T,
  description: string,
  more: P,
) => strictObject({ type: Type.Literal(type, { description }), ...more }, { description });
const flows = [
  flow('continue', 'Goes on with the next step.', {}),
  flow('stop', 'Does no later step for this lead.', {}),
  flow('goto_step', 'Goes on with a later step.', {
    index: Type.Integer({ minimum: 0, maximum: 2, description: 'The step by its place, from 0; forward only.' }),
  }),
];

/** Where a background job goes on for a lead. */
export type JobFlow = { type: 'continue' } | { type: 'stop' } | { type: 'goto_step'; index: number };

const jobActions = timed('How much later it is done; later steps do not wait for it; 0 if not given.');

export const JobAction = named('JobAction', byType<TimedAction>('Something a background job does.', jobActions));
export const JobActionOrFlow = named(
  'JobActionOrFlow',
  byType<TimedAction | JobFlow>('Something a background job does, or where it goes on.', [...jobActions, ...flows]),
);

const paramsByType = new Map<string, { properties: { params: TSchema } }>(
  actions.map((schema) => [schema.properties.type.const, schema]),
);
/** Returns the schema of an action's params; undefined for what is no action. */
export const actionParams = (type: string): TSchema | undefined => paramsByType.get(type)?.properties.params;
