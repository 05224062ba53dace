import { afterAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { createKeyRing } from '../../api/http/auth/keys.js';
import { revokeApiKey } from '../../db/accounts/api-keys.js';
import { openDatabase } from '../../db/connection.js';
import { bound, measureSlowness } from '../faults/support/random.js';
import { testConfig, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { type HttpAnswer, type HttpCaller, inParallel, listen } from '../support/http.js';

const LIMIT = 100;
const REQUESTS = 500;

// Each with a pool, a cache and a memory of its own, as two processes have; the second one's clock is 2 s ahead.
const SKEW_MS = 2_000;
const pool: Knex = openDatabase({ url: testConfig().DATABASE_URL, poolSize: 10, waitMs: 20_000 });
const fast = { now: () => new Date(Date.now() + SKEW_MS) };
const one = useApi();
const two = useApi({}, { db: pool, clock: fast, keys: createKeyRing(pool, fast) });
const restarted = useApi();
afterAll(() => pool.destroy());

const secondOfDatabase = async (): Promise<number> => {
  const [[row]] = await one.db.raw('SELECT MOD(UNIX_TIMESTAMP(), 60) AS s');
  return Number(row.s);
};

/** Comes back when a minute of the database has enough left for what follows. */
const untilEarlyInMinute = (left: number) =>
  eventually(async () => ((await secondOfDatabase()) < 60 - left ? true : undefined));

const me = (http: HttpCaller, apiKey: string): Promise<HttpAnswer> =>
  http.ask({ method: 'get', path: '/api/public/me', headers: { 'x-api-key': apiKey } });

describe('500 requests of one key in a minute, over two processes', () => {
  it('are 100 answers and 400 refusals with the seconds to the next minute; other keys don’t feel it', async () => {
    const other = await one.account({ rateLimit: LIMIT });
    const callers = [await listen(one.app), await listen(two.app)] as const;
    try {
      const burst = async (apiKey: string) => {
        await untilEarlyInMinute(20);
        const began = await secondOfDatabase();
        const requests = Array.from({ length: REQUESTS }, (_each, n) => n);
        const answers = await inParallel(requests, 24, (n) => me(callers[n % 2 ? 1 : 0], apiKey));
        return { began, answers, ended: await secondOfDatabase() };
      };
      let account = await one.account({ rateLimit: LIMIT });
      let result = await burst(account.apiKey);
      // If the minute ended during the requests on a busy machine, they are repeated with an unused key.
      if (result.ended < result.began) {
        account = await one.account({ rateLimit: LIMIT });
        result = await burst(account.apiKey);
      }
      const { began, answers, ended } = result;
      expect(ended).toBeGreaterThanOrEqual(began);

      const allowed = answers.filter(({ status }) => status === 200);
      const refused = answers.filter(({ status }) => status === 429);
      expect([allowed.length, refused.length]).toEqual([LIMIT, REQUESTS - LIMIT]);
      const left = allowed.map(({ headers }) => Number(headers['ratelimit-remaining'])).sort((a, b) => a - b);
      expect(left).toEqual(Array.from({ length: LIMIT }, (_each, at) => at));
      for (const { headers, text } of refused) {
        expect(JSON.parse(text).code).toBe('RATE_LIMITED');
        expect(headers['ratelimit-remaining']).toBe('0');
        expect(headers['retry-after']).toBe(headers['ratelimit-reset']);
        // By the database's clock, whatever the process's own says.
        expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(60 - ended - 1);
        expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60 - began + 1);
      }
      for (const { headers } of answers) expect(headers['ratelimit-limit']).toBe(String(LIMIT));

      const untouched = await me(callers[0], other.apiKey);
      expect([untouched.status, untouched.headers['ratelimit-remaining']]).toEqual([200, '99']);

      // A process that has just started knows nothing of its own, and still it refuses.
      const fresh = await listen(restarted.app);
      const again = await me(fresh, account.apiKey);
      expect([again.status, again.headers['ratelimit-remaining']]).toEqual([429, '0']);
      await fresh.close();
    } finally {
      for (const caller of callers) await caller.close();
    }
  });

  it('is 401, not 429, for a key that was revoked after its minute was used up, on every process', async () => {
    const account = await one.account({ rateLimit: 1 });
    const http = [await listen(one.app), await listen(two.app)] as const;
    try {
      await untilEarlyInMinute(15);
      await me(http[0], account.apiKey);
      for (const caller of http) expect((await me(caller, account.apiKey)).status).toBe(429);
      await revokeApiKey(one.db, new Date(), account.keyId);
      await measureSlowness();
      for (const caller of http) {
        const began = performance.now();
        const refused = await eventually(async () => {
          const answer = await me(caller, account.apiKey);
          return answer.status === 429 ? undefined : answer;
        });
        expect([refused.status, JSON.parse(refused.text).code]).toEqual([401, 'INVALID_API_KEY']);
        expect(performance.now() - began).toBeLessThan(bound(2_000));
      }
    } finally {
      for (const caller of http) await caller.close();
    }
  });

  it('resets with the database’s next minute', async () => {
    const account = await one.account({ rateLimit: 1 });
    const http = await listen(one.app);
    try {
      await untilEarlyInMinute(10);
      expect([(await me(http, account.apiKey)).status, (await me(http, account.apiKey)).status]).toEqual([200, 429]);
      // Moves the counter's minute into the past, as if it had elapsed.
      await one.db('rate_counters').where({ api_key_id: account.keyId }).decrement('minute', 1);
      const fresh = await listen(restarted.app);
      expect((await me(fresh, account.apiKey)).status).toBe(200);
      expect((await me(fresh, account.apiKey)).status).toBe(429);
      await fresh.close();
    } finally {
      await http.close();
    }
  });
});
