import { type ApiKey, findApiKey, isStanding, listStandingHashes, touchApiKeys } from '../../db/api-keys.js';
import { type Db, refusesWrites } from '../../db/connection.js';
import { apiKeyKind, hashApiKey } from '../../runtime/api-key.js';
import type { Clock } from '../../runtime/clock.js';
import { createRequestCounter } from './request-counter.js';

const CACHE_MS = 30_000;
const CACHE_SIZE = 10_000;
const LIST_MS = 5_000;
const TOUCH_MS = 60_000;
/** How often a key over its limit is looked at, so that one that was revoked meanwhile is refused as such. */
const RECHECK_MS = 250;
const GUESSES_A_MINUTE = 20;
const GUESS_DELAY_MS = 1_000;
/** Guesses that wait at once. A request that waits is in flight, and those are counted before others are turned away. */
const GUESSES_WAITING = 40;

export interface RateLimit {
  limit: number;
  remaining: number;
  /** Seconds until the minute ends. */
  reset: number;
  allowed: boolean;
}

/**
 * Knows the API keys: a key is read once and kept for half a minute; the counter's statement tells on each request
 * whether it still stands, so a revoked key is refused by its next request on every process.
 */
export interface KeyRing {
  /** The key behind a secret; undefined when there is none. `address` is the caller's, for slowing down guesses. */
  find(secret: string, address: string): Promise<ApiKey | undefined>;
  /** Counts a request; undefined when the key was revoked meanwhile. */
  count(key: ApiKey): Promise<RateLimit | undefined>;
}

export function createKeyRing(db: Db, clock: Clock): KeyRing {
  const cache = new Map<string, { key: ApiKey; until: number }>();
  const exhausted = new Map<string, { until: number; checked: number; standing: Promise<boolean> }>();
  const touched = new Map<string, number>();
  const guesses = new Map<string, { minute: number; n: number }>();
  let waiting = 0;
  const countRequest = createRequestCounter(db);
  const nowMs = () => clock.now().getTime();

  async function refuse(address: string): Promise<undefined> {
    const minute = Math.floor(nowMs() / 60_000);
    const seen = guesses.get(address);
    const n = seen?.minute === minute ? seen.n + 1 : 1;
    if (guesses.size > CACHE_SIZE) guesses.clear();
    guesses.set(address, { minute, n });
    if (n > GUESSES_A_MINUTE && waiting < GUESSES_WAITING) {
      waiting += 1;
      await new Promise((resolve) => setTimeout(resolve, GUESS_DELAY_MS));
      waiting -= 1;
    }
    return undefined;
  }

  const isGuessing = (address: string): boolean => {
    const seen = guesses.get(address);
    return seen !== undefined && seen.minute === Math.floor(nowMs() / 60_000) && seen.n >= GUESSES_A_MINUTE;
  };

  /** A key that stands no more: its secret is read anew should it be used again. */
  const forget = (keyId: string): undefined => {
    exhausted.delete(keyId);
    for (const [name, { key }] of cache) if (key.id === keyId) cache.delete(name);
    return undefined;
  };

  let list: { hashes: Promise<Set<string>>; until: number } | undefined;
  const standing = (): Promise<Set<string>> => {
    if (list && list.until > nowMs()) return list.hashes;
    const hashes = listStandingHashes(db).then((all) => new Set(all.map((hash) => hash.toString('base64'))));
    const reading = { hashes, until: nowMs() + LIST_MS };
    list = reading;
    // A list that couldn't be read says nothing about anybody's key: the next request reads it again.
    hashes.catch(() => {
      if (list === reading) list = undefined;
    });
    return hashes;
  };

  return {
    async find(secret, address) {
      const hash = hashApiKey(secret);
      const name = hash.toString('base64');
      const cached = cache.get(name);
      if (cached && cached.until > nowMs()) return cached.key;
      if (apiKeyKind(secret) === null) return refuse(address);
      // While an address guesses, its keys are looked up in a list that is read every few seconds, not once a guess.
      if (isGuessing(address) && !(await standing()).has(name)) return refuse(address);
      const key = await findApiKey(db, hash);
      if (!key) {
        cache.delete(name);
        return refuse(address);
      }
      if (cache.size >= CACHE_SIZE) cache.clear();
      cache.set(name, { key, until: nowMs() + CACHE_MS });
      return key;
    },

    async count(key) {
      const spent = exhausted.get(key.id);
      const left = (spent?.until ?? 0) - nowMs();
      if (spent && left > 0) {
        if (nowMs() - spent.checked >= RECHECK_MS) {
          spent.checked = nowMs();
          // While the database is away the key's minute still counts.
          spent.standing = isStanding(db, key.id).catch(() => true);
        }
        if (!(await spent.standing)) return forget(key.id);
        return { limit: key.rateLimit, remaining: 0, reset: Math.ceil(left / 1000), allowed: false };
      }
      exhausted.delete(key.id);
      const counted = await countRequest(key.id);
      if (!counted) return forget(key.id);
      if (counted.count > key.rateLimit) {
        const until = nowMs() + counted.secondsLeft * 1000;
        exhausted.set(key.id, { until, checked: nowMs(), standing: Promise.resolve(true) });
      }
      const last = touched.get(key.id) ?? 0;
      if (nowMs() - last > TOUCH_MS) {
        touched.set(key.id, nowMs());
        await touchApiKeys(db, clock.now(), [key.id]).catch((error: unknown) => {
          if (!refusesWrites(error)) throw error;
        });
      }
      return {
        limit: key.rateLimit,
        remaining: Math.max(0, key.rateLimit - counted.count),
        reset: counted.secondsLeft,
        allowed: counted.count <= key.rateLimit,
      };
    },
  };
}
