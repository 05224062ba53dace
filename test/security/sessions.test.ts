import { createHmac, generateKeyPairSync } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import jwt from 'jsonwebtoken';
import supertest from 'supertest';
import { signSession } from '../../api/http/auth/session.js';
import { insertSession } from '../../db/accounts/sessions.js';
import { loadConfig } from '../../runtime/config.js';
import { deriveKey } from '../../runtime/derived-key.js';
import { newId } from '../../runtime/ids.js';
import { createTokenSigner } from '../../runtime/signed-token.js';
import { createUser } from '../../services/accounts/accounts.js';
import { TEST_SECRET, useApi } from '../support/api.js';

const api = useApi();
const PASSWORD = 'a long password of the tests';
const DAY_S = 86_400;
const seconds = () => Math.floor(Date.now() / 1000);
const KEY = deriveKey(TEST_SECRET, 'session');

let userId: string;
let accountId: string;
let email: string;

/** An active session, so that a token of it is rejected only for its own errors. */
async function standingSession(changes: { revoked_at?: Date; expires_at?: Date } = {}): Promise<string> {
  const jti = newId();
  const now = new Date();
  await insertSession(api.db, {
    jti,
    user_id: userId,
    account_id: accountId,
    created_at: now,
    expires_at: new Date(now.getTime() + 1000 * DAY_S),
  });
  if (changes.revoked_at || changes.expires_at) await api.db('sessions').where({ jti }).update(changes);
  return jti;
}

const withCookie = (token: string) =>
  supertest(api.app).get('/api/internal/sandbox/deliveries').set('Cookie', `las_session=${token}`);

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token put together by hand, as no library would. */
function forge(header: object, payload: object, key: Buffer | string = KEY, algorithm = 'sha256'): string {
  const body = `${base64(header)}.${base64(payload)}`;
  return `${body}.${createHmac(algorithm, key).update(body).digest('base64url')}`;
}

beforeAll(async () => {
  ({ accountId } = await api.account());
  email = `${newId()}@example.com`;
  ({ userId } = await createUser(api.db, new Date(), {
    accountId,
    email,
    name: 'User',
    role: 'owner',
    password: PASSWORD,
  }));
});

const HEADER = { alg: 'HS256', typ: 'JWT' };
const claims = (jti: string, changes: object = {}) => ({
  jti,
  sub: userId,
  iat: seconds(),
  exp: seconds() + 3600,
  iss: 'lead-automation-service',
  aud: 'dashboard',
  ...changes,
});

type Corpus = Record<string, (jti: string) => string>;

/** Tokens of an active session, each with one error. */
function badTokens(): Corpus {
  const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const publicPem = pair.publicKey.export({ type: 'spki', format: 'pem' });
  const good = (jti: string) => signSession(TEST_SECRET, jti, userId, new Date());
  const parts = (jti: string) => good(jti).split('.') as [string, string, string];
  const signed = (changes: object) => (jti: string) => forge(HEADER, claims(jti, changes));
  const without = (name: string) => (jti: string) => {
    const { [name]: _left, ...rest } = claims(jti) as Record<string, unknown>;
    return forge(HEADER, rest);
  };
  const unsigned = (alg: string) => (jti: string) => `${base64({ ...HEADER, alg })}.${base64(claims(jti))}.`;
  return {
    'no algorithm': unsigned('none'),
    'no algorithm, other case': unsigned('NoNe'),
    'an empty algorithm': unsigned(''),
    'no algorithm, signed all the same': (jti) => forge({ ...HEADER, alg: 'none' }, claims(jti)),
    'no signature': (jti) => parts(jti).slice(0, 2).join('.'),
    'an empty signature': (jti) => `${parts(jti).slice(0, 2).join('.')}.`,
    HS384: (jti) => forge({ ...HEADER, alg: 'HS384' }, claims(jti), KEY, 'sha384'),
    HS512: (jti) => forge({ ...HEADER, alg: 'HS512' }, claims(jti), KEY, 'sha512'),
    'RS256 by a key of its own': (jti) => jwt.sign(claims(jti), pair.privateKey, { algorithm: 'RS256' }),
    'RS256 named, the public key as secret': (jti) =>
      forge({ ...HEADER, alg: 'RS256' }, claims(jti), String(publicPem)),
    'RS256 named, our key as secret': (jti) => forge({ ...HEADER, alg: 'RS256' }, claims(jti)),
    'a public key as secret': (jti) => forge(HEADER, claims(jti), String(publicPem)),
    'the master secret itself': (jti) => forge(HEADER, claims(jti), TEST_SECRET),
    'an empty secret': (jti) => forge(HEADER, claims(jti), ''),
    'the key of another purpose': (jti) => forge(HEADER, claims(jti), deriveKey(TEST_SECRET, 'secret-box')),
    'the key of tokens in links': (jti) => forge(HEADER, claims(jti), deriveKey(TEST_SECRET, 'token/unsubscribe')),
    'another master secret': (jti) => signSession(`${TEST_SECRET}.`, jti, userId, new Date()),
    'a key brought along': (jti) => forge({ ...HEADER, jwk: { kty: 'oct', k: base64('mine') } }, claims(jti), 'mine'),
    'a key by address': (jti) => forge({ ...HEADER, jku: 'https://example.com/keys', kid: '1' }, claims(jti), 'mine'),
    'a key by file': (jti) => forge({ ...HEADER, kid: '/dev/null' }, claims(jti), ''),
    'no expiry': without('exp'),
    'no birth': without('iat'),
    'no session': without('jti'),
    'no user': without('sub'),
    'no issuer': without('iss'),
    'no audience': without('aud'),
    'an expiry far away': signed({ exp: seconds() + 365 * DAY_S }),
    'an expiry beyond numbers': signed({ exp: 1e300 }),
    'an expiry as text': signed({ exp: String(seconds() + 3600) }),
    'an expiry in milliseconds': signed({ exp: Date.now() + 3_600_000 }),
    'an expiry that passed': signed({ iat: seconds() - 7200, exp: seconds() - 1 }),
    'an expiry below zero': signed({ exp: -1 }),
    'a birth in the future': signed({ iat: seconds() + 3600 }),
    'a birth as text': signed({ iat: 'now' }),
    'not yet good': signed({ nbf: seconds() + 3600 }),
    'another issuer': signed({ iss: 'somebody else' }),
    'another audience': signed({ aud: 'api' }),
    'a session as a list': (jti) => forge(HEADER, { ...claims(jti), jti: [jti] }),
    'a session as an object': (jti) => forge(HEADER, { ...claims(jti), jti: { '!=': jti } }),
    'a session that never was': () => forge(HEADER, claims(newId())),
    'an extension it must know': (jti) => forge({ ...HEADER, crit: ['exp'] }, claims(jti)),
    'an unknown extension': (jti) => forge({ ...HEADER, crit: ['x'], x: 1 }, claims(jti)),
    'a changed payload': (jti) => {
      const [header, , signature] = parts(jti);
      return `${header}.${base64(claims(jti, { exp: seconds() + 7200 }))}.${signature}`;
    },
    'a changed signature': (jti) => {
      const [header, payload, signature] = parts(jti);
      return `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    },
    'a cut signature': (jti) => good(jti).slice(0, -4),
    'a cut payload': (jti) => {
      const [header, payload, signature] = parts(jti);
      return `${header}.${payload.slice(0, -4)}.${signature}`;
    },
    'a fourth part': (jti) => `${good(jti)}.${base64('x')}`,
    'something before it': (jti) => `.${good(jti)}`,
    'a payload that is no object': (jti) => {
      const body = `${base64(HEADER)}.${base64(JSON.stringify(jti))}`;
      return `${body}.${createHmac('sha256', KEY).update(body).digest('base64url')}`;
    },
    'a payload that is no JSON': () => `${base64(HEADER)}.${base64('{')}.x`,
    'a token of an unsubscribe link': (jti) => createTokenSigner([TEST_SECRET], 'unsubscribe').sign([accountId, jti]),
    'the session’s bare id': (jti) => jti,
    nothing: () => '',
    dots: () => '..',
    rubbish: () => 'x'.repeat(4_000),
  };
}

describe('session tokens', () => {
  it('takes a good one, also the same put together by hand', async () => {
    const jti = await standingSession();
    expect((await withCookie(signSession(TEST_SECRET, jti, userId, new Date()))).status).toBe(200);
    expect((await withCookie(forge(HEADER, claims(jti)))).status).toBe(200);
  });

  it('takes none with anything wrong with it', async () => {
    const corpus = Object.entries(badTokens());
    expect(corpus.length).toBeGreaterThanOrEqual(50);
    const accepted: string[] = [];
    for (const [name, make] of corpus) {
      const answer = await withCookie(make(await standingSession()));
      if (answer.status !== 401 || answer.body.code !== 'NOT_SIGNED_IN') accepted.push(`${name}: ${answer.status}`);
    }
    expect(accepted).toEqual([]);
  });

  it('takes none of a session that was revoked, that is over, or whose user was disabled', async () => {
    const token = (jti: string) => signSession(TEST_SECRET, jti, userId, new Date());
    expect((await withCookie(token(await standingSession({ revoked_at: new Date() })))).status).toBe(401);
    expect((await withCookie(token(await standingSession({ expires_at: new Date(Date.now() - 1000) })))).status).toBe(
      401,
    );
    const gone = await createUser(api.db, new Date(), {
      accountId,
      email: `${newId()}@example.com`,
      name: 'Gone',
      role: 'owner',
      password: PASSWORD,
    });
    const jti = await standingSession();
    await api.db('sessions').where({ jti }).update({ user_id: gone.userId });
    expect((await withCookie(token(jti))).status).toBe(200);
    await api.db('users').where({ id: gone.userId }).update({ disabled_at: new Date() });
    expect((await withCookie(token(jti))).status).toBe(401);
  });

  it('is not read from headers or the query', async () => {
    const token = signSession(TEST_SECRET, await standingSession(), userId, new Date());
    const path = '/api/internal/sandbox/deliveries';
    for (const headers of [{ Authorization: `Bearer ${token}` }, { 'X-API-Key': token }, { las_session: token }]) {
      const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
      expect((await supertest(api.app).get(path).set(Object.fromEntries(given))).status).toBe(401);
    }
    expect((await supertest(api.app).get(`${path}?las_session=${token}`)).status).toBe(401);
  });
});

describe('signing in and out', () => {
  const signIn = (headers: Record<string, string> = {}, body: object = { email, password: PASSWORD }) =>
    supertest(api.app).post('/api/internal/session').set(headers).send(body);
  const cookiesOf = ({ headers }: supertest.Response) => [headers['set-cookie'] ?? []].flat();
  const cookieOf = (answer: supertest.Response): string => cookiesOf(answer)[0] ?? '';

  it('sets a cookie that scripts, other sites and plain connections behind TLS don’t get', async () => {
    const answer = await signIn();
    expect(answer.status).toBe(201);
    expect(cookieOf(answer)).toMatch(
      /^las_session=[\w-]+\.[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=43200$/,
    );
    expect(cookiesOf(answer)[1]).toMatch(
      /^las_browser=[\w-]+\.[\w-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=15552000$/,
    );
    expect(answer.text).not.toContain(cookieOf(answer).slice(12, 60));
  });

  it('ends the session on the server, not only the cookie', async () => {
    const cookie = cookieOf(await signIn()).split(';')[0] as string;
    const path = '/api/internal/sandbox/deliveries';
    expect((await supertest(api.app).get(path).set('Cookie', cookie)).status).toBe(200);
    const out = await supertest(api.app)
      .delete('/api/internal/session')
      .set({ Cookie: cookie, 'X-Requested-With': 'test' });
    expect(out.status).toBe(204);
    expect(cookieOf(out)).toContain('las_session=; ');
    expect((await supertest(api.app).get(path).set('Cookie', cookie)).status).toBe(401);
  });

  it('answers the same for a wrong password and an unknown address', async () => {
    const wrong = await signIn({}, { email, password: 'wrong' });
    const unknown = await signIn({}, { email: `${newId()}@example.com`, password: 'wrong' });
    expect([wrong.status, unknown.status]).toEqual([401, 401]);
    const { request_id: _one, ...first } = wrong.body;
    const { request_id: _other, ...second } = unknown.body;
    expect(second).toEqual(first);
    expect(wrong.headers['set-cookie']).toBeUndefined();
  });

  const FOREIGN: Record<string, string>[] = [
    { Origin: 'https://evil.example' },
    { Origin: 'null' },
    { Origin: 'http://127.0.0.1.evil.example' },
    { Origin: 'not an address' },
    { 'Sec-Fetch-Site': 'cross-site' },
    { 'Sec-Fetch-Site': 'same-site' },
    { 'Sec-Fetch-Site': 'CROSS-SITE' },
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'http://las.test' },
    { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
  ];

  it('refuses pages of other sites, when they sign in and when they sign out', async () => {
    for (const headers of FOREIGN) {
      expect((await signIn({ Host: 'las.test', ...headers })).body.code).toBe('CROSS_SITE_REQUEST');
      const cookie = cookieOf(await signIn()).split(';')[0] as string;
      const out = await supertest(api.app)
        .delete('/api/internal/session')
        .set({ Host: 'las.test', Cookie: cookie, 'X-Requested-With': 'test', ...headers });
      expect([out.status, out.body.code]).toEqual([403, 'CROSS_SITE_REQUEST']);
      const still = await supertest(api.app).get('/api/internal/sandbox/deliveries').set('Cookie', cookie);
      expect(still.status).toBe(200);
    }
  });

  it('takes our own pages and programs', async () => {
    for (const headers of [
      { Host: 'las.test', Origin: 'http://las.test', 'Sec-Fetch-Site': 'same-origin' },
      { 'Sec-Fetch-Site': 'none' },
    ] as Record<string, string>[]) {
      expect((await signIn(headers)).status).toBe(201);
    }
  });

  it('lets no other site read an answer: no CORS headers on internal routes', async () => {
    const answer = await supertest(api.app)
      .get('/api/internal/sandbox/deliveries')
      .set('Origin', 'https://evil.example');
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))).toEqual([]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

describe('behind a proxy that ends TLS', () => {
  const secured = useApi({ TRUST_PROXY: '1' });
  it('sets a cookie for TLS only', async () => {
    const answer = await supertest(secured.app)
      .post('/api/internal/session')
      .set('X-Forwarded-Proto', 'https')
      .send({ email, password: PASSWORD });
    expect(String(answer.headers['set-cookie'])).toMatch(/; Secure$/);
  });
});

describe('the master secret', () => {
  const start = (secret: string | undefined) => () =>
    loadConfig({ DATABASE_URL: 'mysql://a:b@127.0.0.1/c', ...(secret === undefined ? {} : { LAS_SECRET: secret }) });

  it('has to be there, of 32 bytes, and none that documents show', () => {
    const bad = [
      undefined,
      '',
      'short',
      'x'.repeat(31),
      'change-me-change-me-change-me-change-me',
      'changeme-changeme-changeme-changeme-x',
      'CHANGE-ME-to-something-of-more-than-32-bytes',
      'secret-secret-secret-secret-secret-secret',
      'example-secret-of-more-than-thirty-two-bytes',
      'sample-secret-of-more-than-thirty-two-bytes-x',
      'your-secret-here-your-secret-here-your-secret',
    ];
    for (const secret of bad) expect(start(secret)).toThrow(/LAS_SECRET/);
    expect(start('k7Jt0cZ9v1QxYb3mN8sLr5uWe2hPd6gA')).not.toThrow();
  });

  it('has predecessors of its own length, each of them', () => {
    const startWith = (previous: string) => () =>
      loadConfig({
        DATABASE_URL: 'mysql://a:b@127.0.0.1/c',
        LAS_SECRET: 'k7Jt0cZ9v1QxYb3mN8sLr5uWe2hPd6gA',
        LAS_PREVIOUS_SECRETS: previous,
      });
    const good = 'x7Jt0cZ9v1QxYb3mN8sLr5uWe2hPd6gB';
    for (const previous of ['short', `${good},short`, `short, ${good}`]) {
      expect(startWith(previous)).toThrow(/LAS_PREVIOUS_SECRETS: each must have at least 32/);
    }
    for (const previous of ['', good, `${good}, ${good}`]) expect(startWith(previous)).not.toThrow();
  });

  it('is never told by the refusal', () => {
    const secret = 'example-d41d8cd98f00b204';
    let told = '';
    try {
      start(secret)();
    } catch (error) {
      told = `${(error as Error).message} ${JSON.stringify(error)}`;
    }
    expect(told).toContain('LAS_SECRET');
    expect(told).not.toContain('d41d8cd98f00b204');
  });
});
