import { named, nullable, optional, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { contract } from '../contract.js';

const LINE = '^[^\\x00-\\x1f\\x7f\\u2028\\u2029]*$';
const Host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$',
  description: 'Name or address of the IMAP server.',
});
const Port = Type.Integer({ minimum: 1, maximum: 65_535, description: 'Its port; 993 if not given.' });
const Secure = Type.Boolean({ description: 'TLS from the first byte; if not given, on port 993 only.' });
const User = Type.String({ minLength: 1, maxLength: 254, pattern: LINE, description: 'Whom to log in as.' });

/** A mailbox as the API answers it. */
export const SenderMailbox = named(
  'SenderMailbox',
  strictObject({
    host: Host,
    port: Port,
    secure: Secure,
    user: User,
    checked_at: nullable(Timestamp('When mails were last read.')),
    error: nullable(Type.String({ description: 'Why it can not be read.' })),
  }),
);

const Answer = strictObject({ success: Success, mailbox: nullable(SenderMailbox) });
const common = {
  path: '/api/public/email-senders/{id}/mailbox',
  tag: 'E-mail senders',
  params: Type.Object({ id: Uuid('The sender.') }),
} as const;

export const getMailboxContract = contract({
  operationId: 'getMailbox',
  method: 'get',
  ...common,
  scope: 'messaging:read',
  summary: "Get the mailbox that a sender's replies are read from; null where there is none.",
  success: { 200: Answer },
  errors: ['SENDER_NOT_FOUND'],
});

export const setMailboxContract = contract({
  operationId: 'setMailbox',
  method: 'put',
  ...common,
  scope: 'messaging:write',
  summary: 'Read replies and bounces from a mailbox over IMAP, from now on. Nothing in it is changed.',
  body: strictObject({
    host: Host,
    port: optional(Port),
    secure: optional(Secure),
    user: User,
    password: Type.String({
      minLength: 1,
      maxLength: 1_000,
      description: 'The password; kept encrypted and never shown.',
    }),
  }),
  success: { 200: Answer },
  errors: ['SENDER_NOT_FOUND'],
});

export const deleteMailboxContract = contract({
  operationId: 'deleteMailbox',
  method: 'delete',
  ...common,
  scope: 'messaging:write',
  summary: "Stop reading a sender's mailbox.",
  success: { 204: null },
  errors: ['SENDER_NOT_FOUND'],
});
