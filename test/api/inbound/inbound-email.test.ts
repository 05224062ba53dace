import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { MessageRow } from '../../../db/tables.js';
import { inWork } from '../../../db/work.js';
import { newId } from '../../../runtime/ids.js';
import { processInboundEvent, retryInboundEvent } from '../../../services/inbound/process-event.js';
import { listAttention } from '../../../services/operations/attention.js';
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
import { workOn } from '../../support/work.js';

const api = useApi();

async function createFixture(
  definition: Record<string, unknown> = {},
  columns: Partial<MessageRow> = { status: 'sent' },
) {
  const account = await api.account();
  const hook = await addHook(account);
  const lead = await addLead(api.db, account.accountId);
  const run = await addRun(api.db, lead, await addAgent(api, account, definition));
  const sentAt = columns.status === 'sent' ? { sent_at: new Date() } : {};
  const message = await addMessage(api.db, lead, run, { ...sentAt, ...columns });
  const about = { message_id: `<${message.id}@example.com>` };
  const { accountId } = account;
  return {
    accountId,
    lead,
    run,
    message,
    about,
    receive: async (fields: Record<string, unknown>) => {
      const answer = await post(api, hook, { event_id: newId(), ...fields });
      expect(answer.status).toBe(200);
    },
    work: () => workInbound(api.db, accountId),
    read: {
      message: async (id = message.id): Promise<MessageRow> => (await api.db('messages').where({ id }).first())!,
      engagement: () => api.db('lead_engagement').where({ lead_id: lead.id }).first(),
      run: () => api.db('agent_runs').where({ id: run.id }).first(),
      lead: () => api.db('leads').where({ id: lead.id }).first(),
      events: () => eventKinds(api.db, lead.id),
      received: () => api.db('messages').where({ lead_id: lead.id, direction: 'inbound' }).orderBy('id'),
      suppressions: () => api.db('suppressions').where({ account_id: accountId }),
      wakes: async () => (await api.db('outbox').where({ kind: 'wake', workflow_id: `cadence/${run.id}` })).length,
    },
  };
}

describe('receipts', () => {
  it('move a message forward and are counted and told once', async () => {
    const { about, receive, work, read } = await createFixture();
    for (const type of ['delivered', 'delivered', 'opened', 'opened']) await receive({ type, ...about });
    expect(await work()).toEqual(['delivered', 'delivered', 'opened', 'opened']);
    expect(await read.message()).toMatchObject({ status: 'read', settled_by: null });
    expect(await read.engagement()).toMatchObject({ delivered_count: 1, opened_count: 1, outbound_count: 0 });
    expect(await read.events()).toEqual(['message.delivered', 'email.opened']);
  });

  it('lead to the same end in whatever order and however often they come, also before our own "sent"', async () => {
    const kinds = ['delivered', 'opened', 'delivered', 'opened'];
    const start = fc.constantFrom('sending', 'unknown', 'sent');
    const order = fc.shuffledSubarray(kinds, { minLength: kinds.length, maxLength: kinds.length });
    await fc.assert(
      fc.asyncProperty(order, start, async (types, status) => {
        const { about, receive, work, read } = await createFixture({}, { status });
        for (const type of types) await receive({ type, ...about });
        await work();
        expect((await read.message()).status).toBe('read');
        const sent = status === 'sent' ? [] : ['message.sent'];
        expect((await read.events()).sort()).toEqual(['email.opened', 'message.delivered', ...sent].sort());
        expect(await read.engagement()).toMatchObject({
          delivered_count: 1,
          opened_count: 1,
          outbound_count: sent.length,
        });
      }),
      { numRuns: 8 },
    );
  });

  it('of opens by machines have no effect but their event', async () => {
    const cadence = { steps: [{ key: 'w', type: 'wait_until', any: ['email.opened'] }] };
    const { about, receive, work, read } = await createFixture({ cadence });
    await receive({ type: 'opened', ...about, is_machine: true });
    await receive({ type: 'opened', ...about, user_agent: 'Mozilla/5.0' });
    expect(await work()).toEqual(['opened', 'opened']);
    expect([await read.events(), (await read.message()).read_at]).toEqual([['email.machine_opened'], null]);
    await receive({ type: 'opened', ...about, user_agent: 'Mozilla/5.0 (via ggpht.com GoogleImageProxy)' });
    await work();
    expect([await read.events(), await read.wakes()]).toEqual([['email.machine_opened', 'email.opened'], 1]);
  });

  it('settle an outcome that was unknown and wake its run', async () => {
    const { about, receive, work, read, message } = await createFixture({}, { status: 'unknown' });
    await receive({ type: 'delivered', ...about });
    await work();
    expect(await read.message()).toMatchObject({
      status: 'delivered',
      settled_by: 'receipt',
      sent_at: message.claimed_at,
    });
    expect(await read.wakes()).toBe(1);
  });

  it('leave failed and cancelled messages as they are', async () => {
    for (const status of ['failed', 'cancelled'] as const) {
      const { about, receive, work, read } = await createFixture({}, { status });
      await receive({ type: 'delivered', ...about });
      await work();
      expect((await read.message()).status).toBe(status);
    }
  });

  it('wake runs whose cadence waits for them, and no others', async () => {
    const waiting = await createFixture({
      cadence: { steps: [{ key: 'w', type: 'wait_until', any: ['email.opened'] }] },
    });
    const other = await createFixture();
    for (const { receive, about, work } of [waiting, other]) {
      await receive({ type: 'opened', ...about });
      await work();
    }
    expect([await waiting.read.wakes(), await other.read.wakes()]).toEqual([1, 0]);
  });

  it('of messages of another account have no effect', async () => {
    const [mine, theirs] = [await createFixture(), await createFixture()];
    await mine.receive({ type: 'delivered', ...theirs.about });
    expect(await mine.work()).toEqual(['no_message']);
    expect((await theirs.read.message()).status).toBe('sent');
  });

  it('are worked once, also when several workers take the same one at the same time', async () => {
    const { about, receive, read, accountId } = await createFixture();
    await receive({ type: 'delivered', ...about });
    const { id } = (await api.db('inbound_events').where({ account_id: accountId }).first())!;
    await Promise.all(Array.from({ length: 20 }, () => processInboundEvent(workOn(api.db), id)));
    expect(await read.engagement()).toMatchObject({ delivered_count: 1 });
    expect(await read.events()).toEqual(['message.delivered']);
  });
});

describe('bounces', () => {
  it('that are hard fail the message and suppress the address at once', async () => {
    const { about, receive, work, read, lead } = await createFixture();
    const bounce = { kind: 'hard', code: '5.1.1', diagnostic: 'no such user' };
    await receive({ type: 'bounce', ...about, bounce });
    expect(await work()).toEqual(['hard_bounce']);
    const message = await read.message();
    expect(message).toMatchObject({ status: 'failed', failure_code: 'hard_bounce' });
    expect(JSON.parse(message.failure ?? '')).toMatchObject({ provider_code: '5.1.1', message: 'no such user' });
    expect(await read.suppressions()).toMatchObject([{ address: lead.email, reason: 'hard_bounce' }]);
    expect(await read.events()).toEqual(['email.bounced']);
    expect(await read.run()).toMatchObject({ open_slot: 1 });
    expect(JSON.parse((await read.run())!.cadence).channels_off).toEqual(['email']);
  });

  it('that are hard stop the run where its agent says so', async () => {
    const { about, receive, work, read } = await createFixture({ exit: { on_hard_bounce: 'stop' } });
    await receive({ type: 'bounce', ...about, bounce: { kind: 'hard' } });
    await work();
    expect(await read.run()).toMatchObject({ open_slot: null, stop_reason: 'bounced' });
  });

  it('for the sender’s sake suppress no address, however many, and mark the sender', async () => {
    const { about, receive, work, read, accountId, message } = await createFixture();
    const senderId = newId();
    const sender = { id: senderId, account_id: accountId, name: 'Sales', from_email: 'sales@acme.example' };
    await api
      .db('email_senders')
      .insert({ ...sender, provider: 'sandbox', created_at: new Date(), updated_at: new Date() });
    await api.db('messages').where({ id: message.id }).update({ sender_id: senderId });
    const diagnostic = '550 5.7.1 Client host [192.0.2.1] blocked using zen.spamhaus.org';
    for (let n = 0; n < 4; n += 1)
      await receive({ type: 'bounce', ...about, bounce: { kind: 'hard', code: '5.7.1', diagnostic } });
    expect(new Set(await work())).toEqual(new Set(['sender_refused']));
    expect(await read.suppressions()).toEqual([]);
    expect(await read.message()).toMatchObject({ status: 'failed', failure_code: 'sender_refused' });
    expect(JSON.parse((await read.run())!.cadence).channels_off ?? []).toEqual([]);
    const listed = await listAttention(api.db, new Date(), accountId, ['sender_refused']);
    expect(listed).toMatchObject([{ id: senderId, detail: `sales@acme.example: 5.7.1: ${diagnostic}` }]);
  });

  it('that are soft suppress the address with the third one', async () => {
    const { about, receive, work, read } = await createFixture();
    for (const expected of [0, 0, 1]) {
      await receive({ type: 'bounce', ...about, bounce: { kind: 'soft', code: '4.2.2' } });
      await work();
      expect(await read.suppressions()).toHaveLength(expected);
    }
    expect(await read.suppressions()).toMatchObject([{ reason: 'soft_bounce' }]);
  });

  it('win over receipts in either order', async () => {
    for (const types of [
      ['delivered', 'bounce'],
      ['bounce', 'delivered'],
    ]) {
      const { about, receive, work, read } = await createFixture();
      for (const type of types) await receive({ type, ...about, bounce: { kind: 'hard' } });
      await work();
      expect((await read.message()).status).toBe('failed');
    }
  });

  it('are found by the address they were sent to when they name no message', async () => {
    const { receive, work, read, lead } = await createFixture();
    await receive({ type: 'bounce', to: lead.email?.toUpperCase(), bounce: { kind: 'hard' } });
    expect(await work()).toEqual(['hard_bounce']);
    expect(await read.suppressions()).toHaveLength(1);
  });
});

describe('complaints', () => {
  it('suppress the address, opt the lead out and end its runs', async () => {
    const { about, receive, work, read } = await createFixture();
    await receive({ type: 'complaint', ...about });
    expect(await work()).toEqual(['complaint']);
    expect(await read.message()).toMatchObject({ status: 'delivered' });
    expect(await read.suppressions()).toMatchObject([{ reason: 'complaint' }]);
    expect(await read.lead()).toMatchObject({ consent_email: 'opted_out' });
    expect(await read.run()).toMatchObject({ open_slot: null, stop_reason: 'opted_out' });
    expect(await read.events()).toEqual(
      expect.arrayContaining(['lead.opted_out', 'workflow_run.stopped', 'email.complained']),
    );
  });
});

describe('an address that a lead took back itself', () => {
  it.each([
    ['complaint', { type: 'complaint' }],
    ['hard_bounce', { type: 'bounce', bounce: { kind: 'hard' } }],
  ])(
    'stays suppressed for a %s that came after the opt-out, also when the lead opts in again',
    async (reason, news) => {
      const { about, receive, work, read, lead } = await createFixture();
      const say = (text: string) => receive({ type: 'reply', from: lead.email, subject: 'Re: Hello', text });
      await say('STOP');
      await work();
      expect(await read.suppressions()).toMatchObject([{ reason: 'opted_out' }]);
      await receive({ ...news, ...about });
      await work();
      await say('START');
      await work();
      expect(await read.lead()).toMatchObject({ consent_email: 'opted_in' });
      expect(await read.suppressions()).toMatchObject([{ address: lead.email, reason }]);
    },
  );
});

describe('replies', () => {
  const reply = (fields: Record<string, unknown> = {}) => ({
    type: 'reply',
    message_id: `<${newId()}@mail.example.org>`,
    subject: 'Re: Hello',
    text: 'Tell me more',
    ...fields,
  });

  it('are kept as messages in their thread, counted, told, and stop the run', async () => {
    const { about, receive, work, read, message, run } = await createFixture();
    await receive(reply({ in_reply_to: about.message_id, from: 'Ada <somebody@else.example>' }));
    expect(await work()).toEqual(['reply']);
    expect(await read.received()).toMatchObject([
      {
        status: 'received',
        content: 'Tell me more',
        in_reply_to: message.id,
        agent_run_id: run.id,
        channel: 'email',
        type: 'text',
      },
    ]);
    expect(await read.engagement()).toMatchObject({ inbound_count: 1, last_channel: 'email' });
    expect((await read.events())[0]).toBe('message.received');
    expect(await read.run()).toMatchObject({ open_slot: null, stop_reason: 'replied' });
    expect(await read.wakes()).toBeGreaterThanOrEqual(1);
  });

  it('are matched to the address as it is spelled: an accent makes it another one', async () => {
    const { receive, work, read, accountId } = await createFixture();
    const plain = await addLead(api.db, accountId, { email: 'muller@example.com' });
    await receive(reply({ from: 'Müller <müller@example.com>' }));
    expect(await work()).toEqual(['unmatched']);
    await receive(reply({ from: 'Muller <Muller@Example.com>' }));
    expect(await work()).toEqual(['reply']);
    expect(await api.db('messages').where({ lead_id: plain.id })).toHaveLength(1);
    expect(await read.received()).toEqual([]);
  });

  it('without a thread are matched by address, to the lead that was written to last', async () => {
    const { receive, work, read, lead, accountId, run } = await createFixture();
    const older = await addLead(api.db, accountId, { email: lead.email });
    await api.db('lead_engagement').insert([
      { lead_id: older.id, account_id: accountId, last_outbound_at: new Date('2026-01-01') },
      { lead_id: lead.id, account_id: accountId, last_outbound_at: new Date('2026-02-01') },
    ]);
    await receive(reply({ from: `"A. L." <${lead.email?.toUpperCase()}>` }));
    expect(await work()).toEqual(['reply']);
    expect(await read.received()).toMatchObject([{ in_reply_to: null, agent_run_id: run.id }]);
  });

  it('are matched by the message they answer, no matter who writes them and what a relay did to its Message-ID', async () => {
    const { message, receive, work, read } = await createFixture({ exit: { on_reply: 'continue' } });
    const relayed = '<0102019a-000000@eu-west-1.amazonses.com>';
    const strange = { from: 'a.ana@alias.example', in_reply_to: relayed };
    await receive(reply({ ...strange, references: [`<${message.id}@example.com>`, relayed] }));
    await receive(reply({ ...strange, to: `Sales <reply+${message.id}@in.example.com>` }));
    await receive(reply({ ...strange, headers: { 'Delivered-To': `reply+${message.id}@in.example.com` } }));
    expect(await work()).toEqual(['reply', 'reply', 'reply']);
    expect((await read.received()).map((row) => row.in_reply_to)).toEqual([message.id, message.id, message.id]);
  });

  it('are matched by the address in whatever form it is written', async () => {
    const { receive, work, read, accountId } = await createFixture({ exit: { on_reply: 'continue' } });
    const [name] = [`n${newId().slice(-12)}`];
    await api
      .db('leads')
      .where({ account_id: accountId })
      .update({ email: `${name}@example.com` });
    const forms = [
      `${name}@example.com (Ana Ruiz)`,
      `"Ruiz, Ana" <${name}+offers@example.com>`,
      `Team: ${name.toUpperCase()}@EXAMPLE.COM;`,
    ];
    for (const from of forms) await receive(reply({ from }));
    expect(await work()).toEqual(['reply', 'reply', 'reply']);
    await api
      .db('leads')
      .where({ account_id: accountId })
      .update({ email: `${name}+tag@example.com` });
    await receive(reply({ from: `${name}@example.com` }));
    expect(await work()).toEqual(['reply']);
    expect(await read.received()).toHaveLength(4);
  });

  it('that belong to no lead are listed for a person, and are worked once their lead is there', async () => {
    const { receive, work, accountId } = await createFixture();
    const from = `${newId()}@nowhere.example`;
    await receive(reply({ from: `Ana <${from}>`, subject: 'Re: Offer' }));
    await receive(reply({ from, headers: { 'List-Id': '<news.nowhere.example>' } }));
    await receive(reply({ from, headers: { 'Auto-Submitted': 'auto-replied' } }));
    expect((await work()).sort()).toEqual(['no_lead', 'no_lead', 'unmatched']);
    const listed = () => listAttention(api.db, new Date(), accountId, ['mail_unmatched']);
    const [item, ...others] = await listed();
    expect([item?.detail, others]).toEqual([`${`Ana <${from}>`} · Re: Offer · Tell me more`, []]);
    const lead = await addLead(api.db, accountId, { email: from });
    expect(await inWork(workOn(api.db), (unit) => retryInboundEvent(unit, accountId, item?.id ?? ''))).toBe('asked');
    expect(await work()).toEqual(['reply']);
    expect(await api.db('messages').where({ lead_id: lead.id, direction: 'inbound' })).toHaveLength(1);
    expect(await listed()).toEqual([]);
  });

  it('prove that a message whose outcome was unknown had left', async () => {
    const { about, receive, work, read } = await createFixture({}, { status: 'unknown' });
    await receive(reply({ in_reply_to: about.message_id }));
    await work();
    expect(await read.message()).toMatchObject({ status: 'sent', settled_by: 'receipt' });
  });

  it('of unknown people are kept without effect', async () => {
    const { receive, work, accountId } = await createFixture();
    await receive(reply({ from: 'stranger@nowhere.example' }));
    expect(await work()).toEqual(['unmatched']);
    const rows = await api.db('inbound_events').where({ account_id: accountId });
    expect(rows[0]).toMatchObject({ outcome: 'unmatched', lead_id: null });
    expect(JSON.parse(rows[0]!.payload).text).toBe('Tell me more');
  });

  it('stand in the order of their arrival, fifty of them worked at once and from the last to the first', async () => {
    const { about, receive, read, accountId } = await createFixture({ exit: { on_reply: 'continue' } });
    for (let n = 0; n < 50; n += 1) await receive(reply({ in_reply_to: about.message_id, text: `number ${n}` }));
    const rows = await api.db('inbound_events').where({ account_id: accountId }).orderBy('id', 'desc');
    await Promise.all(rows.map((row) => processInboundEvent(workOn(api.db), row.id)));
    const received = await read.received();
    expect(received.map(({ content }) => content)).toEqual(Array.from({ length: 50 }, (_, n) => `number ${n}`));
    expect(await read.engagement()).toMatchObject({ inbound_count: 50 });
  });

  it('are kept once when two events carry the same mail', async () => {
    const { about, receive, work, read } = await createFixture();
    const mail = reply({ in_reply_to: about.message_id });
    await receive(mail);
    await receive(mail);
    expect(await work()).toEqual(['reply', 'duplicate']);
    expect(await read.received()).toHaveLength(1);
  });

  it('that only say STOP opt the lead out: consent, its log, a suppression, and the run ends for that reason', async () => {
    const { about, receive, work, read, lead } = await createFixture();
    await receive(reply({ in_reply_to: about.message_id, text: ' Stop. \n\n> On Monday we wrote: Hello' }));
    expect(await work()).toEqual(['opt_out']);
    expect(await read.lead()).toMatchObject({ consent_email: 'opted_out' });
    expect(await api.db('consent_log').where({ lead_id: lead.id })).toMatchObject([
      { channel: 'email', state: 'opted_out', source: 'reply' },
    ]);
    expect(await read.suppressions()).toMatchObject([{ reason: 'opted_out' }]);
    expect(await read.run()).toMatchObject({ open_slot: null, stop_reason: 'opted_out' });
    await receive(reply({ from: lead.email, subject: 'start', text: '' }));
    expect(await work()).toEqual(['opt_in']);
    expect(await read.lead()).toMatchObject({ consent_email: 'opted_in' });
    expect(await read.suppressions()).toEqual([]);
  });

  it.each(['Best regards,\nAna Ruiz\nAcme GmbH', 'Please take me off your list.'])(
    'that our unsubscribe address asks for opt the lead out, whatever a mail program or a person adds: %j',
    async (text) => {
      const { receive, work, read, lead } = await createFixture();
      await receive(reply({ from: lead.email, subject: 'unsubscribe', text }));
      expect(await work()).toEqual(['opt_out']);
      expect(await read.lead()).toMatchObject({ consent_email: 'opted_out' });
      expect(await read.suppressions()).toMatchObject([{ address: lead.email, reason: 'opted_out' }]);
      expect(await read.run()).toMatchObject({ open_slot: null, stop_reason: 'opted_out' });
    },
  );

  it('written by a machine are kept but count as no reply; the run rests until the person is back', async () => {
    const { about, receive, work, read } = await createFixture();
    const back = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    await receive(
      reply({
        in_reply_to: about.message_id,
        subject: 'Automatic reply: out of office',
        text: `I am out of the office, back on ${back}.`,
        headers: { 'Auto-Submitted': 'auto-replied' },
      }),
    );
    expect(await work()).toEqual(['auto_reply']);
    expect(await read.received()).toMatchObject([{ type: 'auto_reply' }]);
    expect(await read.engagement()).toBeUndefined();
    expect(await read.events()).toEqual([]);
    expect(await read.run()).toMatchObject({ open_slot: 1, hold_reason: 'manual', human_takeover: false });
    expect((await read.run())!.hold_until!.toISOString()).toBe(`${back}T09:00:00.000Z`);
    expect(await read.wakes()).toBe(1);
  });

  it('that only confirm the receipt of our mail change nothing', async () => {
    const { about, receive, work, read, run } = await createFixture();
    const headers = { 'Auto-Submitted': 'auto-generated' };
    await receive(reply({ in_reply_to: about.message_id, text: 'We got your mail, ticket 77.', headers }));
    expect(await work()).toEqual(['auto_reply']);
    expect(await read.received()).toHaveLength(1);
    expect(await read.events()).toEqual([]);
    expect(await read.run()).toEqual(run);
  });
});
