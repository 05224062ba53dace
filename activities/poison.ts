import { activityInfo } from '@temporalio/activity';
import { isTransient, isUnavailable } from '../db/connection.js';

/** Tries after which a step is given up: half a minute while others succeed, nine minutes at the latest. */
const TRIES_AMONG_OTHERS = 6;
const TRIES_AT_MOST = 22;
/** Others that succeeded this lately show that neither the code nor a server is what fails. */
const LATELY_MS = 60_000;
const OTHERS = 3;

/**
 * Tells a step that fails because of its own rows (a text that is no JSON, a value no column takes) from one that fails
 * because of an outage or a bad release, which others do as well. The first would be tried for ever.
 */
export function createPoisonWatch() {
  let successes: { key: string; at: number }[] = [];
  const lately = () => {
    const since = performance.now() - LATELY_MS;
    successes = successes.filter(({ at }) => at > since).slice(-2 * OTHERS);
    return successes;
  };
  return {
    /** Takes note of a step that was worked. */
    succeeded(key: string): void {
      successes = [...lately(), { key, at: performance.now() }];
    },
    /** Whether the failure of the running activity is its own, so that trying again is of no use. */
    isPoison(key: string, error: unknown): boolean {
      if (isUnavailable(error) || isTransient(error)) return false;
      const { attempt } = activityInfo();
      if (attempt >= TRIES_AT_MOST) return true;
      return attempt >= TRIES_AMONG_OTHERS && lately().filter((one) => one.key !== key).length >= OTHERS;
    },
  };
}
