import { describe, expect, it } from '@jest/globals';
import { openWork } from '../../db/work.js';
import type { EventKind } from '../../schemas/events/events.js';
import { applyLeadEvent } from '../../services/agent-runs/exit-rules.js';
import { useApi } from '../support/api.js';
import { ACCEPTED, claimedRun } from '../support/claims.js';

const api = useApi();
const DAY_MS = 86_400_000;
const LATER = { type: 'after', amount: 1, unit: 'days' };
const mail = (key: string, more: object = {}) => ({
  key,
  type: 'message',
  channel: 'email',
  subject: key,
  content: 'Hi',
  ...more,
});
const STEPS = [mail('hello'), mail('again', { delay: LATER }), mail('last', { delay: LATER })];

async function sending(exit: object = {}) {
  const fixture = await claimedRun(api, { cadence: { steps: STEPS }, exit });
  const { account, lead, runId } = fixture;
  return {
    ...fixture,
    bulk: (body: object) =>
      account
        .request('post', '/workflow-runs/bulk')
        .send({ filter: { workflow_run_ids: [runId] }, ...body })
        .expect(200),
    tell: (eventType: EventKind, data: object) =>
      api.db.transaction((tx) =>
        applyLeadEvent(openWork(tx, new Date()), {
          accountId: account.accountId,
          leadId: lead.id,
          eventType,
          data: { ...data },
          origin: { kind: 'system', id: null },
        }),
      ),
  };
}

describe('what changes a cadence while its message is with the provider', () => {
  it('moves it: it continues at the step that it was moved to, and counts the sent message', async () => {
    const fixture = await sending();
    await fixture.bulk({ operation: 'goto', step_key: 'last' });
    await fixture.record(ACCEPTED);
    expect(await fixture.run()).toMatchObject({ step_key: 'last', open_slot: 1, attempts: 1, hold_reason: null });
    expect((await fixture.run())!.last_step_at).not.toBeNull();
    expect(await fixture.cadence()).toMatchObject({ visits: { hello: 1, last: 1 }, sent_count: 1 });
    expect((await fixture.message()).status).toBe('sent');
  });

  it('moves it away from a message that is then refused for the moment: that message is not tried again', async () => {
    const fixture = await sending();
    await fixture.bulk({ operation: 'goto', step_key: 'last' });
    await fixture.record({ kind: 'refused_retry', code: 'BUSY', message: 'try later' });
    expect(await fixture.run()).toMatchObject({ step_key: 'last', hold_reason: null });
    expect((await fixture.message()).status).toBe('cancelled');
    const ended = await sending();
    await ended.bulk({ operation: 'stop' });
    await ended.record({ kind: 'refused_retry', code: 'BUSY', message: 'try later' });
    expect((await ended.message()).status).toBe('cancelled');
  });

  it('ends it: what was sent is its last step', async () => {
    const fixture = await sending();
    await fixture.bulk({ operation: 'stop' });
    await fixture.record(ACCEPTED);
    const { last_step_at, attempts } = (await fixture.run())!;
    expect([last_step_at, attempts]).toEqual([(await fixture.message()).sent_at, 1]);
  });

  it('shifts it: what comes next is due that much later, whether the message leaves or is refused', async () => {
    const accepted = await sending();
    const before = Date.now();
    await accepted.bulk({ operation: 'shift', shift_minutes: 600 });
    await accepted.record(ACCEPTED);
    const { step_key, due_at } = await accepted.cadence();
    expect(step_key).toBe('again');
    const late = Date.parse(due_at) - before - DAY_MS - 600 * 60_000;
    expect(late).toBeGreaterThanOrEqual(0);
    expect(late).toBeLessThan(60_000);

    const refused = await sending();
    await refused.bulk({ operation: 'shift', shift_minutes: 600 });
    await refused.record({ kind: 'refused_retry', code: 'BUSY', message: 'try later' });
    expect(await refused.cadence()).toMatchObject({ step_key: 'hello', hold: { reason: 'provider_backoff' } });
    expect((await refused.run())!.wake_at!.getTime()).toBeGreaterThan(before + 599 * 60_000);
  });

  it('holds it for an absence, and takes a channel out of it', async () => {
    const fixture = await sending({ on_hard_bounce: 'channel_off', on_out_of_office: 'pause_until_date' });
    const until = new Date(Date.now() + 9 * DAY_MS).toISOString();
    await fixture.tell('message.received', { auto_reply: true, until });
    await fixture.tell('email.bounced', { kind: 'hard', channel: 'email' });
    await fixture.record(ACCEPTED);
    expect(await fixture.cadence()).toMatchObject({
      step_key: 'again',
      channels_off: ['email'],
      hold: { reason: 'manual', until, detail: 'The lead is out of office.' },
    });
  });

  it('pauses and resumes it with the missed steps skipped', async () => {
    const fixture = await sending();
    await fixture.bulk({ operation: 'pause' });
    const paused = await fixture.cadence();
    const began = new Date(Date.now() - 36 * 3_600_000).toISOString();
    // The pause began a day and a half ago, and so did the step.
    const moved = { ...paused, paused_at: began, anchor_at: began, due_at: began };
    await api
      .db('agent_runs')
      .where({ id: fixture.runId })
      .update({ cadence: JSON.stringify(moved) });
    await fixture.bulk({ operation: 'resume', resume_policy: 'skip_missed' });
    await fixture.record(ACCEPTED);
    expect(await fixture.cadence()).toMatchObject({ paused_at: null, missed: ['hello', 'again'] });
  });

  it('leaves a pause that still lasts as it is', async () => {
    const fixture = await sending();
    await fixture.bulk({ operation: 'pause' });
    const { paused_at } = (await fixture.run())!;
    await fixture.record(ACCEPTED);
    // The step that comes next is entered within the pause.
    const { step_key, entered_at, paused_at: since } = await fixture.cadence();
    expect([step_key, since]).toEqual(['again', entered_at]);
    expect(await fixture.run()).toMatchObject({ cadence_state: 'paused', hold_reason: 'manual', paused_at });
  });
});
