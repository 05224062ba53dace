import { Type } from '../common.js';
import { contract } from '../contract.js';

/** The APIs that report changes of connected mailboxes and calendars. */
export const PUSH_SOURCES = ['microsoft', 'google-calendar', 'gmail'] as const;
export type PushSource = (typeof PUSH_SOURCES)[number];

/** Returns the path at which an API reports changes. */
export const pushPath = (source: PushSource): string => `/hooks/push/${source}`;

/** The address is the same for all channels. Each report proves with a token that it is about a channel. */
export const receivePushContract = contract({
  operationId: 'receivePush',
  method: 'post',
  path: '/hooks/push/{source}',
  tag: 'Hooks',
  auth: 'none',
  lenientQuery: true,
  idempotency: 'none',
  summary: 'Receive a report that a connected mailbox or calendar changed.',
  description:
    'Microsoft and Google call it. The mailbox or calendar is then read immediately. Reports that are outdated or ' +
    'invalid get the same response and have no effect. For `gmail`, the request must be signed by the service account of ' +
    'the push subscription.',
  params: Type.Object({ source: Type.String({ description: `API that reports: ${PUSH_SOURCES.join(', ')}.` }) }),
  query: Type.Object({
    validationToken: Type.Optional(
      Type.String({ maxLength: 2_000, description: 'microsoft: token to return, which proves that the URL is ours.' }),
    ),
  }),
  maxBytes: 1024 * 1024,
  success: { 200: Type.String({ description: 'The `validationToken` of the request, unchanged.' }), 204: null },
  errors: [
    'INVALID_JSON',
    'VALIDATION_ERROR',
    'INVALID_SIGNATURE',
    'NOT_FOUND',
    'PROVIDER_ERROR',
    'PAYLOAD_TOO_LARGE',
    'REQUEST_TIMEOUT',
  ],
});
