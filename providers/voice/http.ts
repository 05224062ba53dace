import { failureCode } from '../../runtime/network-failure.js';
import { type SafeFetch, SafeFetchError } from '../../runtime/safe-fetch.js';
import { jsonObject, neverArrived } from '../http.js';
import type { SendOutcome } from '../outcome.js';

const MAX_BYTES = 1024 * 1024;
const DEFAULT_RETRY_SECONDS = 30;

/** A request that asks for a call, and how to read the provider's id out of its answer. */
export interface CallRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Until when it may be sent and answered, in Unix milliseconds. */
  endsAt: number;
  idOf(answer: Record<string, unknown>): string | undefined;
}

/**
 * Asks for a call. An answer that can't be understood leaves it open whether the phone rings, as silence does; only a
 * connection that never came about and a clear refusal say that it doesn't.
 */
export async function requestCall(
  fetch: SafeFetch,
  { url, headers, body, endsAt, idOf }: CallRequest,
): Promise<SendOutcome> {
  let answer: Awaited<ReturnType<SafeFetch>>;
  try {
    answer = await fetch(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', ...headers },
      body,
      endsAt,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    });
  } catch (error) {
    return outcomeOfError(error);
  }
  const { status } = answer;
  const responseBody = jsonObject(answer.body);
  if (status >= 200 && status < 300) {
    const id = responseBody && idOf(responseBody);
    return id === undefined
      ? { kind: 'unknown', message: 'The response of the provider has no call ID.' }
      : { kind: 'accepted', providerMessageId: id };
  }
  const message = String(responseBody?.message ?? responseBody?.error ?? `The provider returned ${status}.`).slice(
    0,
    500,
  );
  const providerCode = String(status);
  if (status === 429) {
    const seconds = Number(answer.headers['retry-after']);
    const retryAfterSeconds =
      Number.isFinite(seconds) && seconds > 0 ? Math.min(seconds, 3_600) : DEFAULT_RETRY_SECONDS;
    return { kind: 'refused_retry', code: 'rate_limited', message, providerCode, retryAfterSeconds };
  }
  if (status === 401 || status === 402 || status === 403) {
    // The call waits until an operator fixes the key or the bill.
    return { kind: 'refused_retry', code: 'sender_unauthorized', message, providerCode, retryAfterSeconds: 300 };
  }
  if (status === 503) return { kind: 'refused_retry', code: 'provider_error', message, providerCode };
  if (status >= 500) return { kind: 'unknown', message };
  return { kind: 'refused_final', code: 'provider_refused', message, providerCode };
}

function outcomeOfError(error: unknown): SendOutcome {
  if (!(error instanceof SafeFetchError)) throw error;
  const refused = (code: string): SendOutcome => ({ kind: 'refused_retry', code, message: error.message });
  if (error.code === 'BLOCKED_ADDRESS')
    return { kind: 'refused_final', code: 'blocked_address', message: error.message };
  if (error.code === 'INVALID_URL') return { kind: 'refused_final', code: 'invalid_url', message: error.message };
  if (neverArrived(failureCode(error.cause))) return refused('provider_unreachable');
  return { kind: 'unknown', message: 'The provider stopped responding after the call was requested.' };
}
