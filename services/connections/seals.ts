import type { ConnectionLinkRow, ConnectionRow } from '../../db/tables.js';
import type { SecretBox } from '../../runtime/secret-box.js';

const contextOf = (id: string, column: 'access_token' | 'refresh_token') => `connections/${id}/${column}`;

/** Returns a token as the row keeps it; sealed for this connection, so that it can't be moved to another one. */
export const sealToken = (
  box: SecretBox,
  { id }: Pick<ConnectionRow, 'id'>,
  column: 'access_token' | 'refresh_token',
  token: string,
): string => box.seal(token, contextOf(id, column));

/** Opens a token of a connection; null where it has none. */
export const openToken = (
  box: SecretBox,
  row: Pick<ConnectionRow, 'id' | 'access_token' | 'refresh_token'>,
  column: 'access_token' | 'refresh_token',
): string | null => {
  const sealed = row[column];
  return sealed === null ? null : box.open(sealed, contextOf(row.id, column));
};

const clientContext = (id: string) => `connections/${id}/client_secret`;

/** Returns the secret of an account's own client as the row keeps it. */
export const sealClientSecret = (box: SecretBox, { id }: Pick<ConnectionRow, 'id'>, secret: string): string =>
  box.seal(secret, clientContext(id));

/** Opens the secret of an account's own client; null for a public client. */
export const openClientSecret = (
  box: SecretBox,
  { id, client_secret }: Pick<ConnectionRow, 'id' | 'client_secret'>,
): string | null => (client_secret === null ? null : box.open(client_secret, clientContext(id)));

const verifierContext = (linkId: string) => `connection_links/${linkId}/verifier`;

export const sealVerifier = (box: SecretBox, { id }: Pick<ConnectionLinkRow, 'id'>, verifier: string): string =>
  box.seal(verifier, verifierContext(id));

export const openVerifier = (box: SecretBox, { id }: Pick<ConnectionLinkRow, 'id'>, sealed: string): string =>
  box.open(sealed, verifierContext(id));
