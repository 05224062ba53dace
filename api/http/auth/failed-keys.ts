import { listActiveHashes } from '../../../db/accounts/api-keys.js';
import type { Db } from '../../../db/connection.js';
import type { Clock } from '../../../runtime/clock.js';

const FAILURES_A_MINUTE = 20;
const FAILURE_DELAY_MS = 1_000;
/** Guesses that wait at once. A request that waits is in flight, and those are counted before others are turned away. */
const MOST_DELAYED = 40;
const ADDRESSES = 10_000;
const MINUTE_MS = 60_000;
const LIST_MS = 5_000;

/** Counts the bad secrets of each address by the minute, and slows down addresses that try many. */
export interface FailedKeys {
  /** Returns whether an address has used up its free guesses of this minute. */
  isGuessing(address: string): boolean;
  /** Counts a bad secret; resolves a second later once its address has no free guesses left. */
  add(address: string): Promise<void>;
}

/** Creates an empty count of failed attempts. */
export function createFailedKeys(clock: Clock): FailedKeys {
  const seen = new Map<string, { minute: number; n: number }>();
  let waiting = 0;
  const minuteNow = () => Math.floor(clock.now().getTime() / MINUTE_MS);
  const countOf = (address: string): number => {
    const last = seen.get(address);
    return last?.minute === minuteNow() ? last.n : 0;
  };

  return {
    isGuessing: (address) => countOf(address) >= FAILURES_A_MINUTE,
    async add(address) {
      const n = countOf(address) + 1;
      if (seen.size > ADDRESSES) seen.clear();
      seen.set(address, { minute: minuteNow(), n });
      if (n <= FAILURES_A_MINUTE || waiting >= MOST_DELAYED) return;
      waiting += 1;
      await new Promise((resolve) => setTimeout(resolve, FAILURE_DELAY_MS));
      waiting -= 1;
    },
  };
}

/** Returns what tells whether a hash (in base64) is a standing key's by a list that is read every few seconds at most. */
export function createActiveKeyList(db: Db, clock: Clock): (hash: string) => Promise<boolean> {
  let list: { hashes: Promise<Set<string>>; until: number } | undefined;
  const read = (): Promise<Set<string>> => {
    const now = clock.now().getTime();
    if (list && list.until > now) return list.hashes;
    const hashes = listActiveHashes(db).then((all) => new Set(all.map((hash) => hash.toString('base64'))));
    const reading = { hashes, until: now + LIST_MS };
    list = reading;
    // A list that couldn't be read says nothing about anybody's key: the next request reads it again.
    hashes.catch(() => {
      if (list === reading) list = undefined;
    });
    return hashes;
  };
  return async (hash) => (await read()).has(hash);
}
