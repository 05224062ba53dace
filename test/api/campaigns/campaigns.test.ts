import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { addAgent, addLead } from '../../support/messaging.js';

const api = useApi();

describe('campaigns', () => {
  it('need a name only, and count their leads', async () => {
    const account = await api.account();
    const agentId = await addAgent(api, account);
    const made = await account
      .request('post', '/campaigns')
      .send({ name: 'Spring', workflow_id: agentId, source: 'fair', starts_at: '2026-03-01T09:00:00+01:00' });
    expect(made.status).toBe(201);
    expect(made.body.campaign).toMatchObject({
      name: 'Spring',
      status: 'draft',
      workflow_id: agentId,
      source: 'fair',
      starts_at: '2026-03-01T08:00:00.000Z',
      leads_count: 0,
    });
    const { id } = made.body.campaign;
    await addLead(api.db, account.accountId, { campaign_id: id });
    await addLead(api.db, account.accountId, { campaign_id: id, hidden: true });
    expect((await account.request('get', `/campaigns/${id}`)).body.campaign.leads_count).toBe(1);
    expect((await account.request('get', '/campaigns')).body.campaigns).toMatchObject([{ id, leads_count: 1 }]);
    expect((await account.request('post', '/campaigns').send({ name: 'Plain' })).status).toBe(201);
  });

  it('change what a PATCH names; null clears', async () => {
    const account = await api.account();
    const { id } = (await account.request('post', '/campaigns').send({ name: 'A', source: 'x' })).body.campaign;
    const changed = await account.request('patch', `/campaigns/${id}`).send({ name: 'B', source: null });
    expect(changed.body.campaign).toMatchObject({ name: 'B', source: null });
  });

  it('refuse workflows of others like unknown ones, and dates out of range', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const foreign = await addAgent(api, other);
    for (const workflow_id of [foreign, newId()]) {
      const answer = await account.request('post', '/campaigns').send({ name: 'A', workflow_id });
      expect([answer.status, answer.body.code]).toEqual([404, 'WORKFLOW_NOT_FOUND']);
    }
    const date = await account.request('post', '/campaigns').send({ name: 'A', starts_at: '1999-01-01T00:00:00Z' });
    expect([date.status, date.body.code, date.body.field]).toEqual([400, 'INVALID_DATE', '/starts_at']);
  });

  it('can be deleted once no lead belongs to them, by their own account only', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const { id } = (await account.request('post', '/campaigns').send({ name: 'A' })).body.campaign;
    const lead = await addLead(api.db, account.accountId, { campaign_id: id });
    expect((await other.request('delete', `/campaigns/${id}`)).status).toBe(404);
    expect((await account.request('delete', `/campaigns/${id}`)).body.code).toBe('IN_USE');
    await api.db('leads').where({ id: lead.id }).update({ campaign_id: null });
    expect((await account.request('delete', `/campaigns/${id}`)).status).toBe(204);
    expect((await account.request('get', `/campaigns/${id}`)).body.code).toBe('CAMPAIGN_NOT_FOUND');
  });
});
