import { WhatsAppInteractive, WhatsAppMedia } from '../channels/whatsapp-content.js';
import { named, oneOf, optional, refusedAs, type Static, strictObject, type TSchema, Type, Uuid } from '../common.js';
import { ABOUT_KINDS, EVENT_KINDS, type EventKind } from '../events/events.js';
import { SetAction } from '../rules/actions.js';
import { Condition, MATCHES } from '../rules/conditions.js';

/** How a cadence reaches a lead. */
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
const Text = (maxLength: number, description: string) => Type.String({ minLength: 1, maxLength, description });
const Conditions = (description: string) => Type.Array(Condition, { maxItems: 10, description });
const match = optional(oneOf(MATCHES, { description: 'Whether all or any conditions must hold; all if not given.' }));

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
  type: Type.Literal('after', { description: 'A length of time after the step before.' }),
  amount: Type.Number({ minimum: 0, maximum: 527_040, description: 'How many units.' }),
  unit: oneOf(DELAY_UNITS, {
    description: 'Days keep the local time of day; business days skip weekends and holidays.',
  }),
});
const DelayLocalTime = strictObject({
  type: Type.Literal('at_local_time', { description: 'The next time the lead’s clock shows a time.' }),
  time: Type.String({ pattern: TIME_OF_DAY, description: 'The time of day, HH:MM.' }),
  days: optional(
    Type.Array(oneOf(WEEKDAYS), { minItems: 1, maxItems: 7, description: 'On which days; any if not given.' }),
  ),
});
const DelayField = strictObject({
  type: Type.Literal('until_field', { description: 'A date the lead carries.' }),
  source: oneOf(['lead', 'metadata', 'field'] as const, { description: 'Where the date is read.' }),
  key: Text(300, 'Which value.'),
  offset_minutes: optional(
    Type.Integer({ minimum: -527_040, maximum: 527_040, description: 'Minutes before (negative) or after it; 0.' }),
  ),
});
const DelayNone = strictObject({ type: Type.Literal('none', { description: 'At once.' }) });
/** How long a step waits. */
export type Delay =
  | Static<typeof DelayAfter>
  | Static<typeof DelayLocalTime>
  | Static<typeof DelayField>
  | Static<typeof DelayNone>;
export const Delay = named(
  'Delay',
  byType<Delay>('How long to wait, counted from what the step before did.', [
    ...[DelayAfter, DelayLocalTime, DelayField, DelayNone],
  ]),
);

const Span = Type.Unsafe<[string, string]>({
  type: 'array',
  prefixItems: [
    { type: 'string', pattern: TIME_OF_DAY },
    { type: 'string', pattern: END_OF_DAY },
  ],
  minItems: 2,
  maxItems: 2,
  description: 'From and to, HH:MM; to may be 24:00.',
});
const spans = (day: string) => optional(Type.Array(Span, { maxItems: 10, description: `Open times on ${day}.` }));
/** When messages may leave. */
export const Window = named(
  'Window',
  strictObject(
    {
      mode: optional(
        oneOf(['inherit', 'custom', 'none'] as const, {
          description: 'The agent’s window, this one, or none; custom where `days` are given, else inherit.',
        }),
      ),
      timezone: optional(
        Type.String({ minLength: 1, maxLength: 64, description: '`lead` (default), `workflow` or an IANA zone.' }),
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
          { description: 'Open times by weekday; a day that is missing is closed.' },
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
        oneOf(['hold', 'skip'] as const, { description: 'What happens outside: hold (default) or skip the step.' }),
      ),
    },
    { description: 'When messages may leave.' },
  ),
);
export type Window = Static<typeof Window>;

const contents = {
  template_id: optional(Uuid('A stored template.')),
  subject: optional(Text(1000, 'The subject of an e-mail; a template.')),
  content: optional(Text(100_000, 'The text; a template.')),
  html: optional(Text(200_000, 'The HTML of an e-mail; a template.')),
  media: optional(WhatsAppMedia),
  interactive: optional(WhatsAppInteractive),
  variables: optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z0-9_.]{1,64}$' }), Type.String({ maxLength: 2000 }), {
      additionalProperties: false,
      maxProperties: 50,
      description:
        'What fills a WhatsApp template, by name or place (`1`, `header.1`); each a template such as `{{lead.first_name}}`.',
    }),
  ),
};
const fallbackTemplate = {
  fallback_template_id: optional(
    Uuid('The WhatsApp template that is sent instead of free text outside the 24-hour window.'),
  ),
};
const variant = {
  key: StepKey('Names the variant.'),
  weight: optional(Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Its share; 1 if not given.' })),
};

/** An event kind by name, or a condition. */
export type Trigger = EventKind | Static<typeof Condition>;
// Spelled apart, since an object literal with this key looks like a promise to linters.
const THEN = 'then';

// A condition wherever it is an object, so that a fault in it is told as what it is and not as a wrong event kind.
const Triggers = (description: string) =>
  Type.Array(
    Type.Unsafe<Trigger>({
      if: { type: 'object' },
      [THEN]: Condition,
      else: refusedAs('UNKNOWN_EVENT', oneOf(EVENT_KINDS)),
    }),
    { minItems: 1, maxItems: 10, description: `${description} ${ABOUT_KINDS}` },
  );

const common = <K extends TSchema>(key: K) => ({
  key,
  name: optional(Text(200, 'A name for people.')),
  delay: optional(Delay),
  next: optional(StepKey('The step that follows; the next in the list if not given.')),
  max_visits: optional(
    Type.Integer({ minimum: 1, maximum: 100, description: 'How often a run may enter it; needed for a way back.' }),
  ),
});
const skippable = { conditions: optional(Conditions('Where they do not hold, the step is skipped.')), match };
const sending = {
  ...skippable,
  window: optional(Window),
  fallback_channel: optional(oneOf(CHANNELS, { description: 'Used where the lead can’t be reached on the channel.' })),
  skip_if_missing_contact: optional(
    Type.Boolean({ description: 'Whether a lead without the address skips the step (default) or waits for it.' }),
  ),
};
const literal = <const T extends StepType>(type: T, description: string) => Type.Literal(type, { description });

const message = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('message', 'Sends a message.'),
    channel: optional(oneOf(['email', 'whatsapp'] as const, { description: 'E-mail if not given.' })),
    ...sending,
    ...contents,
    ...fallbackTemplate,
    variants: optional(
      Type.Array(strictObject({ ...variant, ...contents }), { maxItems: 20, description: 'Texts to try by share.' }),
    ),
  });
const call = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('call', 'Calls the lead.'),
    channel: optional(oneOf(['call'] as const, { description: 'Always call.' })),
    ...sending,
    begin_message: optional(Text(5000, 'The first words; a template.')),
    attempts: optional(
      strictObject(
        {
          max: optional(Type.Integer({ minimum: 1, maximum: 10, description: 'How many calls at most; 1.' })),
          spacing_minutes: optional(
            Type.Array(Type.Integer({ minimum: 1, maximum: 43_200 }), {
              maxItems: 10,
              description: 'Minutes between calls; the last counts for all further ones; 60 if not given.',
            }),
          ),
        },
        { description: 'How often an unanswered call is tried.' },
      ),
    ),
    variants: optional(
      Type.Array(strictObject({ ...variant, begin_message: optional(Text(5000, 'The first words.')) }), {
        maxItems: 20,
        description: 'First words to try by share.',
      }),
    ),
  });
const wait = <K extends TSchema>(key: K) =>
  strictObject({ ...common(key), type: literal('wait', 'Waits.'), ...skippable, delay: Delay });
const waitUntil = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('wait_until', 'Waits for something to happen.'),
    ...skippable,
    any: Triggers('Event kinds or conditions; the first ends the wait.'),
    timeout: optional(Delay),
    on_timeout: optional(StepKey('Where it goes when nothing happened; `next` if not given.')),
  });
const branch = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('branch', 'Goes one of two ways.'),
    conditions: Conditions('What is tested.'),
    match,
    [THEN]: optional(StepKey('Where it goes when they hold; `next` if not given.')),
    else: optional(StepKey('Where it goes when they don’t; `next` if not given.')),
  });
const split = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('split', 'Goes one of several ways.'),
    arms: Type.Array(
      strictObject({
        key: StepKey('Names the arm.'),
        weight: optional(Type.Number({ minimum: 0, maximum: 1_000_000, description: 'Its share of the leads.' })),
        conditions: optional(Conditions('Who takes it; arms with conditions are tried first, in order.')),
        match,
        next: optional(StepKey('Where it goes; `next` of the step if not given.')),
      }),
      { minItems: 1, maxItems: 20, description: 'The ways.' },
    ),
  });
const set = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('set', 'Does something for the lead.'),
    ...skippable,
    actions: Type.Array(SetAction, { minItems: 1, maxItems: 20, description: 'What it does, in order.' }),
  });
const goal = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('goal', 'What the cadence is for: a run that reaches it goes on here from any earlier step.'),
    any: Triggers('Event kinds (since enrolment) or conditions; one is enough.'),
  });
const exit = <K extends TSchema>(key: K) =>
  strictObject({
    ...common(key),
    type: literal('exit', 'Ends the run.'),
    ...skippable,
    reason: optional(Text(200, 'Why, for the history.')),
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

const requestKey = optional(StepKey('Names the step; `step_<n>` if not given.'));
const storedKey = StepKey('Names the step.');
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
