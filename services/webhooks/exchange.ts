import { type SafeFetch, SafeFetchError } from '../../runtime/safe-fetch.js';

/** One request to an address of an account. */
export interface WebhookRequest {
  url: string;
  /** Headers in lower case, in addition to the content type. */
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  accountId: string;
}

/** The outcome of a request. Only a 2xx response delivers it. */
export interface WebhookAnswer {
  delivered: boolean;
  status: number | null;
  /** The reason in words, without the URL or the response; null if delivered. */
  failure: string | null;
  /** True if no response arrived. */
  silent: boolean;
  /** False if the address itself isn't allowed, so a repeat ends the same way unless DNS or the settings change. */
  allowed: boolean;
  /** The pause that the receiver requested, in milliseconds; 0 if it didn't. */
  retryAfterMs: number;
}

const MAX_ANSWER_BYTES = 64 * 1024;
const SILENCE = new Set(['TIMEOUT', 'NETWORK']);
const NOT_ALLOWED = new Set(['INVALID_URL', 'BLOCKED_ADDRESS', 'BLOCKED_REDIRECT']);

/** Posts a signed body. Redirects aren't followed. Never throws for what the receiver or the network does. */
export async function exchangeWebhook(fetch: SafeFetch, request: WebhookRequest): Promise<WebhookAnswer> {
  const { url, headers, body, timeoutMs, accountId } = request;
  const none = { delivered: false, status: null, silent: false, allowed: true, retryAfterMs: 0 };
  try {
    const response = await fetch(url, {
      method: 'POST',
      timeoutMs,
      maxBytes: MAX_ANSWER_BYTES,
      maxRedirects: 0,
      headers: { 'content-type': 'application/json', ...headers },
      body,
      accountId,
    });
    const { status } = response;
    const delivered = status >= 200 && status < 300;
    const retryAfterMs = Math.max(0, Number(response.headers['retry-after'] ?? 0) * 1000) || 0;
    return { ...none, delivered, status, failure: delivered ? null : `The URL returned ${status}.`, retryAfterMs };
  } catch (error) {
    if (!(error instanceof SafeFetchError)) throw error;
    const { code, message: failure } = error;
    return { ...none, failure, silent: SILENCE.has(code), allowed: !NOT_ALLOWED.has(code) };
  }
}
