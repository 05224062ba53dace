import { WEBHOOK_GONE } from '../../domain/accounts/chat-payload.js';
import { failureCode } from '../../runtime/network-failure.js';
import { type SafeFetch, SafeFetchError } from '../../runtime/safe-fetch.js';
import { neverArrived } from '../http.js';
import type { SendOutcome } from '../outcome.js';

/** A message for an incoming webhook of Slack or Teams. */
export interface OutgoingChat {
  messageId: string;
  accountId: string;
  url: string;
  /** JSON of the message. */
  body: string;
}

/** Posts messages to incoming webhooks. */
export interface ChatProvider {
  send(message: OutgoingChat, endsAt: number): Promise<SendOutcome>;
}

const MAX_ANSWER_BYTES = 64 * 1024;
const LONGEST_RETRY_SECONDS = 3_600;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * Posts to URLs that users have given, https and public addresses only. A server that doesn't respond leaves the outcome
 * unknown; a message is posted again only if it certainly wasn't accepted.
 */
export const chatWebhooks = (fetch: SafeFetch): ChatProvider => ({
  async send({ accountId, url, body }, endsAt) {
    try {
      const { status, headers } = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
        endsAt,
        maxBytes: MAX_ANSWER_BYTES,
        maxRedirects: 0,
        accountId,
      });
      return outcomeOf(status, headers['retry-after']);
    } catch (error) {
      if (!(error instanceof SafeFetchError)) throw error;
      return failureOf(error);
    }
  },
});

function outcomeOf(status: number, retryAfter: string | undefined): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'accepted', providerMessageId: '' };
  if (status === 404 || status === 410) {
    return { kind: 'refused_final', code: WEBHOOK_GONE, message: `The webhook no longer exists (${status}).` };
  }
  const message = `The URL returned ${status}.`;
  if (status === 429 || status >= 500) {
    const retryAfterSeconds = Math.min(Number(retryAfter) || 0, LONGEST_RETRY_SECONDS);
    return {
      kind: 'refused_retry',
      code: `HTTP_${status}`,
      message,
      mayBeTheMessage: true,
      ...(retryAfterSeconds > 0 && { retryAfterSeconds }),
    };
  }
  return { kind: 'refused_final', code: REDIRECTS.has(status) ? 'REDIRECT' : `HTTP_${status}`, message };
}

function failureOf({ code, message, cause }: SafeFetchError): SendOutcome {
  if (code === 'TOO_LARGE' || code === 'TIMEOUT') return { kind: 'unknown', message };
  if (code !== 'NETWORK') return { kind: 'refused_final', code, message };
  return neverArrived(failureCode(cause))
    ? { kind: 'refused_retry', code: 'UNREACHABLE', message, mayBeTheMessage: true }
    : { kind: 'unknown', message };
}
