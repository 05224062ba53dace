import {
  meantAs,
  named,
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
import { contract } from '../contract.js';

const LINE = '^[^\\x00-\\x1f\\x7f\\u2028\\u2029]*$';
const Name = Type.String({ minLength: 1, maxLength: 200, pattern: LINE, description: 'What people call this sender.' });
const FromEmail = meantAs(
  'email',
  Type.String({ minLength: 3, maxLength: 254, description: 'The address mails come from.' }),
);
const FromName = Type.String({ maxLength: 200, pattern: LINE, description: 'The name shown beside the address.' });
const ReplyTo = Type.String({ minLength: 3, maxLength: 254, description: 'Where replies go, if elsewhere.' });
const PerMinute = Type.Integer({ minimum: 1, maximum: 100_000, description: 'Mails a minute at most.' });
const PerDay = Type.Integer({
  minimum: 1,
  maximum: 10_000_000,
  description: "Mails a day at most, by the account's day.",
});
const Host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$',
  description: 'Name or address of the mail server.',
});
const Port = Type.Integer({ minimum: 1, maximum: 65_535, description: 'Its port; 587 if not given.' });
const Secure = Type.Boolean({
  description: 'TLS from the first byte; if not given, on port 465 only. Otherwise STARTTLS is used where offered.',
});
const User = Type.String({ maxLength: 254, pattern: LINE, description: 'Whom to log in as; without it, no log-in.' });

const Ramp = Type.Array(
  strictObject({
    day: Type.Integer({ minimum: 1, maximum: 365, description: "Day of the sender's life, from 1." }),
    max: Type.Integer({ minimum: 1, maximum: 10_000_000, description: 'Mails at most on that day and after.' }),
  }),
  { minItems: 1, maxItems: 60, description: 'Daily caps that grow while the sender is new, by day.' },
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
            'The password; kept encrypted and never shown. Left out of a PATCH, the stored one stays as long as server and user do.',
        }),
      ),
    ),
  },
  { description: 'The mail server. Without one, mails go to the sandbox, which only stores them.' },
);

const TrackOpens = Type.Boolean({
  description: 'Whether HTML mails carry an image that tells when they are opened; off if not given.',
});
const TrackClicks = Type.Boolean({
  description: 'Whether links in HTML mails lead over this service, which notes clicks; off if not given.',
});

export type EmailProviderName = 'smtp' | 'sandbox';

/** An e-mail sender as the API answers it. */
export const EmailSender = named(
  'EmailSender',
  strictObject({
    id: Uuid('The sender.'),
    name: Name,
    from_email: FromEmail,
    from_name: nullable(FromName),
    reply_to: nullable(ReplyTo),
    provider: Type.String({ description: '`smtp`, or `sandbox` where no mail server is given.' }),
    smtp: nullable(
      strictObject(
        { host: Host, port: Port, secure: Secure, user: nullable(User) },
        { description: 'The mail server.' },
      ),
    ),
    smtp_password_set: Type.Boolean({ description: 'Whether a password is stored.' }),
    per_minute: nullable(PerMinute),
    per_day: nullable(PerDay),
    ramp: nullable(Ramp),
    track_opens: TrackOpens,
    track_clicks: TrackClicks,
    created_at: Timestamp('When it was made.'),
    updated_at: Timestamp('When it was last changed.'),
  }),
);

const EmailSenderAnswer = strictObject({ success: Success, email_sender: EmailSender });
const params = Type.Object({ id: Uuid('The sender.') });
const common = {
  tag: 'E-mail senders',
  ignoredKeys: ['id', 'provider', 'smtp_password_set', 'created_at', 'updated_at'],
};

export const listEmailSendersContract = contract({
  operationId: 'listEmailSenders',
  method: 'get',
  path: '/api/public/email-senders',
  tag: common.tag,
  scope: 'messaging:read',
  summary: 'List the e-mail senders, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      email_senders: Type.Array(EmailSender, { description: 'The senders.' }),
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
  summary: 'Add an e-mail sender.',
  body: strictObject({
    name: Name,
    from_email: FromEmail,
    from_name: optional(FromName),
    reply_to: optional(ReplyTo),
    smtp: optional(SmtpInput),
    per_minute: optional(PerMinute),
    per_day: optional(PerDay),
    ramp: optional(Ramp),
    track_opens: optional(TrackOpens),
    track_clicks: optional(TrackClicks),
  }),
  success: { 201: EmailSenderAnswer },
  errors: [],
});

export const getEmailSenderContract = contract({
  operationId: 'getEmailSender',
  method: 'get',
  path: '/api/public/email-senders/{id}',
  tag: common.tag,
  scope: 'messaging:read',
  summary: 'Get an e-mail sender.',
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
  summary: 'Change an e-mail sender: what is left out stays, null clears.',
  params,
  body: strictObject({
    name: optional(Name),
    from_email: optional(FromEmail),
    from_name: Type.Optional(nullable(FromName)),
    reply_to: Type.Optional(nullable(ReplyTo)),
    smtp: Type.Optional(nullable(SmtpInput)),
    per_minute: Type.Optional(nullable(PerMinute)),
    per_day: Type.Optional(nullable(PerDay)),
    ramp: Type.Optional(nullable(Ramp)),
    track_opens: optional(TrackOpens),
    track_clicks: optional(TrackClicks),
  }),
  success: { 200: EmailSenderAnswer },
  errors: ['SENDER_NOT_FOUND'],
});

export const deleteEmailSenderContract = contract({
  operationId: 'deleteEmailSender',
  method: 'delete',
  path: '/api/public/email-senders/{id}',
  tag: common.tag,
  scope: 'messaging:write',
  summary: 'Remove an e-mail sender that no workflow and no waiting message needs.',
  params,
  success: { 204: null },
  errors: ['SENDER_NOT_FOUND', 'IN_USE'],
});
