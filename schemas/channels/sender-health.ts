import { named, nullable, oneOf, type Static, Success, strictObject, Text, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

/** What is checked of a sender's domain and settings. */
export const HEALTH_CHECKS = [
  'spf',
  'dkim',
  'dmarc',
  'mx',
  'return_path',
  'list_unsubscribe',
  'tracking_domain',
] as const;
export type HealthCheckName = (typeof HEALTH_CHECKS)[number];

/** The results of a check. `unknown`: the domain's name servers didn't respond. */
export const HEALTH_RESULTS = ['pass', 'warning', 'fail', 'unknown'] as const;
export type HealthResult = (typeof HEALTH_RESULTS)[number];

const HealthCheck = strictObject({
  check: oneOf(HEALTH_CHECKS, {
    description: 'What was checked. `tracking_domain` is only checked if the sender has one.',
  }),
  result: oneOf(HEALTH_RESULTS, {
    description: '`fail` harms delivery, `warning` could be better, `unknown`: the name servers did not respond.',
  }),
  reason: Text('Reason of the result, and what to change.'),
  record: nullable(Text('DNS record that was found.')),
  suggested: nullable(
    strictObject(
      { name: Text('Name of the record.'), type: Text('Type of the record.'), value: Text('Value of the record.') },
      { description: 'DNS record to create, or to replace the current one. Null if nothing has to change in DNS.' },
    ),
  ),
});
export type HealthCheck = Static<typeof HealthCheck>;

/** What the receiving server of a test email reports. */
export const TEST_CHECKS = ['spf', 'dkim', 'dmarc'] as const;
export type TestCheck = (typeof TEST_CHECKS)[number];

const TestResult = strictObject({
  check: oneOf(TEST_CHECKS, { description: 'What the server checked.' }),
  result: oneOf(HEALTH_RESULTS, { description: '`unknown`: the server reported no final result.' }),
  reported: nullable(Text('Result in the words of RFC 8601, such as `softfail`. Null if none was reported.')),
  reason: Text('Meaning of the result, and what to change.'),
});
export type TestResult = Static<typeof TestResult>;

const LastTest = strictObject(
  {
    sent_at: Timestamp('Time at which the test was requested.'),
    received_at: nullable(
      Timestamp(
        'Time at which a connected mailbox of the account received it. Null if none has. Results appear when the test ' +
          'is sent to a connected mailbox.',
      ),
    ),
    server: nullable(Text('Name of the receiving server. Null if it wrote no name or no results.')),
    results: Type.Array(TestResult, {
      description: 'Results of the receiving server. Empty if it added no Authentication-Results header.',
    }),
  },
  { description: 'The last test email of the sender. Null if none was sent within 30 days.' },
);

const SenderHealth = named(
  'SenderHealth',
  strictObject({
    email_sender_id: Uuid(),
    domain: Text('Domain of the From address.'),
    status: oneOf(HEALTH_RESULTS, { description: 'The worst result of the checks.' }),
    checks: Type.Array(HealthCheck, {
      description:
        'Results of the last check. Empty before the first one. Senders of the sandbox are checked on request only.',
    }),
    checked_at: nullable(Timestamp('Time of the last check. Null before the first one.')),
    next_check_at: nullable(Timestamp('Time of the next check. Null if none is planned yet.')),
    broken_since: nullable(
      Timestamp('Time since which a check fails that passed before. Null if no check started to fail.'),
    ),
    last_test: nullable(LastTest),
  }),
);

const Answer = strictObject({ success: Success, health: SenderHealth });
const common = { tag: 'Email senders', params: Type.Object({ id: Uuid() }) } as const;

export const getSenderHealthContract = contract({
  operationId: 'getSenderHealth',
  method: 'get',
  path: '/api/public/email-senders/{id}/health',
  ...common,
  scope: 'messaging:read',
  summary: "Get the results of the checks of a sender's domain.",
  success: { 200: Answer },
  errors: ['SENDER_NOT_FOUND'],
});

export const checkSenderHealthContract = contract({
  operationId: 'checkSenderHealth',
  method: 'post',
  path: '/api/public/email-senders/{id}/health/check',
  ...common,
  scope: 'messaging:write',
  summary: "Check a sender's domain again, within seconds.",
  description: 'The response has the last results. Get the new ones when `checked_at` changes.',
  body: strictObject({}),
  success: { 202: Answer },
  errors: ['SENDER_NOT_FOUND'],
});
