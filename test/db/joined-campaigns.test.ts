import { describe, expect, it } from '@jest/globals';
import { enrollNextLeads } from '../../services/campaigns/enroll-leads.js';
import { type TestAccount, useApi } from '../support/api.js';
import { addAgent } from '../support/messaging.js';
import { workOn } from '../support/work.js';

const api = useApi();

const DEADLOCK = 1213;

/** Returns how many statements of this test end in a deadlock during `work`. The server's own count has other tests too. */
async function countDeadlocks(work: () => Promise<unknown>): Promise<number> {
  let deadlocks = 0;
  const note = ({ errno }: { errno?: number }) => {
    if (errno === DEADLOCK) deadlocks += 1;
  };
  api.db.on('query-error', note);
  await work();
  api.db.off('query-error', note);
  return deadlocks;
}

/** Starts a campaign that has looked at all of its leads, of which there are none. */
async function runningCampaign(account: TestAccount, agentId: string, name: string): Promise<string> {
  const { body } = await account.request('post', '/campaigns').send({ name, workflow_id: agentId }).expect(201);
  const { id } = body.campaign;
  await account.request('post', `/campaigns/${id}/start`).expect(200);
  await enrollAll(id);
  return id;
}

/** Does what the campaign's workflow does once it is woken. */
async function enrollAll(campaignId: string): Promise<void> {
  for (let after = '', finished = false; !finished; ) {
    ({ after, finished } = await enrollNextLeads(workOn(api.db), { campaignId, after }));
  }
}

const join = (account: TestAccount, campaignIds: readonly string[]) =>
  account
    .request('post', '/leads')
    .send({ leads: campaignIds.map((campaign_id) => ({ first_name: 'Ada', campaign_id })) })
    .expect(201);
const wakesOf = async (id: string) =>
  (await api.db('outbox').where({ workflow_id: `campaign/${id}` })).filter(({ args }) => args.includes('joined'));

describe('leads that join a running campaign', () => {
  it('are enrolled once each, without a deadlock, while the campaign is looking', async () => {
    const account = await api.account();
    const agentId = await addAgent(api, account);
    const ids = [await runningCampaign(account, agentId, 'Spring'), await runningCampaign(account, agentId, 'Summer')];
    const deadlocks = await countDeadlocks(async () => {
      const looks = ids.map(async (id) => {
        for (let n = 0; n < 40; n += 1) await enrollNextLeads(workOn(api.db), { campaignId: id, after: '' });
      });
      const posts = Array.from({ length: 32 }, (_, n) => join(account, n % 2 ? ids : ids.toReversed()));
      await Promise.all([...looks, ...posts]);
      for (const id of ids) await enrollAll(id);
    });
    expect(deadlocks).toBe(0);
    const runs = await api.db('agent_runs').whereIn('campaign_id', ids).select('lead_id', 'campaign_id');
    expect([runs.length, new Set(runs.map(({ lead_id }) => lead_id)).size]).toEqual([64, 64]);
    expect(await api.db('campaign_joins').whereIn('campaign_id', ids)).toEqual([]);
  });

  it('are saved while a look holds the campaign’s lock, and the look doesn’t end before it has seen them', async () => {
    const account = await api.account();
    const id = await runningCampaign(account, await addAgent(api, account), 'Spring');
    await api.db.transaction(async (look) => {
      await look('campaigns').where({ id }).forUpdate().first();
      await join(account, [id]);
    });
    expect(await enrollNextLeads(workOn(api.db), { campaignId: id, after: '' })).toMatchObject({
      enrolled: 1,
      finished: false,
    });
  });

  it('wake the campaign once until it has looked at them', async () => {
    const account = await api.account();
    const id = await runningCampaign(account, await addAgent(api, account), 'Spring');
    await join(account, [id]);
    await join(account, [id]);
    expect(await wakesOf(id)).toHaveLength(1);
    await enrollAll(id);
    await join(account, [id]);
    expect(await wakesOf(id)).toHaveLength(2);
  });
});
