import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';

const api = useApi();
interface Tag {
  id: string;
  name: string;
  slug: string;
}
const create = async (account: TestAccount, lead: object = {}) =>
  (await account.request('post', '/leads').send({ first_name: 'Ana', ...lead })).body.lead as {
    id: string;
    tags: Tag[];
  };
const slugs = (tags: Tag[]) => tags.map((tag) => tag.slug);

describe('PUT /leads/tags', () => {
  describe('200', () => {
    it('keeps tags apart whose names differ in signs, and finds each by its name', async () => {
      const account = await api.account();
      const lead = await create(account);
      const tags = ['C', 'C++', 'C#', 'Hot', '🔥 Hot'];
      const answer = await account.request('put', '/leads/tags').send({ lead_id: lead.id, tags }).expect(200);
      expect(answer.body.tags.map((tag: Tag) => tag.name).sort()).toEqual(tags.sort());
      const found = async (name: string) =>
        (await account.request('get', `/leads?tags_any=${encodeURIComponent(name)}`).expect(200)).body.leads.length;
      expect([await found('C++'), await found('c#'), await found('C+')]).toEqual([1, 1, 0]);
    });

    it('replaces the whole set by name, finding tags by slug', async () => {
      const account = await api.account();
      const lead = await create(account, { tags: ['Hot Lead', 'Old'] });
      const answer = await account
        .request('put', '/leads/tags')
        .send({ lead_id: lead.id, tags: ['hot  lead!', 'HOT LEAD', 'Nuevo', '🔥'] });
      expect(answer.status).toBe(200);
      expect(answer.body.lead_id).toBe(lead.id);
      expect(slugs(answer.body.tags).sort()).toEqual(['hot-lead', 'nuevo', '🔥']);
      expect(slugs(answer.body.added).sort()).toEqual(['nuevo', '🔥']);
      expect(slugs(answer.body.removed)).toEqual(['old']);
      expect(answer.body.tags.find((tag: Tag) => tag.slug === 'hot-lead').name).toBe('Hot Lead');
      const events = await api.db('events').where({ lead_id: lead.id, type: 'lead.tags_changed' }).orderBy('seq');
      expect(JSON.parse(events.at(-1)!.data).removed).toEqual(['old']);
    });

    it('clears with an empty list, and does nothing when repeated', async () => {
      const account = await api.account();
      const lead = await create(account, { tags: ['A'] });
      for (const removed of [['a'], []]) {
        const answer = await account.request('put', '/leads/tags').send({ lead_id: lead.id, tags: [] });
        expect(answer.body.tags).toEqual([]);
        expect(slugs(answer.body.removed)).toEqual(removed);
      }
      expect((await account.request('get', `/leads/${lead.id}`)).body.lead.version).toBe(2);
    });

    it('finds the lead by email, the most recently updated of several; lead_id wins', async () => {
      const account = await api.account();
      const first = await create(account, { email: 'a@example.com' });
      const second = await create(account, { email: 'A@example.com' });
      const byEmail = await account.request('put', '/leads/tags').send({ email: 'a@EXAMPLE.com', tags: ['X'] });
      expect(byEmail.body.lead_id).toBe(second.id);
      const byId = await account
        .request('put', '/leads/tags')
        .send({ lead_id: first.id, email: 'a@example.com', tags: ['Y'] });
      expect(byId.body.lead_id).toBe(first.id);
      const now = await account.request('put', '/leads/tags').send({ email: 'a@example.com', tags: [] });
      expect(now.body.lead_id).toBe(first.id);
    });

    it('makes each tag once when many requests bring it at the same time', async () => {
      const account = await api.account();
      const leads = await Promise.all(Array.from({ length: 10 }, () => create(account)));
      const answers = await Promise.all(
        leads.map(({ id }) =>
          account.request('put', '/leads/tags').send({ lead_id: id, tags: ['One', 'Two', 'Three'] }),
        ),
      );
      expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await api.db('tags').where({ account_id: account.accountId })).toHaveLength(3);
    });
  });

  describe('400', () => {
    it.each([
      ['/tags', {}],
      ['/lead_id', { tags: [] }],
      ['/tags/0', { lead_id: newId(), tags: [''] }],
      ['/tags/1', { lead_id: newId(), tags: ['ok', ' '] }],
      ['/tags/0', { lead_id: newId(), tags: ['x'.repeat(65)] }],
      ['/tags', { lead_id: newId(), tags: Array.from({ length: 101 }, (_, i) => `t${i}`) }],
      ['/email', { email: 'nothing', tags: [] }],
      ['/extra', { lead_id: newId(), tags: [], extra: 1 }],
    ])('names the place %s (row %#)', async (field, body) => {
      const account = await api.account();
      const answer = await account.request('put', '/leads/tags').send(body);
      expect([answer.status, answer.body.field]).toEqual([400, field]);
    });
  });

  it('answers 404 for unknown and foreign leads', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    const foreign = await create(theirs, { email: 'f@example.com' });
    for (const lead of [{ lead_id: newId() }, { lead_id: foreign.id }, { email: 'f@example.com' }]) {
      const answer = await mine.request('put', '/leads/tags').send({ ...lead, tags: ['X'] });
      expect([answer.status, answer.body.code]).toEqual([404, 'LEAD_NOT_FOUND']);
    }
  });
});

describe('GET and POST /leads/{id}/tags', () => {
  it('adds tags by id, skips those it has, and lists them', async () => {
    const account = await api.account();
    const [a, b] = (await create(account, { tags: ['A', 'B'] })).tags as [Tag, Tag];
    const lead = await create(account);
    const one = await account.request('post', `/leads/${lead.id}/tags`).send({ tag_id: a.id });
    expect(one.status).toBe(201);
    expect(slugs(one.body.added)).toEqual(['a']);
    const both = await account.request('post', `/leads/${lead.id}/tags`).send({ tag_ids: [a.id, b.id.toUpperCase()] });
    expect(slugs(both.body.added)).toEqual(['b']);
    const list = await account.request('get', `/leads/${lead.id}/tags`);
    expect(list.body).toEqual({ success: true, lead_id: lead.id, tags: [a, b] });
  });

  it('answers 404 for an unknown or foreign tag and adds none of them', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    const [own] = (await create(mine, { tags: ['Own'] })).tags as [Tag];
    const [foreign] = (await create(theirs, { tags: ['Foreign'] })).tags as [Tag];
    const lead = await create(mine);
    for (const id of [foreign.id, newId()]) {
      const answer = await mine.request('post', `/leads/${lead.id}/tags`).send({ tag_ids: [own.id, id] });
      expect([answer.status, answer.body.code]).toEqual([404, 'TAG_NOT_FOUND']);
    }
    expect((await mine.request('get', `/leads/${lead.id}/tags`)).body.tags).toEqual([]);
  });

  it('answers 400 without any id', async () => {
    const account = await api.account();
    const lead = await create(account);
    for (const body of [{}, { tag_id: null }, { tag_ids: [] }, { tag_id: 'x' }]) {
      expect((await account.request('post', `/leads/${lead.id}/tags`).send(body)).status).toBe(400);
    }
  });
});

describe('GET /tags', () => {
  it("pages through the account's tags only", async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    await create(mine, { tags: ['A', 'B', 'C'] });
    await create(theirs, { tags: ['D'] });
    const first = await mine.request('get', '/tags?limit=2');
    const second = await mine.request('get', `/tags?limit=2&cursor=${first.body.pagination.next_cursor}`);
    expect([...slugs(first.body.tags), ...slugs(second.body.tags)]).toEqual(['a', 'b', 'c']);
    expect(second.body.pagination).toEqual({ limit: 2, next_cursor: null, has_more: false });
  });
});
