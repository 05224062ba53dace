import { nullable, oneOf, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';
import { MANAGERS } from '../roles.js';

/** The mails and chat messages that the service sends to users on its own. */
export const SERVICE_MAIL_KINDS = [
  'invitation',
  'reset',
  'connection_lost',
  'weekly_summary',
  'notice_email',
  'notice_slack',
  'notice_teams',
] as const;
export type ServiceMailKind = (typeof SERVICE_MAIL_KINDS)[number];

const tag = 'People';

const FailedUserMail = strictObject({
  id: Uuid('ID of the email or chat message.'),
  kind: oneOf(SERVICE_MAIL_KINDS, {
    description:
      'What it contains. `reset` is a link to set a password, the kinds that start with `notice_` are notifications ' +
      'by email, Slack or Teams.',
  }),
  to: Type.String({ description: 'Email address of the recipient, also for Slack and Teams.' }),
  failure: nullable(Type.String({ description: 'Reason of the failure. Null if the provider named none.' })),
  created_at: Timestamp('Time at which it was queued.'),
  retryable: Type.Boolean({
    description:
      'Whether it can be sent again. False if it has expired, such as an invitation after three days, or if its link ' +
      "doesn't work any more.",
  }),
});

export const listFailedUserMailsContract = contract({
  operationId: 'listFailedUserMails',
  method: 'get',
  path: '/api/internal/user-mails',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'List the emails and chat messages of the service to users that failed in the last 30 days.',
  success: {
    200: strictObject({
      success: Success,
      user_mails: Type.Array(FailedUserMail, { description: 'Emails and chat messages, newest first, at most 100.' }),
    }),
  },
  errors: [],
});

export const retryUserMailContract = contract({
  operationId: 'retryUserMail',
  method: 'post',
  path: '/api/internal/user-mails/{id}/retry',
  tag,
  auth: 'user',
  roles: MANAGERS,
  summary: 'Send a failed email or chat message to a user again, through the current sender.',
  params: Type.Object({ id: Uuid('ID of the email or chat message.') }),
  success: { 202: strictObject({ success: Success }) },
  errors: ['MESSAGE_NOT_FOUND', 'NOT_MODIFIABLE'],
});
