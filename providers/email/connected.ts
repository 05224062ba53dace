import type { RefusalVerdict, SendVerdict } from '../../domain/channels/send-verdict.js';
import { type ApiAnswer, type ApiConnection, asAsked } from '../json-api.js';
import type { AccessTokens, TokenAnswer } from '../oauth/provider.js';
import type { SendOutcome } from '../outcome.js';
import { type ComposedEmail, composeEmail, UnsafeAddressError } from './compose.js';
import type { OutgoingEmail, VerifyOutcome } from './provider.js';

/** The access of a process to a provider's mail API with the tokens of connections. */
export interface ConnectedAccess {
  api: ApiConnection;
  tokens: AccessTokens;
}

/** A mail API, as messages name it. */
export interface MailApi {
  provider: string;
  name: string;
  /** The start of our codes for it. */
  code: string;
}

/** An access token that works now, and what it allows. */
export type Grant = Extract<TokenAnswer, { kind: 'token' }>;
type Attempt = SendOutcome | 'token_rejected';
type Answered = ApiAnswer & { kind: 'answer' };

const VERIFY_MS = 8_000;

/**
 * Composes a mail and attempts to send it. An access token that the API rejects sent nothing, so the mail is tried once
 * more with a new one. Without a token nothing is sent.
 */
export async function sendConnected(
  tokens: AccessTokens,
  { connectionId, provider }: { connectionId: string; provider: string },
  email: OutgoingEmail,
  attempt: (composed: ComposedEmail, grant: Grant) => Promise<Attempt>,
): Promise<SendOutcome> {
  let composed: ComposedEmail;
  try {
    composed = await composeEmail(email);
  } catch (error) {
    if (!(error instanceof UnsafeAddressError)) throw error;
    return { kind: 'refused_final', code: 'invalid_address', message: error.message };
  }
  const first = await tokens.tokenFor(connectionId);
  if (first.kind !== 'token') return withoutToken(first);
  const outcome = await attempt(composed, first);
  if (outcome !== 'token_rejected') return outcome;
  const second = await tokens.tokenFor(connectionId, first.token);
  if (second.kind !== 'token') return withoutToken(second);
  const again = await attempt(composed, second);
  if (again !== 'token_rejected') return again;
  const message = `${provider} rejected the access of the connection.`;
  return { kind: 'refused_retry', code: 'sender_unauthorized', message, retryAfterSeconds: 300 };
}

/** Nothing was sent. A connection that someone has to renew holds the message under that name. */
export function withoutToken(
  answer: Exclude<TokenAnswer, { kind: 'token' }>,
): Extract<SendOutcome, { kind: 'refused_retry' }> {
  const { kind, message } = answer;
  if (kind === 'reconnect_needed') {
    return { kind: 'refused_retry', code: kind, message, retryAfterSeconds: 3_600, hold: 'reconnect_needed' };
  }
  const { code, retryAfterSeconds } = answer;
  return { kind: 'refused_retry', code, message, retryAfterSeconds };
}

/** The reason why an answer is no acceptance, as the API says it. Without a verdict the outcome is unknown. */
export interface Refusal {
  verdict: SendVerdict | undefined;
  error: { code: string; message: string } | undefined;
}

/** Returns the outcome of a mail whose request wasn't accepted. */
export function refusedAttempt(
  { provider, name, code }: MailApi,
  answer: ApiAnswer,
  judge: (answer: Answered) => Refusal,
): Attempt {
  if (answer.kind === 'unreachable') {
    const message = `${name} couldn't be reached (${answer.code}).`;
    return { kind: 'refused_retry', code: `${code}_unreachable`, message };
  }
  if (answer.kind === 'silence') {
    return { kind: 'unknown', message: `The connection closed before ${provider} responded (${answer.code}).` };
  }
  const { verdict, error } = judge(answer);
  const returned = `${provider} returned ${answer.status}`;
  if (!verdict) return { kind: 'unknown', message: `${returned}. The outcome of the message is unknown.` };
  if (verdict.kind === 'token') return 'token_rejected';
  const message = error ? `${returned}. ${error.code}: ${error.message}` : returned;
  return asAsked(answer, outcomeOf(verdict, { message, ...(error && { providerCode: error.code.slice(0, 64) }) }));
}

/** Returns the outcome that a verdict means for a mail. */
export function outcomeOf(verdict: RefusalVerdict, words: { message: string; providerCode?: string }): SendOutcome {
  const refusal = { code: verdict.code, ...words };
  switch (verdict.kind) {
    case 'final':
      return { kind: 'refused_final', ...refusal };
    case 'sender': {
      const { restSeconds: retryAfterSeconds } = verdict;
      return { kind: 'refused_retry', ...refusal, retryAfterSeconds, hold: 'sender_throttle', senderIsRefused: true };
    }
    case 'later':
      return { kind: 'refused_retry', ...refusal };
    case 'maybe':
      return { kind: 'refused_retry', ...refusal, mayBeTheMessage: true };
  }
}

/** Looks whether a connection works and may send. Reading the mailbox would need a permission that senders lack. */
export async function verifyConnection(tokens: AccessTokens, connectionId: string): Promise<VerifyOutcome> {
  const answer = await Promise.race([
    tokens.tokenFor(connectionId),
    new Promise<TokenAnswer>((resolve) => setTimeout(resolve, VERIFY_MS, LATE).unref()),
  ]);
  if (answer.kind === 'token') return { ok: true };
  return { ok: false, code: answer.kind === 'unavailable' ? answer.code : answer.kind, message: answer.message };
}

const LATE: TokenAnswer = {
  kind: 'unavailable',
  code: 'oauth_timeout',
  message: "The sign-in server didn't respond in time.",
  retryAfterSeconds: 30,
};
