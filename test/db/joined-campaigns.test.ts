import { describe, expect, it } from '@jest/globals';
import { useApi } from '../support/api.js';
import { addAgent } from '../support/messaging.js';

const api = useApi();

/** Returns how many deadlocks the server has counted since it started. */
async function countDeadlocks(): Promise<number> {
  const [rows] = await api.db.raw(
    `SELECT count AS n FROM information_schema.innodb_metrics WHERE name = 'lock_deadlocks'`,
  );
  return Number(rows[0].n);
}

describe('leads that join a running campaign concurrently', () => {
  it('are saved without a deadlock, and the campaign is due again', async () => {
    const account = await api.account();
    const agentId = await addAgent(api, account);
    const campaign = async (name: string): Promise<string> => {
      const { body } = await account.request('post', '/campaigns').send({ name, workflow_id: agentId }).expect(201);
      const { id } = body.campaign;
      await account.request('post', `/campaigns/${id}/start`).expect(200);
      return id;
    };
    const ids = [await campaign('Spring'), await campaign('Summer')];
    const before = await countDeadlocks();
    for (let round = 0; round < 4; round += 1) {
      // As after a look through its leads: then each lead that joins changes the campaign's row.
      await api.db('campaigns').whereIn('id', ids).update({ enrolment: 'through' });
      const posts = Array.from({ length: 8 }, (_, n) => {
        const leads = (n % 2 ? ids : ids.toReversed()).map((campaign_id) => ({ first_name: 'Ada', campaign_id }));
        return account.request('post', '/leads').send({ leads }).expect(201);
      });
      await Promise.all(posts);
    }
    expect((await countDeadlocks()) - before).toBe(0);
    expect(await api.db('campaigns').whereIn('id', ids).pluck('enrolment')).toEqual(['due', 'due']);
    expect(await api.db('leads').whereIn('campaign_id', ids).count({ n: '*' }).first()).toEqual({ n: 64 });
  });
});
