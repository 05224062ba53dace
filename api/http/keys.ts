import { type ApiKey, findApiKey, isStanding, touchApiKeys } from '../../db/accounts/api-keys.js';
import { type Db, refusesWrites } from '../../db/connection.js';
import { findWidgetOfKey, type KeyedWidget } from '../../db/widget/widgets.js';
import { apiKeyKind, hashApiKey } from '../../runtime/api-key.js';
import type { Clock } from '../../runtime/clock.js';
import { createBatcher } from '../../runtime/concurrency.js';
import { createGuesses, createStandingList } from './guesses.js';
import { createRequestCounter } from './request-counter.js';

const CACHE_MS = 30_000;
const CACHE_SIZE = 10_000;
const TOUCH_MS = 60_000;
/** A widget that many visitors ask for at the same moment is read once for them all. */
const TOGETHER = { patienceMs: 100, atOnce: 1_000 };
/** How often a key over its limit is looked at, so that one that was revoked meanwhile is refused as such. */
const RECHECK_MS = 250;

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
  /** Finds the widget of a key, read after it was asked for; undefined once the key was revoked. */
  widget(keyId: string): Promise<KeyedWidget | undefined>;
  /** Notes that a key was used, once a minute; counting does so too. */
  touch(keyId: string): Promise<void>;
}

/** Makes a key ring that knows no key yet. */
export function createKeyRing(db: Db, clock: Clock): KeyRing {
  const known = new Map<string, { key: ApiKey; until: number }>();
  const guesses = createGuesses(clock);
  const isListed = createStandingList(db, clock);
  const spent = createSpentKeys(db, clock);
  const touch = createTouch(db, clock);
  const countRequest = createRequestCounter(db);
  const widgetOf = createBatcher<undefined, KeyedWidget | undefined>(async (keyId, asked) => {
    const widget = await findWidgetOfKey(db, keyId);
    return asked.map(() => widget);
  }, TOGETHER);
  const nowMs = () => clock.now().getTime();

  const refuse = async (address: string): Promise<undefined> => {
    await guesses.add(address);
    return undefined;
  };

  /** A key that stands no more: its secret is read anew should it be used again. */
  const forget = (keyId: string): undefined => {
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
      if (guesses.isGuessing(address) && !(await isListed(name))) return refuse(address);
      const key = await findApiKey(db, hash);
      if (!key) {
        known.delete(name);
        return refuse(address);
      }
      if (known.size >= CACHE_SIZE) known.clear();
      known.set(name, { key, until: nowMs() + CACHE_MS });
      return key;
    },

    async count(key) {
      const { id, rateLimit: limit } = key;
      const over = await spent.find(id);
      if (over) return over.stands ? { limit, remaining: 0, reset: over.reset, allowed: false } : forget(id);
      const counted = await countRequest(id);
      if (!counted) return forget(id);
      const { count, secondsLeft: reset } = counted;
      if (count > limit) spent.add(id, reset);
      await touch(id);
      return { limit, remaining: Math.max(0, limit - count), reset, allowed: count <= limit };
    },

    widget: (keyId) => widgetOf(keyId, undefined),
    touch,
  };
}

/** The keys whose minute is used up: their further requests are refused without being counted. */
interface SpentKeys {
  /** Returns the seconds until a key's minute ends, and whether the key stands; undefined unless its minute is used up. */
  find(keyId: string): Promise<{ reset: number; stands: boolean } | undefined>;
  add(keyId: string, secondsLeft: number): void;
  drop(keyId: string): void;
}

function createSpentKeys(db: Db, clock: Clock): SpentKeys {
  const spent = new Map<string, { until: number; checked: number; stands: Promise<boolean> }>();
  return {
    async find(keyId) {
      const now = clock.now().getTime();
      const found = spent.get(keyId);
      if (!found || found.until <= now) {
        spent.delete(keyId);
        return undefined;
      }
      if (now - found.checked >= RECHECK_MS) {
        found.checked = now;
        // While the database is away the key's minute still counts.
        found.stands = isStanding(db, keyId).catch(() => true);
      }
      return { reset: Math.ceil((found.until - now) / 1000), stands: await found.stands };
    },
    add(keyId, secondsLeft) {
      const now = clock.now().getTime();
      spent.set(keyId, { until: now + secondsLeft * 1000, checked: now, stands: Promise.resolve(true) });
    },
    drop: (keyId) => spent.delete(keyId),
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
