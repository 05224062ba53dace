import { nullable, PageQuery, Pagination, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

const SandboxDelivery = strictObject({
  id: Uuid('ID of the delivery.'),
  message_id: Uuid('ID of the delivered message.'),
  lead_id: nullable(Uuid('ID of the recipient lead. Null for messages to users.')),
  channel: Type.String({ description: 'Channel of the message.' }),
  to: Type.String({ description: 'Address of the recipient.' }),
  from: Type.String({ description: 'Address of the sender.' }),
  subject: nullable(Type.String({ description: 'Subject of an email.' })),
  text: nullable(Type.String({ description: 'Plain text of the message.' })),
  html: nullable(Type.String({ description: 'HTML of an email.' })),
  calendar: nullable(Type.String({ description: 'iCalendar part of an invitation.' })),
  headers: Type.Record(Type.String(), Type.String(), { description: 'Headers of an email.' }),
  created_at: Timestamp('Time of the delivery.'),
});

export const listSandboxDeliveriesContract = contract({
  operationId: 'listSandboxDeliveries',
  method: 'get',
  path: '/api/internal/sandbox/deliveries',
  tag: 'Sandbox',
  auth: 'user',
  summary: 'List the messages that the sandbox has delivered, newest first.',
  query: Type.Object({
    to: Type.Optional(Type.String({ maxLength: 254, description: 'Returns only deliveries to this address.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      deliveries: Type.Array(SandboxDelivery, { description: 'One page of sandbox deliveries, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['NOT_SIGNED_IN'],
});
