import {
  InFlight,
  named,
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

const CHANNELS = ['email', 'whatsapp', 'sms', 'call'] as const;
const Channel = oneOf(CHANNELS, { description: 'The channel nothing is sent on.' });
const ADDRESS = 'E-mail address, phone number in E.164 form, or WhatsApp user ID';
const Address = Type.String({ minLength: 3, maxLength: 254, description: `${ADDRESS}.` });

/** A suppressed address as the API answers it. */
export const Suppression = named(
  'Suppression',
  strictObject({
    id: Uuid('The suppression.'),
    channel: Channel,
    address: Type.String({
      maxLength: 254,
      description: `${ADDRESS}; empty once a lead that has it was erased, while nothing is sent to it all the same.`,
    }),
    reason: Type.String({
      description:
        'Why: `hard_bounce`, `soft_bounce`, `complaint`, `unsubscribed`, `opted_out`, `whatsapp_settings`, or what was given.',
    }),
    created_at: Timestamp('Since when.'),
  }),
);

const SuppressionAnswer = strictObject({ success: Success, suppression: Suppression, in_flight: InFlight });
const tag = 'Suppressions';

export const listSuppressionsContract = contract({
  operationId: 'listSuppressions',
  method: 'get',
  path: '/api/public/suppressions',
  tag,
  scope: 'messaging:read',
  summary: 'List the addresses nothing is sent to, newest first.',
  query: Type.Object({
    channel: Type.Optional(Channel),
    address: Type.Optional(Type.String({ maxLength: 254, description: 'Only this address.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      suppressions: Type.Array(Suppression, { description: 'The suppressions.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createSuppressionContract = contract({
  operationId: 'createSuppression',
  method: 'post',
  path: '/api/public/suppressions',
  tag,
  ignoredKeys: ['id', 'created_at'],
  scope: 'messaging:write',
  summary: 'Stop everything to an address. One that is suppressed already is answered with 200.',
  description:
    'It keeps its first reason, but one that an opt-out suppressed takes the new one: an opt-in lifts what an opt-out ' +
    'made, and nothing else.',
  body: strictObject({
    channel: Channel,
    address: Address,
    reason: optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: '^[^\\x00-\\x1f\\x7f]*$',
        description: 'Why; `manual` if not given.',
      }),
    ),
  }),
  success: { 201: SuppressionAnswer, 200: SuppressionAnswer },
  errors: ['INVALID_PHONE'],
});

export const deleteSuppressionContract = contract({
  operationId: 'deleteSuppression',
  method: 'delete',
  path: '/api/public/suppressions/{id}',
  tag,
  scope: 'messaging:write',
  summary: 'Let an address be written to again.',
  params: Type.Object({ id: Uuid('The suppression.') }),
  success: { 204: null },
  errors: ['SUPPRESSION_NOT_FOUND'],
});
