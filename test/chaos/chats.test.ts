import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { makeModel, openSite } from '../faults/support/chat-fixture.js';
import { meddleWhile } from '../faults/support/chat-people.js';
import { BY_HAND, startThinker, type Talked, talk } from '../faults/support/chat-storm.js';
import { expectInvariants } from '../faults/support/invariants.js';
import { correspond, openMailHook } from '../faults/support/mail-talk.js';
import { inParallel, pass, randomFrom, size, until } from '../faults/support/random.js';
import { createLead, type RigAccount, useRig } from '../faults/support/rig.js';
import { kill, settle, unknowns } from '../faults/support/storm.js';
import type { StandIn } from '../support/stand-in.js';

const rig = useRig({
  name: 'chats',
  apis: 2,
  workers: 2,
  env: { MODEL_PRIVATE_HOSTS: '127.0.0.1:*', TRUST_PROXY: '1' },
});

const random = randomFrom(size('SEED', 11));
let thinker: StandIn;
beforeAll(async () => {
  thinker = await startThinker(() => {
    const chance = random();
    return chance < 0.03 ? 'status' : chance < 0.05 ? 'cut' : chance < 0.1 ? 'slow' : 'no';
  });
});
afterAll(() => thinker?.stop());

const pow = { required: true, base_number: 1_000 };

/** Returns the stored data of a visitor's chat. */
async function chatOf({ sessionId, email }: Talked) {
  const { db } = rig;
  const chats = await db('conversations').where({ thread: `chat/${sessionId}` });
  const { id, lead_id } = chats[0] ?? {};
  return {
    chats,
    lead_id,
    messages: await db('conversation_messages').where({ conversation_id: id }).orderBy('seq'),
    turns: await db('agent_turns').where({ conversation_id: id }).orderBy('turn_no'),
    events: await db('events').where('data', 'like', `%${id}%`).select('type', 'data', 'lead_id'),
    leads: await db('leads').where({ email }).pluck('id'),
    meetings: await db('meetings')
      .where({ lead_id: lead_id ?? '' })
      .select('id', 'status'),
  };
}

/** Holds that a visitor's chat is stored once, as it was said and shown; returns what else is stored of it. */
async function expectWhole(talked: Talked) {
  const { chats, lead_id, messages, turns, events, leads, meetings } = await chatOf(talked);
  const by = (role: string) => messages.filter((message) => message.role === role);
  const told = (type: string) => events.filter((event) => event.type === type).length;
  const stored = new Map(messages.map(({ id, text }) => [id, text]));
  expect({
    chats: chats.length,
    leads,
    due: chats[0]?.due_at,
    thinks: chats[0]?.thinks,
    handler: chats[0]?.handler,
    said: by('user')
      .map(({ client_turn_id }) => client_turn_id)
      .sort(),
    // A message that was shown once stays.
    gone: [...talked.shown.values()].filter(({ id, text }) => stored.get(id) !== text),
    history: talked.history.map(({ id }) => id),
    // Each turn has one reply at most, and what waits for one has none.
    replies: turns.filter(({ status }) => !['superseded', 'silent'].includes(status)).length,
    started: told('conversation.started'),
    received: told('message.received'),
    answered: told('conversation.answered'),
    meetings: meetings.length,
  }).toEqual({
    chats: 1,
    leads: lead_id === null ? [] : [lead_id],
    due: null,
    thinks: false,
    handler: 'agent',
    said: [...talked.said].sort(),
    gone: [],
    history: messages.slice(0, talked.history.length).map(({ id }) => id),
    replies: by('bot').length,
    started: 1,
    received: by('user').length,
    answered: by('bot').length,
    meetings: Math.min(1, meetings.length),
  });
  const last = by('user').at(-1)?.seq ?? 0;
  expect(chats[0]?.answered_through).toBeGreaterThanOrEqual(last);
  if (talked.handedOver) expect(by('agent').map(({ text }) => text)).toEqual([BY_HAND]);
  return { lead_id, messages: messages.length, meetings: meetings.length };
}

/** Has visitors talk while processes and servers are killed. */
async function expectToTalkOn(account: RigAccount, key: string, first: number): Promise<void> {
  const chats = size('CHATS', 80);
  const lastingMs = size('CHAT_STORM_MS', 60_000);
  const storm = kill(rig, size('CHAT_KILLS', 12), lastingMs);
  const talked = await inParallel(24, Array.from({ length: chats }), async (_, n) => {
    await pass((n / chats) * lastingMs * 0.5 * random());
    const habits = { bursts: n % 4 === 0, isHelped: n % 5 === 0, picks: Math.floor(random() * 8) };
    return talk(rig, { account, key, at: first + n }, habits);
  });
  await storm;
  await Promise.all([...rig.apis, ...rig.workers].map((one) => one.ready()));
  let booked = 0;
  for (const one of talked) {
    const { lead_id, messages, meetings } = await expectWhole(one);
    expect({ isLead: lead_id !== null, messages }).toEqual({ isLead: true, messages: one.history.length });
    booked += meetings;
  }
  // Many want the same times, and some hear that theirs is gone.
  expect(booked).toBeGreaterThan(chats / 2);
  await expectInvariants(rig);
}

/** Expects the agent's counted model cost to equal the sum of its steps. */
async function expectExactCosts(agentId: string): Promise<void> {
  const [[counted], [asked]] = await Promise.all([
    rig.db('ai_usage').where({ subject_id: agentId }).sum({ used: 'cost_micros', reserved: 'reserved_micros' }),
    rig.db('agent_steps').where({ agent_id: agentId }).sum({ all: 'cost_micros' }),
  ]);
  expect(Number(counted?.used) + Number(counted?.reserved)).toBe(Number(asked?.all));
}

describe('chats while processes and servers are killed at any moment', () => {
  it('by rules: each word is taken once, answered once, and nothing that was shown is taken back', async () => {
    const account = await rig.account([{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }]);
    const { key } = await openSite(account, {}, pow);
    await expectToTalkOn(account, key, 0);
  }, 900_000);

  it('with a model: the same, and each call of it is paid for once', async () => {
    const account = await rig.account([{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }]);
    await makeModel(account, thinker.origin, { price_input: 100, price_output: 400 });
    const tools = ['capture_field', 'get_availability', 'book_meeting'];
    const budget = { per_day_micros: 1_000_000_000 };
    const { key, agentId } = await openSite(account, { model: 'stand-in', tools, budget }, pow);
    await expectToTalkOn(account, key, 10_000);
    await until('no workflow of a chat is left', noWorkflows, 60_000);
    await expectExactCosts(agentId);
  }, 900_000);
});

describe('chats in which people of ours take part all the time', () => {
  it('have each word taken once, and whatever people write said once, unless it was taken back', async () => {
    const account = await rig.account([{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }]);
    await makeModel(account, thinker.origin);
    const tools = ['capture_field', 'get_availability', 'book_meeting'];
    const { key } = await openSite(account, { model: 'stand-in', tools }, pow);
    const chats = size('HELPED_CHATS', 60);
    const talking = inParallel(20, Array.from({ length: chats }), (_, n) =>
      talk(rig, { account, key, at: 20_000 + n }, { bursts: n % 4 === 0, isHelped: false, picks: n % 5 }),
    );
    const { written, cancelled, counts } = await meddleWhile(rig, account, { random, people: 4 }, talking);
    for (const one of await talking) await expectWhole(one);
    const said: (string | null)[] = await rig
      .db('conversation_messages')
      .where({ account_id: account.accountId, role: 'agent' })
      .pluck('text');
    const meant = written.filter(({ plannedId }) => plannedId === null || !cancelled.has(plannedId));
    expect(said.sort()).toEqual(meant.map(({ text }) => text).sort());
    expect(counts).toMatchObject({ write: expect.any(Number), 'give back': expect.any(Number) });
    await until('no workflow of a chat is left', noWorkflows, 60_000);
    await expectInvariants(rig);
  }, 600_000);
});

describe('mails to an agent while processes and servers are killed at any moment', () => {
  it('are each answered once, and a STOP is heard', async () => {
    const account = await rig.account([{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }]);
    await makeModel(account, thinker.origin);
    const ai = { model: 'stand-in', tools: ['capture_field'], debounce_seconds: { email: 0 } };
    const { agentId } = await openSite(account, ai);
    const hook = await openMailHook(account);
    const lastingMs = size('CHAT_STORM_MS', 60_000);
    const leads = size('MAIL_LEADS', 40);
    const emails = new Map<string, string>();
    const letters = inParallel(20, Array.from({ length: leads }), async (_, n) => {
      await pass((n / leads) * lastingMs * 0.5);
      const from = `writer-${n}-${newId()}@example.com`;
      const { leadId } = await createLead(account, from, { workflow_id: agentId }, 120_000);
      emails.set(leadId, from);
      return { leadId, from, answers: await correspond(rig, hook, from) };
    });
    const work = Promise.all([letters, kill(rig, size('CHAT_KILLS', 12), lastingMs)]);
    await settlingMeanwhile(account, emails, work);
    await Promise.all([...rig.apis, ...rig.workers].map((one) => one.ready()));
    for (const { leadId, from, answers } of await letters) {
      // The last one says that the STOP was heard.
      expect(rig.sink.to(from).map(({ headers }) => headers.subject)).toEqual(answers);
      expect(await rig.db('leads').where({ id: leadId }).first('consent_email')).toEqual({
        consent_email: 'opted_out',
      });
    }
    await until('no workflow of a conversation is left', noWorkflows, 60_000);
    await expectInvariants(rig);
  }, 900_000);
});

/** Resolves the unknown outcomes of an account's emails, as an operator does, until some work is done. */
async function settlingMeanwhile(account: RigAccount, emails: Map<string, string>, work: Promise<unknown>) {
  let isDone = false;
  const settling = (async () => {
    while (!isDone) {
      await settle(rig, account, emails, await unknowns(account));
      await pass(1_000);
    }
  })();
  try {
    await work;
  } finally {
    isDone = true;
    await settling;
  }
}

async function noWorkflows(): Promise<true | undefined> {
  const query = `WorkflowType = 'conversationWorkflow' AND ExecutionStatus = 'Running'`;
  for await (const _ of rig.client.workflow.list({ query })) return undefined;
  return true;
}
