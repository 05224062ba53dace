import { type Counted, countRequests, findCounted } from '../../db/accounts/api-keys.js';
import { type Db, refusesWrites } from '../../db/connection.js';
import { createBatcher } from '../../runtime/concurrency.js';

const PATIENCE_MS = 100;
const AT_ONCE = 1_000;

/**
 * Counts the requests of a key, each with the number it has in its minute. All processes add to one row, so requests
 * that come while a statement of this process is on its way are counted together by the next one: the row is locked and
 * committed once for them all. A key's standing is thus always read after the request came in.
 * While the database takes no writes, this process counts its own on top of what all of them had counted before, so
 * that what is only read goes on and a key's limit still holds for each process.
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
