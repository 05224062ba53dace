import type { AuditOutcome } from '../../schemas/accounts/audit.js';
import type { RecordKind } from '../../schemas/accounts/retention.js';
import type { MachineEngagement } from '../../schemas/events/machines.js';

export interface AccountRow {
  id: string;
  name: string;
  timezone: string;
  country: string | null;
  sending_enabled: boolean;
  sending_note: string | null;
  /** The account's own caps, on top of each agent's; null: none. */
  limits: string | null;
  /** After how many days records go, as JSON; null: never. */
  retention: string | null;
  /** True if users who sign in with a password need a second factor. */
  second_factor_required: boolean;
  /** The treatment of opens and clicks by machines. */
  machine_engagement: MachineEngagement;
  /** The number of days that requests with API keys are kept; 0: they aren't logged. */
  request_log_days: number;
  created_at: Date;
  updated_at: Date;
}

/** The progress of a retention pass over an account's records of a kind. */
export interface RetentionPassRow {
  account_id: string;
  kind: RecordKind;
  /** The time when its next piece is due; null while the account keeps them for ever. */
  due_at: Date | null;
  /** The key after which the current pass continues. */
  place: string;
  /** The number of records purged in the current pass. */
  n: number;
  /** The time when the last pass ended, and what went in it. */
  last_at: Date | null;
  last_n: number;
  /** The number of records purged in total. */
  total: number;
  /** Nothing of this instant or later ever went; null: nothing went. */
  gone_before: Date | null;
}

export interface UserRow {
  id: string;
  account_id: string;
  email: string;
  name: string;
  role: string;
  password_hash: string;
  created_at: Date;
  disabled_at: Date | null;
  /** The time when the user last got a lead in turn, counted within the account. */
  owner_turn: number;
  /** The language of the dashboard; null for the browser's. */
  language: string | null;
  /** Until when the password works although single sign-on is required; null: it doesn't. */
  password_until: Date | null;
}

/** An app that shows a code that changes every half minute. */
export interface AuthenticatorAppRow {
  id: string;
  account_id: string;
  user_id: string;
  /** Sealed. */
  secret: string;
  /** The number of the last half minute whose code was used; codes of it and of earlier ones don't work again. */
  last_step: number | null;
  created_at: Date;
  /** The time when the user showed its first code; null: it doesn't work yet. */
  confirmed_at: Date | null;
  last_used_at: Date | null;
}

/** A code that replaces the second factor once. */
export interface RecoveryCodeRow {
  user_id: string;
  code_hash: Buffer;
  used_at: Date | null;
}

/** A key pair in a user's device or password manager that signs in without a password. */
export interface PasskeyRow {
  id: string;
  account_id: string;
  user_id: string;
  name: string;
  credential_hash: Buffer;
  credential_id: Buffer;
  /** In COSE. */
  public_key: Buffer;
  /** The signatures that its device has counted; 0 from devices that don't count. */
  counter: number;
  /** True if it can be copied to other devices. */
  backup_eligible: boolean;
  /** True if it was backed up at its last use. */
  backed_up: boolean;
  /** JSON: the ways to reach its device, as the browser named them. */
  transports: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Random bytes that a passkey has to sign, once. */
export interface PasskeyChallengeRow {
  challenge_hash: Buffer;
  /** A hash of what only the browser has that asked for it. */
  browser_hash: Buffer;
  /** The user who registers a passkey; null for a sign-in. */
  user_id: string | null;
  expires_at: Date;
}

/** The person at an issuer of single sign-on who is a user. */
export interface UserIdentityRow {
  id: string;
  account_id: string;
  user_id: string;
  issuer_hash: Buffer;
  /** A hash of the issuer and its ID of the person, which stays when an address changes. */
  person_hash: Buffer;
  created_at: Date;
}

/** A single sign-on that is under way. */
export interface SignOnRow {
  id: string;
  state_hash: Buffer;
  /** The browser that started it. */
  browser_hash: Buffer;
  /** The PKCE verifier, sealed. */
  verifier: string;
  nonce: string;
  /** The page that opens afterwards. */
  target: string;
  expires_at: Date;
}

export interface SessionRow {
  jti: string;
  user_id: string;
  account_id: string;
  created_at: Date;
  expires_at: Date;
  revoked_at: Date | null;
  /** To the minute; null for sessions of the release before. */
  last_seen_at: Date | null;
  /** The browser's user agent at sign-in. */
  user_agent: string | null;
  /** The IP address of the sign-in. */
  address: string | null;
  /** The identity of a single sign-on. Null for a password or a link. */
  identity_id: string | null;
  /** A hash of the issuer and its ID of the session, if it names one. */
  issuer_session: Buffer | null;
  /** The time when the issuer signed the ID token, by its own clock. */
  issued_at: Date | null;
}

export const TOKEN_KINDS = ['setup', 'invitation', 'reset'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

/** A one-time link for a person: to become the first user, to join, to set a new password. */
export interface UserTokenRow {
  id: string;
  account_id: string;
  kind: TokenKind;
  token_hash: Buffer;
  /** The user whose password it sets. */
  user_id: string | null;
  /** The email address and role of the invitation. */
  email: string | null;
  role: string | null;
  created_by: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

/** One change by a person or key, or attempts of the same kind within an hour. */
export interface AuditEntryRow {
  id: string;
  account_id: string;
  at: Date;
  actor_kind: 'user' | 'key' | 'system' | 'anonymous';
  actor_id: string | null;
  operation: string;
  resource_type: string;
  resource_id: string | null;
  resource_name: string | null;
  /** Names of the fields that the request gave; never what they hold. */
  changed: string;
  /** The values of changed fields of the configuration before and after, as JSON; null for other requests. */
  changes: string | null;
  request_id: string | null;
  address: string | null;
  /** The counts of a background operation, as JSON; null for requests. */
  counts: string | null;
  outcome: AuditOutcome;
  /** The number of attempts it counts. */
  n: number;
  /** The time when the last of several was; null for one. */
  last_at: Date | null;
  /** A hash of who tried what in which hour, for what is counted. */
  once: Buffer | null;
}

export interface ApiKeyRow {
  id: string;
  account_id: string;
  name: string;
  kind: string;
  key_hash: Buffer;
  last_four: string;
  public_key: string | null;
  scopes: string;
  /** Always empty: the release before reads it. */
  domains: string;
  rate_limit: number;
  request_contact: boolean;
  last_used_at: Date | null;
  revoked_at: Date | null;
  created_at: Date;
  /** The user who created it, or null for keys from before this was stored. */
  created_by: string | null;
}

export interface RateCounterRow {
  api_key_id: string;
  minute: number;
  n: number;
}

export interface AccountSecretRow {
  account_id: string;
  name: string;
  value: string;
  created_at: Date;
  updated_at: Date;
}

export interface SystemFactRow {
  name: string;
  value: string;
  updated_at: Date;
}

/** Tries to sign in within a quarter of an hour, by a hash of who tried. */
export interface SignInGuessRow {
  subject: Buffer;
  period: number;
  n: number;
}

export interface IdempotencyKeyRow {
  account_id: string;
  route: string;
  key_hash: Buffer;
  fingerprint: Buffer;
  status: number | null;
  body: string | null;
  created_at: Date;
  expires_at: Date;
  owner_token: string | null;
  lease_until: Date | null;
  progress: string | null;
  /** The lead that the stored answer shows, where it shows a single one. */
  lead_id: string | null;
}

/** A saved list view of a user. */
export interface ViewRow {
  id: string;
  account_id: string;
  /** The user who created it, and its owner while it isn't shared. */
  user_id: string;
  resource: string;
  name: string;
  /** The filters, columns and order, as JSON. */
  layout: string;
  shared: boolean;
  created_at: Date;
  updated_at: Date;
}

/** A request with an API key. Its parts are redacted before they come here. */
export interface ApiRequestRow {
  /** The request ID that its response has, made when the request arrived. */
  id: string;
  account_id: string;
  key_id: string;
  operation: string;
  method: string;
  path: string;
  /** Null if the caller left before the response. */
  status: number | null;
  /** The first digit of the status; 0 without one. */
  status_class: number;
  error_code: string | null;
  duration_ms: number;
  idempotency_key: string | null;
  /** True if the response is the stored one of an earlier request. */
  replayed: boolean;
  query: string | null;
  request_body: string | null;
  response_body: string | null;
}
