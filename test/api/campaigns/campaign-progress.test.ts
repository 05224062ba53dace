import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { enrollNextLeads } from '../../../services/campaigns/enroll-leads.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { addAgent, addLead, addRun } from '../../support/messaging.js';
import { workOn } from '../../support/work.js';

const api = useApi();

async function createFixture() {
  const account = await api.account();
  const agentId = await addAgent(api, account);
  const body = { name: 'Spring', workflow_id: agentId };
  const { id } = (await account.request('post', '/campaigns').send(body).expect(201)).body.campaign;
  return { account, agentId, id: id as string };
}

/** The campaign as it is answered, alone and in the list alike. */
async function seen(account: TestAccount, id: string) {
  const { campaign } = (await account.request('get', `/campaigns/${id}`).expect(200)).body;
  expect((await account.request('get', '/campaigns').expect(200)).body.campaigns).toEqual([campaign]);
  return campaign;
}
const start = (account: TestAccount, id: string) => account.request('post', `/campaigns/${id}/start`).expect(200);
const enroll = (id: string, after = '') => enrollNextLeads(workOn(api.db), { campaignId: id, after });
const join = async (account: TestAccount, id: string) => {
  const lead = await addLead(api.db, account.accountId);
  await account
    .request('post', `/campaigns/${id}/leads`)
    .send({ lead_ids: [lead.id] })
    .expect(200);
  return lead;
};
const stop = (account: TestAccount, id: string) =>
  account
    .request('post', '/workflow-runs/bulk')
    .send({ operation: 'stop', filter: { campaign_id: id } })
    .expect(200);

describe('a campaign', () => {
  it('is finished with its leads once none is waiting or running, until another joins', async () => {
    const { account, id } = await createFixture();
    const add = () => addLead(api.db, account.accountId, { campaign_id: id });
    await add();
    await add();
    const before = await seen(account, id);
    expect([before.all_worked, before.leads_count]).toEqual([false, 2]);
    expect(before.counters).toMatchObject({ waiting: 2, enrolled: 0 });
    await start(account, id);
    await enroll(id);
    const working = await seen(account, id);
    expect(working.all_worked).toBe(false);
    expect(working.counters).toMatchObject({ waiting: 0, enrolled: 2, active: 2, stopped: 0 });
    await stop(account, id);
    const worked = await seen(account, id);
    expect([worked.status, worked.all_worked]).toEqual(['running', true]);
    expect(worked.counters).toMatchObject({ waiting: 0, enrolled: 2, active: 0, completed: 0, stopped: 2 });
    await join(account, id);
    const joined = await seen(account, id);
    expect([joined.all_worked, joined.counters.waiting]).toEqual([false, 1]);
  });

  it('is not finished if a lead has joined during its last pass, or while it was paused', async () => {
    const { account, id } = await createFixture();
    await join(account, id);
    await start(account, id);
    await enroll(id);
    await api.db('campaigns').where({ id }).update({ enrolment: 'looking' });
    const { id: late } = await join(account, id);
    // The running pass ends after the lead that joined.
    expect(await enroll(id, late)).toMatchObject({ enrolled: 0, finished: false });
    expect((await seen(account, id)).counters).toMatchObject({ waiting: 1, passed_over: 0, enrolled: 1 });
    await enroll(id);
    expect((await seen(account, id)).counters).toMatchObject({ waiting: 0, passed_over: 0, enrolled: 2 });
    await account.request('post', `/campaigns/${id}/pause`).expect(200);
    await join(account, id);
    expect((await seen(account, id)).counters).toMatchObject({ waiting: 1, passed_over: 0, enrolled: 2 });
  });

  it('takes a lead in whose address was another lead’s until it got one of its own', async () => {
    const { account, agentId, id } = await createFixture();
    const enrolled = await addLead(api.db, account.accountId, { email: 'ana@example.com', phone: null });
    await addRun(api.db, enrolled, agentId);
    const lead = await addLead(api.db, account.accountId, { email: 'ana@example.com', phone: null, campaign_id: id });
    await start(account, id);
    await enroll(id);
    expect((await seen(account, id)).counters).toMatchObject({ waiting: 0, passed_over: 1 });
    await account.request('patch', `/leads/${lead.id}`).send({ email: 'own@example.com' }).expect(200);
    expect((await seen(account, id)).counters).toMatchObject({ waiting: 1, passed_over: 0 });
    expect((await enroll(id)).enrolled).toBe(1);
  });

  it('is not finished if it never had a lead, nor before its start', async () => {
    const { account, agentId, id } = await createFixture();
    const known = await addLead(api.db, account.accountId, { campaign_id: id });
    await addRun(api.db, known, agentId);
    expect((await seen(account, id)).all_worked).toBe(false);
    await api.db('leads').where({ id: known.id }).update({ campaign_id: null });
    await start(account, id);
    expect((await seen(account, id)).all_worked).toBe(false);
  });

  it('tells whom it passes over as the enrolment decides it: by an earlier run, by an address', async () => {
    const { account, agentId, id } = await createFixture();
    const enrolled = await addLead(api.db, account.accountId, { email: 'Ana@Example.com', phone: '+34600123123' });
    await addRun(api.db, enrolled, agentId);
    await addLead(api.db, account.accountId, { email: 'ana@example.com', phone: null, campaign_id: id });
    await addLead(api.db, account.accountId, { email: null, phone: '+34600123123', campaign_id: id });
    // Another person, whom the index of addresses alone would not tell from the first.
    await addLead(api.db, account.accountId, { email: 'aná@example.com', phone: null, campaign_id: id });
    const known = await addLead(api.db, account.accountId, { campaign_id: id });
    await addRun(api.db, known, agentId);
    await start(account, id);
    // No pass has run yet.
    expect((await seen(account, id)).counters).toMatchObject({ waiting: 4, passed_over: 0, enrolled: 0 });
    expect((await enroll(id)).enrolled).toBe(1);
    expect((await seen(account, id)).counters).toMatchObject({ waiting: 0, passed_over: 3, enrolled: 1 });
    await stop(account, id);
    expect((await seen(account, id)).all_worked).toBe(true);
  });

  it('is not through while an enrolment that failed waits for a person', async () => {
    const { account, agentId, id } = await createFixture();
    const lead = await addLead(api.db, account.accountId, { campaign_id: id });
    const now = new Date();
    await api.db('held_work').insert({
      kind: 'campaign_lead',
      id: lead.id,
      account_id: account.accountId,
      agent_id: agentId,
      step_key: null,
      fault: 'x',
      tries: 1,
      build: 'b',
      held_at: now,
      failed_at: now,
    });
    await start(account, id);
    await enroll(id);
    expect(await enroll(id)).toMatchObject({ enrolled: 0, finished: true });
    const campaign = await seen(account, id);
    expect([campaign.all_worked, campaign.counters.held, campaign.counters.waiting]).toEqual([false, 1, 0]);
  });

  it('counts who has booked since, unless the meeting was called off', async () => {
    const { account, id } = await createFixture();
    const leads = [];
    for (let at = 0; at < 2; at += 1) leads.push(await addLead(api.db, account.accountId, { campaign_id: id }));
    await start(account, id);
    await enroll(id);
    const starts = new Date(Date.now() + 86_400_000).toISOString();
    for (const { id: lead_id } of leads) {
      const meeting = { title: `Talk ${newId()}`, lead_id, starts_at: starts, duration_minutes: 30 };
      await account.request('post', '/meetings').send(meeting).expect(201);
    }
    expect((await seen(account, id)).counters.booked).toBe(2);
    const [{ id: off }] = (await account.request('get', '/meetings').expect(200)).body.meetings;
    await api.db('meetings').where({ id: off }).update({ status: 'cancelled' });
    expect((await seen(account, id)).counters.booked).toBe(1);
  });
});
