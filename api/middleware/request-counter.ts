import { type Counted, countRequests } from '../../db/api-keys.js';
import type { Db } from '../../db/connection.js';

interface Waiter {
  resolve(counted: Counted | undefined): void;
  reject(error: unknown): void;
}

/**
 * Counts the requests of a key, each with the number it has in its minute. All processes add to one row, so requests
 * that come while a statement of this process is on its way wait and are counted together by the next one: the row
 * is locked and committed once for them all. A key's standing is thus always read after the request came in.
 */
export function createRequestCounter(db: Db): (apiKeyId: string) => Promise<Counted | undefined> {
  const waiting = new Map<string, Waiter[]>();

  async function countWaiting(apiKeyId: string): Promise<void> {
    for (let batch = waiting.get(apiKeyId); batch && batch.length > 0; batch = waiting.get(apiKeyId)) {
      waiting.set(apiKeyId, []);
      try {
        const counted = await countRequests(db, apiKeyId, batch.length);
        for (const [place, { resolve }] of batch.entries()) {
          resolve(counted && { ...counted, count: counted.count - batch.length + 1 + place });
        }
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
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
