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
/** The policy for steps that became due during a pause. */
export type ResumePolicy = (typeof RESUME_POLICIES)[number];
export const REENROLLMENT_POLICIES = ['never', 'after_exit', 'restart'] as const;
/** The rule for leads that enter an agent again. */
export type ReenrollmentPolicy = (typeof REENROLLMENT_POLICIES)[number];

const on_error = optional(
  oneOf(['continue', 'stop'] as const, {
    description: 'Effect of a failure on the following actions. Defaults to `continue`.',
  }),
);

const action = <const T extends string, P extends Parameters<typeof strictObject>[0]>(
  type: T,
  description: string,
  params: P,
) =>
  strictObject(
    {
      type: Type.Literal(type, { description }),
      params: strictObject(params, { description: 'Parameters of the action.' }),
      on_error,
    },
    { description },
  );

const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
  minItems: 1,
  maxItems: 100,
  description: 'Tag names or slugs.',
});
const reason = optional(Type.String({ maxLength: 500, description: 'Reason, shown in the history.' }));
const workflow_id = optional(Uuid('ID of the agent. Defaults to the acting one.'));

const AddTag = action('add_tag', 'Adds tags to the lead.', { tags: Tags });
const RemoveTag = action('remove_tag', 'Removes tags from the lead.', { tags: Tags });
const SetTags = action('set_tags', 'Replaces all tags.', {
  tags: Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
    maxItems: 100,
    description: 'The new tags.',
  }),
});
const SetMetadata = action('set_metadata', 'Merges values into the metadata.', {
  values: optional(JsonObject('Values to set. Texts support variables such as `{{lead.first_name}}`.')),
  unset: optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems: 200, description: 'Keys to remove.' }),
  ),
});
const SetField = action('set_field', 'Sets a captured field.', {
  key: Type.String({ minLength: 1, maxLength: 64 }),
  value: AnyJson('Value of the field. Texts support variables such as `{{metadata.budget}}`.'),
  confidence: optional(Type.Number({ minimum: 0, maximum: 1, description: 'Confidence of the value. Defaults to 1.' })),
});
const SetStatus = action('set_status', 'Sets the status of the lead.', {
  status_key: Type.String({ minLength: 1, maxLength: 50 }),
  reason,
  workflow_id,
  allow_downgrade: optional(
    Type.Boolean({ description: 'Whether the lead can move back to an earlier status. Defaults to false.' }),
  ),
});
const AssignWorkflow = action('assign_workflow', 'Enrolls the lead in an agent.', {
  workflow_id: Uuid('ID of the agent.'),
  reason,
  skip_first_message: optional(Type.Boolean({ description: 'Whether to skip the first message.' })),
  reenrollment: optional(
    oneOf(REENROLLMENT_POLICIES, { description: "Policy that replaces the agent's re-enrollment policy." }),
  ),
});
const StopAutomation = action('stop_automation', "Pauses the lead's run for a human takeover.", {
  workflow_id,
  reason,
  auto_resume_after_minutes: optional(
    Type.Integer({ minimum: 1, maximum: 527_040, description: 'Minutes after which the run resumes automatically.' }),
  ),
});
const ResumeAutomation = action('resume_automation', "Ends the human takeover of the lead's run.", {
  workflow_id,
  reason,
  resume_cadence: optional(Type.Boolean({ description: 'Whether the cadence also resumes. Defaults to false.' })),
  resume_policy: optional(oneOf(RESUME_POLICIES, { description: 'Treatment of missed steps. Defaults to `shift`.' })),
});
const AddNote = action('add_note', 'Adds a note to the lead.', {
  text: Type.String({
    minLength: 1,
    maxLength: 10_000,
    description: 'Text of the note. Supports variables such as `{{lead.first_name}}`.',
  }),
});
const AssignOwner = action('assign_owner', 'Assigns an owner to the lead.', {
  user_id: optional(Uuid()),
  strategy: optional(
    oneOf(['round_robin', 'least_loaded'] as const, { description: 'Strategy for selecting the user.' }),
  ),
});
const SendMessage = action('send_message', 'Sends a message.', {
  channel: oneOf(ACTION_CHANNELS),
  template_id: optional(Uuid('ID of a stored template.')),
  template_name: optional(Type.String({ minLength: 1, maxLength: 200, description: 'Name of a stored template.' })),
  language: optional(Type.String({ minLength: 2, maxLength: 16, description: 'Language of the template.' })),
  variables: optional(
    JsonObject('Parameters of the template. Values support variables such as `{{lead.first_name}}`.'),
  ),
  components: optional(WhatsAppComponents),
  content: optional(
    Type.String({ minLength: 1, maxLength: 100_000, description: 'Text of the message. Supports Liquid variables.' }),
  ),
  media: optional(WhatsAppMedia),
  interactive: optional(WhatsAppInteractive),
  subject: optional(Type.String({ minLength: 1, maxLength: 1000, description: 'Subject of an email.' })),
  html: optional(Type.String({ minLength: 1, maxLength: 200_000, description: 'HTML of an email.' })),
  begin_message: optional(Type.String({ minLength: 1, maxLength: 5000, description: 'First message of a call.' })),
  respect_window: optional(Type.Boolean({ description: 'Whether to respect sending windows. Defaults to true.' })),
  respect_caps: optional(Type.Boolean({ description: 'Whether to respect caps. Defaults to true.' })),
  if_window_closed: optional(
    oneOf(['skip', 'use_template'] as const, { description: "Behavior outside WhatsApp's 24-hour window." }),
  ),
  fallback_template_id: optional(Uuid('ID of the template to use in that case.')),
});
const stepTarget = {
  step_index: optional(Type.Integer({ minimum: 0, maximum: 199, description: 'Index of the step, from 0.' })),
  step_key: optional(Type.String({ minLength: 1, maxLength: 64 })),
};
const GotoCadenceStep = action('goto_cadence_step', 'Moves the cadence to a step.', stepTarget);
const SkipCadenceStep = action('skip_cadence_step', 'Skips a step. Defaults to the current step.', stepTarget);
const RestartCadence = action('restart_cadence', 'Restarts the cadence.', {});

const TriggerCall = action('trigger_call', 'Calls the lead.', {
  begin_message: optional(Type.String({ minLength: 1, maxLength: 5000, description: 'First message of the call.' })),
  max_attempts: optional(
    Type.Integer({ minimum: 1, maximum: 10, description: 'Maximum number of attempts. Defaults to 1.' }),
  ),
  retry_minutes: optional(
    Type.Array(Type.Integer({ minimum: 1, maximum: 10_080 }), {
      maxItems: 9,
      description: 'Minutes between attempts. The last value applies to all further attempts.',
    }),
  ),
});
const HeaderName = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' });
const HeaderValue = Type.String({ pattern: '^[\\t\\x20-\\x7e]{0,1000}$' });
const CallWebhook = action('call_webhook', 'Sends a POST request to your URL.', {
  url: Type.String({
    minLength: 9,
    maxLength: 2000,
    pattern: '^https://',
    description: 'URL of the request, https only.',
  }),
  headers: optional(
    Type.Record(HeaderName, HeaderValue, {
      additionalProperties: false,
      maxProperties: 20,
      description: 'Headers of the request. Connection headers such as `Host` are rejected.',
    }),
  ),
  body: optional(
    Type.Unsafe<string | Record<string, unknown>>({
      anyOf: [{ type: 'string', maxLength: 50_000 }, { type: 'object' }],
      description:
        'Body of the request: a text, or an object whose texts support variables such as `{{lead.first_name}}`. ' +
        'Defaults to data of the lead.',
    }),
  ),
  secret_name: optional(
    Type.String({
      pattern: '^[A-Za-z0-9_-]{1,64}$',
      description: 'Name of an account secret (`PUT /secrets/{name}`) that signs the request.',
    }),
  ),
  timeout_ms: optional(
    Type.Integer({ minimum: 100, maximum: 10_000, description: 'Timeout in milliseconds. Defaults to 10,000.' }),
  ),
});
const NotifyUser = action('notify_user', 'Notifies users, with one digest per cycle and step.', {
  user_id: optional(Uuid('ID of the user to notify. Specify this or `role`.')),
  role: optional(Type.String({ pattern: '^[a-z_]{1,32}$', description: 'Role whose users are notified.' })),
  channel: optional(
    oneOf(['in_app', 'email'] as const, {
      description: 'Channel of the notification. Defaults to `in_app` (GET /notifications).',
    }),
  ),
  text: Type.String({
    minLength: 1,
    maxLength: 5000,
    description: 'Text of the notification. Supports variables such as `{{lead.first_name}}`.',
  }),
});
const CreateTask = action('create_task', 'Creates a task for a user.', {
  title: Type.String({
    minLength: 1,
    maxLength: 300,
    description: 'Title of the task. Supports variables such as `{{lead.first_name}}`.',
  }),
  due_in_hours: optional(
    Type.Number({ minimum: 0, maximum: 8784, description: 'Hours until the task is due. Defaults to no due time.' }),
  ),
  assignee_id: optional(Uuid("ID of the assignee. Defaults to the lead's owner.")),
});
const switched = { workflow_id: optional(Uuid('ID of the agent. Defaults to the matched one.')), reason };
const PauseWorkflow = action('pause_workflow', 'Pauses an agent for all its leads.', switched);
const ResumeWorkflow = action('resume_workflow', 'Resumes a paused agent.', switched);

const RunFunction = action('run_function', 'Runs a cloud function for the lead.', {
  function_id: Uuid('ID of the function to run. It must be active.'),
  ctx: optional(JsonObject('Additional input of the function. Texts support variables such as `{{lead.first_name}}`.')),
});
const OfferMeeting = action('offer_meeting', 'Sends free meeting slots to the lead.', {
  meeting_type_id: Uuid(),
  host_id: optional(Uuid('ID of the host. Defaults to all hosts of the type.')),
  slots: optional(Type.Integer({ minimum: 1, maximum: 10, description: 'Number of slots. Defaults to 3.' })),
  channel: oneOf(['email', 'whatsapp'] as const, { description: 'Channel of the message.' }),
});
const CancelMeeting = action('cancel_meeting', "Cancels the lead's next meeting.", { reason });
const RecordConversion = action('record_conversion', 'Records a conversion of the lead.', {
  conversion_type_id: Uuid(),
  amount: optional(Type.Number({ minimum: 0, maximum: 99_999_999_999, description: 'Value of the conversion.' })),
  currency: optional(
    Type.String({
      pattern: '^[A-Z]{3}$',
      description: 'ISO 4217 currency code. Defaults to that of the conversion type.',
    }),
  ),
});

const OptOut = action('opt_out', 'Opts the lead out of channels.', {
  channels: optional(
    Type.Array(oneOf(CONSENT_CHANNELS), {
      minItems: 1,
      maxItems: CONSENT_CHANNELS.length,
      description: 'Channels to opt out of. Defaults to all.',
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

/** An action of a step, immediate or delayed. */
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
    'An action of a cadence.',
    timed('Delay after the previous action, or after the due time of the step. Defaults to 0.'),
  ),
);

const flow = <const T extends string, P extends Parameters<typeof strictObject>[0]>(
  type: T,
  description: string,
  more: P,
) => strictObject({ type: Type.Literal(type, { description }), ...more }, { description });
const flows = [
  flow('continue', 'Continues with the next step.', {}),
  flow('stop', 'Skips all later steps for this lead.', {}),
  flow('goto_step', 'Continues with a later step.', {
    index: Type.Integer({ minimum: 0, maximum: 2, description: 'Index of the step, from 0. Must be a later step.' }),
  }),
];

/** The next step of a background job for a lead. */
export type JobFlow = { type: 'continue' } | { type: 'stop' } | { type: 'goto_step'; index: number };

const jobActions = timed("Delay of the action in seconds. Later steps don't wait for it. Defaults to 0.");

export const JobAction = named(
  'JobAction',
  byType<TimedAction>('What a step does to a lead, its run or another system.', jobActions),
);
export const JobActionOrFlow = named(
  'JobActionOrFlow',
  byType<TimedAction | JobFlow>('An action of a background job, or the step to continue with.', [
    ...jobActions,
    ...flows,
  ]),
);

const paramsByType = new Map<string, { properties: { params: TSchema } }>(
  actions.map((schema) => [schema.properties.type.const, schema]),
);
/** Returns the schema of an action's params; undefined for what is no action. */
export const actionParams = (type: string): TSchema | undefined => paramsByType.get(type)?.properties.params;
