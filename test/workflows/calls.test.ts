import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { saveCall } from '../../db/channels/calls.js';
import type { CadenceStepRequest } from '../../schemas/cadence/cadence.js';
import { addSender, publishAgent } from '../support/agents.js';
import { addHook, addLead, post } from '../support/messaging.js';
import { eventually, useService } from '../support/service.js';
import { json, startVoiceServer, type VoiceServer } from '../support/voice-server.js';

const service = useService({ VOICE_ALLOW_PRIVATE: 'true' });
let server: VoiceServer;
beforeAll(async () => {
  server = await startVoiceServer(({ body }, response) => json(response, 201, { call_id: `p-${body.call_id}` }));
});
afterAll(() => server.close());

const STEPS: CadenceStepRequest[] = [
  {
    key: 'ring',
    type: 'call',
    begin_message: 'Hello {{ lead.first_name }}',
    attempts: { max: 2, spacing_minutes: [60] },
  },
  { key: 'mail', type: 'message', subject: 'After the call', content: 'Hi' },
];

async function enrolled(phone: string, voiceAgent: Record<string, unknown>, steps = STEPS) {
  const account = await service.account({ country: 'ES' });
  await addSender(service.db, account.accountId);
  const made = await account.request('post', '/voice-agents').send({ name: 'Eva', ...voiceAgent });
  expect(made.status).toBe(201);
  const agentId = await publishAgent(service.db, account.accountId, steps);
  const enroll = async (to = phone) => {
    const lead = { first_name: 'Ada', email: `ada-${to.slice(1)}@example.com`, phone: to, workflow_id: agentId };
    const answer = await account.request('post', '/leads').send(lead);
    expect(answer.status).toBe(201);
    return { leadId: answer.body.lead.id as string, runId: answer.body.workflow_run.id as string };
  };
  return { account, ...(await enroll()), enroll };
}

/** Ends in the reason that says which way the branch on the call's outcome went. */
const BRANCHING: CadenceStepRequest[] = [
  { key: 'ring', type: 'call', begin_message: 'Hello' },
  {
    key: 'how',
    type: 'split',
    arms: [
      {
        key: 'voicemail',
        conditions: [{ field: 'engagement.last_call_voicemail', operator: 'is_true' }],
        next: 'voicemail_way',
      },
      {
        key: 'busy',
        conditions: [{ field: 'engagement.last_call_disconnection_reason', operator: 'eq', value: 'dial_busy' }],
        next: 'busy_way',
      },
      {
        key: 'talked',
        conditions: [{ field: 'engagement.last_call_answered', operator: 'is_true' }],
        next: 'talked_way',
      },
    ],
  },
  ...['voicemail', 'busy', 'talked'].flatMap((way): CadenceStepRequest[] => [
    { key: `${way}_way`, type: 'set', actions: [{ type: 'add_tag', params: { tags: [way] } }], next: 'over' },
  ]),
  { key: 'over', type: 'exit', reason: 'done' },
];

const run = (id: string) => service.db('agent_runs').where({ id }).first();

/** A call of which nothing is known yet. */
const NEW_CALL = {
  disconnection_reason: null,
  answered: null,
  successful: null,
  duration_seconds: null,
  summary: null,
  transcript: null,
  recording_url: null,
  started_at: null,
  updated_at: new Date(),
};

describe('a cadence that calls', () => {
  it('continues when the call was answered, and the conversation is in the history', async () => {
    const { account, leadId, runId } = await enrolled('+34600111255', {});
    await eventually(async () => ((await run(runId))!.run_status === 'completed' ? true : undefined));
    const { body } = await account.request('get', `/leads/${leadId}/history?types=call,call_missed,message`);
    expect(body.history).toMatchObject([
      {
        type: 'call',
        call_status: 'ended',
        duration_seconds: 42,
        transcript: [{ role: 'agent', text: 'Hello Ada' }, { role: 'user' }, { role: 'agent' }],
      },
      { type: 'message', channel: 'email', subject: 'After the call' },
    ]);
    expect(
      await service.db('sandbox_deliveries').where({ account_id: account.accountId, channel: 'call' }),
    ).toHaveLength(1);
  });

  it('waits for its next attempt when the call was not answered', async () => {
    const { account, leadId, runId } = await enrolled('+34600111200', {});
    const waiting = await eventually(async () => {
      const row = await run(runId);
      const cadence = JSON.parse(row!.cadence);
      return cadence.attempt === 2 && cadence.hold === null ? { row, cadence } : undefined;
    });
    expect(waiting.row).toMatchObject({ run_status: 'running', step_key: 'ring' });
    const inAnHour = Date.parse(waiting.cadence.due_at) - Date.now();
    expect(inAnHour).toBeGreaterThan(55 * 60_000);
    const { body } = await account.request('get', `/leads/${leadId}/history?types=call_missed`);
    expect(body.history).toMatchObject([{ disconnection_reason: 'dial_no_answer' }]);
  });

  it.each([
    ['+34600111203', 'voicemail'],
    ['+34600111201', 'busy'],
    ['+34600111258', 'talked'],
  ])('goes the way that the end of the call to %s asks for: %s', async (phone, way) => {
    const { account, leadId, runId } = await enrolled(phone, {}, BRANCHING);
    await eventually(async () => ((await run(runId))!.run_status === 'completed' ? true : undefined));
    const { body } = await account.request('get', `/leads/${leadId}/tags`).expect(200);
    expect(body.tags.map(({ slug }: { slug: string }) => slug)).toEqual([way]);
  });

  it('makes no more calls at once than its voice agent may; who waits is called when one has ended', async () => {
    const url = `${server.url}/calls`;
    const { leadId, runId, enroll } = await enrolled('+34600111256', { provider: 'generic', url, max_concurrent: 1 });
    await eventually(async () => (JSON.parse((await run(runId))!.cadence).attempt === 2 ? true : undefined));
    const calls = server.seen.length;
    const second = await enroll('+34600111257');
    const held = await eventually(async () => {
      const row = await run(second.runId);
      return row!.hold_reason === 'sender_throttle' ? row : undefined;
    });
    expect(held.hold_detail).toBe('Concurrent calls of the voice agent are limited to 1.');
    expect(server.seen.length).toBe(calls);
    const [first] = await service.db('messages').where({ lead_id: leadId, channel: 'call' });
    const ended = { account_id: first?.account_id ?? '', lead_id: leadId, call_status: 'ended' as const };
    await saveCall(service.db, { ...NEW_CALL, ...ended, message_id: first?.id ?? '', ended_at: new Date() });
    await eventually(async () => (server.seen.length > calls ? true : undefined));
    expect(server.seen.at(-1)?.body.to).toBe('+34600111257');
  });
});

describe('POST /messages with a call', () => {
  async function createFixture(phone: string, voiceAgent: Record<string, unknown> = {}) {
    const account = await service.account({ country: 'ES' });
    await account
      .request('post', '/voice-agents')
      .send({ name: 'Eva', ...voiceAgent })
      .expect(201);
    const lead = await addLead(service.db, account.accountId, { phone });
    const ask = { lead_id: lead.id, channel: 'call', begin_message: 'Hello there' };
    const { body } = await account.request('post', '/messages').send(ask).expect(202);
    expect(body).toMatchObject({
      channel: 'call',
      call_id: body.message_id,
      call_status: 'registered',
      status: 'queued',
    });
    const id: string = body.message_id;
    const message = async () => (await account.request('get', `/messages/${id}`).expect(200)).body.message;
    const reached = (status: string) =>
      eventually(async () => {
        const found = await message();
        return found.status === status ? found : undefined;
      });
    const history = async () =>
      (await account.request('get', `/leads/${lead.id}/history?types=call,call_missed`)).body.history;
    return { account, lead, id, message, reached, history, handle: service.client.workflow.getHandle(`message/${id}`) };
  }
  const generic = () => ({ provider: 'generic', url: `${server.url}/calls` });
  const callsTo = (phone: string) => server.seen.filter(({ body }) => body.to === phone);

  it('calls the lead once, and its transcript is in the history', async () => {
    const { account, id, reached, history, handle } = await createFixture('+34600111355');
    await reached('delivered');
    expect(await history()).toMatchObject([
      { id, type: 'call', call_status: 'ended', transcript: [{ role: 'agent', text: 'Hello there' }, {}, {}] },
    ]);
    expect(await handle.result()).toMatchObject({ status: expect.stringMatching(/^(sent|delivered)$/) });
    expect(await service.client.workflow.getHandle(`sandbox-call/${id}`).result()).toEqual({ told: 3 });
    const events = await service.db('inbound_events').where({ account_id: account.accountId, provider: 'voice' });
    expect(events).toHaveLength(3);
  });

  it('reports a call that was not answered', async () => {
    const { id, reached, history } = await createFixture('+34600111400');
    expect(await reached('failed')).toMatchObject({ failure: { code: 'dial_no_answer', retryable: true } });
    expect(await history()).toMatchObject([{ id, type: 'call_missed', disconnection_reason: 'dial_no_answer' }]);
  });

  it('asks a voice server once, whose events move it on', async () => {
    const phone = '+34600111302';
    const { account, id, reached } = await createFixture(phone, generic());
    expect(await reached('sent')).toMatchObject({ provider: 'generic', provider_message_id: `p-${id}` });
    const hook = await addHook(account, 'voice');
    const ended = {
      event_id: 'e1',
      type: 'ended',
      call_id: `p-${id}`,
      status: 'ended',
      disconnection_reason: 'user_hangup',
    };
    await post(service, hook, ended).expect(200);
    await post(service, hook, ended).expect(200);
    await reached('delivered');
    expect(callsTo(phone)).toHaveLength(1);
  });

  it('does not call again if the voice server fell silent after the request, and its events settle the outcome', async () => {
    const phone = '+34600111303';
    const usual = ({ body }: { body: Record<string, unknown> }, response: ServerResponse) =>
      json(response, 201, { call_id: `p-${body.call_id}` });
    server.answer((seen, response) => (seen.body.to === phone ? void response.destroy() : usual(seen, response)));
    const { account, id, reached } = await createFixture(phone, generic());
    await reached('unknown');
    server.answer(usual);
    const hook = await addHook(account, 'voice');
    await post(service, hook, { event_id: 'e1', type: 'status', call_id: id, status: 'in_progress' }).expect(200);
    expect(await reached('sent')).toMatchObject({ settled_by: 'receipt' });
    expect(callsTo(phone)).toHaveLength(1);
  });

  it('waits where the voice server refuses for the moment, and says why', async () => {
    const phone = '+34600111304';
    server.answer((seen, response) =>
      seen.body.to === phone
        ? json(response, 429, { message: 'Slow down.' }, { 'retry-after': '600' })
        : json(response, 201, { call_id: `p-${seen.body.call_id}` }),
    );
    const { reached } = await createFixture(phone, generic());
    const held = await reached('held');
    expect(held).toMatchObject({ hold_reason: 'provider_backoff' });
    expect(Date.parse(held.hold_until) - Date.now()).toBeGreaterThan(500_000);
    expect(callsTo(phone)).toHaveLength(1);
  });
});
