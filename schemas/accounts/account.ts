import { AccountLimits } from '../agents/agents.js';
import { nullable, optional, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { MANAGERS } from '../roles.js';

const tag = 'Account';
const fields = {
  name: Type.String({ minLength: 1, maxLength: 200, description: "The account's name." }),
  timezone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA zone, for leads without one.' }),
  country: nullable(
    Type.String({ minLength: 2, maxLength: 2, description: 'Two letters: how phones without a prefix are read.' }),
  ),
  sending_enabled: Type.Boolean({ description: 'Whether messages leave at all.' }),
  sending_note: nullable(Type.String({ maxLength: 500, description: 'Why they don’t, where they don’t.' })),
  limits: nullable(AccountLimits),
};

const Account = strictObject({
  id: Uuid('The account.'),
  ...fields,
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When it was last changed.'),
});

export const getAccountContract = contract({
  operationId: 'getAccount',
  method: 'get',
  path: '/api/internal/account',
  tag,
  auth: 'user',
  summary: 'Show the account.',
  success: { 200: strictObject({ success: Success, account: Account }) },
  errors: [],
});

/** Waking 10,000 runs takes some seconds. */
const LONGEST_MS = 60_000;

export const updateAccountContract = contract({
  operationId: 'updateAccount',
  method: 'patch',
  path: '/api/internal/account',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Change the account: what is left out stays, null clears. Runs that it concerns look again at once.',
  body: strictObject({
    name: optional(fields.name),
    timezone: optional(fields.timezone),
    country: Type.Optional(fields.country),
    sending_enabled: optional(fields.sending_enabled),
    sending_note: Type.Optional(fields.sending_note),
    limits: Type.Optional(fields.limits),
  }),
  idempotency: 'none',
  deadlineMs: LONGEST_MS,
  success: {
    200: strictObject({
      success: Success,
      account: Account,
      runs_woken: Type.Integer({ description: 'Open runs that look again.' }),
    }),
  },
  errors: ['INVALID_TIMEZONE'],
});
