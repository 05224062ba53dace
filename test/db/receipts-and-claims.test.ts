import { describe, expect, it } from '@jest/globals';
import { insertEvents } from '../../db/events/events.js';
import { newId } from '../../runtime/ids.js';
import { useApi } from '../support/api.js';
import { ACCEPTED, claimedRun } from '../support/claims.js';
import { addHook, eventKinds, post, workInbound } from '../support/messaging.js';

const api = useApi();
const LAST = { key: 'last', type: 'wait', delay: { type: 'after', amount: 9, unit: 'days' } };

/** A run whose message is at its provider, which tells of it by a hook. */
async function sending(agent?: Record<string, unknown>) {
  const scene = await claimedRun(api, agent);
  const { account, lead, messageId } = scene;
  const hook = await addHook(account);
  return {
    ...scene,
    receive: async (type: string) => {
      const answer = await post(api, hook, { event_id: newId(), type, message_id: `<${messageId}@example.com>` });
      expect(answer.status).toBe(200);
      await workInbound(api.db, account.accountId);
    },
    engagement: () => api.db('lead_engagement').where({ lead_id: lead.id }).first(),
  };
}

describe('receipts and the claims of a cadence', () => {
  it('agree when the receipt is here before our own "sent": told and counted once, and the cadence goes on', async () => {
    const scene = await sending();
    expect((await scene.message()).status).toBe('sending');
    await scene.receive('opened');
    await scene.record(ACCEPTED);
    await scene.advance();
    await scene.receive('delivered');
    const message = await scene.message();
    expect(message).toMatchObject({ status: 'read', failure_code: null });
    expect(message.provider_message_id?.toString()).toBe('<x@example.com>');
    expect(await scene.run()).toMatchObject({ step_key: 'again', open_slot: 1, hold_reason: null });
    expect(await scene.engagement()).toMatchObject({ outbound_count: 1, delivered_count: 1, opened_count: 1 });
    const kinds = await eventKinds(api.db, scene.lead.id);
    for (const kind of ['message.sent', 'message.delivered', 'email.opened', 'cadence.step_executed']) {
      expect([kind, kinds.filter((each) => each === kind).length]).toEqual([kind, 1]);
    }
  });

  it('settle a message whose worker was lost, and the cadence goes on without sending it again', async () => {
    const scene = await sending();
    // The next look finds a claim that nobody answers for.
    await scene.lose();
    await scene.advance();
    expect(await scene.message()).toMatchObject({ status: 'unknown' });
    expect(await scene.run()).toMatchObject({ step_key: 'hello', hold_reason: 'outcome_unknown' });
    await scene.receive('delivered');
    expect((await scene.advance()).kind).toBe('waiting');
    expect(await scene.message()).toMatchObject({ status: 'delivered', settled_by: 'receipt' });
    const kinds = await eventKinds(api.db, scene.lead.id);
    expect(kinds.filter((kind) => kind === 'cadence.step_executed')).toHaveLength(1);
    expect(await scene.run()).toMatchObject({ step_key: 'again', hold_reason: null });
  });

  it('wait for a worker that may only stand still: its message is not called unknown while it can leave', async () => {
    const scene = await sending();
    const claimed = await scene.message();
    const again = await scene.advance();
    expect(again).toMatchObject({
      kind: 'waiting',
      plan: { sleepUntil: new Date(Number(claimed.claimed_at) + 14_000).toISOString() },
    });
    expect(await scene.message()).toEqual(claimed);
    await scene.record(ACCEPTED);
    expect(await scene.message()).toMatchObject({ status: 'sent' });
    await scene.advance();
    expect(await scene.run()).toMatchObject({ step_key: 'again', hold_reason: null });
    const kinds = await eventKinds(api.db, scene.lead.id);
    expect(kinds.filter((kind) => kind === 'cadence.held')).toEqual([]);
  });

  it('settle it by the reply that the next step waits for, which is not missed', async () => {
    const mail = (key: string) => ({ key, type: 'message', channel: 'email', subject: 'Hello', content: 'Hello' });
    const timeout = { type: 'after', amount: 3, unit: 'days' };
    const steps = [mail('hello'), { key: 'reply', type: 'wait_until', any: ['message.received'], timeout }, LAST];
    const scene = await sending({ cadence: { steps }, exit: { on_reply: 'continue' } });
    await scene.lose();
    await scene.advance();
    await scene.receive('delivered');
    await insertEvents(api.db, new Date(), [
      {
        ...{ accountId: scene.account.accountId, leadId: scene.lead.id, type: 'message.received', data: {} },
        origin: { kind: 'provider', id: null },
      },
    ]);
    expect((await scene.advance(new Date(Date.now() + 60_000))).kind).toBe('waiting');
    expect(await scene.run()).toMatchObject({ step_key: 'last' });
  });

  it('let a person send it again: the same message under a new claim, and the lost claim reports nothing', async () => {
    const scene = await sending();
    await scene.lose();
    await scene.advance();
    const path = `/messages/${scene.messageId}/resolve`;
    expect((await scene.account.request('post', path).send({ as: 'resend' })).status).toBe(200);
    const again = await scene.advance();
    expect(again).toMatchObject({ kind: 'send', send: { messageId: scene.messageId } });
    const claimed = await scene.message();
    await scene.record({ kind: 'refused_final', code: 'LATE', message: 'a late answer of the lost claim' });
    expect(await scene.message()).toMatchObject({ claim_no: expect.any(Number), failure_code: null });
    expect((await scene.message()).claim_no).toBeGreaterThanOrEqual(claimed.claim_no);
  });

  it('let a person say that it left, or that it did not: either way the cadence goes on', async () => {
    for (const as of ['sent', 'failed']) {
      const scene = await sending();
      await scene.lose();
      await scene.advance();
      await scene.account.request('post', `/messages/${scene.messageId}/resolve`).send({ as });
      await scene.advance();
      expect(await scene.message()).toMatchObject({ status: as, settled_by: 'operator' });
      expect(await scene.run()).toMatchObject({ step_key: 'again', hold_reason: null });
    }
  });

  it.each([
    ['stopped', { operation: 'stop' }, 'ended'],
    ['moved', { operation: 'goto', step_key: 'again' }, 'waiting'],
  ])('give up a lost claim of a run that was %s meanwhile, for a person to settle', async (_what, change, kind) => {
    const scene = await sending();
    await scene.account
      .request('post', '/workflow-runs/bulk')
      .send({ filter: { workflow_run_ids: [scene.runId] }, ...change })
      .expect(200);
    expect((await scene.message()).status).toBe('sending');
    expect((await scene.advance()).kind).toBe('waiting');
    expect((await scene.message()).status).toBe('sending');
    await scene.lose();
    expect((await scene.advance()).kind).toBe(kind);
    const lost = await scene.message();
    expect(lost).toMatchObject({ status: 'unknown' });
    await scene.advance();
    const held = await api.db('events').where({ agent_run_id: scene.runId, type: 'cadence.held' });
    expect(held).toHaveLength(1);
    await scene.record(ACCEPTED);
    expect(await scene.message()).toEqual(lost);
    const resolve = (as: string) => scene.account.request('post', `/messages/${scene.messageId}/resolve`).send({ as });
    const again = await resolve('resend');
    expect([again.status, again.body.code]).toEqual([409, 'NOT_MODIFIABLE']);
    expect(again.body.message).toContain('resolve it as sent or failed');
    expect((await resolve('sent')).status).toBe(200);
    expect(await scene.message()).toMatchObject({ status: 'sent', settled_by: 'operator' });
  });

  it('leave a cancelled message unsent', async () => {
    const scene = await sending();
    await scene.record({ kind: 'refused_retry', code: 'BUSY', message: 'try later' });
    expect((await scene.message()).status).toBe('queued');
    expect((await scene.account.request('post', `/messages/${scene.messageId}/cancel`)).status).toBe(200);
    expect((await scene.advance()).kind).toBe('waiting');
    expect(await scene.message()).toMatchObject({ status: 'cancelled' });
    expect(await scene.run()).toMatchObject({ step_key: 'again', hold_reason: null });
  });
});
