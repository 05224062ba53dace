import {
  named,
  nullable,
  oneOf,
  optional,
  PageQuery,
  Pagination,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import { contract } from '../contract.js';
import { CONSENT_CHANNELS, CONSENT_STATES } from './leads.js';

/** How a lead gave or withdrew a consent that someone records. */
export const RECORDED_SOURCES = ['form', 'email', 'phone', 'in_person', 'contract', 'other'] as const;
export type RecordedSource = (typeof RECORDED_SOURCES)[number];

/** A line of a lead's consent log: it is written once and never changes. */
export const ConsentEntry = named(
  'ConsentEntry',
  strictObject({
    id: Uuid('ID of the log entry.'),
    channel: oneOf(CONSENT_CHANNELS),
    state: oneOf(CONSENT_STATES, { description: 'State after the change.' }),
    source: Type.String({
      description:
        'Origin of the change: unsubscribe_link, reply, whatsapp_settings (the lead stopped or resumed marketing ' +
        'messages in WhatsApp), complaint, api, import, form, confirmation_link (the lead confirmed a contact ' +
        'that a web page created), rule (a cadence, background job or cloud function), or email, phone, in_person, ' +
        'contract or other (a user or an integration recorded it).',
    }),
    note: nullable(Type.String({ description: 'Additional information about the change.' })),
    created_at: Timestamp('Time of the change.'),
  }),
);

export const listLeadConsentsContract = contract({
  operationId: 'listLeadConsents',
  method: 'get',
  path: '/api/public/leads/{id}/consents',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'List the consent changes of a lead, newest first.',
  params: Type.Object({ id: Type.String() }),
  query: Type.Object({
    channel: Type.Optional(oneOf(CONSENT_CHANNELS, { description: 'Returns only changes for this channel.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      consents: Type.Array(ConsentEntry, { description: 'One page of consent changes, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});

export const recordLeadConsentContract = contract({
  operationId: 'recordLeadConsent',
  method: 'post',
  path: '/api/public/leads/{id}/consents',
  tag: 'Leads',
  scope: 'leads:write',
  summary: "Record a lead's consent for a channel, with its evidence.",
  description:
    'Adds an entry to the consent log, even if the state is the current one. `opted_in` also ends an earlier opt-out ' +
    'of the lead on the channel, and messages that were on hold for lack of consent continue.',
  params: Type.Object({ id: Uuid() }),
  body: strictObject({
    channel: oneOf(CONSENT_CHANNELS),
    state: oneOf(['opted_in', 'opted_out'] as const, { description: 'Decision of the lead.' }),
    source: oneOf(RECORDED_SOURCES, { description: 'How the lead gave or withdrew the consent.' }),
    note: optional(
      Type.String({
        maxLength: 500,
        description: 'Evidence, such as the date and wording of the consent, or where the document is.',
      }),
    ),
  }),
  success: { 201: strictObject({ success: Success, consent: ConsentEntry }) },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});
