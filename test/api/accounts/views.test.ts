import { beforeAll, describe, expect, it } from '@jest/globals';
import { type TestAccount, useApi } from '../../support/api.js';
import { finishErasure } from '../../support/erasures.js';
import { addLead } from '../../support/messaging.js';
import { addUser, type TestUser } from '../../support/users.js';

const api = useApi();
let account: TestAccount;
let ana: TestUser;
let ben: TestUser;
let viewer: TestUser;
beforeAll(async () => {
  account = await api.account();
  ana = await addUser(api, account.accountId, 'operator');
  ben = await addUser(api, account.accountId, 'operator');
  viewer = await addUser(api, account.accountId, 'viewer');
});

const add = async (user: TestUser, body: object) =>
  (
    await user
      .request('post', '/views')
      .send({ resource: 'leads', name: 'Hot', ...body })
      .expect(201)
  ).body.view;
const seenBy = async (user: TestUser, query = ''): Promise<string[]> =>
  (await user.request('get', `/views${query}`).expect(200)).body.views.map(({ id }: { id: string }) => id);

describe('a saved view', () => {
  it('is kept as it was given, and found again by who made it alone', async () => {
    const query = { tags_any: 'hot', q: 'acme' };
    const view = await add(ana, { query, columns: ['name', 'owner_id'], sort: 'updated_at' });
    expect(view).toMatchObject({
      query,
      columns: ['name', 'owner_id'],
      sort: 'updated_at',
      shared: false,
      user_id: ana.userId,
    });
    expect(await seenBy(ana, '?resource=leads')).toContain(view.id);
    expect(await seenBy(ana, '?resource=runs')).not.toContain(view.id);
    expect(await seenBy(ben)).not.toContain(view.id);
    await ben.request('patch', `/views/${view.id}`).send({ name: 'Mine' }).expect(404);
    const changed = await ana.request('patch', `/views/${view.id}`).send({ name: 'Hotter' }).expect(200);
    expect(changed.body.view).toMatchObject({ name: 'Hotter', query, columns: ['name', 'owner_id'] });
    await ana.request('delete', `/views/${view.id}`).expect(204);
    expect(await seenBy(ana)).not.toContain(view.id);
  });

  it('is seen by all once it is shared, and changed by those who may change leads', async () => {
    const view = await add(ana, { shared: true });
    expect(await seenBy(viewer)).toContain(view.id);
    await viewer.request('patch', `/views/${view.id}`).send({ name: 'x' }).expect(403);
    await viewer.request('delete', `/views/${view.id}`).expect(403);
    await ben.request('patch', `/views/${view.id}`).send({ name: 'Ours' }).expect(200);
    const own = await add(viewer, { name: 'Own' });
    await viewer.request('patch', `/views/${own.id}`).send({ shared: true }).expect(403);
    await viewer.request('post', '/views').send({ resource: 'leads', name: 'All', shared: true }).expect(403);
  });

  it('that looks for a person is gone when the person is erased', async () => {
    const lead = await addLead(api.db, account.accountId);
    const about = await add(ana, { query: { email: lead.email } });
    const other = await add(ana, { query: { q: 'acme' } });
    await account.request('post', `/leads/${lead.id}/erase`).expect(200);
    await finishErasure(api.db, lead.id);
    const left = await seenBy(ana);
    expect([left.includes(about.id), left.includes(other.id)]).toEqual([false, true]);
  });
});

describe('a canned reply', () => {
  const reply = (shortcut: string, more: object = {}) => ({
    shortcut,
    title: 'Prices',
    content: 'Hi {{ lead.first_name }}',
    ...more,
  });

  it('is found by all who answer, fit for the channel, and changed by those who write', async () => {
    const made = await ana
      .request('post', '/canned-replies')
      .send(reply('price', { channel: 'email' }))
      .expect(201);
    const { id } = made.body.canned_reply;
    expect(made.body.canned_reply).toMatchObject({
      shortcut: 'price',
      channel: 'email',
      created_by: `user:${ana.userId}`,
    });
    const listed = async (query: string) =>
      (await viewer.request('get', `/canned-replies${query}`).expect(200)).body.canned_replies;
    expect(await listed('?channel=email')).toMatchObject([{ id }]);
    expect(await listed('?channel=whatsapp')).toEqual([]);
    await ben.request('patch', `/canned-replies/${id}`).send({ channel: null }).expect(200);
    expect(await listed('?channel=whatsapp')).toMatchObject([{ id, title: 'Prices' }]);
    await viewer.request('delete', `/canned-replies/${id}`).expect(403);
    await ben.request('delete', `/canned-replies/${id}`).expect(204);
    expect(await listed('')).toEqual([]);
  });

  it('has a shortcut of its own and a text that can be rendered', async () => {
    await ana.request('post', '/canned-replies').send(reply('hello')).expect(201);
    const again = await ana.request('post', '/canned-replies').send(reply('hello')).expect(409);
    expect(again.body).toMatchObject({ code: 'NAME_TAKEN', field: '/shortcut' });
    const faulty = await ana
      .request('post', '/canned-replies')
      .send(reply('bad', { content: '{% if %}x' }))
      .expect(400);
    expect(faulty.body.field).toBe('/content');
  });
});
