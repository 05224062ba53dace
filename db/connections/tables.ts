import type { ConnectionProvider, ConnectionStatus } from '../../schemas/connections/connections.js';

/** A client that an account has registered itself with a provider, and the provider's servers, as they are stored. */
export interface StoredOAuthClient {
  /** Null where both addresses are given instead. */
  issuer: string | null;
  authorization_url: string | null;
  token_url: string | null;
  client_id: string;
  scopes: string[];
  /** Null without the purpose that needs it. */
  smtp: StoredServer | null;
  imap: StoredServer | null;
}

interface StoredServer {
  host: string;
  port: number;
  secure: boolean;
}

/** Access to someone's mailbox at a provider, by OAuth. */
export interface ConnectionRow {
  id: string;
  account_id: string;
  provider: ConnectionProvider;
  /** A JSON array of what it is used for. */
  purposes: string;
  host_id: string | null;
  status: ConnectionStatus;
  /** The provider's ID of the person who signed in, which stays when an address changes. */
  subject: string | null;
  email: string | null;
  /** The permissions that the provider granted, separated by spaces. */
  scopes: string | null;
  /** Both tokens are sealed. */
  access_token: string | null;
  refresh_token: string | null;
  /** Counts the tokens that were stored: who refreshes replaces the one that was read, and no later one. */
  token_version: number;
  access_expires_at: Date | null;
  /** The process that refreshes the tokens now, and the end of its lease. */
  refresh_owner: string | null;
  refresh_until: Date | null;
  /** A JSON object for the provider `oauth`; null for those that the instance is registered with. */
  oauth_client: string | null;
  /** The secret of that client, sealed. Null for a public client. */
  client_secret: string | null;
  /** The reason why the provider withdrew the access, and when that was noticed. */
  error: string | null;
  reconnect_needed_at: Date | null;
  connected_at: Date | null;
  created_at: Date;
  updated_at: Date;
  /** The user who created it; null for one that was created with an API key. */
  created_by: string | null;
}

/** A link to sign in with, and the sign-in that was started with it. */
export interface ConnectionLinkRow {
  id: string;
  account_id: string;
  connection_id: string;
  token_hash: Buffer;
  /** The browser that started a sign-in; no other can use the link from then on. */
  browser_hash: Buffer | null;
  /** The sign-in that is under way. Null once the provider has sent the person back. */
  state_hash: Buffer | null;
  state_until: Date | null;
  /** The PKCE verifier, sealed, and the nonce of that sign-in. */
  verifier: string | null;
  nonce: string | null;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
  /** True if the browser goes back to the dashboard after the sign-in. */
  returns: boolean;
}
