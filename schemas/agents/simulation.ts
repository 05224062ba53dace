import { CHANNELS, STEP_TYPES } from '../cadence/cadence.js';
import {
  AnyJson,
  described,
  JsonObject,
  named,
  nullable,
  oneOf,
  optional,
  type Static,
  Success,
  strictObject,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { WRITTEN_KINDS } from '../events/events.js';
import { HOLD_REASONS, PLACE_IN_LINE, SenderChoice } from './agents.js';

const CONSENT = ['opted_in', 'opted_out', 'unknown'] as const;
const line = (description?: string) => Type.String({ minLength: 1, maxLength: 200, ...described(description) });
const consent = (channel: string) => optional(oneOf(CONSENT, { description: `Consent for ${channel}.` }));

/** A lead that only exists in memory. */
export const SimulatedLead = strictObject(
  {
    first_name: optional(line()),
    last_name: optional(line()),
    email: optional(Type.String({ maxLength: 254, description: 'Email address. Without one, no emails are sent.' })),
    phone: optional(Type.String({ maxLength: 64, description: 'Phone number.' })),
    company: optional(line()),
    title: optional(line('Job title.')),
    source: optional(line()),
    timezone: optional(Type.String({ maxLength: 64, description: 'IANA time zone.' })),
    country: optional(Type.String({ maxLength: 64 })),
    consent: optional(
      strictObject({
        email: consent('email'),
        whatsapp: consent('WhatsApp'),
        call: consent('phone'),
        sms: consent('SMS'),
      }),
    ),
    metadata: optional(JsonObject('Custom data.')),
    tags: optional(Type.Array(Type.String({ minLength: 1, maxLength: 64 }), { maxItems: 100 })),
    variables: optional(
      Type.Record(Type.String({ minLength: 1, maxLength: 64 }), AnyJson('Value of the variable.'), {
        description: 'Captured variables, by key.',
      }),
    ),
  },
  { description: 'A lead that exists only in the simulation.' },
);
export type SimulatedLead = Static<typeof SimulatedLead>;

const SimulateBody = named(
  'Simulate',
  strictObject({
    lead_id: optional(Uuid('ID of a lead of the account. Specify this or `lead`.')),
    lead: optional(SimulatedLead),
    starts_at: optional(Timestamp('Time of the enrollment. Defaults to now.')),
    draft: optional(
      Type.Boolean({
        description: 'Whether to simulate the draft instead of the last published version. Defaults to false.',
      }),
    ),
    skip_first_message: optional(
      Type.Boolean({ description: 'Whether to skip the first message or call. Defaults to false.' }),
    ),
    force_first_message: optional(
      Type.String({ minLength: 1, maxLength: 4096, description: 'Text that replaces the first message.' }),
    ),
    assume: optional(
      Type.Array(
        strictObject({
          at: Timestamp('Time of the event.'),
          event: oneOf(WRITTEN_KINDS, {
            description: 'Type of the event. A scheduled meeting starts one day after the event.',
          }),
          channel: optional(
            oneOf(['email', 'whatsapp'] as const, {
              description: 'For replies: channel of the reply. Defaults to the channel of the last message.',
            }),
          ),
          disconnection_reason: optional(
            Type.String({ minLength: 1, maxLength: 64, description: 'For ended calls: disconnection reason.' }),
          ),
          successful: optional(Type.Boolean({ description: 'For ended calls: whether the call reached its goal.' })),
        }),
        { maxItems: 100, description: 'Assumed events. No other events occur.' },
      ),
    ),
  }),
);

const TimelineItem = strictObject({
  step_key: nullable(Text('Key of the step. Null for an assumed event.')),
  type: oneOf([...STEP_TYPES, 'event'] as const, { description: 'Type of the step.' }),
  channel: nullable(oneOf(CHANNELS, { description: 'Channel of the step.' })),
  at: Timestamp('Time of the step.'),
  local_time: Text("Time of the step in the lead's time zone."),
  timezone: Text('Time zone of the lead.'),
  subject: nullable(Text('Rendered subject.')),
  text: nullable(Text('Rendered text.')),
  sender: nullable(SenderChoice),
  effects: Type.Array(
    strictObject({
      type: Text('Type of the action.'),
      params: JsonObject('Parameters of the action, with rendered texts.'),
    }),
    { description: 'Actions of a `set` step, in order.' },
  ),
  holds: Type.Array(
    strictObject({
      reason: oneOf(HOLD_REASONS, { description: 'Reason for the hold.' }),
      until: nullable(Timestamp('End of the hold.')),
      detail: Text('Reason why the step is on hold, as a sentence.'),
      position: optional(PLACE_IN_LINE),
    }),
    { description: 'Holds before the step.' },
  ),
  note: Text('Outcome of the step: the path taken and why, or why it was skipped.'),
});

export const simulateAgentContract = contract({
  operationId: 'simulateWorkflow',
  method: 'post',
  path: '/api/public/workflows/{id}/simulate',
  tag: 'Workflows',
  scope: 'workflows:read',
  summary: 'Simulate the cadence for a lead, with times and reasons.',
  description:
    'This request changes nothing. It decides like a real run of the last published version, or of the draft ' +
    "if none was published. Responses of providers and the use of limits by other leads aren't simulated.",
  params: Type.Object({ id: Uuid() }),
  body: SimulateBody,
  idempotency: 'leased',
  success: {
    200: strictObject({
      success: Success,
      version: nullable(Type.Integer({ description: 'Version that was simulated. Null for the draft.' })),
      starts_at: Timestamp('Time of the enrollment.'),
      timezone: Text('Time zone of the lead.'),
      timeline: Type.Array(TimelineItem, { description: 'All steps and events, in order.' }),
      outcome: strictObject(
        {
          reason: Text('Reason for the end: a stop reason, or `held`, `paused` or `unfinished`.'),
          detail: nullable(Text('Description of the end.')),
          at: Timestamp('Time of the end.'),
        },
        { description: 'End of the simulation.' },
      ),
    }),
  },
  errors: ['WORKFLOW_NOT_FOUND', 'LEAD_NOT_FOUND', 'LEAD_ERASED', 'INVALID_PHONE', 'INVALID_TIMEZONE', 'INVALID_DATE'],
});
