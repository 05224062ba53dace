import type { Static } from '@sinclair/typebox';
import { nullable, oneOf, PageQuery, Pagination, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

/** A word as entries hold them. */
const Word = (description: string) => Type.String({ pattern: '^[A-Za-z0-9_.-]{1,64}$', description });

/** The outcomes of requests in the audit log. */
const AUDIT_OUTCOMES = ['done', 'refused', 'failed', 'locked_out'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

const OUTCOMES_MEAN =
  'Outcome: `done`: the operation was executed. `refused`: the caller has no permission. `failed`: the ' +
  'password was incorrect. `locked_out`: sign-in was blocked after too many incorrect passwords.';

const FieldChange = strictObject({
  field: Type.String({ description: 'Name of the field.' }),
  before: Type.Unknown({ description: 'Value before the change. Null if there was none.' }),
  after: Type.Unknown({ description: 'Value after the change. Null if there is none.' }),
});
export type FieldChange = Static<typeof FieldChange>;

const AuditEntry = strictObject({
  id: Uuid(),
  at: Timestamp('Time of the entry. For several attempts, time of the first one.'),
  outcome: oneOf(AUDIT_OUTCOMES, { description: OUTCOMES_MEAN }),
  count: Type.Integer({
    minimum: 1,
    description: 'Number of attempts within an hour that the entry covers. 1 for executed operations.',
  }),
  last_at: Timestamp('Time of the last attempt.'),
  actor: strictObject({
    kind: oneOf(['user', 'key', 'system', 'anonymous'], {
      description: "Type of the caller. `anonymous` callers weren't authenticated.",
    }),
    id: nullable(Uuid('ID of the user or key. Null if the caller is neither.')),
    name: nullable(Type.String({ description: 'Current name of the caller.' })),
  }),
  operation: Type.String(),
  resource: strictObject({
    type: Type.String({ description: 'Type of the resource: the first part of its path, such as `workflows`.' }),
    id: nullable(
      Type.String({
        description: 'ID of the resource, or its name if it has no ID. Null if the operation is on no single resource.',
      }),
    ),
    name: nullable(Type.String({ description: 'Name of the resource after the change, if it has a name.' })),
  }),
  changed: Type.Array(Type.String(), { description: 'Fields that the request set.' }),
  changes: nullable(
    Type.Array(FieldChange, {
      description:
        'Old and new values of changed fields of the configuration. Secrets, long values and fields of leads are left ' +
        'out. Only owners see values; null for other callers, and for entries without values.',
    }),
  ),
  counts: nullable(
    Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description:
        'Counts of an operation that the service executed in the background. `finishErasure` has `searched` and ' +
        '`erased`, in records. Null for requests.',
    }),
  ),
  request_id: nullable(Uuid('ID of the request. Null if the service or an operator made the change.')),
  address: nullable(Type.String({ description: 'IP address of the caller.' })),
});

export const listAuditContract = contract({
  operationId: 'listAudit',
  method: 'get',
  path: '/api/public/audit',
  tag: 'Audit',
  scope: 'audit:read',
  summary: 'List the audit log, newest first.',
  description:
    'Contains all changes by users, changes of the configuration by keys, file exports, failed sign-ins, ' +
    'rejected requests and the ends of erasures. Changes of leads by keys are in the event log.',
  query: Type.Object({
    actor: Type.Optional(Uuid('Returns only entries of this user or key.')),
    operation: Type.Optional(Word('Returns only entries of this operation.')),
    kind: Type.Optional(
      oneOf(['changes', 'access'], {
        description:
          'Returns only `changes`, or only `access`: sign-ins, sign-outs and attempts that were rejected or failed.',
      }),
    ),
    outcome: Type.Optional(oneOf(AUDIT_OUTCOMES, { description: 'Returns only entries with this outcome.' })),
    resource_type: Type.Optional(Word('Returns only entries for resources of these types.')),
    resource: Type.Optional(Word('Returns only entries for the resource with this ID.')),
    from: Type.Optional(Timestamp('Returns only entries from this time on.')),
    to: Type.Optional(Timestamp('Returns only entries before this time.')),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      entries: Type.Array(AuditEntry, { description: 'One page of entries, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: ['INVALID_DATE'],
});
