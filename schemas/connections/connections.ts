import {
  named,
  nullable,
  oneOf,
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
import { ClientSecret, MailboxAddress, OwnClient, OwnClientInput } from './own-clients.js';

/** The providers that the instance itself is registered with. Their mail and calendars are reached by an API. */
export const REGISTERED_PROVIDERS = ['microsoft', 'google'] as const;
export type RegisteredProvider = (typeof REGISTERED_PROVIDERS)[number];
export const CONNECTION_PROVIDERS = [...REGISTERED_PROVIDERS, 'oauth'] as const;
export type ConnectionProvider = (typeof CONNECTION_PROVIDERS)[number];

export const CONNECTION_PURPOSES = ['send_mail', 'read_mail', 'shared_mailboxes', 'calendars'] as const;
/** The purpose of a connection, from which its permissions follow. */
export type ConnectionPurpose = (typeof CONNECTION_PURPOSES)[number];

const CONNECTION_STATUSES = ['pending', 'connected', 'reconnect_needed'] as const;
export type ConnectionStatus = (typeof CONNECTION_STATUSES)[number];

const MAX_LINK_HOURS = 168;

const Provider = oneOf(CONNECTION_PROVIDERS, {
  description:
    'Provider of the mailbox: `microsoft` for Microsoft 365, `google` for Google Workspace and Gmail, `oauth` for ' +
    'mail servers of any other provider, with a client that you registered with it.',
});
const Purposes = Type.Array(
  oneOf(CONNECTION_PURPOSES, {
    description:
      '`send_mail`: send emails. `read_mail`: read replies and bounces. `shared_mailboxes`: the same for shared ' +
      'mailboxes that the person has access to (Microsoft only). `calendars`: read calendars and write meetings (not ' +
      'for the provider `oauth`).',
  }),
  {
    minItems: 1,
    maxItems: CONNECTION_PURPOSES.length,
    description: 'What the connection may be used for. Each purpose asks for its own permissions.',
  },
);

/** A connection as the API answers it. Its tokens are never returned. */
export const Connection = named(
  'Connection',
  strictObject({
    id: Uuid(),
    provider: Provider,
    purposes: Purposes,
    host_id: nullable(Uuid('ID of the host whose mailbox it is. Null if it belongs to no host.')),
    status: oneOf(CONNECTION_STATUSES, {
      description:
        '`pending`: no one has signed in yet. `connected`: the connection works. `reconnect_needed`: the provider ' +
        'has withdrawn the access. Messages wait until someone signs in again.',
    }),
    email: nullable(
      Type.String({
        description:
          'Address of the person who signed in. Null while pending. For the provider `oauth`, address of the mailbox.',
      }),
    ),
    oauth: nullable(OwnClient),
    scopes: Type.Array(Type.String(), { description: 'Permissions that the provider granted.' }),
    error: nullable(Type.String({ description: "The provider's reason, if a new sign-in is needed." })),
    created_by: nullable(Uuid('ID of the user who created it. Null if it was created with an API key.')),
    used_by: Type.Array(
      strictObject({
        email_sender_id: nullable(Uuid('ID of the email sender. Null for the calendar of a host.')),
        host_id: nullable(Uuid('ID of the host whose calendar uses the connection. Null for an email sender.')),
        name: Type.String({ description: 'Name of the email sender or the host.' }),
        sends: Type.Boolean({ description: 'Whether the sender sends through the connection.' }),
        receives: Type.Boolean({ description: "Whether the sender's mailbox is read through the connection." }),
      }),
      { description: 'Email senders, and hosts whose calendars use the connection. It can be deleted when empty.' },
    ),
    connected_at: nullable(Timestamp('Time of the latest sign-in.')),
    reconnect_needed_at: nullable(Timestamp('Time at which the provider withdrew the access.')),
    created_at: Timestamp('Time of creation.'),
    updated_at: Timestamp('Time of the last change.'),
  }),
);

const ConnectionAnswer = strictObject({ success: Success, connection: Connection });
const AuthorizationAnswer = strictObject({
  success: Success,
  connection: Connection,
  authorize_url: Type.String({
    description:
      'Single-use link to the page where the person signs in. Open it, or send it to the person. It works in one ' +
      'browser, until it has connected or expired.',
  }),
  expires_at: Timestamp('Time at which the link expires.'),
});
const LinkHours = Type.Integer({
  minimum: 1,
  maximum: MAX_LINK_HOURS,
  description: 'Number of hours for which the link works, up to 168. Defaults to 24.',
});
const ReturnToDashboard = Type.Boolean({
  description:
    'Whether the browser goes to the connections in the dashboard after the sign-in, instead of a final page. ' +
    'Defaults to false.',
});
const params = Type.Object({ id: Uuid() });
const tag = 'Connections';

export const listConnectionsContract = contract({
  operationId: 'listConnections',
  method: 'get',
  path: '/api/public/connections',
  tag,
  scope: 'messaging:read',
  summary: 'List the connections to mailboxes and calendars, newest first.',
  query: Type.Object({ ...PageQuery }),
  success: {
    200: strictObject({
      success: Success,
      connections: Type.Array(Connection),
      configured_providers: Type.Array(oneOf(REGISTERED_PROVIDERS, { description: 'A provider.' }), {
        description:
          'Providers that the instance is registered with. A connection to another one returns an error, except for ' +
          '`oauth`.',
      }),
      pagination: Pagination,
    }),
  },
  errors: [],
});

export const createConnectionContract = contract({
  operationId: 'createConnection',
  method: 'post',
  path: '/api/public/connections',
  tag,
  scope: 'messaging:write',
  summary: 'Create a connection and a link to sign in with.',
  body: strictObject({
    provider: Provider,
    purposes: Purposes,
    host_id: optional(Uuid('ID of the host whose mailbox it is.')),
    email: optional(MailboxAddress),
    oauth: optional(OwnClientInput),
    link_hours: optional(LinkHours),
    return_to_dashboard: optional(ReturnToDashboard),
  }),
  secretAnswer: true,
  success: { 201: AuthorizationAnswer },
  errors: ['HOST_NOT_FOUND', 'PROVIDER_NOT_CONFIGURED'],
});

export const getConnectionContract = contract({
  operationId: 'getConnection',
  method: 'get',
  path: '/api/public/connections/{id}',
  tag,
  scope: 'messaging:read',
  summary: 'Get a connection.',
  params,
  success: { 200: ConnectionAnswer },
  errors: ['CONNECTION_NOT_FOUND'],
});

export const reconnectContract = contract({
  operationId: 'reconnect',
  method: 'post',
  path: '/api/public/connections/{id}/reconnect',
  tag,
  scope: 'messaging:write',
  summary: 'Create a new link to sign in with. Earlier links of the connection stop working.',
  description: 'The same person must sign in. For another person, create another connection.',
  params,
  body: strictObject({
    link_hours: optional(LinkHours),
    return_to_dashboard: optional(ReturnToDashboard),
    client_secret: optional(
      Type.String({
        ...ClientSecret,
        description:
          'New client secret, if the provider `oauth` has replaced it. It is used immediately, even if no one signs ' +
          'in again.',
      }),
    ),
  }),
  bodyOptional: true,
  secretAnswer: true,
  success: { 200: AuthorizationAnswer },
  errors: ['CONNECTION_NOT_FOUND', 'PROVIDER_NOT_CONFIGURED'],
});

export const deleteConnectionContract = contract({
  operationId: 'deleteConnection',
  method: 'delete',
  path: '/api/public/connections/{id}',
  tag,
  scope: 'messaging:write',
  summary: 'Delete a connection with its tokens, and revoke the access if the provider supports it.',
  description: "Fails if a sender, a mailbox or a host's calendar uses the connection.",
  params,
  idempotency: 'none',
  success: { 204: null },
  errors: ['CONNECTION_NOT_FOUND', 'IN_USE'],
});
