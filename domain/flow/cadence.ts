const LONGEST_SLEEP_MS = 30 * 24 * 60 * 60 * 1000;
const EVENTS_BEFORE_NEW_RUN = 2000;

/**
 * A run wakes this much before its instant: deciding and claiming take about as long, so that the provider is called
 * at the instant itself.
 */
const AHEAD_MS = 50;
/** Clocks of servers differ a little: a run that is looked at this much too early is taken to be on time. */
const ON_TIME_MS = 250;

/**
 * Returns how long a run sleeps before it looks again. No instant means "until woken", but never longer than 30 days.
 */
export function sleepMilliseconds(sleepUntil: string | null, nowMs: number): number {
  const until = sleepUntil === null ? Number.NaN : Date.parse(sleepUntil);
  if (Number.isNaN(until)) return LONGEST_SLEEP_MS;
  return Math.min(Math.max(until - AHEAD_MS - nowMs, 0), LONGEST_SLEEP_MS);
}

/** Returns the instant a run acts for: that of its plan when it was woken just ahead of it, else now. */
export function actingAt(wakeAt: Date | null, now: Date): Date {
  const early = wakeAt === null ? 0 : wakeAt.getTime() - now.getTime();
  return wakeAt !== null && early > 0 && early <= ON_TIME_MS ? wakeAt : now;
}

/** Returns whether a run's history is long enough to continue as new. */
export const shouldContinueAsNew = (historyLength: number): boolean => historyLength >= EVENTS_BEFORE_NEW_RUN;
