import { beforeAll, describe, expect, it } from '@jest/globals';
import { asyncLocalStorage, Context } from '@temporalio/activity';
import { inWork } from '../../db/work.js';
import { buildId } from '../../runtime/build.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLanes } from '../../runtime/lanes.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { enrollNextLeads } from '../../services/campaigns/enroll-leads.js';
import { attemptDelivery } from '../../services/jobs/webhook-delivery.js';
import { workCycle } from '../../services/jobs/work-cycle.js';
import { type Process, sendNext } from '../../services/messages/send.js';
import { listAttention } from '../../services/operations/attention.js';
import { retryHeld } from '../../services/operations/retry-held.js';
import { admin, adminJson } from '../support/admin.js';
import { addSender, publishAgent } from '../support/agents.js';
import { type TestAccount, useApi } from '../support/api.js';
import { addEnrolledLeads, workWholeCycle } from '../support/jobs.js';
import { mailCadence } from '../support/mail-cadence.js';
import { addHost, addMeeting, addMeetingType } from '../support/meeting-rows.js';
import { addAgent, addLead } from '../support/messaging.js';
import { workOn } from '../support/work.js';
import { useActivities } from '../support/worker.js';

const api = useApi();
const activities = useActivities(api);
/** A lead's text that no JSON parser takes, and that no error may quote. */
const BROKEN = '{"note": Lovelace}';
const WHAT = 'work held because it failed again and again';

/** Does an activity as its `attempt`th try. */
const tried = <T>(attempt: number, work: () => Promise<T>): Promise<T> => {
  const info = { attempt, scheduledTimestampMs: Date.now(), currentAttemptScheduledTimestampMs: Date.now() };
  return asyncLocalStorage.run(Object.assign(Object.create(Context.prototype), { info }) as Context, work);
};
const advance = (agentRunId: string, attempt = 1) => tried(attempt, () => activities().advanceCadence({ agentRunId }));
const runOf = async (id: string) => (await api.db('agent_runs').where({ id }).first())!;
const heldOf = (id: string) => api.db('held_work').where({ id }).first();
const breakLead = (id: string) => api.db('leads').where({ id }).update({ metadata: BROKEN });
const mendLead = (id: string) => api.db('leads').where({ id }).update({ metadata: '{}' });
const wakesOf = async (accountId: string, workflowId: string) =>
  (await api.db('outbox').where({ account_id: accountId, workflow_id: workflowId, kind: 'wake' })).length;
const attention = async (accountId: string) =>
  (await listAttention(api.db, new Date(), accountId)).filter(({ what }) => what === WHAT);
/** As if another build had held it. */
const heldByAnother = (id: string) => api.db('held_work').where({ id }).update({ build: 'another', woken_at: null });
const all = (accountId: string, notOf?: string) => retryHeld(workOn(api.db), { accountId, notOf }, new Date());

async function scene() {
  const account = await api.account();
  await addSender(api.db, account.accountId);
  const agentId = await publishAgent(api.db, account.accountId, [
    { key: 'hello', type: 'message', channel: 'email', subject: 'Hello', content: 'Hello' },
    {
      key: 'after',
      type: 'message',
      channel: 'email',
      subject: 'After',
      content: 'After',
      delay: { type: 'after', amount: 1, unit: 'days' },
    },
  ]);
  const enroll = async () => {
    const lead = { first_name: 'Ada', email: `${newId()}@example.com`, workflow_id: agentId };
    const { body } = await account.request('post', '/leads').send(lead).expect(201);
    return { leadId: body.lead.id as string, runId: body.workflow_run.id as string };
  };
  return { account, agentId, enroll };
}

/** A run that is held: three others have gone on, and its own lead breaks its step. */
async function heldRun(world: Awaited<ReturnType<typeof scene>>) {
  const run = await world.enroll();
  await breakLead(run.leadId);
  await expect(advance(run.runId, 8)).rejects.toThrow();
  await advance(run.runId, 9);
  return run;
}

describe('a run whose step fails again and again', () => {
  let world: Awaited<ReturnType<typeof scene>>;
  beforeAll(async () => {
    world = await scene();
    for (let n = 0; n < 3; n += 1) await advance((await world.enroll()).runId);
  });

  it('is held with the reason, told everywhere without the lead’s values, and goes on where it stood', async () => {
    const { leadId, runId } = await world.enroll();
    await breakLead(leadId);
    await expect(advance(runId, 8)).rejects.toThrow();
    expect(await runOf(runId)).toMatchObject({ open_slot: 1, hold_reason: null });
    const step = await advance(runId, 9);
    expect(step).toMatchObject({ closed: false, plan: { sleepUntil: null } });
    const run = await runOf(runId);
    expect(run).toMatchObject({ open_slot: 1, cadence_state: 'held', hold_reason: 'error', wake_at: null });
    expect(run.hold_detail).toMatch(
      /^Held since [\d-]+ [\d:]+ UTC after 9 failed tries at step hello: SyntaxError at db\/connection\.ts:\d+\. It goes on with the next release or by `npm run admin -- runs retry`\.$/,
    );
    const { body: next } = await world.account.request('get', `/leads/${leadId}/next`).expect(200);
    const holds = [{ reason: 'error', until: null, detail: run.hold_detail }];
    expect(next.runs).toMatchObject([{ step_key: 'hello', step_number: 1, total_steps: 2, earliest_at: null, holds }]);
    const events = await api.db('events').where({ agent_run_id: runId, type: 'cadence.held' });
    expect(events.map(({ data }) => JSON.parse(data))).toMatchObject([{ step_key: 'hello', reason: 'error' }]);
    const [item] = await attention(world.account.accountId);
    expect(item).toMatchObject({
      id: runId,
      detail: expect.stringMatching(/^1 run \(workflow .*, step hello\): SyntaxError at .*, 9 tries$/),
    });
    expect(item?.remedy).toContain(`runs retry --run ${runId}`);
    const told = JSON.stringify([step, run.hold_detail, next, events, item, await heldOf(runId)]);
    expect(told).not.toContain('Lovelace');

    await mendLead(leadId);
    expect(await adminJson('runs', 'retry', '--run', runId, '--preview')).toMatchObject({ held: 1, retried: 0 });
    expect(await wakesOf(world.account.accountId, `cadence/${runId}`)).toBe(0);
    expect(await adminJson('runs', 'retry', '--run', runId)).toMatchObject({ held: 1, retried: 1 });
    expect(await wakesOf(world.account.accountId, `cadence/${runId}`)).toBe(1);
    await advance(runId);
    expect(await runOf(runId)).toMatchObject({ step_key: 'after', hold_reason: null, hold_detail: null });
    expect(await heldOf(runId)).toBeUndefined();
    expect(await attention(world.account.accountId)).toEqual([]);
    expect(await api.db('messages').where({ agent_run_id: runId })).toMatchObject([
      { step_key: 'hello', status: 'sent' },
    ]);
  });

  it('is held at once when it fails again, since the same time and with the tries of both', async () => {
    const { runId } = await heldRun(world);
    const before = (await heldOf(runId))!;
    await advance(runId, 1);
    expect(await heldOf(runId)).toMatchObject({ held_at: before.held_at, tries: 10, woken_at: null });
    expect((await runOf(runId)).hold_detail).toContain('after 10 failed tries');
    expect(await api.db('events').where({ agent_run_id: runId, type: 'cadence.held' })).toHaveLength(1);
    await world.account
      .request('post', `/leads/${(await runOf(runId)).lead_id}/automation/stop`)
      .send({ workflow_run_id: runId })
      .expect(200);
    expect(await attention(world.account.accountId)).toEqual([]);
  });

  it('waits for a message that may still leave before it is held', async () => {
    const { leadId, runId } = await world.enroll();
    await breakLead(leadId);
    const message = {
      id: newId(),
      account_id: world.account.accountId,
      lead_id: leadId,
      agent_run_id: runId,
      channel: 'email' as const,
    };
    const at = new Date();
    await api.db('messages').insert({
      ...message,
      ...{ direction: 'outbound', type: 'email', status: 'sending', provider: 'smtp', claim_no: 1, claimed_at: at },
      ...{ created_at: at, updated_at: at },
    });
    await expect(advance(runId, 9)).rejects.toThrow();
    expect((await runOf(runId)).hold_reason).toBeNull();
    await api
      .db('messages')
      .where({ id: message.id })
      .update({ claimed_at: new Date(at.getTime() - 15_000) });
    await advance(runId, 9);
    expect((await runOf(runId)).hold_reason).toBe('error');
    expect(await api.db('messages').where({ id: message.id }).first()).toMatchObject({ status: 'unknown' });
  });
});

describe('a message that left while what comes next is broken', () => {
  it('is known to have left, and the run goes on behind it once it is mended', async () => {
    const world = await scene();
    const { runId } = await world.enroll();
    const cadence = mailCadence(api);
    let sends = 0;
    const process: Process = {
      commit: (work) => inWork(workOn(api.db), work),
      record: (work) => inWork(workOn(api.db), work),
      async deliver() {
        sends += 1;
        await api.db('agent_runs').where({ id: runId }).update({ cadence: BROKEN });
        return { kind: 'accepted', providerMessageId: '<x@example.com>' };
      },
    };
    const { cadence: whole } = await runOf(runId);
    await expect(sendNext(cadence.steps, runId, process)).rejects.toThrow();
    const messages = () => api.db('messages').where({ agent_run_id: runId });
    expect(await messages()).toMatchObject([{ status: 'sent', step_key: 'hello' }]);
    await api.db('agent_runs').where({ id: runId }).update({ cadence: whole });
    expect(await cadence.act(runId)).toBe('waiting');
    expect(await runOf(runId)).toMatchObject({ step_key: 'after', hold_reason: null });
    expect([sends, (await messages()).length]).toEqual([1, 1]);
    const told = await api
      .db('events')
      .where({ agent_run_id: runId })
      .whereIn('type', ['message.sent', 'cadence.step_executed']);
    expect(told.map(({ type }) => type)).toEqual(['message.sent', 'cadence.step_executed']);
  });
});

describe('a step that fails for one run after the other', () => {
  it('is held for the next with its first failure, at this step only, and stands on the list as one thing', async () => {
    const world = await scene();
    for (let n = 0; n < 3; n += 1) await advance((await world.enroll()).runId);
    for (let n = 0; n < 5; n += 1) await heldRun(world);
    const [next, elsewhere] = [await world.enroll(), await world.enroll()];
    await breakLead(next.leadId);
    await breakLead(elsewhere.leadId);
    await api.db('agent_runs').where({ id: elsewhere.runId }).update({ step_key: 'after' });
    await advance(next.runId, 1);
    expect((await runOf(next.runId)).hold_reason).toBe('error');
    await expect(advance(elsewhere.runId, 1)).rejects.toThrow();
    const [item, ...more] = await attention(world.account.accountId);
    expect(more).toEqual([]);
    expect(item?.detail).toMatch(/^6 runs \(workflow .*, step hello\): SyntaxError at .*, 46 tries$/);
    expect(item?.remedy).toContain(`runs retry --workflow ${world.agentId}`);
    // What was held longer ago than ten minutes proves nothing.
    await api
      .db('held_work')
      .where({ account_id: world.account.accountId })
      .update({ failed_at: new Date(Date.now() - 601_000) });
    const later = await world.enroll();
    await breakLead(later.leadId);
    await expect(advance(later.runId, 1)).rejects.toThrow();
  });

  it('goes on by itself under another build, once, and not what was paused meanwhile', async () => {
    const world = await scene();
    for (let n = 0; n < 3; n += 1) await advance((await world.enroll()).runId);
    const [own, other, paused] = [await heldRun(world), await heldRun(world), await heldRun(world)];
    for (const { runId } of [other, paused]) await heldByAnother(runId);
    const { accountId } = world.account;
    await mendLead(paused.leadId);
    await world.account
      .request('post', `/workflow-runs/bulk`)
      .send({ operation: 'pause', reason: 'x', filter: { workflow_run_ids: [paused.runId] } });
    await api.db('outbox').where({ account_id: accountId }).delete();
    expect(await all(accountId, buildId())).toBe(1);
    expect(await wakesOf(accountId, `cadence/${other.runId}`)).toBe(1);
    expect(await wakesOf(accountId, `cadence/${own.runId}`)).toBe(0);
    expect(await heldOf(paused.runId)).toBeUndefined();
    expect(await retryHeld(workOn(api.db), { accountId, notOf: buildId() }, new Date(Date.now() - 600_000))).toBe(0);
    expect((await heldOf(other.runId))?.woken_at).not.toBeNull();
  });
});

describe('a step whose template can’t be rendered for a lead', () => {
  it('is held at once, and goes on when the lead is mended', async () => {
    const account = await api.account();
    await addSender(api.db, account.accountId);
    const content = 'Hello {{ metadata.text | replace: "x", metadata.text }}';
    const agentId = await publishAgent(api.db, account.accountId, [
      { key: 'hello', type: 'message', channel: 'email', subject: 'Hello', content },
    ]);
    const lead = {
      first_name: 'Ada',
      email: `${newId()}@example.com`,
      workflow_id: agentId,
      metadata: { text: 'x'.repeat(10_000) },
    };
    const { body } = await account.request('post', '/leads').send(lead).expect(201);
    const runId = body.workflow_run.id as string;
    await advance(runId);
    expect(await runOf(runId)).toMatchObject({ open_slot: 1, hold_reason: 'error', wake_at: null });
    expect(await attention(account.accountId)).toMatchObject([{ id: runId }]);
    await account
      .request('patch', `/leads/${body.lead.id}`)
      .send({ metadata: { text: 'x' } })
      .expect(200);
    expect(await wakesOf(account.accountId, `cadence/${runId}`)).toBe(1);
    await advance(runId);
    expect(await runOf(runId)).toMatchObject({ run_status: 'completed' });
    expect(await heldOf(runId)).toBeUndefined();
  });
});

describe('other work that fails again and again', () => {
  it('a message of its own is held, and leaves once it is tried again', async () => {
    const world = await scene();
    for (let n = 0; n < 3; n += 1) await advance((await world.enroll()).runId);
    const lead = await addLead(api.db, world.account.accountId, { email: `${newId()}@example.com` });
    const body = { lead_id: lead.id, channel: 'email', subject: 'Hi', content: 'Hi' };
    const asked = await world.account.request('post', '/messages').send(body);
    const messageId = asked.body.message_id as string;
    await breakLead(lead.id);
    const look = (attempt: number) => tried(attempt, () => activities().advanceMessage({ messageId }));
    await expect(look(8)).rejects.toThrow();
    expect(await look(9)).toMatchObject({ closed: false, plan: { sleepUntil: null } });
    const message = () => api.db('messages').where({ id: messageId }).first();
    expect(await message()).toMatchObject({ status: 'held', hold_reason: 'error' });
    expect(await attention(world.account.accountId)).toMatchObject([{ id: messageId }]);
    await mendLead(lead.id);
    expect(await all(world.account.accountId)).toBe(1);
    expect(await look(1)).toEqual({ closed: true, status: 'sent' });
    expect(await heldOf(messageId)).toBeUndefined();
  });

  it('what follows a booking is held, and is done once it is tried again', async () => {
    const world = await scene();
    const { accountId } = world.account;
    for (let n = 0; n < 3; n += 1) await advance((await world.enroll()).runId);
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
    expect(await all(accountId)).toBe(1);
    expect(await api.db('outbox').where({ workflow_id: `booking/${meeting.id}` })).toHaveLength(1);
    expect(await look(1)).toMatchObject({ closed: false });
    expect(await heldOf(meeting.id)).toBeUndefined();
    const mails = api.db('messages').where({ lead_id: lead.id });
    expect(await mails).toMatchObject([{ status: 'sent' }]);
  });

  it('a lead that can’t be enrolled is held, and the campaign goes on behind it', async () => {
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
    const work = () => enrollNextLeads(workOn(api.db), { campaignId, after: '' });
    expect(await work()).toMatchObject({ enrolled: 7, finished: true });
    expect(await attention(account.accountId)).toMatchObject([
      { id: broken, detail: expect.stringContaining('1 lead of a campaign') },
    ]);
    expect(await work()).toMatchObject({ enrolled: 0, finished: true });
    await mendLead(broken);
    await api.db('outbox').where({ account_id: account.accountId }).delete();
    expect(await all(account.accountId)).toBe(1);
    expect(await api.db('outbox').where({ workflow_id: `campaign/${campaignId}` })).toHaveLength(1);
    expect(await work()).toMatchObject({ enrolled: 1, finished: true });
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
    const work = () => enrollNextLeads(workOn(api.db), { campaignId, after: '' });
    expect(await work()).toMatchObject({ enrolled: 0, finished: true });
    expect(await attention(account.accountId)).toMatchObject([{ id: campaignId }]);
    await api.db('leads').where({ account_id: account.accountId }).update({ metadata: '{}' });
    expect(await all(account.accountId)).toBe(1);
    expect(await work()).toMatchObject({ enrolled: 7 });
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
      failure: expect.stringContaining('can’t be opened'),
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
    expect(await all(account.accountId)).toBe(1);
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
    expect(await all(account.accountId)).toBe(0);
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
      ...{ trigger_type: 'cron', cron_expression: '0 9 * * *', is_active: true, cooldown_minutes: 60 },
      steps: [{ action: { type: 'add_note', params: { text: 'Later' }, delay_seconds: 60 } }],
    };
    const jobId = (await account.request('post', '/background-jobs').send(job).expect(201)).body.data.id as string;
    const piece = (nominalAt: string) => ({
      ...{ jobId, cycleId: null, nominalAt, workflowId: `background-job/${jobId}/cron-${nominalAt}` },
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
    expect(await all(account.accountId)).toBe(1);
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
