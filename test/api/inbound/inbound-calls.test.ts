import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import supertest from 'supertest';
import type { MessageRow } from '../../../db/tables.js';
import { newId } from '../../../runtime/ids.js';
import { useApi } from '../../support/api.js';
import {
  addAgent,
  addHook,
  addLead,
  addMessage,
  addRun,
  eventKinds,
  post,
  workInbound,
} from '../../support/messaging.js';

const api = useApi();
const CALL_STEPS = [
  { key: 'ring', type: 'call', begin_message: 'Hello', attempts: { max: 3, spacing_minutes: [30] } },
  { key: 'later', type: 'wait', delay: { type: 'after', amount: 7, unit: 'days' } },
];
const CALLING = { reason: 'sender_throttle', detail: 'A call with the lead is in progress.' };

/** A run whose first call was taken by the provider a moment ago. */
async function createFixture(
  provider: 'voice' | 'retell' = 'voice',
  columns: Partial<MessageRow> = {},
  steps: object[] = CALL_STEPS,
  state: object = { attempt: 2 },
) {
  const account = await api.account();
  const hook = await addHook(account, provider, provider === 'retell' ? 'key_0123456789abcdef' : undefined);
  const lead = await addLead(api.db, account.accountId, { phone: '+34600111222' });
  const run = await addRun(api.db, lead, await addAgent(api, account, { cadence: { steps } }));
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  const hold = { ...CALLING, until: inAnHour };
  const cadence = { ...JSON.parse(run.cadence), due_at: inAnHour, hold, ...state };
  await api
    .db('agent_runs')
    .where({ id: run.id })
    .update({ cadence: JSON.stringify(cadence) });
  const providerId = `call_${newId()}`;
  const message = await addMessage(api.db, lead, run, {
    channel: 'call',
    type: 'call',
    step_key: 'ring',
    visit: 1,
    attempt: 1,
    status: 'sent',
    sent_at: new Date(),
    provider,
    provider_message_id: Buffer.from(providerId),
    ...columns,
  });
  const { accountId } = account;
  return {
    account,
    accountId,
    hook,
    lead,
    run,
    message,
    providerId,
    tell: async (fields: Record<string, unknown>) => {
      const event = { event_id: newId(), type: 'status', call_id: message.id, ...fields };
      expect((await post(api, hook, event)).status).toBe(200);
    },
    work: (order?: Parameters<typeof workInbound>[2]) => workInbound(api.db, accountId, order),
    read: {
      call: () => api.db('calls').where({ message_id: message.id }).first(),
      message: async (): Promise<MessageRow> => (await api.db('messages').where({ id: message.id }).first())!,
      cadence: async () => JSON.parse((await api.db('agent_runs').where({ id: run.id }).first())!.cadence),
      engagement: () => api.db('lead_engagement').where({ lead_id: lead.id }).first(),
      events: async () => (await eventKinds(api.db, lead.id)).filter((kind) => kind.startsWith('call.')),
      history: async () =>
        (await account.request('get', `/leads/${lead.id}/history?types=call,call_missed`)).body.history,
    },
  };
}

const ENDED = {
  type: 'ended',
  status: 'ended',
  disconnection_reason: 'user_hangup',
  duration_seconds: 61.4,
  transcript: [
    { role: 'agent', text: 'Hello', at: '2026-03-01T10:00:00Z' },
    { role: 'user', text: 'Hi', at: null },
  ],
  summary: 'They talked.',
  recording_url: 'https://voice.example/1.wav',
};

describe('a call that was answered', () => {
  it('appears in the history with its transcript, and ends its step', async () => {
    const { tell, work, read, message } = await createFixture();
    await tell({ status: 'ringing' });
    await tell({ status: 'in_progress' });
    await tell(ENDED);
    expect(await work()).toEqual(['call_ringing', 'call_in_progress', 'call_ended']);
    expect(await read.events()).toEqual(['call.started', 'call.ended', 'call.transcript_ready']);
    expect(await read.history()).toMatchObject([
      {
        id: message.id,
        type: 'call',
        status: 'delivered',
        call_status: 'ended',
        duration_seconds: 61,
        summary: 'They talked.',
        recording_url: 'https://voice.example/1.wav',
        transcript: [
          { role: 'agent', text: 'Hello', at: '2026-03-01T10:00:00.000Z' },
          { role: 'user', text: 'Hi', at: null },
        ],
      },
    ]);
    expect(await read.engagement()).toMatchObject({ calls_count: 1, calls_answered: 1 });
    expect(await read.cadence()).toMatchObject({ step_key: 'later', call_answered: null, hold: null });
  });

  it('has the same result for any order and number of its events', async () => {
    const events = [{ status: 'ringing' }, { status: 'in_progress' }, ENDED, { ...ENDED, transcript: null }];
    const order = fc.shuffledSubarray([0, 1, 2, 3, 0, 2], { minLength: 6, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(order, fc.constantFrom('sent', 'sending', 'unknown'), async (indexes, status) => {
        const { tell, work, read } = await createFixture('voice', status === 'sent' ? {} : { status, sent_at: null });
        for (const index of indexes) await tell({ event_id: `e${index}`, ...events[index] });
        await work();
        expect(await read.call()).toMatchObject({ call_status: 'ended', answered: true, duration_seconds: 61 });
        expect((await read.call())!.transcript).toContain('Hi');
        expect((await read.message()).status).toBe('delivered');
        expect(await read.engagement()).toMatchObject({ calls_count: 1, calls_answered: 1 });
        const kinds = await read.events();
        expect(new Set(kinds).size).toBe(kinds.length);
        expect(kinds).toEqual(expect.arrayContaining(['call.ended', 'call.transcript_ready']));
      }),
      { numRuns: 8 },
    );
  });
});

describe('a call that no one answered', () => {
  it.each(['dial_no_answer', 'dial_busy', 'dial_failed', 'voicemail_reached', 'declined'])(
    'because of %s is missed, and the next attempt is planned',
    async (reason) => {
      const { tell, work, read } = await createFixture();
      await tell({ type: 'ended', status: 'not_connected', disconnection_reason: reason });
      expect(await work()).toEqual(['call_not_connected']);
      expect(await read.events()).toEqual(['call.missed']);
      expect(await read.history()).toMatchObject([{ type: 'call_missed', disconnection_reason: reason }]);
      expect(await read.engagement()).toMatchObject({ calls_count: 1, calls_answered: 0 });
      expect(await read.cadence()).toMatchObject({ step_key: 'ring', attempt: 2, call_answered: false, hold: null });
    },
  );
});

describe('a lead that missed the last call of a step', () => {
  const steps = [
    { key: 'ring', type: 'call', begin_message: 'Hello', attempts: { max: 1 }, fallback_channel: 'email' },
    { key: 'later', type: 'wait', delay: { type: 'after', amount: 7, unit: 'days' } },
  ];
  const last = { attempt: 2, via: 'email', call_answered: null };

  it('gets a message on the fallback channel, once for any number and order of events', async () => {
    const { tell, work, read } = await createFixture('voice', {}, steps, last);
    const missed = { type: 'ended', status: 'not_connected', disconnection_reason: 'dial_no_answer' };
    await tell({ event_id: 'end', ...missed });
    await tell({ event_id: 'end', ...missed });
    await tell({ status: 'ringing' });
    await tell({ ...missed, disconnection_reason: 'dial_busy' });
    await work((rows) => rows.toReversed());
    expect(await read.cadence()).toMatchObject({
      step_key: 'ring',
      attempt: 2,
      via: 'email',
      call_answered: false,
      hold: null,
    });
    expect(await read.events()).toEqual(['call.missed']);
    expect(await read.engagement()).toMatchObject({ calls_count: 1 });
  });

  it('gets no message when an earlier call of the step is reported late', async () => {
    const { tell, work, read } = await createFixture('voice', {}, steps, { ...last, attempt: 3 });
    await tell({ type: 'ended', status: 'not_connected', disconnection_reason: 'dial_no_answer' });
    await work();
    expect(await read.cadence()).toMatchObject({ call_answered: null, hold: CALLING });
  });
});

describe('events of calls', () => {
  it('find their call by the provider’s id as well, and no call of another account', async () => {
    const [mine, theirs] = [await createFixture(), await createFixture()];
    await mine.tell({ call_id: mine.providerId, status: 'ringing' });
    await mine.tell({ call_id: theirs.message.id, status: 'ringing' });
    await mine.tell({ call_id: theirs.providerId, status: 'ringing' });
    expect(await mine.work()).toEqual(['call_ringing', 'no_call', 'no_call']);
    expect(await theirs.read.call()).toBeUndefined();
  });

  it('of a wrong shape are refused, of unknown kinds kept without effect', async () => {
    const { hook, tell, work } = await createFixture();
    for (const wrong of [
      {},
      { call_id: 7 },
      { call_id: 'x', duration_seconds: -1 },
      { call_id: 'x', transcript: 'x' },
    ]) {
      expect((await post(api, hook, { event_id: newId(), type: 'ended', ...wrong })).status).toBe(400);
    }
    await tell({ type: 'mood', call_id: { any: 'shape' } });
    expect(await work()).toEqual(['ignored']);
  });

  it('settle a call whose outcome was unknown', async () => {
    const { tell, work, read } = await createFixture('voice', { status: 'unknown', sent_at: null });
    await tell({ status: 'ringing' });
    await work();
    expect(await read.message()).toMatchObject({ status: 'sent', settled_by: 'receipt' });
  });
});

describe('Retell', () => {
  const sign = (body: string, secret: string, at: number) =>
    `v=${at},d=${createHmac('sha256', secret)
      .update(body + at)
      .digest('hex')}`;

  it('tells of calls in its own shape, signed its own way', async () => {
    const { hook, message, providerId, work, read } = await createFixture('retell');
    const start = Date.now() - 60_000;
    const call = {
      call_type: 'phone_call',
      call_id: providerId,
      agent_id: 'agent_1',
      call_status: 'ended',
      metadata: { las_call_id: message.id },
      start_timestamp: start,
      end_timestamp: start + 30_000,
      duration_ms: 30_000,
      disconnection_reason: 'agent_hangup',
      transcript_object: [
        { role: 'agent', content: 'Hello', words: [{ word: 'Hello', start: 0.5, end: 1 }] },
        { role: 'user', content: 'Hi', words: [] },
      ],
      recording_url: 'https://retell.example/r.wav',
    };
    const analyzed = {
      ...call,
      call_analysis: { call_summary: 'A chat.', call_successful: true, in_voicemail: false },
    };
    for (const [event, body] of [
      ['call_started', { ...call, call_status: 'ongoing' }],
      ['call_ended', call],
      ['call_analyzed', analyzed],
      ['transcript_updated', call],
    ] as const) {
      const text = JSON.stringify({ event, call: body });
      const answer = await supertest(api.app)
        .post(hook.path)
        .set('Content-Type', 'application/json')
        .set('X-Retell-Signature', sign(text, hook.secret, Date.now()))
        .send(text);
      expect(answer.status).toBe(200);
    }
    expect(await work()).toEqual(['call_in_progress', 'call_ended', 'call_ended', 'ignored']);
    expect(await read.history()).toMatchObject([
      {
        call_successful: true,
        summary: 'A chat.',
        duration_seconds: 30,
        transcript: [{ text: 'Hello', at: new Date(start + 500).toISOString() }, { text: 'Hi' }],
      },
    ]);
    expect(await read.events()).toEqual(['call.started', 'call.ended', 'call.transcript_ready']);
  });

  it('can not be forged, replayed or cut short', async () => {
    const { hook, providerId, accountId } = await createFixture('retell');
    const text = JSON.stringify({ event: 'call_ended', call: { call_id: providerId, call_status: 'ended' } });
    const now = Date.now();
    for (const [body, signature, reason] of [
      [text, undefined, 'missing'],
      [text, 'x', 'malformed'],
      [text, sign(text, 'another', now), 'mismatch'],
      [text.slice(0, -1), sign(text, hook.secret, now), 'mismatch'],
      [text, sign(text, hook.secret, now - 301_000), 'too_old'],
      [text, sign(text, hook.secret, now + 310_000), 'too_new'],
    ] as const) {
      const request = supertest(api.app).post(hook.path).set('Content-Type', 'application/json');
      if (signature) request.set('X-Retell-Signature', signature);
      const answer = await request.send(body);
      expect([answer.status, answer.body.details?.reason]).toEqual([401, reason]);
    }
    expect(await api.db('inbound_events').where({ account_id: accountId })).toHaveLength(0);
  });
});
