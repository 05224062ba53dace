import { afterAll, describe, expect, it } from '@jest/globals';
import { createKeyRing } from '../../../api/http/auth/keys.js';
import { revokeApiKey } from '../../../db/accounts/api-keys.js';
import { openDatabase } from '../../../db/connection.js';
import { systemClock } from '../../../runtime/clock.js';
import { testConfig, useApi } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { isRefusedForNow, onlyReads, succeeds, useEveryRoute } from '../../support/every-route.js';
import type { HttpAnswer } from '../../support/http.js';
import { rowsOf } from '../../support/marked-account.js';

// The server takes no writes of this pool's connections; of others it does.
const pool = openDatabase({ url: testConfig().DATABASE_URL, poolSize: 10, waitMs: 20_000 });
pool.client.pool.on('acquireSuccess', (_id: number, connection: { query(sql: string): void }) =>
  connection.query('SET SESSION TRANSACTION READ ONLY'),
);
afterAll(() => pool.destroy());

const usual = useApi();
const readOnly = useApi({}, { db: pool, keys: createKeyRing(pool, systemClock) });
const every = useEveryRoute(usual, readOnly);

const me = (apiKey: string): Promise<HttpAnswer> =>
  every.http.ask({ method: 'get', path: '/api/public/me', headers: { 'x-api-key': apiKey } });
const left = ({ status, headers }: HttpAnswer) => [status, headers['ratelimit-remaining']];

const secondOfDatabase = async (): Promise<number> => {
  const [[row]] = await usual.db.raw('SELECT MOD(UNIX_TIMESTAMP(), 60) AS s');
  return Number(row.s);
};

/** Comes back when a minute of the database has enough left for a few requests. */
const earlyInMinute = () => eventually(async () => ((await secondOfDatabase()) < 50 ? true : undefined));

describe('while the database takes no writes', () => {
  it('every read answers as always, every write 503, and nothing is written', async () => {
    const before = await rowsOf(usual, every.account.accountId);
    const wrong = await every.ask(
      (contract, answer) => (onlyReads(contract) ? succeeds : isRefusedForNow)(contract, answer),
      { newCodes: false },
    );
    expect(wrong).toEqual([]);
    expect(await rowsOf(usual, every.account.accountId)).toEqual(before);
  });

  it('a key’s limit holds, with what it has used before, and ends with the minute', async () => {
    const { apiKey, keyId, request } = await usual.account({ rateLimit: 4 });
    await earlyInMinute();
    await request('get', '/me').expect(200);
    const answers: HttpAnswer[] = [];
    for (let n = 0; n < 4; n += 1) answers.push(await me(apiKey));
    expect(answers.map(left)).toEqual([
      [200, '2'],
      [200, '1'],
      [200, '0'],
      [429, '0'],
    ]);
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThanOrEqual(1);
    expect(await usual.db('rate_counters').where({ api_key_id: keyId }).first('n')).toEqual({ n: 1 });
  });

  it('requests that come at once are counted each', async () => {
    const { apiKey } = await usual.account({ rateLimit: 10 });
    await earlyInMinute();
    const answers = await Promise.all(Array.from({ length: 30 }, () => me(apiKey)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(20);
  });

  it('a key that was revoked is refused with its next request', async () => {
    const { apiKey, keyId } = await usual.account();
    expect((await me(apiKey)).status).toBe(200);
    await revokeApiKey(usual.db, new Date(), keyId);
    expect((await me(apiKey)).status).toBe(401);
  });
});

describe('while a request can’t be counted for another reason', () => {
  it('it is refused with 503, and passes no limit', async () => {
    const { keyId, request } = await usual.account({ rateLimit: 1 });
    await request('get', '/me').expect(200);
    const counter = await usual.db.transaction();
    try {
      await counter('rate_counters').where({ api_key_id: keyId }).forUpdate().first();
      const { status, body, headers } = await request('get', '/me');
      expect([status, body.code, headers['retry-after']]).toEqual([503, 'ENGINE_UNAVAILABLE', '5']);
    } finally {
      await counter.rollback();
    }
  });
});
