import { describe, expect, it } from '@jest/globals';
import { useApi } from '../support/api.js';
import { addRowsLike } from '../support/many-rows.js';
import { addLead } from '../support/messaging.js';

const api = useApi();
const WHERE = [{ source: 'metadata', key: 'budget', operator: 'gte', value: 5_000 }];

describe('POST /leads/query/count', () => {
  it('counts whoever meets the conditions, beyond a page and for no other account', async () => {
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

  it('goes on where a piece ended, and adds up to all', async () => {
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
