import { type Counted, countRequests } from '../../db/api-keys.js';
import type { Db } from '../../db/connection.js';

interface Waiter {
  resolve(counted: Counted | undefined): void;
  reject(error: unknown): void;
}

/** A statement that takes longer may hang with its connection: others don't wait for it. */
const PATIENCE_MS = 100;

/**
 * Counts the requests of a key, each with the number it has in its minute. All processes add to one row, so requests
 * that come while a statement of this process is on its way wait and are counted together by the next one: the row
 * is locked and committed once for them all. A key's standing is thus always read after the request came in.
 */
export function createRequestCounter(db: Db): (apiKeyId: string) => Promise<Counted | undefined> {
  const waiting = new Map<string, Waiter[]>();

  async function countBatch(apiKeyId: string, batch: readonly Waiter[]): Promise<void> {
    try {
      const counted = await countRequests(db, apiKeyId, batch.length);
      for (const [place, { resolve }] of batch.entries()) {
        resolve(counted && { ...counted, count: counted.count - batch.length + 1 + place });
      }
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function countWaiting(apiKeyId: string): Promise<void> {
    for (let batch = waiting.get(apiKeyId); batch && batch.length > 0; batch = waiting.get(apiKeyId)) {
      waiting.set(apiKeyId, []);
      await soon(countBatch(apiKeyId, batch));
    }
    waiting.delete(apiKeyId);
  }

  return (apiKeyId) =>
    new Promise((resolve, reject) => {
      const batch = waiting.get(apiKeyId);
      if (batch) {
        batch.push({ resolve, reject });
        return;
      }
      waiting.set(apiKeyId, [{ resolve, reject }]);
      void countWaiting(apiKeyId);
    });
}

/** Comes back when the work is done, at the latest after `PATIENCE_MS`; the work itself goes on. */
function soon(work: Promise<void>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    void work.finally(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
