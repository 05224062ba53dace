import { describe, expect, it } from '@jest/globals';
import { useApi } from '../../support/api.js';
import { addRowsLike } from '../../support/many-rows.js';
import { addLead } from '../../support/messaging.js';

const api = useApi();
const WHERE = [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5_000 }];

describe('POST /leads/query/count', () => {
  it('counts the leads that meet the conditions, beyond a page and for no other account', async () => {
    const [account, other] = [await api.account(), await api.account()];
    await addLead(api.db, account.accountId, { metadata: '{"budget": 9000}' });
    await addRowsLike(api.db, 'leads', { account_id: account.accountId }, 250);
    await addLead(api.db, account.accountId, { metadata: '{"budget": 1}' });
    await addLead(api.db, other.accountId, { metadata: '{"budget": 9000}' });
    const count = (body: object) => account.request('post', '/leads/query/count').send(body);
    const { body } = await count({ where: WHERE, limit: 1 }).expect(200);
    const met = (await account.request('get', '/leads/count').expect(200)).body.count - 1;
    expect(body).toEqual({ success: true, count: met, next_cursor: null, scanned: met + 1 });
    expect((await count({ where: WHERE, tags: ['nobody'] })).body).toMatchObject({ count: 0, next_cursor: null });
    const refused = await count({ where: WHERE, cursor: 'x' });
    expect([refused.status, refused.body.code, refused.body.field]).toEqual([400, 'VALIDATION_ERROR', '/cursor']);
  });

  it('looks among the leads that a filter of the list leaves, as lists and changes do', async () => {
    const account = await api.account();
    const [fair] = [
      await addLead(api.db, account.accountId, { source: 'fair', metadata: '{"budget": 9000}' }),
      await addLead(api.db, account.accountId, { source: 'web', metadata: '{"budget": 9000}' }),
      await addLead(api.db, account.accountId, { source: 'fair', metadata: '{"budget": 1}' }),
    ];
    const query = { where: WHERE, filter: { source: 'fair', paused: false, has_meeting: false } };
    const count = (body: object) => account.request('post', '/leads/query/count').send(body);
    expect((await count(query).expect(200)).body).toMatchObject({ count: 1, scanned: 2 });
    const found = await account.request('post', '/leads/query').send(query).expect(200);
    expect(found.body.leads.map(({ id }: { id: string }) => id)).toEqual([fair?.id]);
    const change = { query, operation: 'add_tags', tags: ['hot'] };
    const changed = await account.request('post', '/lead-changes').send(change).expect(200);
    expect(changed.body.lead_change).toMatchObject({ matched: 1, changed: 1 });

    // A page of one filter is none of another.
    const first = await account.request('post', '/leads/query').send({ ...query, where: [], limit: 1 });
    const { next_cursor: cursor } = first.body;
    const next = (filter: object) =>
      account.request('post', '/leads/query').send({ where: [], limit: 1, cursor, filter });
    await next(query.filter).expect(200);
    expect((await next({ source: 'web' }).expect(400)).body.field).toBe('/cursor');

    // No lead has an invalid address. An unreadable filter is named.
    expect((await count({ filter: { email: 'no address' } })).body).toMatchObject({ count: 0, next_cursor: null });
    const refused = await count({ filter: { created_after: 'then' } });
    expect([refused.status, refused.body.field]).toEqual([400, '/filter/created_after']);
    const unread = await account
      .request('post', '/lead-changes')
      .send({ ...change, query: { filter: { hold_reason: 'mood' } } });
    expect([unread.status, unread.body.field]).toEqual([400, '/query/filter/hold_reason']);
  });

  it('continues after each batch, and adds up to all', async () => {
    const account = await api.account();
    await addLead(api.db, account.accountId);
    await addRowsLike(api.db, 'leads', { account_id: account.accountId }, 5_200);
    const all = Number((await account.request('get', '/leads/count').expect(200)).body.count);
    const pieces: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const body = {
        where: [{ source: 'lead', key: 'first_name', operator: 'exists' }],
        ...(cursor ? { cursor } : {}),
      };
      const answer = await account.request('post', '/leads/query/count').send(body).expect(200);
      pieces.push(answer.body.count);
      cursor = answer.body.next_cursor;
    }
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.reduce((sum, count) => sum + count, 0)).toBe(all);
  });
});
