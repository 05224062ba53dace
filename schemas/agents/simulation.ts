import { CHANNELS, STEP_TYPES } from '../cadence/cadence.js';
import {
  AnyJson,
  JsonObject,
  named,
  nullable,
  oneOf,
  optional,
  type Static,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { EVENT_KINDS } from '../events/events.js';
import { HOLD_REASONS, PLACE_IN_LINE } from './agents.js';

const CONSENT = ['opted_in', 'opted_out', 'unknown'] as const;
const line = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
const consent = (channel: string) =>
  optional(oneOf(CONSENT, { description: `Whether it may be reached by ${channel}.` }));

/** A lead that only exists in memory. */
export const SimulatedLead = strictObject(
  {
    first_name: optional(line('First name.')),
    last_name: optional(line('Last name.')),
    email: optional(Type.String({ maxLength: 254, description: 'E-mail address; without one no e-mail is sent.' })),
    phone: optional(Type.String({ maxLength: 64, description: 'Phone number.' })),
    company: optional(line('Company.')),
    title: optional(line('Job title.')),
    source: optional(line('Where it came from.')),
    timezone: optional(Type.String({ maxLength: 64, description: 'IANA zone.' })),
    country: optional(Type.String({ maxLength: 64, description: 'Country.' })),
    consent: optional(
      strictObject({
        email: consent('e-mail'),
        whatsapp: consent('WhatsApp'),
        call: consent('phone'),
        sms: consent('SMS'),
      }),
    ),
    metadata: optional(JsonObject('Its metadata.')),
    tags: optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100, description: 'Its tags.' }),
    ),
    variables: optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 64 }), AnyJson('A value.'), {
        description: 'What agents found out about it: values by key.',
      }),
    ),
  },
  { description: 'A lead that only exists on paper.' },
);
export type SimulatedLead = Static<typeof SimulatedLead>;

const SimulateBody = named(
  'Simulate',
  strictObject({
    lead_id: optional(Uuid('A lead of the account; give this or `lead`.')),
    lead: optional(SimulatedLead),
    starts_at: optional(Timestamp('When it would be enrolled; now if not given.')),
    draft: optional(
      Type.Boolean({ description: 'The draft instead of the last published version; false if not given.' }),
    ),
    skip_first_message: optional(Type.Boolean({ description: 'As on enrolment; false if not given.' })),
    force_first_message: optional(
      Type.String({ minLength: 1, maxLength: 4096, description: 'As on enrolment: instead of the first text.' }),
    ),
    assume: optional(
      Type.Array(
        strictObject({
          at: Timestamp('When it happens.'),
          event: oneOf(EVENT_KINDS, { description: 'What happens. A meeting that is scheduled begins a day later.' }),
          channel: optional(
            oneOf(['email', 'whatsapp'] as const, {
              description: 'Of a reply: how it comes; as the last message went if not given.',
            }),
          ),
          disconnection_reason: optional(
            Type.String({ minLength: 1, maxLength: 64, description: 'Of a call that ends: why.' }),
          ),
          successful: optional(Type.Boolean({ description: 'Of a call that ends: whether it reached its aim.' })),
        }),
        { maxItems: 100, description: 'What is taken for granted; nothing else comes in.' },
      ),
    ),
  }),
);

const Text = (description: string) => Type.String({ description });

const TimelineItem = strictObject({
  step_key: nullable(Text('The step; null for an assumed event.')),
  type: oneOf([...STEP_TYPES, 'event'] as const, { description: 'What kind of step it is.' }),
  channel: nullable(oneOf(CHANNELS, { description: 'How it reaches the lead.' })),
  at: Timestamp('When it happens.'),
  local_time: Text('The same on the lead’s clock.'),
  timezone: Text('The lead’s zone.'),
  subject: nullable(Text('The subject as it would be sent.')),
  text: nullable(Text('The text as it would be sent.')),
  effects: Type.Array(
    strictObject({
      type: Text('What would be done: the action’s type.'),
      params: JsonObject('With what, all texts filled in.'),
    }),
    { description: 'What a `set` step would do, in order.' },
  ),
  holds: Type.Array(
    strictObject({
      reason: oneOf(HOLD_REASONS, { description: 'What held it.' }),
      until: nullable(Timestamp('Until when.')),
      detail: Text('The same in a sentence.'),
      position: optional(PLACE_IN_LINE),
    }),
    { description: 'What held it before.' },
  ),
  note: Text('What became of it: which way it went and why, or why it was skipped.'),
});

export const simulateAgentContract = contract({
  operationId: 'simulateWorkflow',
  method: 'post',
  path: '/api/public/workflows/{id}/simulate',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Walk a lead through the cadence on paper: what would happen when, and why.',
  description:
    'Changes nothing. Decides as a real run does, with the last published version, else the draft; what providers do ' +
    'and other leads use up is not foreseen.',
  params: Type.Object({ id: Uuid('The workflow.') }),
  body: SimulateBody,
  idempotency: 'leased',
  success: {
    200: strictObject({
      success: Success,
      version: nullable(Type.Integer({ description: 'The published version that was used; null for the draft.' })),
      starts_at: Timestamp('When it would be enrolled.'),
      timezone: Text('The lead’s zone.'),
      timeline: Type.Array(TimelineItem, { description: 'Everything that happens, in order.' }),
      outcome: strictObject(
        {
          reason: Text('Why it ends: a stop reason, or `held`, `paused`, `unfinished`.'),
          detail: nullable(Text('The same in a sentence.')),
          at: Timestamp('When it ends.'),
        },
        { description: 'How it ends.' },
      ),
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'LEAD_NOT_FOUND', 'LEAD_ERASED', 'INVALID_PHONE', 'INVALID_TIMEZONE', 'INVALID_DATE'],
});
