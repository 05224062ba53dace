import { JsonObject, named, nullable, oneOf, type Static, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { TagRef } from './tags.js';

export const CONSENT_STATES = ['opted_in', 'opted_out', 'unknown'] as const;
export type ConsentState = (typeof CONSENT_STATES)[number];
export const CONSENT_CHANNELS = ['whatsapp', 'email', 'call', 'sms'] as const;
export type ConsentChannel = (typeof CONSENT_CHANNELS)[number];

export const DUPLICATE_POLICIES = ['create', 'reuse', 'update', 'reject'] as const;
/** The policy for a lead whose address or external ID exists already. */
export type DuplicatePolicy = (typeof DUPLICATE_POLICIES)[number];

/** The maximum number of leads in one request. */
export const MAX_BULK = 1_000;

export const consentState = (channel: string) => oneOf(CONSENT_STATES, { description: `Consent for ${channel}.` });

/** How a pause names the one who made it. */
export const PAUSED_BY =
  'Who paused the run: `user:<id>`, `key:<id>`, `mail_program` or `whatsapp_app` for a message sent from there, or ' +
  '`rule` for a rule of the agent, such as a reply that a person should answer.';

/** The primary enrolment of a lead: the newest open one. */
export const ActiveRun = named(
  'ActiveWorkflowRun',
  strictObject({
    id: Uuid(),
    workflow_id: Uuid('ID of the agent.'),
    is_active: Type.Boolean({ description: 'Whether the run is open.' }),
    human_takeover: Type.Boolean({
      description: 'Whether a user has the lead, or has to answer it. If true, no automated messages are sent.',
    }),
    paused_by: nullable(Type.String({ description: PAUSED_BY }), 'Null if no one has paused it.'),
    cadence_state: Type.String(),
    run_status: Type.String({ description: 'Whether the run is open, or how it ended.' }),
    workflow: strictObject({
      id: Uuid('ID of the agent.'),
      name: Type.String({ description: 'Name of the agent.' }),
      goal_type: Type.String({ description: 'Goal of the agent.' }),
    }),
    current_status: strictObject({
      id: Type.String({ description: 'ID of the status. Keys are unique within an agent, so it equals the key.' }),
      key: Type.String(),
      label: Type.String(),
      category: Type.String({ description: 'Category of the status: open, active, won, lost or expired.' }),
    }),
  }),
);
export type ActiveRun = Static<typeof ActiveRun>;

/** A lead as the API answers it. */
export const Lead = named(
  'Lead',
  strictObject({
    id: Uuid(),
    first_name: Type.String(),
    last_name: nullable(Type.String()),
    email: nullable(Type.String({ description: 'Email address.' })),
    phone: nullable(Type.String({ description: 'Phone number in E.164 format.' })),
    source: Type.String(),
    company: nullable(Type.String()),
    title: nullable(Type.String({ description: 'Job title.' })),
    timezone: nullable(Type.String({ description: 'IANA time zone.' })),
    country: nullable(Type.String({ description: 'ISO 3166 alpha-2 country code.' })),
    owner_id: nullable(Uuid('ID of the user who owns the lead. Null if unassigned.')),
    external_id: nullable(Type.String({ description: 'ID of the lead in your system. Null if none was given.' })),
    deal_value: nullable(
      Type.Number({ description: 'Value of the deal in units of `deal_currency`. Null if it is unknown.' }),
    ),
    deal_currency: nullable(
      Type.String({ description: 'ISO 4217 currency code of `deal_value`. Null if it is unknown.' }),
    ),
    whatsapp_user: Type.Optional(
      strictObject(
        {
          user_id: Type.String({
            description: 'Business-scoped user ID on WhatsApp, such as `ES.13491208655302741918`.',
          }),
          username: nullable(Type.String({ description: 'WhatsApp user name without `@`. Null if unknown.' })),
        },
        { description: "WhatsApp identity of the lead. Absent if WhatsApp hasn't provided a user ID." },
      ),
    ),
    consent: strictObject({
      whatsapp: consentState('WhatsApp'),
      email: consentState('email'),
      call: consentState('calls'),
      sms: consentState('SMS'),
    }),
    metadata: JsonObject('Custom data of the lead.'),
    tags: Type.Array(TagRef, { description: 'Tags, ordered by name.' }),
    campaign: nullable(
      strictObject({
        id: Uuid(),
        name: Type.String(),
      }),
    ),
    active_workflow_run: nullable(ActiveRun),
    version: Type.Integer({ description: 'Version number, which increases with each change. Also sent as the ETag.' }),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);
export type Lead = Static<typeof Lead>;
