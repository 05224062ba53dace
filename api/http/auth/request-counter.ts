import { type Counted, countRequests, findCounted } from '../../../db/accounts/api-keys.js';
import { type Db, refusesWrites } from '../../../db/connection.js';
import { createBatcher } from '../../../runtime/concurrency.js';

const PATIENCE_MS = 100;
const AT_ONCE = 1_000;

/**
 * Counts the requests of a key, each with its number in the minute. All processes add to one row. Requests that arrive
 * during a statement of this process are counted together by the next one, so the row is locked and committed once for
 * them all. The state of a key is thus always read after the request arrived. While the database accepts no writes,
 * this process adds its own requests to the last count of all processes, so that reads continue and a key's limit still
 * applies per process.
 */
export function createRequestCounter(db: Db): (apiKeyId: string) => Promise<Counted | undefined> {
  const unwritten = new Map<string, { minute: number; n: number }>();

  const countHere = async (apiKeyId: string, requests: number): Promise<Counted | undefined> => {
    const written = await findCounted(db, apiKeyId);
    if (!written) return undefined;
    const { minute, count, secondsLeft } = written;
    const before = unwritten.get(apiKeyId);
    const n = (before?.minute === minute ? before.n : 0) + requests;
    unwritten.set(apiKeyId, { minute, n });
    return { count: count + n, secondsLeft };
  };

  const count = createBatcher<undefined, Counted | undefined>(
    async (apiKeyId, requests) => {
      const counted = await countRequests(db, apiKeyId, requests.length).then(
        (written) => {
          unwritten.delete(apiKeyId);
          return written;
        },
        (error: unknown) => {
          if (!refusesWrites(error)) throw error;
          return countHere(apiKeyId, requests.length);
        },
      );
      const before = (counted?.count ?? 0) - requests.length;
      return requests.map((_, index) => counted && { ...counted, count: before + 1 + index });
    },
    { patienceMs: PATIENCE_MS, atOnce: AT_ONCE },
  );
  return (apiKeyId) => count(apiKeyId, undefined);
}
