import { AccountLimits } from '../agents/agents.js';
import { nullable, optional, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { MANAGERS } from '../roles.js';
import { Kind, Reason, Retention } from './retention.js';

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
  retention: nullable(Retention),
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
    retention: Type.Optional(fields.retention),
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

const count = (description: string) => Type.Integer({ minimum: 0, description });
const Records = strictObject({
  kind: Kind,
  days: nullable(Type.Integer({ description: 'The days asked about; null: they stay for ever.' })),
  before: nullable(Timestamp('What was made before this instant goes.')),
  count: count('How many would go now.'),
  kept: Type.Array(strictObject({ reason: Reason, count: count('How many.') }), {
    description: 'How many as old stay, and why.',
  }),
  put_away: strictObject(
    {
      total: count('How many ever went.'),
      before: nullable(Timestamp('Nothing of this instant or later ever went; null: nothing went.')),
      last_at: nullable(Timestamp('When they were last looked through to the end.')),
      last_count: count('How many went in that pass.'),
    },
    { description: 'What went so far.' },
  ),
});

/** Counting a million records takes some seconds. */
const COUNTING_MS = 30_000;

export const previewRetentionContract = contract({
  operationId: 'previewRetention',
  method: 'get',
  path: '/api/internal/account/retention',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Show what would be put away now, what would stay and why, and what was put away.',
  description: 'Counts by the account’s settings, or as they would be with the days given. Changes nothing.',
  query: Retention,
  deadlineMs: COUNTING_MS,
  success: {
    200: strictObject({
      success: Success,
      records: Type.Array(Records, { description: 'Each kind of records.' }),
    }),
  },
  errors: [],
});
