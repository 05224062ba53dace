import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { createKeyRing, type KeyRing } from '../../api/http/auth/keys.js';
import { apiKeyKind, apiKeyOf, hashApiKey, makeApiKey } from '../../runtime/api-key.js';
import { bound, measureSlowness } from '../faults/support/random.js';
import { type TestAccount, useApi } from '../support/api.js';
import { statementsOf } from '../support/statements.js';

const api = useApi();
const GUESSES = 20;
const HERE = '192.0.2.1';

let now = Date.parse('2026-03-02T10:00:00Z');
const clock = { now: () => new Date(now) };
const MINUTE = 60_000;

let account: TestAccount;
let keys: KeyRing;

beforeAll(async () => {
  await measureSlowness();
  account = await api.account();
});

/** An address that has used up its free guesses of this minute, on a key ring of its own. */
async function afterTwentyGuesses(): Promise<void> {
  now += 10 * MINUTE;
  keys = createKeyRing(api.db, clock);
  for (let i = 0; i < GUESSES; i += 1) await keys.find('svc_live_guess', HERE);
}

const timed = async <T>(work: Promise<T>): Promise<{ ms: number; value: T }> => {
  const began = performance.now();
  const value = await work;
  return { ms: performance.now() - began, value };
};

describe('keys that are none', () => {
  const [kind, body] = ['svc_live_', makeApiKey('live').slice(9)];
  const corpus: Record<string, string> = {
    'a word': 'nonsense',
    'the prefix alone': 'svc_live_',
    'another prefix': `svc_test_${body}`,
    'no prefix': body,
    'the other kind': `svc_pub_${body}`,
    'upper case': `${kind}${body}`.toUpperCase(),
    'a character more': `${kind}${body}0`,
    'a character less': `${kind}${body.slice(0, -1)}`,
    'a changed checksum': `${kind}${body.slice(0, -1)}${body.endsWith('0') ? '1' : '0'}`,
    'a changed body': `${kind}${body.startsWith('0') ? '1' : '0'}${body.slice(1)}`,
    'two swapped characters': `${kind}${body.slice(1, 2)}${body.slice(0, 1) === body.slice(1, 2) ? '_' : body.slice(0, 1)}${body.slice(2)}`,
    'a statement': `${kind}' OR '1'='1`,
    'a wildcard': `${kind}%`,
    'a null byte': `${kind}${body}\u0000`,
    'a line break': `${kind}${body}\n`,
    'full-width letters': `${kind}${body.slice(0, -1)}Ａ`,
    'a very long one': `${kind}${'a'.repeat(7_000)}`,
    'a list': `${kind}${body},${kind}${body}`,
    'a prototype': '__proto__',
  };

  it('are known by their form, without a look into the database', async () => {
    for (const [name, key] of Object.entries(corpus)) expect([name, apiKeyKind(key)]).toEqual([name, null]);
    const ring = createKeyRing(api.db, clock);
    const read = await statementsOf(api.db, async () => {
      let n = 0;
      for (const key of Object.values(corpus)) {
        n += 1;
        expect(await ring.find(key, `198.51.100.${n}`)).toBeUndefined();
      }
    });
    expect(read).toEqual([]);
  });

  it('that are well formed are looked up once, by their hash alone, also where they begin like a valid one', async () => {
    const valid = account.apiKey.slice('svc_live_'.length, -6);
    const alike = apiKeyOf('live', `${valid.slice(0, -1)}${valid.endsWith('0') ? '1' : '0'}`);
    const asked = async (key: string) => {
      const ring = createKeyRing(api.db, clock);
      await ring.find(account.apiKey, HERE);
      const seen: { sql: string; bindings: unknown[] }[] = [];
      const note = ({ sql, bindings }: { sql: string; bindings: unknown[] }) => seen.push({ sql, bindings });
      api.db.on('query', note);
      expect(await ring.find(key, '198.51.100.200')).toBeUndefined();
      api.db.off('query', note);
      return seen;
    };
    const [[first, ...more], [other]] = [await asked(alike), await asked(makeApiKey('live'))];
    expect(more).toEqual([]);
    expect(first?.sql).toBe(other?.sql);
    expect(first?.bindings.filter((value) => typeof value === 'string')).toEqual([]);
    expect(first?.bindings).toContainEqual(hashApiKey(alike));
  });

  it('get the same 401, in the header and as bearer token', async () => {
    const sendable = Object.values(corpus).filter((key) => /^[\x21-\x7e]+$/.test(key));
    const bodies = new Set<string>();
    const guesses = [...sendable, makeApiKey('live')].slice(0, GUESSES / 2);
    for (const key of guesses) {
      for (const headers of [{ 'X-API-Key': key }, { Authorization: `Bearer ${key}` }] as Record<string, string>[]) {
        const answer = await supertest(api.app).get('/api/public/me').set(headers);
        expect(answer.status).toBe(401);
        const { request_id: _id, ...rest } = answer.body;
        bodies.add(JSON.stringify(rest));
      }
    }
    expect([...bodies]).toHaveLength(1);
  });
});

describe('after 20 bad keys in a minute from one address', () => {
  it('bad ones are still refused, a second later each, and none costs a look-up', async () => {
    await afterTwentyGuesses();
    await keys.find(makeApiKey('live'), '192.0.2.9');
    // The first well-formed guess fetches the list that the others are looked up in.
    await keys.find(makeApiKey('live'), HERE);
    const guesses = Array.from({ length: 30 }, (_, i) => (i % 3 === 0 ? 'svc_live_bad' : makeApiKey('live')));
    let answers: { ms: number; value: unknown }[] = [];
    const read = await statementsOf(api.db, async () => {
      answers = await Promise.all(guesses.map((key) => timed(keys.find(key, HERE))));
    });
    expect(read).toEqual([]);
    for (const { ms, value } of answers) {
      expect(value).toBeUndefined();
      expect(ms).toBeGreaterThanOrEqual(990);
      expect(ms).toBeLessThan(bound(3_000));
    }
  });

  it('valid keys of that address are let in at once, also the first of many at the same moment', async () => {
    await afterTwentyGuesses();
    const others = await Promise.all(Array.from({ length: 8 }, () => api.account()));
    const found = await Promise.all([account, ...others].map(({ apiKey }) => timed(keys.find(apiKey, HERE))));
    for (const [at, { ms, value }] of found.entries()) {
      expect(value?.accountId).toBe([account, ...others][at]?.accountId);
      expect(ms).toBeLessThan(bound(900));
    }
  });

  it('other addresses are not slowed down, and neither is this one in the next minute', async () => {
    await afterTwentyGuesses();
    expect((await timed(keys.find('svc_live_bad', '192.0.2.2'))).ms).toBeLessThan(bound(500));
    now += MINUTE;
    expect((await timed(keys.find('svc_live_bad', HERE))).ms).toBeLessThan(bound(500));
  });

  it('a list that could not be read rejects no request: the next request reads it again', async () => {
    await afterTwentyGuesses();
    let failing = true;
    const flaky = new Proxy(api.db, {
      apply: (target, self, args) => {
        const query = Reflect.apply(target, self, args);
        if (!failing || args[0] !== 'api_keys') return query;
        failing = false;
        return query.whereRaw('no such syntax');
      },
    });
    keys = createKeyRing(flaky, clock);
    for (let i = 0; i < GUESSES; i += 1) await keys.find('svc_live_guess', HERE);
    await expect(keys.find(account.apiKey, HERE)).rejects.toThrow();
    expect((await keys.find(account.apiKey, HERE))?.id).toBe(account.keyId);
  });

  it('a key that was revoked since then is rejected by its next request', async () => {
    await afterTwentyGuesses();
    const other = await api.account();
    const key = await keys.find(other.apiKey, HERE);
    if (!key) throw new Error('The key was not found.');
    expect((await keys.count(key, '192.0.2.1'))?.allowed).toBe(true);
    await api.db('api_keys').where({ id: other.keyId }).update({ revoked_at: new Date() });
    expect(await keys.count(key, '192.0.2.1')).toBeUndefined();
  });
});
