import { fromJson } from '../../db/connection.js';
import type { ConnectionRow, StoredOAuthClient } from '../../db/tables.js';
import { askedScopes } from '../../domain/connections/permissions.js';
import type { OAuthTarget } from '../../providers/oauth/provider.js';
import type { SecretBox } from '../../runtime/secret-box.js';
import { openClientSecret } from './seals.js';
import { purposesOf } from './settings.js';

/** Returns the client that an account has registered itself; null for a provider of the instance. */
export const ownClientOf = ({ oauth_client }: Pick<ConnectionRow, 'oauth_client'>): StoredOAuthClient | null =>
  fromJson<StoredOAuthClient | null>(oauth_client);

type Client = Pick<ConnectionRow, 'id' | 'account_id' | 'provider' | 'oauth_client' | 'client_secret'>;

/** Returns the client that a connection signs in with, its secret opened. */
export function targetOf(box: SecretBox, row: Client): OAuthTarget {
  if (row.provider !== 'oauth') return row.provider;
  const client = ownClientOf(row);
  if (!client) throw new Error('The connection has no client.');
  const { issuer, authorization_url, token_url, client_id } = client;
  return {
    accountId: row.account_id,
    server: issuer === null ? { authorizationUrl: authorization_url ?? '', tokenUrl: token_url ?? '' } : { issuer },
    clientId: client_id,
    clientSecret: openClientSecret(box, row),
  };
}

/** Returns the scopes that a sign-in of a connection asks for. */
export const scopesOf = (row: Pick<ConnectionRow, 'provider' | 'purposes' | 'oauth_client'>): string[] =>
  row.provider === 'oauth' ? (ownClientOf(row)?.scopes ?? []) : askedScopes(row.provider, purposesOf(row));

const NAMES = { microsoft: 'Microsoft', google: 'Google' } as const;

/** Names the provider of a connection for people: that of an own client by its host. */
export function providerName(row: Pick<ConnectionRow, 'provider' | 'oauth_client'>): string {
  if (row.provider !== 'oauth') return NAMES[row.provider];
  const client = ownClientOf(row);
  return new URL(client?.issuer ?? client?.authorization_url ?? '').host;
}

/** Returns the settings of a mail server that takes the tokens of a connection; undefined where it has none. */
export function mailServerOf(
  row: Pick<ConnectionRow, 'oauth_client' | 'email'>,
  protocol: 'smtp' | 'imap',
): { host: string; port: number; secure: boolean; user: string } | undefined {
  const server = ownClientOf(row)?.[protocol];
  return server && row.email !== null ? { ...server, user: row.email } : undefined;
}
