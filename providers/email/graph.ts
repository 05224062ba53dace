import { graphVerdict } from '../../domain/channels/graph-errors.js';
import { type ApiAnswer, type ApiConnection, asAsked, said } from '../json-api.js';
import type { AccessTokens, TokenAnswer } from '../oauth/provider.js';
import type { SendOutcome } from '../outcome.js';
import { type ComposedEmail, composeEmail, UnsafeAddressError } from './compose.js';
import type { EmailProvider, OutgoingEmail, VerifyOutcome } from './provider.js';

/** A sender that sends by Microsoft Graph. */
export interface GraphSender {
  connectionId: string;
  /** The shared mailbox that it sends from; null for the person's own. */
  sharedMailbox: string | null;
}

/** How a process reaches Microsoft Graph. */
export interface GraphAccess {
  /** With its version: https://graph.microsoft.com/v1.0 */
  graphUrl: string;
  api: ApiConnection;
  tokens: AccessTokens;
}

const VERIFY_MS = 8_000;

/** Returns whose mailbox a request is about, as the path of a request names it. */
export const mailboxPath = (address: string | null): string =>
  address === null ? '/me' : `/users/${encodeURIComponent(address)}`;

/** The code and the words of an error in the form that Graph answers. */
export function graphErrorIn(body: Record<string, unknown> | undefined): { code: string; message: string } | undefined {
  const error = body?.error as { code?: unknown; message?: unknown } | undefined;
  return typeof error?.code === 'string' ? { code: error.code, message: said(error.message) } : undefined;
}

/**
 * Sends whole messages by Microsoft Graph, which has no idempotency key: a connection that breaks after the request was
 * written leaves the outcome `unknown`, as with SMTP. An access token that Graph rejects sent nothing, so the message
 * is tried once more with a new one.
 */
export function graphEmail(access: GraphAccess, sender: GraphSender): EmailProvider {
  return {
    send: (email, endsAt) => send(access, sender, email, endsAt),
    verify: () => verify(access, sender),
    close: async () => undefined,
  };
}

async function send(
  access: GraphAccess,
  sender: GraphSender,
  email: OutgoingEmail,
  endsAt: number,
): Promise<SendOutcome> {
  let composed: ComposedEmail;
  try {
    composed = await composeEmail(email);
  } catch (error) {
    if (!(error instanceof UnsafeAddressError)) throw error;
    return { kind: 'refused_final', code: 'invalid_address', message: error.message };
  }
  const first = await access.tokens.tokenFor(sender.connectionId);
  if (first.kind !== 'token') return withoutToken(first);
  const outcome = await post(access, sender, { composed, token: first.token, endsAt });
  if (outcome !== 'token_rejected') return outcome;
  const second = await access.tokens.tokenFor(sender.connectionId, first.token);
  if (second.kind !== 'token') return withoutToken(second);
  const again = await post(access, sender, { composed, token: second.token, endsAt });
  return again === 'token_rejected' ? TOKENS_REJECTED : again;
}

const TOKENS_REJECTED: SendOutcome = {
  kind: 'refused_retry',
  code: 'sender_unauthorized',
  message: 'Microsoft rejected the access of the connection.',
  retryAfterSeconds: 300,
};

/** Nothing was sent. A connection that someone has to renew holds the message under that name. */
export function withoutToken(answer: Exclude<TokenAnswer, { kind: 'token' }>): SendOutcome {
  const { kind, message } = answer;
  if (kind === 'reconnect_needed') {
    return { kind: 'refused_retry', code: kind, message, retryAfterSeconds: 3_600, hold: 'reconnect_needed' };
  }
  const { code, retryAfterSeconds } = answer;
  return { kind: 'refused_retry', code, message, retryAfterSeconds };
}

async function post(
  { graphUrl, api }: GraphAccess,
  { sharedMailbox }: GraphSender,
  { composed, token, endsAt }: { composed: ComposedEmail; token: string; endsAt: number },
): Promise<SendOutcome | 'token_rejected'> {
  const answer = await api.call({
    method: 'POST',
    url: `${graphUrl}${mailboxPath(sharedMailbox)}/sendMail`,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
    body: composed.raw.toString('base64'),
    endsAt,
  });
  const outcome = outcomeOf(answer, composed.messageIdHeader);
  return outcome === 'token_rejected' ? outcome : asAsked(answer, outcome);
}

function outcomeOf(answer: ApiAnswer, messageId: string): SendOutcome | 'token_rejected' {
  if (answer.kind === 'unreachable') {
    const message = `Microsoft Graph couldn't be reached (${answer.code}).`;
    return { kind: 'refused_retry', code: 'graph_unreachable', message };
  }
  if (answer.kind === 'silence') {
    return { kind: 'unknown', message: `The connection closed before Microsoft responded (${answer.code}).` };
  }
  // Graph keeps the Message-ID of the message it is given.
  if (answer.status === 202) return { kind: 'accepted', providerMessageId: messageId };
  return refusalOf(answer);
}

function refusalOf({
  status,
  body,
  retryAfterSeconds,
}: ApiAnswer & { kind: 'answer' }): SendOutcome | 'token_rejected' {
  const error = graphErrorIn(body);
  const verdict = graphVerdict(status, error?.code) ?? (asksToWait(status, retryAfterSeconds) ? BUSY : undefined);
  if (!verdict) {
    return { kind: 'unknown', message: `Microsoft returned ${status}. The outcome of the message is unknown.` };
  }
  if (verdict.kind === 'token') return 'token_rejected';
  const message = [`Microsoft returned ${status}`, error && `${error.code}: ${error.message}`]
    .filter(Boolean)
    .join('. ');
  const refusal = { code: verdict.code, message, ...(error ? { providerCode: error.code.slice(0, 64) } : {}) };
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

const BUSY = { kind: 'later', code: 'provider_busy' } as const;

/** Graph answers 503 to what it didn't begin, and says when to come back; a gateway doesn't. */
const asksToWait = (status: number, retryAfterSeconds: number): boolean => status === 503 && retryAfterSeconds > 0;

/** Looks whether the connection works and may send. Reading the mailbox would need a permission that senders lack. */
async function verify({ tokens }: GraphAccess, { connectionId }: GraphSender): Promise<VerifyOutcome> {
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
