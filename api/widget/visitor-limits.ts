import { createMinuteCounter, type RateLimit } from '../http/auth/minute-counter.js';

const A_MINUTE = 100;
const MINUTE_MS = 60_000;
/** Challenges a minute after which they get harder, twice as hard each time. */
const BURST = 10;
const MOST_NAMES = 50_000;

/**
 * Counts what visitors ask for. A widget's key is everybody's, so its limit counts for each session or address; each
 * process counts for itself, since these requests write nothing: what costs money is counted in the database.
 */
export interface VisitorLimits {
  /** Counts a request of a key by one visitor, in the calendar minute. */
  count(keyId: string, visitor: string, now: Date): RateLimit;
  /**
   * Counts a challenge for an address. Returns how many times its difficulty is doubled by those of the last minute.
   */
  doublings(keyId: string, address: string, now: Date): number;
}

/** Creates the limits of one process, which forgets them with its end. */
export function createVisitorLimits(): VisitorLimits {
  const countInMinute = createMinuteCounter();
  const challenges = new Map<string, number[]>();
  return {
    count: (keyId, visitor, now) => countInMinute(`${keyId} ${visitor}`, A_MINUTE, now),
    doublings(keyId, address, now) {
      const since = now.getTime() - MINUTE_MS;
      const name = `${keyId} ${address}`;
      const lately = (challenges.get(name) ?? []).filter((at) => at > since);
      if (challenges.size > MOST_NAMES) challenges.clear();
      // Those that came first are the first to be forgotten, so this many tell all there is to tell.
      challenges.set(name, [...lately, now.getTime()].slice(-BURST * 20));
      return Math.floor(lately.length / BURST);
    },
  };
}
