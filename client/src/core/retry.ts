import { AbortedError, ApiError, ConnectionError } from './errors.js';

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;
/** A rate limit lasts a minute at most. For a longer pause the caller gets the response. */
const LONGEST_WAIT_MS = 90_000;

/** Milliseconds that a Retry-After header asks for: seconds or a date. */
export function retryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1_000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/**
 * Returns how long to pause before the next attempt; undefined when another attempt can't help. A repeat that meets its
 * own earlier attempt still at work (`IDEMPOTENCY_IN_PROGRESS`) waits for that one's outcome.
 */
export function pauseBefore(error: unknown, attempt: number, now: number, random: number): number | undefined {
  if (error instanceof AbortedError) return undefined;
  const own = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** attempt) * (0.5 + random / 2);
  if (error instanceof ConnectionError) return own;
  if (!(error instanceof ApiError)) return undefined;
  const again =
    error.status === 429 || error.status >= 500 || (attempt > 0 && error.code === 'IDEMPOTENCY_IN_PROGRESS');
  if (!again) return undefined;
  const asked = retryAfterMs(error.headers, now);
  if (asked === undefined) return own;
  // A little later than asked, and not all at once.
  return asked > LONGEST_WAIT_MS ? undefined : asked + random * FIRST_PAUSE_MS;
}

/** Waits, unless the signal ends it. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new AbortedError('The call was aborted.', { cause: signal?.reason }));
    };
    if (signal?.aborted) return stopNow(reject, signal);
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

const stopNow = (reject: (error: Error) => void, signal: AbortSignal): void =>
  reject(new AbortedError('The call was aborted.', { cause: signal.reason }));
