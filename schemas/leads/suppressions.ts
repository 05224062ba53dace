import {
  InFlight,
  LINE,
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
const Channel = oneOf(CHANNELS, { description: 'Suppressed channel.' });
const ADDRESS = 'Email address, phone number in E.164 form, or WhatsApp user ID';
const Address = Type.String({ minLength: 3, maxLength: 254, description: `${ADDRESS}.` });

/** A suppressed address as the API answers it. */
export const Suppression = named(
  'Suppression',
  strictObject({
    id: Uuid(),
    channel: Channel,
    address: Type.String({
      maxLength: 254,
      description: `${ADDRESS}. Empty if a lead with the address was erased. The address stays suppressed.`,
    }),
    reason: Type.String({
      description:
        'Reason: `hard_bounce`, `soft_bounce`, `complaint`, `unsubscribed`, `opted_out`, `whatsapp_settings`, or ' +
        'the given text.',
    }),
    created_at: Timestamp('Time of creation.'),
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
  summary: 'List suppressed addresses, newest first.',
  query: Type.Object({
    channel: Type.Optional(Channel),
    address: Type.Optional(Type.String({ maxLength: 254, description: 'Returns only this address.' })),
    ...PageQuery,
  }),
  success: {
    200: strictObject({
      success: Success,
      suppressions: Type.Array(Suppression, { description: 'One page of suppressed addresses, newest first.' }),
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
  summary: 'Suppress an address. Returns 200 if it is already suppressed.',
  description:
    'An existing suppression keeps its reason, unless an opt-out created it. An opt-in only removes ' +
    'suppressions that an opt-out created.',
  body: strictObject({
    channel: Channel,
    address: Address,
    reason: optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        pattern: LINE,
        description: 'Reason for the suppression. Defaults to `manual`.',
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
  summary: 'Remove a suppression.',
  params: Type.Object({ id: Uuid() }),
  success: { 204: null },
  errors: ['SUPPRESSION_NOT_FOUND'],
});
