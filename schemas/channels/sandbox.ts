import { nullable, PageQuery, Pagination, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

const SandboxDelivery = strictObject({
  id: Uuid('The delivery.'),
  message_id: Uuid('The message that was delivered.'),
  lead_id: nullable(Uuid('The lead whom it went to; null where it went to a user.')),
  channel: Type.String({ description: 'Its channel.' }),
  to: Type.String({ description: 'Whom it went to.' }),
  from: Type.String({ description: 'Whom it came from.' }),
  subject: nullable(Type.String({ description: 'Subject of an e-mail.' })),
  text: nullable(Type.String({ description: 'The plain part.' })),
  html: nullable(Type.String({ description: 'The HTML part.' })),
  calendar: nullable(Type.String({ description: 'The iCalendar part of an invitation.' })),
  headers: Type.Record(Type.String(), Type.String(), { description: 'The headers of an e-mail.' }),
  created_at: Timestamp('When it was delivered.'),
});

export const listSandboxDeliveriesContract = contract({
  operationId: 'listSandboxDeliveries',
  method: 'get',
  path: '/api/internal/sandbox/deliveries',
  tag: 'Sandbox',
  auth: 'user',
  summary: 'List what the sandbox provider delivered, newest first.',
  query: Type.Object({
    to: Type.Optional(Type.String({ maxLength: 254, description: 'Only deliveries to this address.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      deliveries: Type.Array(SandboxDelivery, { description: 'The deliveries.' }),
      pagination: Pagination,
    }),
  },
  errors: ['NOT_SIGNED_IN'],
});
