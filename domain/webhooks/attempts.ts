import { DELIVERY_PAUSES_MS } from '../flow/webhook.js';

const DAY_MS = 86_400_000;
/** After so long without a success a webhook is disabled. */
const MAX_FAILING_MS = 3 * DAY_MS;

/** Returns the time of the attempt after so many failed ones; undefined after the last. */
export function nextAttempt(retries: number, now: Date, retryAfterMs = 0): Date | undefined {
  const pause = DELIVERY_PAUSES_MS[retries];
  return pause === undefined ? undefined : new Date(now.getTime() + Math.max(pause, Math.min(retryAfterMs, DAY_MS)));
}

/** Returns why a webhook is disabled after a failed attempt; undefined if it isn't. */
export function disablingReason(status: number | null, failingSince: Date, now: Date): 'gone' | 'failing' | undefined {
  if (status === 410) return 'gone';
  return now.getTime() - failingSince.getTime() >= MAX_FAILING_MS ? 'failing' : undefined;
}
