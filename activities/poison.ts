import { activityInfo } from '@temporalio/activity';
import { failsForAll } from '../db/connection.js';

/** Tries after which work is not tried on: half a minute while others succeed, nine minutes while any other does. */
const TRIES_AMONG_OTHERS = 9;
const TRIES_AMONG_FEW = 110;
/** Others that succeeded this lately show that neither the code nor a server is what fails. */
const LATELY_MS = 60_000;
const OTHERS = 3;

/**
 * Distinguishes work that fails because of its own rows (text that isn't JSON, a value that no column accepts) or a
 * partly broken release from work that fails because of an outage, which affects all other work too. The first would be
 * retried forever. The second recovers within seconds of the outage's end and is retried.
 */
export function createPoisonWatch() {
  let successes: { key: string; at: number }[] = [];
  const lately = () => {
    const since = performance.now() - LATELY_MS;
    successes = successes.filter(({ at }) => at > since).slice(-2 * OTHERS);
    return successes;
  };
  return {
    /** Takes note of work that was done. */
    succeeded(key: string): void {
      successes = [...lately(), { key, at: performance.now() }];
    },
    /** Returns whether the failure of the running activity is its own, so that trying again is of no use. */
    isPoison(key: string, error: unknown): boolean {
      if (failsForAll(error)) return false;
      const { attempt } = activityInfo();
      const others = lately().filter((one) => one.key !== key).length;
      return (attempt >= TRIES_AMONG_OTHERS && others >= OTHERS) || (attempt >= TRIES_AMONG_FEW && others > 0);
    },
  };
}
