import { LINE, named, nullable, oneOf, optional, Success, strictObject, Timestamp, Type, Uuid } from '../common.js';
import { PushState } from '../connections/push-state.js';
import { contract } from '../contract.js';

const Host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$',
  description: 'Host name or IP address of the IMAP server.',
});
const Port = Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port of the server. Defaults to 993.' });
const Secure = Type.Boolean({ description: 'Whether to use TLS from the start. Defaults to true on port 993 only.' });
const User = Type.String({ minLength: 1, maxLength: 254, pattern: LINE, description: 'User name.' });

const ConnectionId = Uuid('ID of the connection that reads the mailbox. It needs the purpose `read_mail`.');
const SharedMailbox = Type.String({
  minLength: 3,
  maxLength: 254,
  description: 'Shared mailbox, if it differs from the mailbox of the person who connected it.',
});

export const SENT_COPIES = ['auto', 'always', 'never'] as const;
/** Who saves a copy of each sent mail in the mailbox. */
export type SentCopies = (typeof SENT_COPIES)[number];
const Copies = oneOf(SENT_COPIES, {
  description:
    'Whether a copy of each sent email is saved in the Sent folder of an IMAP mailbox. `auto`: yes, unless the ' +
    'provider saves it, as Gmail and Microsoft 365 do. `always`: yes, unless it is there already. `never`: no. ' +
    'Defaults to the current value, and to `auto` for a new mailbox.',
});

/** A mailbox as the API answers it. */
export const SenderMailbox = named(
  'SenderMailbox',
  strictObject({
    host: Host,
    port: Port,
    secure: Secure,
    user: User,
    connection_id: nullable(ConnectionId, 'Null if the mailbox is read with a password.'),
    shared_mailbox: nullable(SharedMailbox),
    sent_copies: Copies,
    checked_at: nullable(Timestamp('Time of the last check.')),
    error: nullable(Type.String({ description: "Reason why the mailbox can't be read." })),
    push: nullable(PushState),
  }),
);

const Answer = strictObject({ success: Success, mailbox: nullable(SenderMailbox) });
const common = {
  path: '/api/public/email-senders/{id}/mailbox',
  tag: 'Email senders',
  params: Type.Object({ id: Uuid() }),
} as const;

export const getMailboxContract = contract({
  operationId: 'getMailbox',
  method: 'get',
  ...common,
  scope: 'messaging:read',
  summary: 'Get the mailbox for replies to a sender. Null if there is none.',
  success: { 200: Answer },
  errors: ['SENDER_NOT_FOUND'],
});

export const setMailboxContract = contract({
  operationId: 'setMailbox',
  method: 'put',
  ...common,
  scope: 'messaging:write',
  summary: 'Connect a mailbox to receive replies and bounces, and to save and look up sent emails.',
  description: 'Specify either host, user and password of an IMAP server, or a connection.',
  bodyExample: { host: 'imap.example.com', user: 'sales@example.com', password: 'a password' },
  body: strictObject({
    host: optional(Host),
    port: optional(Port),
    secure: optional(Secure),
    user: optional(User),
    connection_id: optional(ConnectionId),
    shared_mailbox: optional(SharedMailbox),
    sent_copies: optional(Copies),
    password: optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'Password. It is encrypted and never returned.',
      }),
    ),
  }),
  success: { 200: Answer },
  errors: ['SENDER_NOT_FOUND', 'CONNECTION_NOT_FOUND'],
});

export const deleteMailboxContract = contract({
  operationId: 'deleteMailbox',
  method: 'delete',
  ...common,
  scope: 'messaging:write',
  summary: 'Disconnect the mailbox of a sender.',
  success: { 204: null },
  errors: ['SENDER_NOT_FOUND'],
});
