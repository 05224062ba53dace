import { nullable, oneOf, PageQuery, Pagination, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

/** A word as entries hold them. */
const Word = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$', description });

const AuditEntry = strictObject({
  id: Uuid('The entry.'),
  at: Timestamp('When.'),
  actor: strictObject({
    kind: oneOf(['user', 'key', 'system'], { description: 'What kind of caller it was.' }),
    id: nullable(Uuid('The user or key.')),
    name: nullable(Type.String({ description: 'What they are called now.' })),
  }),
  operation: Type.String({ description: 'The operation, as the reference names it.' }),
  resource: strictObject({
    type: Type.String({ description: 'The first part of its path, such as `workflows`.' }),
    id: nullable(Type.String({ description: 'Its id, or its name where it has none.' })),
    name: nullable(Type.String({ description: 'What it was called after the change, where it has a name.' })),
  }),
  changed: Type.Array(Type.String(), { description: 'Fields that the request gave. What they held is not kept.' }),
  request_id: nullable(Uuid('The request.')),
  address: nullable(Type.String({ description: 'Where on the network it came from.' })),
});

export const listAuditContract = contract({
  operationId: 'listAudit',
  method: 'get',
  path: '/api/public/audit',
  tag: 'Audit',
  scope: 'audit:read',
  summary: 'List who changed what, the newest first.',
  description:
    'Everything that users change, and what keys change of the set-up. What keys do with leads stands in the events.',
  query: Type.Object({
    actor: Type.Optional(Uuid('Only what this user or key did.')),
    operation: Type.Optional(Word('Only this operation.')),
    resource_type: Type.Optional(Word('Only what concerns these.')),
    resource: Type.Optional(Word('Only what concerns the one with this id.')),
    from: Type.Optional(Timestamp('Not before.')),
    to: Type.Optional(Timestamp('Before.')),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      entries: Type.Array(AuditEntry, { description: 'The entries.' }),
      pagination: Pagination,
    }),
  },
  errors: ['INVALID_DATE'],
});
