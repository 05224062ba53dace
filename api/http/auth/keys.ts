import { type ApiKey, findApiKey, isActive, touchApiKeys } from '../../../db/accounts/api-keys.js';
import { type Db, refusesWrites } from '../../../db/connection.js';
import { findWidgetOfKey, type KeyedWidget } from '../../../db/widget/widgets.js';
import { apiKeyKind, hashApiKey } from '../../../runtime/api-key.js';
import type { Clock } from '../../../runtime/clock.js';
import { createBatcher } from '../../../runtime/concurrency.js';
import { createActiveKeyList, createFailedKeys } from './failed-keys.js';
import { createMinuteCounter, type RateLimit } from './minute-counter.js';
import { createRequestCounter } from './request-counter.js';

const CACHE_MS = 30_000;
const CACHE_SIZE = 10_000;
const TOUCH_MS = 60_000;
/** The number of visitors at their limit that a widget's key has room for. */
const VISITORS = 10;
/** A widget that many visitors ask for at the same moment is read once for them all. */
const TOGETHER = { patienceMs: 100, atOnce: 1_000 };
/** The interval at which a key over its limit is checked again, so that a revoked key is rejected as revoked. */
const RECHECK_MS = 250;

/**
 * Knows the API keys: a key is read once and kept for half a minute; the counter's statement tells on each request
 * whether it is still valid, so a revoked key is refused by its next request on every process.
 */
export interface KeyRing {
  /** The key behind a secret; undefined when there is none. `address` is the caller's, for slowing down guesses. */
  find(secret: string, address: string): Promise<ApiKey | undefined>;
  /**
   * Counts a request; undefined when the key was revoked since it was found. A widget's key is shown to everyone, so its
   * limit counts for each `address`, in this process, and ten times as many requests in all: no visitor uses them up.
   */
  count(key: ApiKey, address: string): Promise<RateLimit | undefined>;
  /** Finds the widget of a key, read after it was asked for; undefined once the key was revoked. */
  widget(keyId: string): Promise<KeyedWidget | undefined>;
  /** Notes that a key was used, once a minute; counting does so too. */
  touch(keyId: string): Promise<void>;
}

/** Makes a key ring that knows no key yet. */
export function createKeyRing(db: Db, clock: Clock): KeyRing {
  const known = new Map<string, { key: ApiKey; until: number }>();
  const failedKeys = createFailedKeys(clock);
  const isListed = createActiveKeyList(db, clock);
  const spent = createSpentKeys(db, clock);
  const touch = createTouch(db, clock);
  const countRequest = createRequestCounter(db);
  const countAddress = createMinuteCounter();
  const isValid = createValidityCheck(db, clock);
  const widgetOf = createBatcher<undefined, KeyedWidget | undefined>(async (keyId, requests) => {
    const widget = await findWidgetOfKey(db, keyId);
    return requests.map(() => widget);
  }, TOGETHER);
  const nowMs = () => clock.now().getTime();

  const refuse = async (address: string): Promise<undefined> => {
    await failedKeys.add(address);
    return undefined;
  };

  /** Forgets a key that is no longer valid. Its secret is read again if it is used again. */
  const evict = (keyId: string): undefined => {
    spent.drop(keyId);
    for (const [name, { key }] of known) if (key.id === keyId) known.delete(name);
    return undefined;
  };

  return {
    async find(secret, address) {
      const hash = hashApiKey(secret);
      const name = hash.toString('base64');
      const cached = known.get(name);
      if (cached && cached.until > nowMs()) return cached.key;
      if (apiKeyKind(secret) === null) return refuse(address);
      // While an address guesses, its keys are looked up in a list that is read every few seconds, not once a guess.
      if (failedKeys.isGuessing(address) && !(await isListed(name))) return refuse(address);
      const key = await findApiKey(db, hash);
      if (!key) {
        known.delete(name);
        return refuse(address);
      }
      if (known.size >= CACHE_SIZE) known.clear();
      known.set(name, { key, until: nowMs() + CACHE_MS });
      return key;
    },

    async count(key, address) {
      const { id, kind, rateLimit } = key;
      const limit = kind === 'pub' ? rateLimit * VISITORS : rateLimit;
      const over = await spent.find(id);
      if (over) return over.isValid ? { limit, remaining: 0, reset: over.reset, allowed: false } : evict(id);
      const own = kind === 'pub' ? countAddress(`${id} ${address}`, rateLimit, clock.now()) : undefined;
      if (own?.allowed === false) return (await isValid(id)) ? own : evict(id);
      const counted = await countRequest(id);
      if (!counted) return evict(id);
      const { count, secondsLeft: reset } = counted;
      if (count > limit) spent.add(id, reset);
      await touch(id);
      const all = { limit, remaining: Math.max(0, limit - count), reset, allowed: count <= limit };
      return own && own.remaining < all.remaining ? own : all;
    },

    widget: (keyId) => widgetOf(keyId, undefined),
    touch,
  };
}

/** The keys whose minute is used up: their further requests are refused without being counted. */
interface SpentKeys {
  /** Returns the seconds until a key's minute ends, and whether the key is valid; undefined unless its minute is used up. */
  find(keyId: string): Promise<{ reset: number; isValid: boolean } | undefined>;
  add(keyId: string, secondsLeft: number): void;
  drop(keyId: string): void;
}

function createSpentKeys(db: Db, clock: Clock): SpentKeys {
  const spent = new Map<string, number>();
  const isValid = createValidityCheck(db, clock);
  return {
    async find(keyId) {
      const now = clock.now().getTime();
      const until = spent.get(keyId);
      if (until === undefined || until <= now) {
        spent.delete(keyId);
        return undefined;
      }
      return { reset: Math.ceil((until - now) / 1000), isValid: await isValid(keyId) };
    },
    add(keyId, secondsLeft) {
      spent.set(keyId, clock.now().getTime() + secondsLeft * 1000);
    },
    drop: (keyId) => spent.delete(keyId),
  };
}

/** Creates a check for whether a key is valid. It reads a key again after a quarter of a second at the earliest. */
function createValidityCheck(db: Db, clock: Clock): (keyId: string) => Promise<boolean> {
  const known = new Map<string, { checked: number; isValid: Promise<boolean> }>();
  return (keyId) => {
    const now = clock.now().getTime();
    const found = known.get(keyId);
    if (found && now - found.checked < RECHECK_MS) return found.isValid;
    if (known.size >= CACHE_SIZE) known.clear();
    // While the database is away the key's minute still counts.
    const isValid = isActive(db, keyId).catch(() => true);
    known.set(keyId, { checked: now, isValid });
    return isValid;
  };
}

/** Returns what writes down once a minute that a key was used; a database that takes no writes is no reason to refuse. */
function createTouch(db: Db, clock: Clock): (keyId: string) => Promise<void> {
  const touched = new Map<string, number>();
  return async (keyId) => {
    const now = clock.now();
    if (now.getTime() - (touched.get(keyId) ?? 0) <= TOUCH_MS) return;
    touched.set(keyId, now.getTime());
    await touchApiKeys(db, now, [keyId]).catch((error: unknown) => {
      if (!refusesWrites(error)) throw error;
    });
  };
}
