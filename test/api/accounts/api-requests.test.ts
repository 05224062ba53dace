import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRequestLog } from '../../../api/http/request-log/request-log.js';
import { forgetApiRequests } from '../../../db/accounts/api-requests.js';
import type { ApiRequestRow } from '../../../db/tables.js';
import { systemClock } from '../../../runtime/clock.js';
import { newId, newIdAt } from '../../../runtime/ids.js';
import { createLogger } from '../../../runtime/logger.js';
import { createMetrics } from '../../../runtime/metrics.js';
import { createApiKey } from '../../../services/accounts/accounts.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { fillMarked, PHONE, PREFIX } from '../../support/marked-account.js';
import { statementsOf } from '../../support/statements.js';
import { addUser } from '../../support/users.js';

const api = useApi();
const DAY_MS = 86_400_000;

let account: TestAccount;
beforeAll(async () => {
  account = await api.account();
});

const idOf = (response: { headers: Record<string, unknown> }) => String(response.headers['x-request-id']);

async function logged(requestId: string, of = account) {
  await api.requestLog.flush();
  return (await of.request('get', `/api-requests/${requestId}`).expect(200)).body.api_request;
}

const listed = async (query: string, of = account) => {
  await api.requestLog.flush();
  return (await of.request('get', `/api-requests?${query}`).expect(200)).body.api_requests;
};

describe('GET /api-requests/{id}', () => {
  it('shows a request with its outcome, and bodies without personal data', async () => {
    const lead = { first_name: 'Ana', email: 'ana.log@example.com', phone: PHONE, favourite_color: 'green' };
    const key = newId();
    const made = await account.request('post', '/leads').set('Idempotency-Key', key).send(lead).expect(201);
    expect(await logged(idOf(made))).toEqual({
      id: idOf(made),
      at: expect.any(String),
      key: { id: account.keyId, name: expect.any(String) },
      operation: 'createLead',
      method: 'POST',
      path: '/api/public/leads',
      status: 201,
      error_code: null,
      duration_ms: expect.any(Number),
      idempotency_key: key,
      replayed: false,
      query: null,
      request_body: { first_name: '<text:3>', email: '<text:19>', phone: '<text:12>', '<others>': 1 },
      response_body: expect.objectContaining({
        success: true,
        lead: expect.objectContaining({ id: made.body.lead.id, email: '<text:19>', created_at: expect.any(String) }),
      }),
    });
    const replay = await account.request('post', '/leads').set('Idempotency-Key', key).send(lead).expect(201);
    expect(await logged(idOf(replay))).toMatchObject({ replayed: true, status: 201 });
  });

  it('keeps the words of fixed lists, numbers and the first items of a list', async () => {
    const leads = Array.from({ length: 5 }, (_, n) => ({ first_name: `Lead ${n}` }));
    const made = await account.request('post', '/leads').send(leads).expect(201);
    const { request_body } = await logged(idOf(made));
    expect(request_body).toEqual([...Array(3).fill({ first_name: '<text:6>' }), '<more:2>']);
    const found = await account.request('get', '/leads?limit=2&order=asc&email=ana.log@example.com').expect(200);
    expect((await logged(idOf(found))).query).toEqual({ limit: '2', order: 'asc', email: '<text:19>' });
  });

  it('explains an error with its code, field and message', async () => {
    const wrong = await account.request('post', '/email-senders').send({ name: 5 }).expect(400);
    const shown = await logged(idOf(wrong));
    expect(shown).toMatchObject({ status: 400, error_code: 'VALIDATION_ERROR', request_body: { name: '<number>' } });
    expect(shown.response_body).toMatchObject({ code: 'VALIDATION_ERROR', message: wrong.body.message });
  });

  it('leaves out a message that repeats what was sent', async () => {
    const storedOf = async (response: { headers: Record<string, unknown> }) => {
      await api.requestLog.flush();
      return JSON.stringify(
        await api
          .db('api_requests')
          .where({ id: idOf(response) })
          .first(),
      );
    };
    const sent = { name: 'S', from_email: 's@example.com', 'ana@secret.example': 1 };
    const wrong = await account.request('post', '/email-senders').send(sent).expect(400);
    expect(wrong.body.message).toContain('ana@secret.example');
    expect(await storedOf(wrong)).toContain('VALIDATION_ERROR');
    expect(await storedOf(wrong)).not.toContain('ana@secret.example');
    const malformed = await account
      .request('post', '/leads')
      .type('json')
      .send('{"ana@secret.example": 1, "ana@secret.example": 2}');
    expect(malformed.status).toBe(400);
    expect(await storedOf(malformed)).not.toContain('ana@secret.example');
  });

  it('rejects an ID of another account as unknown', async () => {
    const mine = await account.request('get', '/tags').expect(200);
    await api.requestLog.flush();
    const other = await api.account();
    const answer = await other.request('get', `/api-requests/${idOf(mine)}`).expect(404);
    expect(answer.body.code).toBe('API_REQUEST_NOT_FOUND');
  });
});

describe('GET /api-requests', () => {
  it('filters by key, operation, method, status, time and request ID', async () => {
    const own = await api.account();
    const second = await createApiKey(api.db, new Date(), { accountId: own.accountId, name: 'Second' });
    const good = idOf(await own.request('get', '/tags').expect(200));
    const missing = idOf(await own.request('get', `/leads/${newId()}`).expect(404));
    const write = idOf(await own.request('post', '/leads').set('X-API-Key', second.apiKey).send({ first_name: 'A' }));
    const ids = async (query: string) =>
      (await listed(query, own)).flatMap(({ id, operation }: { id: string; operation: string }) =>
        operation === 'listApiRequests' ? [] : [id],
      );
    expect(await ids('')).toEqual([write, missing, good]);
    expect(await ids(`key=${second.keyId}`)).toEqual([write]);
    expect(await ids('operation=listTags')).toEqual([good]);
    expect(await ids('method=POST')).toEqual([write]);
    expect(await ids('status=4xx')).toEqual([missing]);
    expect(await ids(`request_id=${good}`)).toEqual([good]);
    const { at, key, path } = (await listed(`request_id=${missing}`, own))[0];
    expect(key).toEqual({ id: own.keyId, name: expect.any(String) });
    expect(path).toMatch(/^\/api\/public\/leads\/[\da-f-]{36}$/);
    const before = await ids(`until=${new Date(Date.parse(at) + 1).toISOString()}&since=${at}`);
    expect(before).toContain(missing);
    expect(before).not.toContain(idOf(await own.request('get', '/tags')));
  });

  it('includes requests that a scope or the rate limit rejected, but few of a flood', async () => {
    const limited = await api.account({ rateLimit: 2, scopes: ['leads:read'] });
    expect((await limited.request('get', '/workflows')).status).toBe(403);
    for (let n = 0; n < 30; n += 1) await limited.request('get', '/tags');
    await api.requestLog.flush();
    const codes = await api.db('api_requests').where({ account_id: limited.accountId }).pluck('error_code');
    expect(codes).toContain('INSUFFICIENT_SCOPE');
    const rejected = codes.filter((code) => code === 'RATE_LIMITED').length;
    expect(rejected).toBeGreaterThan(0);
    // A minute may end during the loop.
    expect(rejected).toBeLessThanOrEqual(20);
  });

  it('has only requests with keys', async () => {
    const user = await addUser(api, account.accountId);
    const before = await api.db('api_requests').where({ account_id: account.accountId }).count({ n: '*' });
    await user.request('get', '/tags').expect(200);
    await api.requestLog.flush();
    expect(await api.db('api_requests').where({ account_id: account.accountId }).count({ n: '*' })).toEqual(before);
  });
});

describe('the request log', () => {
  it('holds no text of an account that is full of personal data and secrets', async () => {
    const own = await api.account();
    await fillMarked(api, own);
    await api.requestLog.flush();
    const rows = await api.db('api_requests').where({ account_id: own.accountId });
    expect(rows.length).toBeGreaterThan(30);
    const text = JSON.stringify(rows).toLowerCase();
    expect(text).not.toContain(PREFIX);
    expect(text).not.toContain(PHONE);
    expect(text).not.toContain(own.apiKey.toLowerCase());
  });

  it('adds no statement to a request', async () => {
    const statements = await statementsOf(api.db, () => account.request('get', '/tags').expect(200));
    expect(statements.filter((sql) => sql.includes('api_requests') || sql.includes('request_log_days'))).toEqual([]);
  });

  it('is off for an account with 0 days', async () => {
    const own = await api.account();
    const owner = await addUser(api, own.accountId);
    await owner.request('patch', '/account').send({ request_log_days: 0 }).expect(200);
    await own.request('get', '/tags').expect(200);
    await api.requestLog.flush();
    expect(await api.db('api_requests').where({ account_id: own.accountId })).toEqual([]);
  });

  it('deletes requests after the days of their account', async () => {
    const [short, long] = [await api.account(), await api.account()];
    await api.db('accounts').where({ id: long.accountId }).update({ request_log_days: 30 });
    const now = new Date();
    const agedOf = ({ accountId, keyId }: TestAccount, days: number) =>
      rowOf(newIdAt(new Date(now.getTime() - days * DAY_MS)), accountId, keyId);
    await api.db('api_requests').insert([agedOf(short, 6), agedOf(short, 8), agedOf(long, 8), agedOf(long, 31)]);
    await forgetApiRequests(api.db, now);
    const left = (of: TestAccount) => api.db('api_requests').where({ account_id: of.accountId }).pluck('id');
    expect([(await left(short)).length, (await left(long)).length]).toEqual([1, 1]);
  });

  it('drops and counts what it has no room for or what the database refuses', async () => {
    const metrics = createMetrics();
    const parts = { clock: systemClock, logger: createLogger('silent', 'test'), metrics };
    const away = () => {
      throw new Error('The database is unavailable.');
    };
    const log = createRequestLog({ ...parts, db: away as never });
    for (let n = 0; n < 1_010; n += 1) log.add(rowOf(newId(), account.accountId, account.keyId));
    await log.flush();
    const { values } = await metrics.requestLogDropped.get();
    const dropped = Object.fromEntries(values.map(({ labels, value }) => [labels.reason, value]));
    expect(dropped).toEqual({ full: 10, failed: 1_000 });
  });
});

const rowOf = (id: string, accountId: string, keyId: string): ApiRequestRow => ({
  id,
  account_id: accountId,
  key_id: keyId,
  operation: 'listTags',
  method: 'GET',
  path: '/api/public/tags',
  status: 200,
  status_class: 2,
  error_code: null,
  duration_ms: 3,
  idempotency_key: null,
  replayed: false,
  query: null,
  request_body: null,
  response_body: null,
});
