import { beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { type TestAccount, useApi } from '../../support/api.js';
import { addAgent } from '../../support/messaging.js';
import { addUser, type TestUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
let admin: TestUser;

beforeAll(async () => {
  account = await api.account();
  admin = await addUser(api, account.accountId, 'admin');
});

const me = (key: string) => supertest(api.app).get('/api/public/me').set('X-API-Key', key);
const listed = async (id: string) =>
  (await admin.request('get', '/keys').expect(200)).body.keys.find((key: { id: string }) => key.id === id);
const make = async (body: object = { name: 'Web form' }) =>
  (await admin.request('post', '/keys').send(body).expect(201)).body;

describe('keys that users manage', () => {
  it('are shown whole once, and by how they begin and end ever after', async () => {
    const { key, api_key } = await make({ name: 'Web form', scopes: ['leads:read', 'leads:write'], rate_limit: 300 });
    expect(api_key).toMatch(/^svc_live_/);
    expect(key).toMatchObject({
      name: 'Web form',
      kind: 'live',
      scopes: ['leads:read', 'leads:write'],
      rate_limit: 300,
      prefix: 'svc_live_',
      last_four: api_key.slice(-4),
      public_key: null,
      created_by: `user:${admin.userId}`,
      revoked_at: null,
    });
    await me(api_key).expect(200);
    const all = await admin.request('get', '/keys').expect(200);
    expect(all.text).not.toContain(api_key);
    expect(await listed(key.id)).toMatchObject({ last_four: api_key.slice(-4) });
  });

  it('have the scopes of a preset, or all of them', async () => {
    expect((await make({ name: 'A', preset: 'read_only' })).key.scopes).toContain('leads:read');
    expect((await make()).key.scopes).toEqual(['*']);
    const both = await admin.request('post', '/keys').send({ name: 'A', preset: 'read_only', scopes: ['leads:read'] });
    expect(both.body).toMatchObject({ code: 'VALIDATION_ERROR', field: '/preset' });
    const power = await admin.request('post', '/keys').send({ name: 'A', scopes: ['keys:manage'] });
    expect(power.body.code).toBe('VALIDATION_ERROR');
  });

  it('are regenerated with name, scopes and limit; the old one gets 401 from its next request on', async () => {
    const old = await make({ name: 'Shop', scopes: ['leads:read'], rate_limit: 7 });
    await me(old.api_key).expect(200);
    const fresh = (await admin.request('post', `/keys/${old.key.id}/regenerate`).expect(201)).body;
    expect(fresh.key).toMatchObject({ name: 'Shop', scopes: ['leads:read'], rate_limit: 7 });
    await me(fresh.api_key).expect(200);
    const refused = await me(old.api_key).expect(401);
    expect(refused.body).toMatchObject({ error: 'Invalid API key', message: 'The provided API key is not valid.' });
    expect((await listed(old.key.id)).revoked_at).not.toBeNull();
    await admin.request('post', `/keys/${old.key.id}/regenerate`).expect(404);
  });

  it('are ended at once', async () => {
    const { key, api_key } = await make();
    await admin.request('delete', `/keys/${key.id}`).expect(204);
    await me(api_key).expect(401);
    await admin.request('delete', `/keys/${key.id}`).expect(404);
  });

  it('that a repeated click asks for are one key, and the answer is kept sealed', async () => {
    const send = () => admin.request('post', '/keys').set('Idempotency-Key', 'key click').send({ name: 'Twice' });
    const [one, two] = [await send().expect(201), await send().expect(201)];
    expect(two.body.api_key).toBe(one.body.api_key);
    const row = await api.db('idempotency_keys').where({ account_id: account.accountId, route: 'createKey' }).first();
    expect(row?.body).not.toContain(one.body.api_key);
  });

  it('of widgets are shown whole, and end with their widgets only', async () => {
    const agent = await addAgent(api, account);
    const widget = { name: 'Shop', workflow_id: agent, allowed_domains: ['shop.example.com'] };
    await account.request('post', '/widgets').send(widget).expect(201);
    const { keys } = (await admin.request('get', '/keys').expect(200)).body;
    const pub = keys.find(({ kind }: { kind: string }) => kind === 'pub');
    expect(pub.public_key).toMatch(/^svc_pub_/);
    for (const send of [
      admin.request('delete', `/keys/${pub.id}`),
      admin.request('post', `/keys/${pub.id}/regenerate`),
    ])
      expect((await send).body.code).toBe('NOT_MODIFIABLE');
  });
});
