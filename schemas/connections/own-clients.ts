import { meantAs, nullable, optional, strictObject, Type } from '../common.js';

const Host = Type.String({
  minLength: 1,
  maxLength: 253,
  pattern: '^[A-Za-z0-9]([A-Za-z0-9._:-]*[A-Za-z0-9])?$',
  description: 'Host name or IP address of the server.',
});
const Port = Type.Integer({ minimum: 1, maximum: 65_535, description: 'Port. Defaults to 587 (SMTP) or 993 (IMAP).' });
const Secure = Type.Boolean({
  description: 'Whether to use TLS from the start. Defaults to true on ports 465 and 993 only.',
});
const Server = strictObject({ host: Host, port: Port, secure: Secure });
const ServerInput = strictObject({ host: Host, port: optional(Port), secure: optional(Secure) });

const url = (description: string) =>
  Type.String({ minLength: 9, maxLength: 2_048, pattern: '^https?://[^\\s]+$', description });
const Issuer = url(
  'Issuer of the provider. Its addresses are read from its OpenID Connect discovery document. Must be https and ' +
    'public, except for hosts in `MAIL_PRIVATE_HOSTS`.',
);
const AuthorizationUrl = url(
  'Authorization endpoint, for a provider without an issuer. It can have a query, such as `?prompt=consent`.',
);
const TokenUrl = url('Token endpoint, for a provider without an issuer.');
const ClientId = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'The ID that the provider gave your client when you registered it.',
});
const Scopes = Type.Array(
  Type.String({ minLength: 1, maxLength: 500, pattern: '^[\\x21-\\x7e]+$', description: 'A scope.' }),
  {
    minItems: 1,
    maxItems: 30,
    description:
      'Scopes to request. Most providers only grant lasting access with one of them, such as `offline_access`.',
  },
);

/** The secret of a client that an account has registered. */
export const ClientSecret = Type.String({
  minLength: 1,
  maxLength: 1_000,
  pattern: '^[\\x21-\\x7e]+$',
  description: 'Client secret. It is encrypted and never returned.',
});

/** A mailbox's address at a provider that doesn't identify its users. */
export const MailboxAddress = meantAs(
  'email',
  Type.String({
    minLength: 3,
    maxLength: 254,
    description:
      'Address of the mailbox, which is the user name at the mail servers. Required for the provider `oauth`.',
  }),
);

/** A client as a request describes it. */
export const OwnClientInput = strictObject(
  {
    issuer: optional(Issuer),
    authorization_url: optional(AuthorizationUrl),
    token_url: optional(TokenUrl),
    client_id: ClientId,
    client_secret: optional(ClientSecret),
    scopes: Scopes,
    smtp: optional(ServerInput),
    imap: optional(ServerInput),
  },
  {
    description:
      'Client that you registered with the provider, and the mail servers that accept its access tokens (SASL XOAUTH2 ' +
      'or OAUTHBEARER). Required for the provider `oauth`. `smtp` is required for the purpose `send_mail`, `imap` for ' +
      '`read_mail`.',
  },
);

/** A client as the API returns it. */
export const OwnClient = strictObject(
  {
    issuer: nullable(Issuer),
    authorization_url: nullable(AuthorizationUrl),
    token_url: nullable(TokenUrl),
    client_id: ClientId,
    client_secret_set: Type.Boolean({ description: 'Whether a client secret is stored.' }),
    scopes: Scopes,
    smtp: nullable(Server),
    imap: nullable(Server),
  },
  { description: 'Client and mail servers of a connection of the provider `oauth`. Null for other providers.' },
);
