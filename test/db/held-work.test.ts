import { beforeAll, describe, expect, it } from '@jest/globals';
import { inWork } from '../../db/work.js';
import { buildId } from '../../runtime/build.js';
import { newId } from '../../runtime/ids.js';
import { type Process, sendNext } from '../../services/messages/send.js';
import { retryHeld } from '../../services/operations/retry-held.js';
import { adminJson } from '../support/admin.js';
import { addSender, publishAgent } from '../support/agents.js';
import { useApi } from '../support/api.js';
import { BROKEN, useHeldWork } from '../support/held-work.js';
import { mailCadence } from '../support/mail-cadence.js';
import { workOn } from '../support/work.js';

const api = useApi();
const {
  advance,
  attention,
  breakLead,
  heldByAnother,
  heldOf,
  heldRun,
  mendLead,
  retryAll,
  runOf,
  createFixture,
  wakesOf,
} = useHeldWork(api);

describe('a run whose step fails again and again', () => {
  let fixture: Awaited<ReturnType<typeof createFixture>>;
  beforeAll(async () => {
    fixture = await createFixture();
    for (let n = 0; n < 3; n += 1) await advance((await fixture.enroll()).runId);
  });

  it('is held with the reason, reported everywhere without the lead’s values, and continues from its position', async () => {
    const { leadId, runId } = await fixture.enroll();
    await breakLead(leadId);
    await expect(advance(runId, 8)).rejects.toThrow();
    expect(await runOf(runId)).toMatchObject({ open_slot: 1, hold_reason: null });
    const step = await advance(runId, 9);
    expect(step).toMatchObject({ closed: false, plan: { sleepUntil: null } });
    const run = await runOf(runId);
    expect(run).toMatchObject({ open_slot: 1, cadence_state: 'held', hold_reason: 'error', wake_at: null });
    expect(run.hold_detail).toMatch(
      /^On hold since [\d-]+ [\d:]+ UTC after 9 failed attempts at step hello: SyntaxError at db\/connection\.ts:\d+\. It resumes with the next release, or with `npm run admin -- runs retry`\.$/,
    );
    const { body: next } = await fixture.account.request('get', `/leads/${leadId}/next`).expect(200);
    const holds = [{ reason: 'error', until: null, detail: run.hold_detail }];
    expect(next.runs).toMatchObject([{ step_key: 'hello', step_number: 1, total_steps: 2, earliest_at: null, holds }]);
    const events = await api.db('events').where({ agent_run_id: runId, type: 'cadence.held' });
    expect(events.map(({ data }) => JSON.parse(data))).toMatchObject([{ step_key: 'hello', reason: 'error' }]);
    const [item] = await attention(fixture.account.accountId);
    expect(item).toMatchObject({
      id: runId,
      detail: expect.stringMatching(/^1 run \(workflow .*, step hello\): SyntaxError at .*, 9 attempts$/),
    });
    expect(item?.remedy).toContain(`runs retry --run ${runId}`);
    const told = JSON.stringify([step, run.hold_detail, next, events, item, await heldOf(runId)]);
    expect(told).not.toContain('Lovelace');

    await mendLead(leadId);
    expect(await adminJson('runs', 'retry', '--run', runId, '--preview')).toMatchObject({ held: 1, retried: 0 });
    expect(await wakesOf(fixture.account.accountId, `cadence/${runId}`)).toBe(0);
    expect(await adminJson('runs', 'retry', '--run', runId)).toMatchObject({ held: 1, retried: 1 });
    expect(await wakesOf(fixture.account.accountId, `cadence/${runId}`)).toBe(1);
    await advance(runId);
    expect(await runOf(runId)).toMatchObject({ step_key: 'after', hold_reason: null, hold_detail: null });
    expect(await heldOf(runId)).toBeUndefined();
    expect(await attention(fixture.account.accountId)).toEqual([]);
    expect(await api.db('messages').where({ agent_run_id: runId })).toMatchObject([
      { step_key: 'hello', status: 'sent' },
    ]);
  });

  it('is held at once when it fails again, since the same time and with the tries of both', async () => {
    const { runId } = await heldRun(fixture);
    const before = (await heldOf(runId))!;
    await advance(runId, 1);
    expect(await heldOf(runId)).toMatchObject({ held_at: before.held_at, tries: 10, woken_at: null });
    expect((await runOf(runId)).hold_detail).toContain('after 10 failed attempts');
    expect(await api.db('events').where({ agent_run_id: runId, type: 'cadence.held' })).toHaveLength(1);
    await fixture.account
      .request('post', `/leads/${(await runOf(runId)).lead_id}/automation/stop`)
      .send({ workflow_run_id: runId })
      .expect(200);
    expect(await attention(fixture.account.accountId)).toEqual([]);
  });

  it('waits for a message that may still leave before it is held', async () => {
    const { leadId, runId } = await fixture.enroll();
    await breakLead(leadId);
    const message = {
      id: newId(),
      account_id: fixture.account.accountId,
      lead_id: leadId,
      agent_run_id: runId,
      channel: 'email' as const,
    };
    const at = new Date();
    await api.db('messages').insert({
      ...message,
      direction: 'outbound',
      type: 'email',
      status: 'sending',
      provider: 'smtp',
      claim_no: 1,
      claimed_at: at,
      created_at: at,
      updated_at: at,
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
  it('is known to have been sent, and the run continues after it once it is fixed', async () => {
    const fixture = await createFixture();
    const { runId } = await fixture.enroll();
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
  it('is held for the next run at its first failure, at this step only, and is listed as one item', async () => {
    const fixture = await createFixture();
    for (let n = 0; n < 3; n += 1) await advance((await fixture.enroll()).runId);
    for (let n = 0; n < 5; n += 1) await heldRun(fixture);
    const [next, elsewhere] = [await fixture.enroll(), await fixture.enroll()];
    await breakLead(next.leadId);
    await breakLead(elsewhere.leadId);
    await api.db('agent_runs').where({ id: elsewhere.runId }).update({ step_key: 'after' });
    await advance(next.runId, 1);
    expect((await runOf(next.runId)).hold_reason).toBe('error');
    await expect(advance(elsewhere.runId, 1)).rejects.toThrow();
    const [item, ...more] = await attention(fixture.account.accountId);
    expect(more).toEqual([]);
    expect(item?.detail).toMatch(/^6 runs \(workflow .*, step hello\): SyntaxError at .*, 46 attempts$/);
    expect(item?.remedy).toContain(`runs retry --workflow ${fixture.agentId}`);
    // Holds older than ten minutes prove nothing.
    await api
      .db('held_work')
      .where({ account_id: fixture.account.accountId })
      .update({ failed_at: new Date(Date.now() - 601_000) });
    const later = await fixture.enroll();
    await breakLead(later.leadId);
    await expect(advance(later.runId, 1)).rejects.toThrow();
  });

  it('resumes automatically under another build, once, except for work that was paused since then', async () => {
    const fixture = await createFixture();
    for (let n = 0; n < 3; n += 1) await advance((await fixture.enroll()).runId);
    const [own, other, paused] = [await heldRun(fixture), await heldRun(fixture), await heldRun(fixture)];
    for (const { runId } of [other, paused]) await heldByAnother(runId);
    const { accountId } = fixture.account;
    await mendLead(paused.leadId);
    await fixture.account
      .request('post', `/workflow-runs/bulk`)
      .send({ operation: 'pause', reason: 'x', filter: { workflow_run_ids: [paused.runId] } });
    await api.db('outbox').where({ account_id: accountId }).delete();
    expect(await retryAll(accountId, buildId())).toBe(1);
    expect(await wakesOf(accountId, `cadence/${other.runId}`)).toBe(1);
    expect(await wakesOf(accountId, `cadence/${own.runId}`)).toBe(0);
    expect(await heldOf(paused.runId)).toBeUndefined();
    expect(await retryHeld(workOn(api.db), { accountId, notOf: buildId() }, new Date(Date.now() - 600_000))).toBe(0);
    expect((await heldOf(other.runId))?.woken_at).not.toBeNull();
  });
});

describe('a step whose template can’t be rendered for a lead', () => {
  it('is held immediately, and resumes when the lead is fixed', async () => {
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
