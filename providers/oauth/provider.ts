import type { ConnectionProvider, RegisteredProvider } from '../../schemas/connections/connections.js';

/** The tokens that a provider granted at a sign-in or a refresh. */
export interface GrantedTokens {
  accessToken: string;
  /** Null where the provider keeps the one that was used. */
  refreshToken: string | null;
  expiresInSeconds: number;
  /** Null where the provider names none, which means: those that were asked for. */
  scopes: string[] | null;
}

/** The user who signed in. */
export interface SignedInPerson {
  /** Null where the provider doesn't identify its users. */
  subject: string | null;
  email: string | null;
}

/** The reason why a provider gave no tokens. `refused` is final: a person has to sign in again. */
export type OAuthFailure =
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'unavailable'; code: string; message: string; retryAfterSeconds: number };

export type SignInResult = { kind: 'granted'; tokens: GrantedTokens; person: SignedInPerson } | OAuthFailure;
export type RefreshResult = { kind: 'granted'; tokens: GrantedTokens } | OAuthFailure;

/** A client that an account has registered with a server of its choice. */
export interface OwnClient {
  accountId: string;
  /** The server describes itself if it has an issuer. */
  server: { issuer: string } | { authorizationUrl: string; tokenUrl: string };
  clientId: string;
  /** Null for a public client, which PKCE protects. */
  clientSecret: string | null;
}

/** The client of a sign-in: a registration of the instance, or an account's own. */
export type OAuthTarget = RegisteredProvider | OwnClient;

/** A sign-in that is started: what the provider sends back has to fit it. */
export interface SignIn {
  target: OAuthTarget;
  state: string;
  nonce: string;
  /** The PKCE verifier, without which an intercepted code is useless. */
  verifier: string;
}

/** Signs people in with Google, Microsoft and the servers of accounts' own clients. No call throws for what happens outside. */
export interface OAuthClient {
  /** Returns whether there is a client ID for a provider: the instance's, or each account's own. */
  isConfigured(provider: ConnectionProvider): boolean;
  authorizationUrl(
    signIn: SignIn,
    asked: { scopes: readonly string[]; email: string | null },
  ): Promise<{ kind: 'url'; url: string } | OAuthFailure>;
  /** Exchanges the code that the provider sent back. `callback` is the query of that request. */
  finish(signIn: SignIn, callback: URLSearchParams, scopes: readonly string[]): Promise<SignInResult>;
  refresh(target: OAuthTarget, refreshToken: string): Promise<RefreshResult>;
  /** Revokes the access, where the provider has an address for that. */
  revoke(target: OAuthTarget, refreshToken: string): Promise<void>;
  close(): Promise<void>;
}

/** The answer to a caller that needs an access token. */
export type TokenAnswer =
  | {
      kind: 'token';
      token: string;
      /** Address of the person who signed in, if the provider named it. */
      email: string | null;
      /** The permissions that were granted. */
      scopes: readonly string[];
    }
  /** The connection is gone, or someone has to sign in again. */
  | { kind: 'reconnect_needed'; message: string }
  | { kind: 'unavailable'; code: string; message: string; retryAfterSeconds: number };

/** Gives out access tokens of connections that work now. */
export interface AccessTokens {
  /** `rejected` is a token that the provider's API didn't take: it is replaced, even if it hasn't expired. */
  tokenFor(connectionId: string, rejected?: string): Promise<TokenAnswer>;
}

/** Gives out access tokens for logins at mail servers, which judge them without the provider's API. */
export interface LoginTokens extends AccessTokens {
  /**
   * Notes that a server took neither a token nor the one that replaced it, with the server's reason: someone has to
   * sign in again. Changes nothing if the token isn't the stored one any more.
   */
  refused(connectionId: string, token: string, reason: string): Promise<void>;
}
