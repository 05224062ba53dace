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
  const fixture = await claimedRun(api, agent);
  const { account, lead, messageId } = fixture;
  const hook = await addHook(account);
  return {
    ...fixture,
    receive: async (type: string) => {
      const answer = await post(api, hook, { event_id: newId(), type, message_id: `<${messageId}@example.com>` });
      expect(answer.status).toBe(200);
      await workInbound(api.db, account.accountId);
    },
    engagement: () => api.db('lead_engagement').where({ lead_id: lead.id }).first(),
  };
}

describe('receipts and the claims of a cadence', () => {
  it('agree when the receipt precedes our own "sent": reported and counted once, and the cadence continues', async () => {
    const fixture = await sending();
    expect((await fixture.message()).status).toBe('sending');
    await fixture.receive('opened');
    await fixture.record(ACCEPTED);
    await fixture.advance();
    await fixture.receive('delivered');
    const message = await fixture.message();
    expect(message).toMatchObject({ status: 'read', failure_code: null });
    expect(message.provider_message_id?.toString()).toBe('<x@example.com>');
    expect(await fixture.run()).toMatchObject({ step_key: 'again', open_slot: 1, hold_reason: null });
    expect(await fixture.engagement()).toMatchObject({ outbound_count: 1, delivered_count: 1, opened_count: 1 });
    const kinds = await eventKinds(api.db, fixture.lead.id);
    for (const kind of ['message.sent', 'message.delivered', 'email.opened', 'cadence.step_executed']) {
      expect([kind, kinds.filter((each) => each === kind).length]).toEqual([kind, 1]);
    }
  });

  it('settle a message whose worker was lost, and the cadence continues without sending it again', async () => {
    const fixture = await sending();
    // The next check finds a claim without a process.
    await fixture.lose();
    await fixture.advance();
    expect(await fixture.message()).toMatchObject({ status: 'unknown' });
    expect(await fixture.run()).toMatchObject({ step_key: 'hello', hold_reason: 'outcome_unknown' });
    await fixture.receive('delivered');
    expect((await fixture.advance()).kind).toBe('waiting');
    expect(await fixture.message()).toMatchObject({ status: 'delivered', settled_by: 'receipt' });
    const kinds = await eventKinds(api.db, fixture.lead.id);
    expect(kinds.filter((kind) => kind === 'cadence.step_executed')).toHaveLength(1);
    expect(await fixture.run()).toMatchObject({ step_key: 'again', hold_reason: null });
  });

  it('wait for a worker that may only stand still: its message is not called unknown while it can leave', async () => {
    const fixture = await sending();
    const claimed = await fixture.message();
    const again = await fixture.advance();
    expect(again).toMatchObject({
      kind: 'waiting',
      plan: { sleepUntil: new Date(Number(claimed.claimed_at) + 14_000).toISOString() },
    });
    expect(await fixture.message()).toEqual(claimed);
    await fixture.record(ACCEPTED);
    expect(await fixture.message()).toMatchObject({ status: 'sent' });
    await fixture.advance();
    expect(await fixture.run()).toMatchObject({ step_key: 'again', hold_reason: null });
    const kinds = await eventKinds(api.db, fixture.lead.id);
    expect(kinds.filter((kind) => kind === 'cadence.held')).toEqual([]);
  });

  it('settle it by the reply that the next step waits for, which is not missed', async () => {
    const mail = (key: string) => ({ key, type: 'message', channel: 'email', subject: 'Hello', content: 'Hello' });
    const timeout = { type: 'after', amount: 3, unit: 'days' };
    const steps = [mail('hello'), { key: 'reply', type: 'wait_until', any: ['message.received'], timeout }, LAST];
    const fixture = await sending({ cadence: { steps }, exit: { on_reply: 'continue' } });
    await fixture.lose();
    await fixture.advance();
    await fixture.receive('delivered');
    await insertEvents(api.db, new Date(), [
      {
        accountId: fixture.account.accountId,
        leadId: fixture.lead.id,
        type: 'message.received',
        data: {},
        origin: { kind: 'provider', id: null },
      },
    ]);
    expect((await fixture.advance(new Date(Date.now() + 60_000))).kind).toBe('waiting');
    expect(await fixture.run()).toMatchObject({ step_key: 'last' });
  });

  it('let a person send it again: the same message under a new claim, and the lost claim reports nothing', async () => {
    const fixture = await sending();
    await fixture.lose();
    await fixture.advance();
    const path = `/messages/${fixture.messageId}/resolve`;
    expect((await fixture.account.request('post', path).send({ as: 'resend' })).status).toBe(200);
    const again = await fixture.advance();
    expect(again).toMatchObject({ kind: 'send', send: { messageId: fixture.messageId } });
    const claimed = await fixture.message();
    await fixture.record({ kind: 'refused_final', code: 'LATE', message: 'a late answer of the lost claim' });
    expect(await fixture.message()).toMatchObject({ claim_no: expect.any(Number), failure_code: null });
    expect((await fixture.message()).claim_no).toBeGreaterThanOrEqual(claimed.claim_no);
  });

  it('let a person set it to sent or not sent, and the cadence continues in both cases', async () => {
    for (const as of ['sent', 'failed']) {
      const fixture = await sending();
      await fixture.lose();
      await fixture.advance();
      await fixture.account.request('post', `/messages/${fixture.messageId}/resolve`).send({ as });
      await fixture.advance();
      expect(await fixture.message()).toMatchObject({ status: as, settled_by: 'operator' });
      expect(await fixture.run()).toMatchObject({ step_key: 'again', hold_reason: null });
    }
  });

  it.each([
    ['stopped', { operation: 'stop' }, 'ended'],
    ['moved', { operation: 'goto', step_key: 'again' }, 'waiting'],
  ])('give up a lost claim of a run that was %s since then, for a person to settle', async (_what, change, kind) => {
    const fixture = await sending();
    await fixture.account
      .request('post', '/workflow-runs/bulk')
      .send({ filter: { workflow_run_ids: [fixture.runId] }, ...change })
      .expect(200);
    expect((await fixture.message()).status).toBe('sending');
    expect((await fixture.advance()).kind).toBe('waiting');
    expect((await fixture.message()).status).toBe('sending');
    await fixture.lose();
    expect((await fixture.advance()).kind).toBe(kind);
    const lost = await fixture.message();
    expect(lost).toMatchObject({ status: 'unknown' });
    await fixture.advance();
    const held = await api.db('events').where({ agent_run_id: fixture.runId, type: 'cadence.held' });
    expect(held).toHaveLength(1);
    await fixture.record(ACCEPTED);
    expect(await fixture.message()).toEqual(lost);
    const resolve = (as: string) =>
      fixture.account.request('post', `/messages/${fixture.messageId}/resolve`).send({ as });
    const again = await resolve('resend');
    expect([again.status, again.body.code]).toEqual([409, 'NOT_MODIFIABLE']);
    expect(again.body.message).toContain('Resolve it as sent or failed');
    expect((await resolve('sent')).status).toBe(200);
    expect(await fixture.message()).toMatchObject({ status: 'sent', settled_by: 'operator' });
  });

  it('leave a cancelled message unsent', async () => {
    const fixture = await sending();
    await fixture.record({ kind: 'refused_retry', code: 'BUSY', message: 'try later' });
    expect((await fixture.message()).status).toBe('queued');
    expect((await fixture.account.request('post', `/messages/${fixture.messageId}/cancel`)).status).toBe(200);
    expect((await fixture.advance()).kind).toBe('waiting');
    expect(await fixture.message()).toMatchObject({ status: 'cancelled' });
    expect(await fixture.run()).toMatchObject({ step_key: 'again', hold_reason: null });
  });
});
