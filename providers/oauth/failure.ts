import { AuthorizationResponseError, ResponseBodyError } from 'openid-client';
import { oneLine } from '../json-api.js';
import type { OAuthFailure } from './provider.js';

/** An answer that passes by waiting: too many requests, or the provider's own trouble. */
export class TemporaryFailure extends Error {
  readonly status: number;
  readonly retryAfterSeconds: number;
  constructor(status: number, retryAfterSeconds: number) {
    super(`The provider returned ${status}.`);
    this.name = 'TemporaryFailure';
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Errors that only a person ends, by signing in again. */
const FINAL = new Set([
  ...['invalid_grant', 'interaction_required', 'login_required', 'consent_required', 'account_selection_required'],
  ...['access_denied', 'invalid_scope'],
]);
const RETRY_SECONDS = 30;
/** The operator fixes a wrong client ID or secret, not the person who signs in. */
const MISCONFIGURED_SECONDS = 300;

/** Judges why a provider gave no tokens, by the error's own words where it has some. */
export function failureOf(error: unknown): OAuthFailure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ResponseBodyError || cause instanceof AuthorizationResponseError) {
      return judge(cause.error, oneLine(cause.error_description) || `The provider refused: ${cause.error}.`);
    }
    if (cause instanceof TemporaryFailure) {
      const retryAfterSeconds = Math.max(cause.retryAfterSeconds, RETRY_SECONDS);
      return { kind: 'unavailable', code: `oauth_${cause.status}`, message: cause.message, retryAfterSeconds };
    }
  }
  const message = error instanceof Error ? deepest(error).message : 'The sign-in server failed.';
  return {
    kind: 'unavailable',
    code: 'oauth_unreachable',
    message: oneLine(message),
    retryAfterSeconds: RETRY_SECONDS,
  };
}

function judge(code: string, message: string): OAuthFailure {
  if (FINAL.has(code)) return { kind: 'refused', code, message };
  const isTemporary = code === 'temporarily_unavailable' || code === 'server_error' || code === 'slow_down';
  const retryAfterSeconds = isTemporary ? RETRY_SECONDS : MISCONFIGURED_SECONDS;
  return { kind: 'unavailable', code: `oauth_${oneLine(code)}`.slice(0, 64), message, retryAfterSeconds };
}

const deepest = (error: Error): Error => (error.cause instanceof Error ? deepest(error.cause) : error);
