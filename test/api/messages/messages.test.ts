import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import { addAgent, addLead, addMessage, addRun, eventKinds } from '../../support/messaging.js';

const api = useApi();

async function createFixture() {
  const account = await api.account();
  const lead = await addLead(api.db, account.accountId);
  const run = await addRun(api.db, lead, await addAgent(api, account));
  return { account, lead, run };
}

const wakesOf = (runId: string) =>
  api.dispatched.filter((item) => item.kind === 'wake' && item.args.agentRunId === runId).length;

describe('messages', () => {
  it('are listed newest first by lead, run, status and channel', async () => {
    const { account, lead, run } = await createFixture();
    const other = await addLead(api.db, account.accountId);
    const first = await addMessage(api.db, lead, run, { status: 'sent' });
    const second = await addMessage(api.db, lead, run, { status: 'unknown' });
    await addMessage(api.db, other, null, { status: 'failed', failure_code: 'refused' });
    const ids = async (query: string) =>
      (await account.request('get', `/messages?${query}`)).body.messages.map(({ id }: { id: string }) => id);
    expect(await ids(`lead_id=${lead.id}`)).toEqual([second.id, first.id]);
    expect(await ids(`workflow_run_id=${run.id.toUpperCase()}&status=sent,delivered`)).toEqual([first.id]);
    expect(await ids('status=failed')).toHaveLength(1);
    expect(await ids('channel=whatsapp')).toEqual([]);
    for (const query of ['status=lost', 'lead_id=x', 'channel=,']) {
      expect((await account.request('get', `/messages?${query}`)).status).toBe(400);
    }
  });

  it('tell why they failed', async () => {
    const { account, lead } = await createFixture();
    const message = await addMessage(api.db, lead, null, {
      status: 'failed',
      failure_code: 'refused',
      failure: JSON.stringify({ provider_code: '550', retryable: false, message: 'No such mailbox' }),
    });
    const answer = await account.request('get', `/messages/${message.id}`);
    expect(answer.body.message.failure).toEqual({
      code: 'refused',
      provider_code: '550',
      retryable: false,
      message: 'No such mailbox',
    });
  });

  it('of another account are answered like unknown ones', async () => {
    const { lead } = await createFixture();
    const message = await addMessage(api.db, lead, null, { status: 'unknown' });
    const stranger = await api.account();
    for (const id of [message.id, newId(), 'x']) {
      for (const request of [
        stranger.request('get', `/messages/${id}`),
        stranger.request('post', `/messages/${id}/cancel`),
        stranger.request('post', `/messages/${id}/resolve`).send({ as: 'sent' }),
      ]) {
        const answer = await request;
        expect([answer.status, answer.body.code]).toEqual([404, 'MESSAGE_NOT_FOUND']);
      }
    }
  });
});

describe('POST /messages/{id}/cancel', () => {
  it('cancels what has not left, and its cadence passes over the step', async () => {
    for (const status of ['queued', 'held'] as const) {
      const { account, lead, run } = await createFixture();
      const message = await addMessage(api.db, lead, run, { status, step_key: 'hello' });
      const answer = await account.request('post', `/messages/${message.id}/cancel`);
      expect([answer.status, answer.body.message.status]).toEqual([200, 'cancelled']);
      expect(await api.db('agent_runs').where({ id: run.id }).first()).toMatchObject({
        step_key: 'again',
        open_slot: 1,
      });
      expect(await eventKinds(api.db, lead.id)).toEqual(['cadence.step_skipped']);
      expect(wakesOf(run.id)).toBe(1);
    }
  });

  it('leaves a cadence alone that has gone on since', async () => {
    const { account, lead, run } = await createFixture();
    const message = await addMessage(api.db, lead, run, { status: 'queued', step_key: 'earlier' });
    expect((await account.request('post', `/messages/${message.id}/cancel`)).status).toBe(200);
    expect(await api.db('agent_runs').where({ id: run.id }).first()).toMatchObject({ step_key: 'hello' });
  });

  it('ends a cadence whose last message it was, at the next look', async () => {
    const account = await api.account();
    const lead = await addLead(api.db, account.accountId);
    const only = { key: 'only', type: 'message', channel: 'email', subject: 'Hi', content: 'Hi' };
    const run = await addRun(api.db, lead, await addAgent(api, account, { cadence: { steps: [only] } }));
    const message = await addMessage(api.db, lead, run, { status: 'queued', step_key: 'only' });
    expect((await account.request('post', `/messages/${message.id}/cancel`)).status).toBe(200);
    const { cadence } = (await api.db('agent_runs').where({ id: run.id }).first())!;
    expect(JSON.parse(cadence).ended).toMatchObject({ reason: 'completed' });
    expect(wakesOf(run.id)).toBe(1);
  });

  it('answers 409 for everything that may have left', async () => {
    const { account, lead } = await createFixture();
    for (const status of ['sending', 'unknown', 'sent', 'delivered', 'read', 'failed', 'cancelled'] as const) {
      const message = await addMessage(api.db, lead, null, { status });
      const answer = await account.request('post', `/messages/${message.id}/cancel`).send({});
      expect([answer.status, answer.body.code, answer.body.details.status]).toEqual([409, 'NOT_MODIFIABLE', status]);
    }
  });
});

describe('POST /messages/{id}/resolve', () => {
  it('settles an unknown outcome as sent: reported and counted once, and the run continues', async () => {
    const { account, lead, run } = await createFixture();
    const message = await addMessage(api.db, lead, run, { status: 'unknown' });
    const answer = await account.request('post', `/messages/${message.id}/resolve`).send({ as: 'sent' });
    expect(answer.body.message).toMatchObject({ status: 'sent', settled_by: 'operator' });
    expect(answer.body.message.sent_at).toBe(message.claimed_at?.toISOString());
    expect(await eventKinds(api.db, lead.id)).toEqual(['message.sent']);
    expect(await api.db('lead_engagement').where({ lead_id: lead.id }).first()).toMatchObject({ outbound_count: 1 });
    expect(wakesOf(run.id)).toBe(1);
    expect((await account.request('post', `/messages/${message.id}/resolve`).send({ as: 'sent' })).status).toBe(409);
  });

  it('settles it as failed', async () => {
    const { account, lead, run } = await createFixture();
    const message = await addMessage(api.db, lead, run, { status: 'unknown' });
    const answer = await account.request('post', `/messages/${message.id}/resolve`).send({ as: 'failed' });
    expect(answer.body.message).toMatchObject({
      status: 'failed',
      settled_by: 'operator',
      sent_at: null,
      failure: { code: 'resolved_failed' },
    });
    expect(await eventKinds(api.db, lead.id)).toEqual(['message.failed']);
    expect(wakesOf(run.id)).toBe(1);
  });

  it('queues it again under a new claim, so that the old claim can report nothing', async () => {
    const { account, lead, run } = await createFixture();
    const { step_key, visit, attempt } = JSON.parse(run.cadence);
    const place = { step_key, visit, attempt };
    const message = await addMessage(api.db, lead, run, { ...place, status: 'unknown', claim_no: 3 });
    const answer = await account.request('post', `/messages/${message.id}/resolve`).send({ as: 'resend' });
    expect(answer.body.message).toMatchObject({ status: 'queued', settled_by: null });
    expect(await api.db('messages').where({ id: message.id }).first()).toMatchObject({ claim_no: 4, claimed_at: null });
    expect(wakesOf(run.id)).toBe(1);
  });

  it('answers 409 for a known outcome and 400 for another word', async () => {
    const { account, lead } = await createFixture();
    const message = await addMessage(api.db, lead, null, { status: 'sent' });
    const known = await account.request('post', `/messages/${message.id}/resolve`).send({ as: 'failed' });
    expect([known.status, known.body.code]).toEqual([409, 'NOT_MODIFIABLE']);
    const wrong = await account.request('post', `/messages/${message.id}/resolve`).send({ as: 'lost' });
    expect([wrong.status, wrong.body.field]).toEqual([400, '/as']);
  });
});
