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
    id: Uuid('The line.'),
    channel: oneOf(CONSENT_CHANNELS, { description: 'Which channel it is about.' }),
    state: oneOf(CONSENT_STATES, { description: 'What holds from then on.' }),
    source: Type.String({
      description:
        'How it came about: unsubscribe_link, reply, whatsapp_settings (the person stopped or resumed marketing messages in WhatsApp), complaint, api, import, form, or rule (a cadence, background job or cloud function).',
    }),
    note: nullable(Type.String({ description: 'What was said besides.' })),
    created_at: Timestamp('When.'),
  }),
);

export const listLeadConsentsContract = contract({
  operationId: 'listLeadConsents',
  method: 'get',
  path: '/api/public/leads/{id}/consents',
  tag: 'Leads',
  scope: 'leads:read',
  summary: 'List every change of a lead’s consents, newest first.',
  params: Type.Object({ id: Type.String({ description: 'The lead.' }) }),
  query: Type.Object({
    channel: Type.Optional(oneOf(CONSENT_CHANNELS, { description: 'Only this channel.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      consents: Type.Array(ConsentEntry, { description: 'The log.' }),
      pagination: Pagination,
    }),
  },
  errors: ['LEAD_NOT_FOUND', 'LEAD_ERASED'],
});
