import { WhatsAppInteractive, WhatsAppMedia } from '../channels/whatsapp-content.js';
import {
  described,
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
import { ABOUT_KINDS, LEAD_KINDS, type WrittenKind } from '../events/events.js';
import { SetAction } from '../rules/actions.js';
import { Condition, MATCHES } from '../rules/conditions.js';

/** The channels of a cadence. */
export const CHANNELS = ['email', 'whatsapp', 'call'] as const;
export type Channel = (typeof CHANNELS)[number];
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export const STEP_TYPES = [
  ...(['message', 'call', 'wait', 'wait_until', 'branch', 'split', 'set', 'goal', 'exit'] as const),
] as const;
export type StepType = (typeof STEP_TYPES)[number];

const TIME_OF_DAY = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
const END_OF_DAY = '^(([01][0-9]|2[0-3]):[0-5][0-9]|24:00)$';
const STEP_KEY = '^[A-Za-z0-9_.-]{1,64}$';
const StepKey = (description: string) => Type.String({ pattern: STEP_KEY, description });
const Text = (maxLength: number, description?: string) =>
  Type.String({ minLength: 1, maxLength, ...described(description) });
const Conditions = (description?: string) => Type.Array(Condition, { maxItems: 10, ...described(description) });
const match = optional(
  oneOf(MATCHES, { description: 'Whether `all` or `any` of the conditions must match. Defaults to `all`.' }),
);

const byType = <T>(description: string, schemas: unknown[]) =>
  Type.Unsafe<T>({
    type: 'object',
    description,
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: schemas,
  });

const DELAY_UNITS = ['minutes', 'hours', 'days', 'business_days', 'seconds', 'weeks'] as const;
const DelayAfter = strictObject({
  type: Type.Literal('after', { description: 'A duration after the previous step.' }),
  amount: Type.Number({ minimum: 0, maximum: 527_040, description: 'Number of units.' }),
  unit: oneOf(DELAY_UNITS, {
    description: 'Unit of the amount. Days keep the local time of day. Business days skip weekends and holidays.',
  }),
});
const DelayLocalTime = strictObject({
  type: Type.Literal('at_local_time', { description: 'The next occurrence of a time of day for the lead.' }),
  time: Type.String({ pattern: TIME_OF_DAY, description: 'Time of day, HH:MM.' }),
  days: optional(Type.Array(oneOf(WEEKDAYS), { minItems: 1, maxItems: 7, description: 'Weekdays. Defaults to all.' })),
});
const DelayField = strictObject({
  type: Type.Literal('until_field', { description: 'A date of the lead.' }),
  source: oneOf(['lead', 'metadata', 'field'] as const, { description: 'Source of the date.' }),
  key: Text(300, 'Key of the value in the source.'),
  offset_minutes: optional(
    Type.Integer({
      minimum: -527_040,
      maximum: 527_040,
      description: 'Minutes before (negative) or after the date. Defaults to 0.',
    }),
  ),
});
const DelayNone = strictObject({ type: Type.Literal('none', { description: 'No delay.' }) });
/** The delay of a step. */
export type Delay =
  | Static<typeof DelayAfter>
  | Static<typeof DelayLocalTime>
  | Static<typeof DelayField>
  | Static<typeof DelayNone>;
export const Delay = named(
  'Delay',
  byType<Delay>('Delay after the previous step.', [...[DelayAfter, DelayLocalTime, DelayField, DelayNone]]),
);

const Span = Type.Unsafe<[string, string]>({
  type: 'array',
  prefixItems: [
    { type: 'string', pattern: TIME_OF_DAY },
    { type: 'string', pattern: END_OF_DAY },
  ],
  minItems: 2,
  maxItems: 2,
  description: 'Start and end as HH:MM. The end can be 24:00.',
});
const spans = (day: string) => optional(Type.Array(Span, { maxItems: 10, description: `Open hours on ${day}.` }));
/** The time when messages may leave. */
export const Window = named(
  'Window',
  strictObject(
    {
      mode: optional(
        oneOf(['inherit', 'custom', 'none'] as const, {
          description:
            "Which window applies: `inherit` uses the agent's window, `custom` this one, `none` no window. Defaults " +
            'to `custom` if `days` is set, and to `inherit` otherwise.',
        }),
      ),
      timezone: optional(
        Type.String({
          minLength: 1,
          maxLength: 64,
          description: 'Time zone of the hours: `lead` (default), `workflow` or an IANA time zone.',
        }),
      ),
      days: optional(
        strictObject(
          {
            mon: spans('Monday'),
            tue: spans('Tuesday'),
            wed: spans('Wednesday'),
            thu: spans('Thursday'),
            fri: spans('Friday'),
            sat: spans('Saturday'),
            sun: spans('Sunday'),
          },
          { description: 'Open hours by weekday. Missing days are closed.' },
        ),
      ),
      holidays: optional(
        Type.Array(Type.String({ pattern: '^[A-Za-z]{2}(-[A-Za-z0-9]{1,8}){0,2}$' }), {
          maxItems: 20,
          description: 'Countries or regions whose public holidays are closed, such as `ES` or `DE-BY`.',
        }),
      ),
      blackout_dates: optional(
        Type.Array(Type.String({ format: 'date' }), { maxItems: 400, description: 'Closed dates, YYYY-MM-DD.' }),
      ),
      outside: optional(
        oneOf(['hold', 'skip'] as const, {
          description: 'Behavior outside the window: `hold` (default) or `skip` the step.',
        }),
      ),
    },
    { description: 'Sending window.' },
  ),
);
export type Window = Static<typeof Window>;

const contents = {
  template_id: optional(Uuid('ID of a stored template.')),
  subject: optional(Text(1000, 'Subject of an email. Supports variables.')),
  content: optional(Text(100_000, 'Text. Supports variables.')),
  html: optional(Text(200_000, 'HTML of an email. Supports variables.')),
  media: optional(WhatsAppMedia),
  interactive: optional(WhatsAppInteractive),
  variables: optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z0-9_.]{1,64}$' }), Type.String({ maxLength: 2000 }), {
      additionalProperties: false,
      maxProperties: 50,
      description:
        'Parameters of a WhatsApp template, by name or position (`1`, `header.1`). Values support variables such ' +
        'as `{{lead.first_name}}`.',
    }),
  ),
};
const fallbackTemplate = {
  fallback_template_id: optional(
    Uuid('ID of the WhatsApp template that replaces free text outside the 24-hour window.'),
  ),
};
const variant = {
  key: StepKey('Key of the variant, unique within the step.'),
  weight: optional(
    Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Weight of the variant relative to the others. Defaults to 1.',
    }),
  ),
};

/** An event kind by name, or a condition. */
export type Trigger = WrittenKind | Static<typeof Condition>;
// Spelled apart, since an object literal with this key looks like a promise to linters.
const THEN = 'then';

// A condition is any object here, so that an error in it is reported for the condition and not as an invalid event
// kind.
const Triggers = (description: string) =>
  Type.Array(
    Type.Unsafe<Trigger>({
      if: { type: 'object' },
      [THEN]: Condition,
      else: refusedAs('UNKNOWN_EVENT', oneOf(LEAD_KINDS)),
    }),
    { minItems: 1, maxItems: 10, description: `${description} ${ABOUT_KINDS}` },
  );

const common = <K extends TSchema>(key: K) => ({
  key,
  name: optional(Text(200)),
  delay: optional(Delay),
  next: optional(StepKey('Key of the next step. Defaults to the next step in the list.')),
  max_visits: optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      description: 'Maximum number of times a run can enter the step. Required for loops.',
    }),
  ),
});
const skippable = {
  conditions: optional(Conditions("Conditions of the step. If they don't match, the step is skipped.")),
  match,
};
const sending = {
  ...skippable,
  window: optional(Window),
  fallback_channel: optional(
    oneOf(CHANNELS, { description: "Channel to use if the lead can't be reached on the step's channel." }),
  ),
  skip_if_missing_contact: optional(
    Type.Boolean({
      description: 'Whether to skip the step (default) or wait if the lead has no address for the channel.',
    }),
  ),
};
const literal = <const T extends StepType>(type: T, description: string) => Type.Literal(type, { description });

const message = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('message', 'Sends a message.'),
    channel: optional(
      oneOf(['email', 'whatsapp'] as const, { description: 'Channel of the message. Defaults to `email`.' }),
    ),
    ...sending,
    ...contents,
    ...fallbackTemplate,
    variants: optional(
      Type.Array(strictObject({ ...variant, ...contents }), { maxItems: 20, description: 'Variants for A/B tests.' }),
    ),
  });
const call = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('call', 'Calls the lead.'),
    channel: optional(oneOf(['call'] as const, { description: 'Always `call`.' })),
    ...sending,
    begin_message: optional(Text(5000, 'First message of the call. Supports variables.')),
    attempts: optional(
      strictObject(
        {
          max: optional(
            Type.Integer({ minimum: 1, maximum: 10, description: 'Maximum number of calls. Defaults to 1.' }),
          ),
          spacing_minutes: optional(
            Type.Array(Type.Integer({ minimum: 1, maximum: 43_200 }), {
              maxItems: 10,
              description: 'Minutes between calls. The last value applies to all further calls. Defaults to 60.',
            }),
          ),
        },
        { description: "Call attempts if a call isn't answered." },
      ),
    ),
    variants: optional(
      Type.Array(strictObject({ ...variant, begin_message: optional(Text(5000, 'First message of the call.')) }), {
        maxItems: 20,
        description: 'Variants of the first message for A/B tests.',
      }),
    ),
  });
const wait = <K extends TSchema>(key: K) =>
  strictObject({ ...common(key), type: literal('wait', 'Waits for a duration.'), ...skippable, delay: Delay });
const waitUntil = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('wait_until', 'Waits for an event.'),
    ...skippable,
    any: Triggers('Event types or conditions. The first match ends the wait.'),
    timeout: optional(Delay),
    on_timeout: optional(StepKey('Key of the step after a timeout. Defaults to `next`.')),
  });
const branch = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('branch', 'Branches into one of two paths.'),
    conditions: Conditions(),
    match,
    [THEN]: optional(StepKey('Key of the step if the conditions match. Defaults to `next`.')),
    else: optional(StepKey("Key of the step if the conditions don't match. Defaults to `next`.")),
  });
const split = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('split', 'Splits leads into several paths.'),
    arms: Type.Array(
      strictObject({
        key: StepKey('Key of the arm, unique within the step.'),
        weight: optional(
          Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Weight of the arm relative to the others.' }),
        ),
        conditions: optional(Conditions('Conditions of the arm. Arms with conditions are tried first, in order.')),
        match,
        next: optional(StepKey('Key of the first step of the arm. Defaults to `next` of the step.')),
      }),
      { minItems: 1, maxItems: 20 },
    ),
  });
const set = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('set', 'Executes actions for the lead.'),
    ...skippable,
    actions: Type.Array(SetAction, { minItems: 1, maxItems: 20, description: 'Actions, in order.' }),
  });
const goal = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('goal', 'Goal of the cadence. A run that reaches it continues here from any earlier step.'),
    any: Triggers('Event types since the enrollment, or conditions. One match is sufficient.'),
  });
const exit = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('exit', 'Ends the run.'),
    ...skippable,
    reason: optional(Text(200, 'Reason, shown in the history.')),
  });

const all = <K extends TSchema>(key: K) =>
  [
    message(key),
    call(key),
    wait(key),
    waitUntil(key),
    branch(key),
    split(key),
    set(key),
    goal(key),
    exit(key),
  ] as const;

const requestKey = optional(StepKey('Key of the step. Defaults to `step_<n>`.'));
const storedKey = StepKey('Key of the step, unique within the agent.');
const requestSteps = all(requestKey);
const storedSteps = all(storedKey);

/** A step as a request gives it: the key may be left out. */
export type CadenceStepRequest = Static<(typeof requestSteps)[number]>;
/** A step of a complete definition. */
export type CadenceStep = Static<(typeof storedSteps)[number]>;
export type StepOf<T extends StepType> = Extract<CadenceStep, { type: T }>;
/** A step that reaches out to the lead. */
export type SendingStep = StepOf<'message'> | StepOf<'call'>;

export const CadenceStepRequest = named(
  'CadenceStepRequest',
  byType<CadenceStepRequest>('A step of a cadence.', [...requestSteps]),
);
export const CadenceStep = named('CadenceStep', byType<CadenceStep>('A step of a cadence.', [...storedSteps]));
