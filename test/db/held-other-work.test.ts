import { beforeAll, describe, expect, it } from '@jest/globals';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLanes } from '../../runtime/lanes.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { enrollNextLeads } from '../../services/campaigns/enroll-leads.js';
import { attemptDelivery } from '../../services/jobs/webhook-delivery.js';
import { workCycle } from '../../services/jobs/work-cycle.js';
import { admin } from '../support/admin.js';
import { type TestAccount, useApi } from '../support/api.js';
import { tried, useHeldWork } from '../support/held-work.js';
import { addEnrolledLeads, workWholeCycle } from '../support/jobs.js';
import { addHost, addMeeting, addMeetingType } from '../support/meeting-rows.js';
import { addAgent, addLead } from '../support/messaging.js';
import { workOn } from '../support/work.js';

const api = useApi();
const { activities, advance, attention, breakLead, heldOf, mendLead, retryAll, createFixture } = useHeldWork(api);

/** Enrolls the leads of a campaign, piece by piece to its end; returns how many. */
async function enrollAll(campaignId: string): Promise<number> {
  const total = { after: '', enrolled: 0, finished: false };
  while (!total.finished) {
    const { after, enrolled, finished } = await enrollNextLeads(workOn(api.db), { campaignId, after: total.after });
    Object.assign(total, { after, finished, enrolled: total.enrolled + enrolled });
  }
  return total.enrolled;
}

describe('other work that fails again and again', () => {
  it('a message of its own is held, and leaves once it is tried again', async () => {
    const fixture = await createFixture();
    for (let n = 0; n < 3; n += 1) await advance((await fixture.enroll()).runId);
    const lead = await addLead(api.db, fixture.account.accountId, { email: `${newId()}@example.com` });
    const body = { lead_id: lead.id, channel: 'email', subject: 'Hi', content: 'Hi' };
    const asked = await fixture.account.request('post', '/messages').send(body);
    const messageId = asked.body.message_id as string;
    await breakLead(lead.id);
    const look = (attempt: number) => tried(attempt, () => activities().advanceMessage({ messageId }));
    await expect(look(8)).rejects.toThrow();
    expect(await look(9)).toMatchObject({ closed: false, plan: { sleepUntil: null } });
    const message = () => api.db('messages').where({ id: messageId }).first();
    expect(await message()).toMatchObject({ status: 'held', hold_reason: 'error' });
    expect(await attention(fixture.account.accountId)).toMatchObject([{ id: messageId }]);
    await mendLead(lead.id);
    expect(await retryAll(fixture.account.accountId)).toBe(1);
    expect(await look(1)).toEqual({ closed: true, status: 'sent' });
    expect(await heldOf(messageId)).toBeUndefined();
  });

  it('what follows a booking is held, and is done once it is tried again', async () => {
    const fixture = await createFixture();
    const { accountId } = fixture.account;
    for (let n = 0; n < 3; n += 1) await advance((await fixture.enroll()).runId);
    const lead = await addLead(api.db, accountId, { email: `${newId()}@example.com` });
    const [host, type] = [await addHost(api.db, accountId), await addMeetingType(api.db, accountId)];
    const meeting = await addMeeting(api.db, lead, { host_id: host.id, meeting_type_id: type.id });
    const reminders = (text: string) => api.db('meeting_types').where({ id: type.id }).update({ reminders: text });
    await reminders('[{');
    const look = (attempt: number) => tried(attempt, () => activities().advanceBooking({ meetingId: meeting.id }));
    await expect(look(8)).rejects.toThrow();
    expect(await look(9)).toMatchObject({ closed: false, plan: { sleepUntil: null } });
    expect(await attention(accountId)).toMatchObject([{ id: meeting.id }]);
    await reminders('[]');
    expect(await retryAll(accountId)).toBe(1);
    expect(await api.db('outbox').where({ workflow_id: `booking/${meeting.id}` })).toHaveLength(1);
    expect(await look(1)).toMatchObject({ closed: false });
    expect(await heldOf(meeting.id)).toBeUndefined();
    const mails = api.db('messages').where({ lead_id: lead.id });
    expect(await mails).toMatchObject([{ status: 'sent' }]);
  });

  it('a lead that can’t be enrolled is held, and the campaign continues after it', async () => {
    const account = await api.account();
    const agentId = await addAgent(api, account);
    const { body } = await account
      .request('post', '/campaigns')
      .send({ name: 'Spring', workflow_id: agentId })
      .expect(201);
    const campaignId = body.campaign.id as string;
    const leads: string[] = [];
    for (let n = 0; n < 8; n += 1)
      leads.push((await addLead(api.db, account.accountId, { campaign_id: campaignId })).id);
    const broken = leads[2] ?? '';
    await breakLead(broken);
    await account.request('post', `/campaigns/${campaignId}/start`).expect(200);
    const work = () => enrollAll(campaignId);
    expect(await work()).toBe(7);
    expect(await attention(account.accountId)).toMatchObject([
      { id: broken, detail: expect.stringContaining('1 lead of a campaign') },
    ]);
    expect(await work()).toBe(0);
    await mendLead(broken);
    await api.db('outbox').where({ account_id: account.accountId }).delete();
    expect(await retryAll(account.accountId)).toBe(1);
    expect(await api.db('outbox').where({ workflow_id: `campaign/${campaignId}` })).toHaveLength(1);
    expect(await work()).toBe(1);
    expect(await attention(account.accountId)).toEqual([]);
  });

  it('a campaign that can enroll none of its leads waits with all of them', async () => {
    const account = await api.account();
    const agentId = await addAgent(api, account);
    const { body } = await account
      .request('post', '/campaigns')
      .send({ name: 'Spring', workflow_id: agentId })
      .expect(201);
    const campaignId = body.campaign.id as string;
    for (let n = 0; n < 7; n += 1) {
      const lead = await addLead(api.db, account.accountId, { campaign_id: campaignId });
      await breakLead(lead.id);
    }
    await account.request('post', `/campaigns/${campaignId}/start`).expect(200);
    const work = () => enrollAll(campaignId);
    expect(await work()).toBe(0);
    expect(await attention(account.accountId)).toMatchObject([{ id: campaignId }]);
    await api.db('leads').where({ account_id: account.accountId }).update({ metadata: '{}' });
    expect(await retryAll(account.accountId)).toBe(1);
    expect(await work()).toBe(7);
  });

  it('a webhook whose secret can’t be opened has failed with the reason', async () => {
    const { accountId } = await api.account();
    const now = new Date();
    const id = newId();
    const request = JSON.stringify({ url: 'https://x.invalid', headers: {}, body: '{}', secret_name: 'hook' });
    const row = { id, account_id: accountId, job_id: newId(), cycle_id: newId(), effect_key: Buffer.from(id), request };
    await api.db('job_deliveries').insert({ ...row, attempts: 0, status: 'queued', created_at: now, updated_at: now });
    await api.db('account_secrets').insert({
      account_id: accountId,
      name: 'hook',
      value: 'sealed by another key',
      created_at: now,
      updated_at: now,
    });
    const box = createSecretBox(['k'.repeat(40)]);
    expect(
      await attemptDelivery({ db: api.db, fetch: undefined as never, lanes: createLanes(), box, now }, id, false),
    ).toEqual({
      outcome: 'failed',
      status: null,
    });
    expect(await api.db('job_deliveries').where({ id }).first()).toMatchObject({
      status: 'failed',
      failure: expect.stringContaining("can't be decrypted"),
    });
  });
});

describe('a lead that a cycle can’t work', () => {
  const TAG = [{ action: { type: 'add_note', params: { text: 'Seen' } } }];
  let account: TestAccount;
  let agentId: string;
  beforeAll(async () => {
    account = await api.account();
    agentId = await addAgent(api, account);
  });
  const cycleOf = async (jobId: string, cycleId: string) =>
    (await account.request('get', `/background-jobs/${jobId}/cycles/${cycleId}`).expect(200)).body.data;
  const notesOf = (leadId: string) =>
    api.db('events').where({ lead_id: leadId, type: 'lead.updated', origin_kind: 'job' });

  it('is held while the others are worked, and worked once when it is tried again', async () => {
    const leads = (await addEnrolledLeads(api.db, account.accountId, agentId, 3)).map(({ id }) => id);
    const broken = leads[1] ?? '';
    await breakLead(broken);
    const jobId = (await account.request('post', '/background-jobs').send({ steps: TAG }).expect(201)).body.data.id;
    const { body } = await account
      .request('post', `/background-jobs/${jobId}/run`)
      .send({ lead_ids: leads })
      .expect(202);
    const cycleId = body.cycle_id as string;
    const piece = { jobId, cycleId, nominalAt: null, workflowId: 'w' };
    await workWholeCycle(api.db, systemClock, piece);
    const cycle = await cycleOf(jobId, cycleId);
    expect(cycle).toMatchObject({ status: 'partial', acted: 2, failed: 1 });
    expect(cycle.leads.find((one: { lead_id: string }) => one.lead_id === broken)).toMatchObject({
      outcome: 'held',
      reason: 'unexpected_error',
    });
    expect(await attention(account.accountId)).toMatchObject([{ id: cycleId }]);

    await mendLead(broken);
    expect(await retryAll(account.accountId)).toBe(1);
    await workWholeCycle(api.db, systemClock, piece);
    expect(await cycleOf(jobId, cycleId)).toMatchObject({ status: 'completed', acted: 3, failed: 0 });
    for (const id of leads) expect(await notesOf(id)).toHaveLength(1);
    expect(await attention(account.accountId)).toEqual([]);
  });

  it('belongs to the next cycle of a schedule, and is not worked by both', async () => {
    const [lead] = await addEnrolledLeads(api.db, account.accountId, agentId, 1);
    const { id } = lead!;
    await breakLead(id);
    const job = { steps: TAG, trigger_type: 'cron', cron_expression: '0 9 * * *', is_active: true };
    const jobId = (await account.request('post', '/background-jobs').send(job).expect(201)).body.data.id as string;
    const fire = (nominalAt: string) =>
      workWholeCycle(api.db, systemClock, {
        jobId,
        cycleId: null,
        nominalAt,
        workflowId: `background-job/${jobId}/cron-${nominalAt}`,
      });
    const first = await fire('2026-11-02T09:00:00.000Z');
    const outcome = async () =>
      (
        await api
          .db('job_cycle_leads')
          .where({ cycle_id: first.cycleId ?? '', lead_id: id })
          .first('outcome')
      )?.outcome;
    expect(await outcome()).toBe('held');
    await mendLead(id);
    await fire('2026-11-03T09:00:00.000Z');
    expect(await outcome()).toBe('failed');
    expect(await retryAll(account.accountId)).toBe(0);
    expect(await notesOf(id)).toHaveLength(1);
  });
});

describe('what a cycle put off and could not apply', () => {
  it('stays held when the next cycle of the schedule begins, and is applied once it is tried again', async () => {
    const account = await api.account();
    const agentId = await addAgent(api, account);
    const [lead] = await addEnrolledLeads(api.db, account.accountId, agentId, 1);
    const { id } = lead!;
    const job = {
      trigger_type: 'cron',
      cron_expression: '0 9 * * *',
      is_active: true,
      cooldown_minutes: 60,
      steps: [{ action: { type: 'add_note', params: { text: 'Later' }, delay_seconds: 60 } }],
    };
    const jobId = (await account.request('post', '/background-jobs').send(job).expect(201)).body.data.id as string;
    const piece = (nominalAt: string) => ({
      jobId,
      cycleId: null,
      nominalAt,
      workflowId: `background-job/${jobId}/cron-${nominalAt}`,
    });
    const first = piece('2026-11-02T09:00:00.000Z');
    const progress = await workWholeCycle(api.db, systemClock, first);
    const later = workOn(api.db, () => new Date(Date.now() + 120_000));
    await breakLead(id);
    await workCycle(later, { ...first, progress });
    const effects = () =>
      api
        .db('job_effects')
        .where({ cycle_id: progress.cycleId ?? '' })
        .pluck('status');
    expect(await effects()).toEqual(['held']);

    await mendLead(id);
    await workWholeCycle(api.db, systemClock, piece('2026-11-03T09:00:00.000Z'));
    expect(await retryAll(account.accountId)).toBe(1);
    expect(await effects()).toEqual(['waiting']);
    await workCycle(later, { ...first, progress });
    expect(await effects()).toEqual(['applied']);
    expect(await attention(account.accountId)).toEqual([]);
  });
});

describe('npm run admin -- runs retry', () => {
  it('asks what is meant, one thing at a time', async () => {
    for (const args of [[], ['--all', '--account', newId()]]) {
      expect(await admin(['runs', 'retry', ...args])).toMatchObject({ code: 2 });
    }
  });
});
