import { describe, expect, it } from '@jest/globals';
import type { ConversationWithAgent } from '../../db/conversations/with-agent.js';
import type { CallResult } from '../../domain/agent/turn-input.js';
import { answerWithModel } from '../../services/conversations/run-model-turn.js';
import { useApi } from '../support/api.js';
import { stage, stageClock, visitorOf } from '../support/conversations.js';
import { addDocument, workDocument } from '../support/knowledge.js';
import { addLead } from '../support/messaging.js';
import type { ModelTurn } from '../support/model-server.js';
import { statementsOf } from '../support/statements.js';
import { CAPTURE, chattersOf, THANKS, useThinking } from '../support/thinking.js';

const api = useApi({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' }, { clock: stageClock });
const thinking = useThinking(api);
const chatter = chattersOf(api, thinking);

describe('what a model thought out is not done', () => {
  it.each<[string, (chat: Awaited<ReturnType<typeof chatter>>) => Promise<unknown>, string, string]>([
    ['a person has taken over', (chat) => chat.act('take-over'), 'superseded', 'human_takeover'],
    ['a person has written', (chat) => chat.act('messages', { text: 'I am here' }), 'superseded', 'human_takeover'],
    ['the conversation was closed', (chat) => chat.act('close'), 'superseded', 'outdated'],
    [
      'the agent was paused',
      (chat) => chat.request('patch', `/workflows/${chat.cast.agentId}`).send({ paused: true }).expect(200),
      'superseded',
      'paused',
    ],
    [
      'the lead was erased',
      (chat) => chat.request('post', `/leads/${chat.lead.id}/erase`).send().expect(200),
      'erased',
      'outdated',
    ],
  ])('once %s, but for its record and its cost', async (_what, happen, status, reason) => {
    const chat = await chatter();
    thinking.server.play([CAPTURE, { ...THANKS, meanwhile: () => happen(chat) }]);
    await chat.say('The roof has 80 m2');
    await chat.settle();
    expect(await chat.variables()).toEqual([]);
    expect(await chat.said()).toEqual([]);
    const steps = await chat.steps();
    expect(steps.map((step) => [step.status, step.error])).toEqual([
      ['discarded', reason],
      ['discarded', reason],
    ]);
    for (const { cost_micros } of steps) expect(cost_micros).toBe(580);
    if (status !== 'erased') expect((await chat.turns()).at(-1)).toMatchObject({ status, effects: '[]' });
    else {
      expect(steps.map(({ request, response, results }) => [request, response, results])).toEqual([
        ['[]', '', '[]'],
        ['[]', '', '[]'],
      ]);
    }
    expect((await chat.row()).thinks).toBe(false);
  });

  it('by a request for a person, who has it immediately', async () => {
    const chat = await chatter();
    let answered: unknown;
    const ask = async () => {
      answered = await chat.say('I want to talk to a real person');
    };
    thinking.server.play([CAPTURE, { ...THANKS, meanwhile: ask }]);
    await chat.say('The roof has 80 m2');
    await chat.settle();
    expect(answered).toMatchObject({ outcome: 'handoff', messages: [{ role: 'bot' }] });
    expect(await chat.variables()).toEqual([]);
    expect(await chat.said()).toHaveLength(1);
    expect((await chat.turns()).map(({ status }) => status)).toEqual(['handed_off']);
  });

  it('twice in a row at most: then what was thought is said, and what came in is answered next', async () => {
    const chat = await chatter();
    let n = 0;
    const more = () => chat.say(`and another thing, number ${++n}`);
    thinking.server.play([
      ...[1, 2, 3].map((at) => ({ text: `Thought number ${at} is this one.`, meanwhile: more })),
      { text: 'All of it is clear now.' },
    ]);
    await chat.say('The roof has 80 m2');
    await chat.settle();
    expect((await chat.turns()).map(({ status }) => status)).toEqual([
      'superseded',
      'superseded',
      'answered',
      'answered',
    ]);
    expect((await chat.said()).map((text) => String(text).split('\n').at(-1))).toEqual([
      'Thought number 3 is this one.',
      'All of it is clear now.',
    ]);
    expect(await chat.row()).toMatchObject({ superseded: 0, due_at: null, thinks: false });
  });

  it('by a process that was assumed dead: of two concurrent turns only the last one’s answer counts', async () => {
    const chat = await chatter();
    let second: Promise<void> | undefined;
    const again = async () => {
      thinking.server.play([{ text: 'The second one speaks.' }]);
      await chat.settle();
    };
    thinking.server.play([{ text: 'The first one speaks.', meanwhile: async () => (second ??= again()) }]);
    await chat.say('Hello there');
    await chat.settle();
    await second;
    expect((await chat.said()).join('\n')).toContain('The second one speaks.');
    expect(await chat.said()).toHaveLength(1);
    expect((await chat.turns()).map(({ status }) => status)).toEqual(['answered']);
  });
});

describe('a turn with a model', () => {
  it('takes at most fifteen statements to think about what a visitor said, and to answer it', async () => {
    const { cast } = await chatter();
    const visitor = visitorOf(api, cast);
    thinking.server.play([THANKS]);
    await visitor.send({ text: 'Hello' });
    const { id, due_at } = (await visitor.seat()) as ConversationWithAgent;
    stage.now = due_at?.getTime() ?? stage.now;
    const { signal } = new AbortController();
    const statements = await statementsOf(api.db, () => answerWithModel(thinking.deps(), id, signal));
    expect((await visitor.seat()).answered_through).toBe(1);
    expect(statements.length).toBeLessThanOrEqual(15);
  });
});

describe('what a model thought', () => {
  it('is shown to its server again while the turn lasts, as some want it, and said and stored nowhere', async () => {
    const chat = await chatter();
    const extra_content = { google: { thought_signature: 'c2lnbmVk' } };
    const [call] = CAPTURE.tool_calls ?? [];
    thinking.server.play([
      { reasoning_content: 'Hm, 80 it is.', tool_calls: [{ ...call!, extra_content }] },
      { reasoning_content: 'Now I thank them.', text: '<think>Done.</think>Thank you.' },
    ]);
    await chat.say('The roof has 80 m2');
    await chat.settle();
    const shown = thinking.server.requests.at(-1)?.messages.find(({ tool_calls }) => tool_calls);
    expect(shown).toMatchObject({ reasoning_content: 'Hm, 80 it is.', tool_calls: [{ extra_content }] });
    expect((await chat.said()).at(-1)).toMatch(/\nThank you\.$/);
    expect(JSON.stringify([await chat.steps(), await chat.turns()])).not.toMatch(/Hm|thank them|Done|c2lnbmVk/);
  });
});

describe('an answer that was cut off', () => {
  const cutOff = (text: string): ModelTurn => ({ text, finish_reason: 'length' });
  it.each<[string, ModelTurn[], (string | null)[]]>([
    ['as far as its sentences are whole', [cutOff('They last 25 years. They are al')], [null]],
    ['written again, shorter', [cutOff('They last for at le'), { text: 'They last 25 years.' }], ['CUT_OFF', null]],
  ])('is said %s', async (_what, played, guards) => {
    const chat = await chatter();
    thinking.server.play(played);
    await chat.say('Tell me everything about panels');
    await chat.settle();
    expect((await chat.said()).at(-1)).toMatch(/\nThey last 25 years\.$/);
    expect((await chat.steps()).map(({ results }) => JSON.parse(results).guard.reason)).toEqual(guards);
  });
});

describe('a booking that a model asks for', () => {
  const ASK: ModelTurn = { tool_calls: [{ name: 'get_availability', arguments: {} }] };
  const BOOK: ModelTurn = { tool_calls: [{ name: 'book_meeting', arguments: { slot_id: 'slot:0' } }] };

  it('is reported as impossible if the time is taken at the commit, and nothing of the turn is done before', async () => {
    const chat = await chatter();
    thinking.server.play([ASK, { text: 'These are free.' }]);
    await chat.say('The roof has 80 m2');
    await chat.settle();
    const { agentId, hostId, typeId, account } = chat.cast;
    const [offer] = await api.db('offered_slots').where({ account_id: account.accountId }).orderBy('starts_at');
    const takeIt = async () => {
      const other = await addLead(api.db, account.accountId);
      const booking = { lead_id: other.id, host_id: hostId, workflow_id: agentId, meeting_type_id: typeId };
      await chat
        .request('post', '/meetings/book')
        .send({ ...booking, starts_at: offer!.starts_at })
        .expect(201);
    };
    thinking.server.play([
      { tool_calls: [...CAPTURE.tool_calls!, ...BOOK.tool_calls!] },
      { text: 'Booked, see you then!', meanwhile: takeIt },
      { text: 'Somebody was faster, I am sorry.' },
    ]);
    await chat.visitor.send({ choice: { type: 'book_meeting', slot_id: offer!.slot_id } });
    await chat.settle();
    expect(await api.db('meetings').where({ lead_id: chat.lead.id })).toEqual([]);
    expect((await chat.said()).at(-1)).toBe('Somebody was faster, I am sorry.');
    const calls = JSON.parse((await chat.turns()).at(-1)!.calls) as CallResult[];
    expect(calls.map(({ call, refused }) => [call.tool, refused?.code ?? null])).toEqual([
      ['capture_field', null],
      ['book_meeting', 'SLOT_GONE'],
    ]);
    expect(JSON.stringify(thinking.server.requests.at(-1))).toContain('no_longer_possible');
  });
});

describe('a model that answers by documents only', () => {
  const QUESTION = 'How long is the guarantee on panels?';
  const SEARCH: ModelTurn = { tool_calls: [{ name: 'search_knowledge', arguments: { query: QUESTION } }] };
  async function reader() {
    const chat = await chatter({ ai: { knowledge: { only: true } } });
    await workDocument(api, (await addDocument(chat.cast.account)).id);
    return chat;
  }
  const LEAVES = /I have no answer to that here\.\n\nShall a colleague answer that\?$/;

  it('is heard where it names what it found', async () => {
    const chat = await reader();
    thinking.server.play([SEARCH, { text: 'It lasts 25 years [1].' }]);
    await chat.say(QUESTION);
    await chat.settle();
    expect((await chat.said()).at(-1)).toMatch(/It lasts 25 years \[1\]\.$/);
  });

  it.each<[string, ModelTurn[], (string | null)[]]>([
    [
      'names no source again',
      [{ text: 'It lasts 30 years.' }, { text: 'I am sure: 30 years [1].' }],
      ['UNCOVERED', 'UNCOVERED'],
    ],
    ['finds nothing', [SEARCH, { text: 'NO_ANSWER' }], ['UNCOVERED']],
  ])('leaves it to people where it %s', async (_what, played, guards) => {
    const chat = await reader();
    thinking.server.play(played);
    await chat.say(QUESTION);
    await chat.settle();
    expect((await chat.said()).at(-1)).toMatch(LEAVES);
    const found = (await chat.steps()).flatMap(({ results }) => JSON.parse(results).guard?.reason ?? []);
    expect(found).toEqual(guards);
    await chat.say('Yes please');
    expect(await chat.row()).toMatchObject({ handler: 'person', handoff_reason: 'asked' });
  });

  it.each<[string, ModelTurn[]]>([
    ['finds no answer in documents', [{ text: 'NO_ANSWER' }]],
    [
      'looks them up',
      [
        CAPTURE,
        { tool_calls: [{ name: 'get_availability', arguments: {} }] },
        { text: 'These times are free. Which one suits you?' },
      ],
    ],
  ])('offers times to a lead who asks when to talk, if it %s', async (_what, played) => {
    const chat = await reader();
    thinking.server.play(played);
    await chat.say('The roof has 80 m2. When can we talk?');
    await chat.settle();
    expect((await chat.said()).at(-1)).toMatch(/times are free.*Which one suits you\?$/s);
    const calls: CallResult[] = (await chat.turns()).flatMap((turn) => JSON.parse(turn.calls));
    expect(calls.map(({ call }) => call.tool)).toEqual(['capture_field', 'get_availability']);
    expect(await chat.row()).toMatchObject({ handler: 'agent' });
  });

  it('may ask for what it needs before it offers times', async () => {
    const chat = await reader();
    thinking.server.play([{ text: 'Gladly. Who am I talking to?' }]);
    await chat.say('When can we talk?');
    await chat.settle();
    expect((await chat.said()).at(-1)).toMatch(/Who am I talking to\?$/);
  });

  it('gives the lead to a person where that repeats, and speaks freely of what is no question', async () => {
    const chat = await reader();
    thinking.server.play([{ text: 'Thank you, noted.' }, { text: 'NO_ANSWER' }]);
    await chat.say('The roof is old');
    await chat.settle();
    expect((await chat.said()).at(-1)).toMatch(/Thank you, noted\.$/);
    for (const text of [QUESTION, 'And what about the price of it?']) {
      await chat.say(text);
      await chat.settle();
    }
    expect(await chat.row()).toMatchObject({ handler: 'person', handoff_reason: 'no_answer' });
  });
});

describe('a follow-up that a model thinks of', () => {
  it('is not sent once a person has closed the conversation', async () => {
    const chat = await chatter();
    thinking.server.play([THANKS]);
    await chat.say('The roof has 80 m2');
    await chat.settle();
    await api
      .db('conversations')
      .where({ id: (await chat.row()).id })
      .update({ follow_up_at: stageClock.now() });
    thinking.server.play([{ text: 'As agreed I write to you again.', meanwhile: () => chat.act('close') }]);
    await chat.settle();
    expect(await chat.said()).toHaveLength(1);
    expect(await chat.row()).toMatchObject({ status: 'closed', thinks: false, follow_up_at: null });
    expect((await chat.steps()).at(-1)).toMatchObject({ status: 'discarded', error: 'outdated' });
  });
});
