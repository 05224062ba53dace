const LONGEST_SLEEP_MS = 30 * 24 * 60 * 60 * 1000;
const EVENTS_BEFORE_NEW_RUN = 2000;

/** How long a run sleeps before it looks again. No instant means "until woken", but never longer than 30 days. */
export function sleepMilliseconds(sleepUntil: string | null, nowMs: number): number {
  const until = sleepUntil === null ? Number.NaN : Date.parse(sleepUntil);
  if (Number.isNaN(until)) return LONGEST_SLEEP_MS;
  return Math.min(Math.max(until - nowMs, 0), LONGEST_SLEEP_MS);
}

/** Whether a run's history has grown long enough to go on in a fresh one. */
export const shouldContinueAsNew = (historyLength: number): boolean => historyLength >= EVENTS_BEFORE_NEW_RUN;
