import type { ConnectionRow, StoredOAuthClient } from '../../db/tables.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import type { Static } from '../../schemas/common.js';
import type { ConnectionPurpose, createConnectionContract } from '../../schemas/connections/connections.js';
import { sealClientSecret } from '../../services/connections/seals.js';
import { ApiError } from '../http/errors.js';
import { emailField } from '../http/request/fields.js';

type Input = Static<(typeof createConnectionContract)['body']>;
type Client = NonNullable<Input['oauth']>;
type Columns = Pick<ConnectionRow, 'email' | 'oauth_client' | 'client_secret'>;

const SUBMISSION = { port: 587, tlsPort: 465 };
const IMAPS = { port: 993, tlsPort: 993 };
const NONE: Columns = { email: null, oauth_client: null, client_secret: null };

const invalid = (field: string, message: string): ApiError => new ApiError('VALIDATION_ERROR', { message, field });

/** Returns the columns of an account's own client; none for a provider that the instance is registered with. */
export function ownClientColumns(box: SecretBox, id: string, { provider, purposes, email, oauth }: Input): Columns {
  if (provider !== 'oauth') {
    if (oauth) throw invalid('/oauth', 'Only the provider oauth has a client of its own.');
    if (email) throw invalid('/email', 'The address is that of the person who signs in.');
    return NONE;
  }
  if (!email) throw invalid('/email', 'email is required for the provider oauth.');
  if (!oauth) throw invalid('/oauth', 'oauth is required for the provider oauth.');
  const client: StoredOAuthClient = {
    ...endpointsOf(oauth),
    client_id: oauth.client_id,
    scopes: oauth.scopes,
    smtp: serverOf(oauth.smtp, SUBMISSION),
    imap: serverOf(oauth.imap, IMAPS),
  };
  assertServers(client, purposes);
  return {
    email: emailField(email, '/email'),
    oauth_client: JSON.stringify(client),
    client_secret: oauth.client_secret ? sealClientSecret(box, { id }, oauth.client_secret) : null,
  };
}

function endpointsOf({ issuer, authorization_url, token_url, scopes }: Client) {
  if (issuer) {
    if (authorization_url ?? token_url)
      throw invalid('/oauth/issuer', 'issuer replaces both addresses. Send only one kind.');
    return { issuer: addressOf(issuer, 'issuer'), authorization_url: null, token_url: null };
  }
  if (!authorization_url) throw invalid('/oauth/authorization_url', 'authorization_url is required without an issuer.');
  if (!token_url) throw invalid('/oauth/token_url', 'token_url is required without an issuer.');
  // Its ID token names the issuer, and couldn't be validated.
  if (scopes.includes('openid')) throw invalid('/oauth/scopes', 'The scope openid needs an issuer.');
  return {
    issuer: null,
    authorization_url: addressOf(authorization_url, 'authorization_url'),
    token_url: addressOf(token_url, 'token_url'),
  };
}

function addressOf(text: string, field: string): string {
  const url = URL.parse(text);
  if (!url || url.username || url.password || url.hash) {
    throw invalid(`/oauth/${field}`, 'The address must be a valid URL without a user, a password or a fragment.');
  }
  return text;
}

const serverOf = (
  input: Client['smtp'],
  { port: usual, tlsPort }: { port: number; tlsPort: number },
): StoredOAuthClient['smtp'] => {
  if (!input) return null;
  const { host, port = usual, secure = port === tlsPort } = input;
  return { host: host.toLowerCase(), port, secure };
};

function assertServers({ smtp, imap }: StoredOAuthClient, purposes: readonly ConnectionPurpose[]): void {
  const [sends, reads] = [purposes.includes('send_mail'), purposes.includes('read_mail')];
  if (sends && !smtp) throw invalid('/oauth/smtp', 'smtp is required for the purpose send_mail.');
  if (smtp && !sends) throw invalid('/oauth/smtp', 'smtp is only for the purpose send_mail.');
  if (reads && !imap) throw invalid('/oauth/imap', 'imap is required for the purpose read_mail.');
  if (imap && !reads) throw invalid('/oauth/imap', 'imap is only for the purpose read_mail.');
}

/** Returns the new secret of a connection's client; nothing where none was sent. */
export function newClientSecret(
  box: SecretBox,
  { id, provider }: Pick<ConnectionRow, 'id' | 'provider'>,
  secret: string | undefined,
): Partial<ConnectionRow> {
  if (secret === undefined) return {};
  if (provider !== 'oauth') throw invalid('/client_secret', 'Only the provider oauth has a client of its own.');
  // Refreshes that failed with the earlier secret are repeated at once.
  return { client_secret: sealClientSecret(box, { id }, secret), refresh_owner: null, refresh_until: null };
}
