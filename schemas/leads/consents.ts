import {
  named,
  nullable,
  oneOf,
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
        'that a web page created), or rule (a cadence, background job or cloud ' +
        'function).',
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
