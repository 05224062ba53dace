import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { addAgent } from '../../support/messaging.js';
import { statementsOf } from '../../support/statements.js';

const api = useApi();

describe('what a request costs the database', () => {
  it('counts a request of a known key with one statement and reads nothing of the key', async () => {
    const account = await api.account();
    await account.request('get', '/me').expect(200);
    const statements = await statementsOf(api.db, () => account.request('get', '/me').expect(200));
    expect(statements).toHaveLength(1);
    expect(statements[0]).toContain('INSERT INTO rate_counters');
  });

  it('counts requests that come at once together, each with a place of its own', async () => {
    const account = await api.account();
    await account.request('get', '/me').expect(200);
    const remaining: number[] = [];
    const statements = await statementsOf(api.db, async () => {
      const answers = await Promise.all(Array.from({ length: 20 }, () => account.request('get', '/me').expect(200)));
      remaining.push(...answers.map(({ headers }) => Number(headers['ratelimit-remaining'])));
    });
    expect(statements.length).toBeLessThan(20);
    expect(new Set(remaining).size).toBe(20);
  });

  it('asks nothing for a key over its limit', async () => {
    const account = await api.account({ rateLimit: 1 });
    await account.request('get', '/me');
    // A minute may end in between; two more requests are over the limit in any case.
    await account.request('get', '/me');
    await account.request('get', '/me').expect(429);
    const statements = await statementsOf(api.db, () => account.request('get', '/me').expect(429));
    expect(statements).toEqual([]);
  });

  it('adds two statements for a running campaign that a lead joins', async () => {
    const account = await api.account();
    const agentId = await addAgent(api, account);
    const body = { name: 'Spring', workflow_id: agentId };
    const { id } = (await account.request('post', '/campaigns').send(body).expect(201)).body.campaign;
    await account.request('post', `/campaigns/${id}/start`).expect(200);
    const send = (more: object) =>
      statementsOf(api.db, () =>
        account
          .request('post', '/leads')
          .send({ first_name: 'A', email: `${newId()}@example.com`, ...more })
          .expect(201),
      );
    await send({ campaign_id: id });
    const plain = await send({});
    expect((await send({ campaign_id: id })).length - plain.length).toBe(2);
  });

  it('adds two statements for an idempotency key', async () => {
    const account = await api.account();
    let n = 0;
    const send = (headers: Record<string, string>) => {
      n += 1;
      const lead = { first_name: 'A', email: `a${n}@example.com` };
      return statementsOf(api.db, () => account.request('post', '/leads').set(headers).send(lead).expect(201));
    };
    await send({});
    const plain = await send({});
    const keyed = await send({ 'Idempotency-Key': 'once' });
    expect(keyed.length - plain.length).toBe(2);
    expect(keyed.length).toBeLessThanOrEqual(9);
  });
});
