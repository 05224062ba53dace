import { describe, expect, it } from '@jest/globals';
import { addSender, publishAgent } from '../support/agents.js';
import { eventually, useService } from '../support/service.js';

const service = useService();

describe('a campaign on Temporal', () => {
  it('enrolls all its leads, and those that join later, each in its own workflow', async () => {
    const account = await service.account();
    await addSender(service.db, account.accountId);
    const agentId = await publishAgent(service.db, account.accountId, [
      { type: 'message', subject: 'Hi', content: 'Hello', delay: { type: 'after', amount: 3, unit: 'days' } },
    ]);
    const { campaign } = (
      await account.request('post', '/campaigns').send({ name: 'Spring', workflow_id: agentId }).expect(201)
    ).body;
    const add = async (from: number, count: number) => {
      const bulk = Array.from({ length: count }, (_each, at) => ({
        first_name: `Lead ${from + at}`,
        email: `lead${from + at}@example.com`,
      }));
      const { results } = (await account.request('post', '/leads').send(bulk).expect(201)).body;
      const lead_ids = results.map(({ lead_id }: { lead_id: string }) => lead_id);
      await account.request('post', `/campaigns/${campaign.id}/leads`).send({ lead_ids }).expect(200);
    };
    const enrolled = (count: number) =>
      eventually(async () => {
        const { body } = await account.request('get', `/campaigns/${campaign.id}`);
        return body.campaign.counters.enrolled === count ? true : undefined;
      });
    await add(0, 230);
    await account.request('post', `/campaigns/${campaign.id}/start`).expect(200);
    await enrolled(230);
    await add(230, 5);
    await enrolled(235);
    const description = await service.client.workflow.getHandle(`campaign/${campaign.id}`).fetchHistory();
    expect(JSON.stringify(description)).not.toMatch(/example\.com|Lead \d/);
    const [run] = await service.db('agent_runs').where({ campaign_id: campaign.id }).limit(1);
    await eventually(async () => {
      const found = await service.db('agent_runs').where({ id: run!.id }).whereNotNull('started_at').first('id');
      return found ? true : undefined;
    });
  });
});
