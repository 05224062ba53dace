import type { ConnectionProvider } from '../../schemas/connections/connections.js';

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
  subject: string;
  email: string | null;
}

/** The reason why a provider gave no tokens. `refused` is final: a person has to sign in again. */
export type OAuthFailure =
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'unavailable'; code: string; message: string; retryAfterSeconds: number };

export type SignInResult = { kind: 'granted'; tokens: GrantedTokens; person: SignedInPerson } | OAuthFailure;
export type RefreshResult = { kind: 'granted'; tokens: GrantedTokens } | OAuthFailure;

/** A sign-in that is started: what the provider sends back has to fit it. */
export interface SignIn {
  provider: ConnectionProvider;
  state: string;
  nonce: string;
  /** The PKCE verifier, without which an intercepted code is useless. */
  verifier: string;
}

/** Signs people in with Google and Microsoft. No call throws for what happens outside. */
export interface OAuthClient {
  /** Returns whether the instance has a client ID and a secret for a provider. */
  isConfigured(provider: ConnectionProvider): boolean;
  authorizationUrl(
    signIn: SignIn,
    asked: { scopes: readonly string[]; email: string | null },
  ): Promise<{ kind: 'url'; url: string } | OAuthFailure>;
  /** Exchanges the code that the provider sent back. `callback` is the query of that request. */
  finish(signIn: SignIn, callback: URLSearchParams, scopes: readonly string[]): Promise<SignInResult>;
  refresh(provider: ConnectionProvider, refreshToken: string): Promise<RefreshResult>;
  /** Revokes the access, where the provider has an address for that. */
  revoke(provider: ConnectionProvider, refreshToken: string): Promise<void>;
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
