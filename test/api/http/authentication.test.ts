import { describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { makeApiKey } from '../../../runtime/api-key.js';
import { regenerateApiKey } from '../../../services/accounts/accounts.js';
import { useApi } from '../../support/api.js';
import { addWidget } from '../../support/widgets.js';

const api = useApi();
const get = (headers: { [name: string]: string }) => supertest(api.app).get('/api/public/me').set(headers);

describe('authentication', () => {
  it('takes the key from X-API-Key or as a bearer token', async () => {
    const { apiKey, accountId } = await api.account();
    const forms: Record<string, string>[] = [
      { 'X-API-Key': apiKey },
      { Authorization: `Bearer ${apiKey}` },
      { Authorization: `bearer ${apiKey}` },
    ];
    for (const headers of forms) {
      const answer = await get(headers);
      expect(answer.status).toBe(200);
      expect(answer.body.account.id).toBe(accountId);
    }
  });

  it('says to the letter that a key is missing, also for empty headers and other schemes', async () => {
    for (const headers of [{}, { 'X-API-Key': '' }, { Authorization: 'Basic abc' }, { Authorization: 'Bearer ' }]) {
      const answer = await get(headers as { [name: string]: string });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({
        error: 'Missing API key',
        message: 'Provide your API key in the X-API-Key header or as a bearer token (Authorization: Bearer <API_KEY>).',
        code: 'MISSING_API_KEY',
      });
    }
  });

  it('says to the letter that a key is not valid, whatever is wrong with it', async () => {
    const { apiKey } = await api.account();
    for (const key of ['nonsense', makeApiKey('live'), `${apiKey}x`, apiKey.replace('live', 'pub')]) {
      const answer = await get({ 'X-API-Key': key });
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ error: 'Invalid API key', message: 'The provided API key is not valid.' });
    }
  });

  it('refuses a regenerated key with its next request, and the new one carries name, limit and scopes on', async () => {
    const account = await api.account({ name: 'integration', rateLimit: 777, scopes: ['leads:read'] });
    expect((await get({ 'X-API-Key': account.apiKey })).status).toBe(200);
    const fresh = await regenerateApiKey(api.db, new Date(), account.accountId, account.keyId);
    expect((await get({ 'X-API-Key': account.apiKey })).status).toBe(401);
    const answer = await get({ 'X-API-Key': fresh?.apiKey ?? '' });
    expect(answer.body.key).toMatchObject({ name: 'integration', scopes: ['leads:read'] });
    expect(answer.body.limits.requests_per_minute).toBe(777);
  });

  it('refuses a widget key on REST routes', async () => {
    const { key } = await addWidget(api, await api.account());
    const answer = await get({ 'X-API-Key': key });
    expect(answer.status).toBe(403);
    expect(answer.body.code).toBe('PUBLIC_KEY_NOT_ALLOWED');
  });

  it('lets exactly the limit pass in a minute and answers 429 with the seconds to the next one', async () => {
    const { apiKey } = await api.account({ rateLimit: 5 });
    const answers = [];
    for (let i = 0; i < 12; i += 1) answers.push(await get({ 'X-API-Key': apiKey }));
    const refused = answers.filter((answer) => answer.status === 429);
    // A run that crosses the minute's edge gets the allowance of both minutes.
    expect(answers.filter((answer) => answer.status === 200).length).toBeGreaterThanOrEqual(5);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    for (const answer of refused) {
      expect(answer.body).toMatchObject({ code: 'RATE_LIMITED' });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    expect(answers[0]?.headers).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '4' });
  });

  it('answers unknown paths, wrong methods and errors in one shape with a request id', async () => {
    const missing = await supertest(api.app).get('/api/public/nothing');
    expect(missing.status).toBe(404);
    expect(missing.body).toMatchObject({
      error: 'Not found',
      code: 'NOT_FOUND',
      request_id: missing.headers['x-request-id'],
    });
    const method = await supertest(api.app).delete('/api/public/me');
    expect(method.status).toBe(405);
    expect(method.headers.allow).toBe('GET');
    expect(missing.headers['x-powered-by']).toBeUndefined();
  });
});
