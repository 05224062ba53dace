const MINUTE_MS = 60_000;
const MOST_NAMES = 50_000;

export interface RateLimit {
  limit: number;
  remaining: number;
  /** Seconds until the minute ends. */
  reset: number;
  allowed: boolean;
}

/**
 * Creates a counter of requests by name in the calendar minute. Each process counts for itself, and forgets everything
 * with its minute, or once it knows too many names.
 */
export function createMinuteCounter(): (name: string, limit: number, now: Date) => RateLimit {
  let minute = 0;
  let requests = new Map<string, number>();
  return (name, limit, now) => {
    const nowMs = now.getTime();
    const current = Math.floor(nowMs / MINUTE_MS);
    if (current !== minute || requests.size > MOST_NAMES) requests = new Map();
    minute = current;
    const n = (requests.get(name) ?? 0) + 1;
    requests.set(name, n);
    const reset = Math.ceil(((current + 1) * MINUTE_MS - nowMs) / 1_000);
    return { limit, remaining: Math.max(0, limit - n), reset, allowed: n <= limit };
  };
}
