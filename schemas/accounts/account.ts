import { AccountLimits } from '../agents/agents.js';
import { nameText, nullable, oneOf, optional, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { MACHINE_ENGAGEMENT } from '../events/machines.js';
import { MANAGERS } from '../roles.js';
import { MOST_LOG_DAYS } from './api-requests.js';
import { Kind, Reason, Retention } from './retention.js';

const tag = 'Account';
const fields = {
  name: nameText(),
  timezone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone for leads without their own.' }),
  country: nullable(
    Type.String({
      minLength: 2,
      maxLength: 2,
      description: 'Two-letter country code, used to parse phone numbers without a country code.',
    }),
  ),
  sending_enabled: Type.Boolean({ description: 'Whether sending is turned on.' }),
  sending_note: nullable(Type.String({ maxLength: 500, description: 'Reason why sending is turned off.' })),
  limits: nullable(AccountLimits),
  retention: nullable(Retention),
  second_factor_required: Type.Boolean({
    description: 'Whether users who sign in with a password need a second factor. Only owners can change it.',
  }),
  machine_engagement: oneOf(MACHINE_ENGAGEMENT, {
    description: 'Whether opens and clicks of emails by machines count like those of people.',
  }),
  request_log_days: Type.Integer({
    minimum: 0,
    maximum: MOST_LOG_DAYS,
    description: 'Number of days that API requests are kept in the request log. 0 turns the log off. Defaults to 7.',
  }),
};

const Account = strictObject({
  id: Uuid(),
  ...fields,
  created_at: Timestamp('Time of creation.'),
  updated_at: Timestamp('Time of the last change.'),
});

export const getAccountContract = contract({
  operationId: 'getAccount',
  method: 'get',
  path: '/api/internal/account',
  tag,
  auth: 'user',
  summary: 'Get the account.',
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
  summary:
    'Update the account. Omitted fields are unchanged, and null clears a field. Affected runs are evaluated ' +
    'again immediately.',
  body: strictObject({
    name: optional(fields.name),
    timezone: optional(fields.timezone),
    country: Type.Optional(fields.country),
    sending_enabled: optional(fields.sending_enabled),
    sending_note: Type.Optional(fields.sending_note),
    limits: Type.Optional(fields.limits),
    retention: Type.Optional(fields.retention),
    second_factor_required: optional(fields.second_factor_required),
    machine_engagement: optional(fields.machine_engagement),
    request_log_days: optional(fields.request_log_days),
  }),
  idempotency: 'none',
  deadlineMs: LONGEST_MS,
  success: {
    200: strictObject({
      success: Success,
      account: Account,
      runs_woken: Type.Integer({ description: 'Number of open runs that are evaluated again.' }),
    }),
  },
  errors: ['INVALID_TIMEZONE'],
});

const count = (description: string) => Type.Integer({ minimum: 0, description });
const Records = strictObject({
  kind: Kind,
  days: nullable(Type.Integer({ description: 'Retention in days. Null keeps the records forever.' })),
  before: nullable(Timestamp('Records created before this time are purged.')),
  count: count('Number of records that would be purged now.'),
  kept: Type.Array(strictObject({ reason: Reason, count: count('Number of records.') }), {
    description: 'Older records that are still needed, by reason.',
  }),
  put_away: strictObject(
    {
      total: count('Total number of purged records.'),
      before: nullable(Timestamp('No records from this time or later have been purged. Null if none were purged.')),
      last_at: nullable(Timestamp('End of the last complete purge.')),
      last_count: count('Number of records purged in that run.'),
    },
    { description: 'Purged records so far.' },
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
  summary: 'Preview the retention policy: what would be purged now, what would be kept and why, and what was purged.',
  description: "Uses the account's settings, or the given days instead. Nothing is changed.",
  query: Retention,
  deadlineMs: COUNTING_MS,
  success: {
    200: strictObject({
      success: Success,
      records: Type.Array(Records, { description: 'Results by record type.' }),
    }),
  },
  errors: [],
});
