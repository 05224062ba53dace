import {
  LINE,
  meantAs,
  named,
  nameText,
  nullable,
  optional,
  PageQuery,
  Pagination,
  Success,
  strictObject,
  Timestamp,
  Type,
  Uuid,
} from '../common.js';
import type { RegisteredProvider } from '../connections/connections.js';
import { contract } from '../contract.js';

const Name = nameText();
const FromEmail = meantAs(
  'email',
  Type.String({ minLength: 3, maxLength: 254, description: 'From address of the emails.' }),
);
const FromName = Type.String({ maxLength: 200, pattern: LINE, description: 'Sender name that recipients see.' });
const ReplyTo = Type.String({ minLength: 3, maxLength: 254, description: 'Reply-to address, if different.' });
const PerMinute = Type.Integer({ minimum: 1, maximum: 100_000, description: 'Maximum number of emails per minute.' });
const PerDay = Type.Integer({
  minimum: 1,
  maximum: 10_000_000,
  description: "Maximum number of emails per day in the account's time zone.",
});
const Host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$',
  description: 'Host name or IP address of the SMTP server.',
});
const Port = Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port of the server. Defaults to 587.' });
const Secure = Type.Boolean({
  description:
    'Whether to use TLS from the start. Defaults to true on port 465 only. Otherwise STARTTLS is used if ' +
    'available.',
});
const User = Type.String({
  maxLength: 254,
  pattern: LINE,
  description: 'User name. Without it, no authentication is used.',
});

const Ramp = Type.Array(
  strictObject({
    day: Type.Integer({ minimum: 1, maximum: 365, description: 'Day of use, from 1.' }),
    max: Type.Integer({
      minimum: 1,
      maximum: 10_000_000,
      description: 'Maximum number of emails per day from then on.',
    }),
  }),
  { minItems: 1, maxItems: 60, description: 'Warm-up schedule with increasing daily limits.' },
);

const SmtpInput = strictObject(
  {
    host: Host,
    port: optional(Port),
    secure: optional(Secure),
    user: optional(User),
    password: Type.Optional(
      nullable(
        Type.String({
          maxLength: 1000,
          description:
            'Password. It is encrypted and never returned. If omitted in a PATCH, the stored password is kept as ' +
            "long as server and user don't change.",
        }),
      ),
    ),
  },
  { description: 'SMTP server. Without one, emails are only stored in the sandbox.' },
);

const TrackOpens = Type.Boolean({
  description: 'Whether to track opens with an image in HTML emails. Defaults to false.',
});
const TrackClicks = Type.Boolean({
  description: 'Whether to track clicks by redirecting the links of HTML emails. Defaults to false.',
});

const DkimSelector = Type.String({
  maxLength: 63,
  pattern: '^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$',
  description: 'Selector of the DKIM key, which the domain checks look for. Null tries common selectors.',
});

const TrackingDomain = Type.String({
  minLength: 4,
  maxLength: 253,
  pattern: '^([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z]([A-Za-z0-9-]{0,61}[A-Za-z0-9])$',
  description:
    'Domain of the tracking links and images, such as `links.example.com`. It is used once it is verified. Null uses ' +
    'the address of the service.',
});

export type EmailProviderName = 'smtp' | 'sandbox' | RegisteredProvider;

const ConnectionId = Uuid(
  'ID of the connection that the emails are sent through, instead of an SMTP server. It needs the purpose `send_mail`.',
);
const SharedMailbox = Type.String({
  minLength: 3,
  maxLength: 254,
  description:
    'Shared mailbox that the emails are sent from, if it differs from the mailbox of the person. The connection ' +
    'needs the purpose `shared_mailboxes`.',
});

/** An email sender as the API answers it. */
export const EmailSender = named(
  'EmailSender',
  strictObject({
    id: Uuid(),
    name: Name,
    from_email: FromEmail,
    from_name: nullable(FromName),
    reply_to: nullable(ReplyTo),
    provider: Type.String({
      description:
        '`smtp` with an SMTP server or a connection of the provider `oauth`, `microsoft` or `google` with a connection, ' +
        'or `sandbox` without either.',
    }),
    smtp: nullable(
      strictObject({ host: Host, port: Port, secure: Secure, user: nullable(User) }, { description: 'SMTP server.' }),
    ),
    smtp_password_set: Type.Boolean({ description: 'Whether a password is stored.' }),
    connection_id: nullable(ConnectionId, 'Null if the sender uses none.'),
    shared_mailbox: nullable(SharedMailbox),
    per_minute: nullable(PerMinute),
    per_day: nullable(PerDay),
    ramp: nullable(Ramp),
    track_opens: TrackOpens,
    track_clicks: TrackClicks,
    dkim_selector: nullable(DkimSelector),
    tracking_domain: nullable(TrackingDomain),
    tracking_domain_verified_at: nullable(
      Timestamp(
        'Time at which the tracking domain last reached this service. Null before that and after a failed check; then ' +
          'links use the address of the service.',
      ),
    ),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);

const EmailSenderAnswer = strictObject({ success: Success, email_sender: EmailSender });
const params = Type.Object({ id: Uuid() });
const common = {
  tag: 'Email senders',
  ignoredKeys: ['id', 'provider', 'smtp_password_set', 'tracking_domain_verified_at', 'created_at', 'updated_at'],
};

export const listEmailSendersContract = contract({
  operationId: 'listEmailSenders',
  method: 'get',
  path: '/api/public/email-senders',
  tag: common.tag,
  scope: 'messaging:read',
  summary: 'List the email senders, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      email_senders: Type.Array(EmailSender, { description: 'One page of email senders, newest first.' }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createEmailSenderContract = contract({
  operationId: 'createEmailSender',
  method: 'post',
  path: '/api/public/email-senders',
  ...common,
  scope: 'messaging:write',
  summary: 'Create an email sender.',
  body: strictObject({
    name: Name,
    from_email: FromEmail,
    from_name: optional(FromName),
    reply_to: optional(ReplyTo),
    smtp: optional(SmtpInput),
    connection_id: optional(ConnectionId),
    shared_mailbox: optional(SharedMailbox),
    per_minute: optional(PerMinute),
    per_day: optional(PerDay),
    ramp: optional(Ramp),
    track_opens: optional(TrackOpens),
    track_clicks: optional(TrackClicks),
    dkim_selector: optional(DkimSelector),
    tracking_domain: optional(TrackingDomain),
  }),
  success: { 201: EmailSenderAnswer },
  errors: ['CONNECTION_NOT_FOUND'],
});

export const getEmailSenderContract = contract({
  operationId: 'getEmailSender',
  method: 'get',
  path: '/api/public/email-senders/{id}',
  tag: common.tag,
  scope: 'messaging:read',
  summary: 'Get an email sender.',
  params,
  success: { 200: EmailSenderAnswer },
  errors: ['SENDER_NOT_FOUND'],
});

export const updateEmailSenderContract = contract({
  operationId: 'updateEmailSender',
  method: 'patch',
  path: '/api/public/email-senders/{id}',
  ...common,
  scope: 'messaging:write',
  summary: 'Update an email sender. Omitted fields are unchanged, and null clears a field.',
  params,
  body: strictObject({
    name: optional(Name),
    from_email: optional(FromEmail),
    from_name: Type.Optional(nullable(FromName)),
    reply_to: Type.Optional(nullable(ReplyTo)),
    smtp: Type.Optional(nullable(SmtpInput)),
    connection_id: Type.Optional(nullable(ConnectionId)),
    shared_mailbox: Type.Optional(nullable(SharedMailbox)),
    per_minute: Type.Optional(nullable(PerMinute)),
    per_day: Type.Optional(nullable(PerDay)),
    ramp: Type.Optional(nullable(Ramp)),
    track_opens: optional(TrackOpens),
    track_clicks: optional(TrackClicks),
    dkim_selector: Type.Optional(nullable(DkimSelector)),
    tracking_domain: Type.Optional(nullable(TrackingDomain)),
  }),
  success: { 200: EmailSenderAnswer },
  errors: ['SENDER_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
});

export const deleteEmailSenderContract = contract({
  operationId: 'deleteEmailSender',
  method: 'delete',
  path: '/api/public/email-senders/{id}',
  tag: common.tag,
  scope: 'messaging:write',
  summary: 'Delete an email sender. Fails if a workflow or a queued message uses it.',
  params,
  success: { 204: null },
  errors: ['SENDER_NOT_FOUND', 'IN_USE'],
});
