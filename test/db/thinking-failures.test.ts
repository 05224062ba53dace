import { describe, expect, it } from '@jest/globals';
import { emptySteps } from '../../db/models/steps.js';
import { newId } from '../../runtime/ids.js';
import { useApi } from '../support/api.js';
import { castOf, stage, stageClock, takeIn, visitorOf } from '../support/conversations.js';
import { addLead, addRun } from '../support/messaging.js';
import type { ModelTurn } from '../support/model-server.js';
import { CAPTURE, chattersOf, THANKS, useThinking } from '../support/thinking.js';

const api = useApi({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' }, { clock: stageClock });
const thinking = useThinking(api);
const chatter = chattersOf(api, thinking);

describe('a model that fails', () => {
  it.each<[string, ModelTurn['fault'] & object]>([
    ['is away', { status: 503 }],
    ['fails', { status: 500 }],
    ['is busy', { status: 429, retry_after: 1 }],
    ['is slow', { hang: true }],
    ['answers something else', { body: '<html>Bad gateway</html>' }],
    ['answers half of it', { body: '{"id":"x","choices":[{"index":0,"mess' }],
    ['is cut off', { cut: true }],
    ['refuses the key', { status: 401 }],
  ])('in the middle of a turn leaves nothing half done where it %s: a person takes over', async (_what, fault) => {
    const chat = await chatter({ models: [{ timeout_ms: 1_000 }] });
    thinking.server.play([CAPTURE, { fault }]);
    await chat.say('The roof has 80 m2');
    await chat.settle();
    expect(await chat.variables()).toEqual([]);
    expect(await chat.row()).toMatchObject({ handler: 'person', handoff_reason: 'model_unavailable', thinks: false });
    expect(await chat.turns()).toMatchObject([{ status: 'handed_off', reason: 'model_unavailable' }]);
    expect(await chat.said()).toHaveLength(1);
    const steps = await chat.steps();
    expect(steps.map(({ status }) => status)).toEqual(['ok', 'failed']);
    const { status = fault.body === undefined ? undefined : 200 } = fault;
    expect(steps.at(-1)?.error).toMatch(status === undefined ? /^[a-z_]+$/ : new RegExp(`^[a-z_]+ ${status}$`));
    expect(steps.at(-1)?.attempts).toBe(thinking.server.requests.length - 1);
    expect(steps.at(-1)?.attempts).toBeLessThanOrEqual(3);
  });

  it('shows viewers of the turn the server’s error, as long as the request is stored', async () => {
    const chat = await chatter();
    thinking.server.play([{ fault: { status: 401, body: '{"error":{"message":"No such key."}}' } }]);
    await chat.say('Hello there');
    await chat.settle();
    const { id } = await chat.row();
    const step = async () =>
      (await chat.cast.account.request('get', `/conversations/${id}/turns/1`).expect(200)).body.turn.steps.at(-1);
    expect(await step()).toMatchObject({ error: 'refused 401', server_said: 'No such key.', text: null });
    await emptySteps(api.db, new Date(stage.now + 1), 100);
    expect(await step()).toMatchObject({ error: 'refused 401', server_said: null, prompt: [] });
  });

  it.each<[string, ModelTurn['fault'] & object]>([
    ['was away', { status: 503 }],
    ['was busy', { status: 429, retry_after: 1 }],
    ['was slow', { hang: true }],
    ['was cut off', { cut: true }],
  ])(
    'once in the middle of a turn is asked again where it %s, and the turn comes out as ever',
    async (_what, fault) => {
      const chat = await chatter({ models: [{ timeout_ms: 1_000 }] });
      thinking.server.play([CAPTURE, { fault }, THANKS]);
      await chat.say('The roof has 80 m2');
      await chat.settle();
      expect(await chat.variables()).toMatchObject([{ field_key: 'roof_area', value: '80' }]);
      expect(await chat.turns()).toMatchObject([{ status: 'answered' }]);
      expect((await chat.said()).join()).toContain('shall I find a time?');
      expect((await chat.steps()).map(({ status, attempts }) => [status, attempts])).toEqual([
        ['ok', 1],
        ['ok', 2],
      ]);
    },
  );

  it('does not affect a turn whose database is unavailable at its commit: it is taken again, and done once', async () => {
    const chat = await chatter();
    thinking.server.play([CAPTURE, THANKS, CAPTURE, THANKS]);
    await chat.say('The roof has 80 m2');
    const { id } = await chat.row();
    const { answerWithModel: thinkConversation } = await import('../../services/conversations/run-model-turn.js');
    let isAway = false;
    const leaving = new Proxy(api.db, {
      get: (target, name) => {
        if (name !== 'transaction') return Reflect.get(target, name);
        return (work: never) =>
          isAway ? Promise.reject(new Error('The database is away.')) : target.transaction(work);
      },
    });
    const deps = thinking.deps(leaving);
    const ask: typeof deps.models.ask = async (...given) => {
      const answer = await deps.models.ask(...given);
      isAway = answer.kind === 'answered' && answer.calls.length === 0;
      return answer;
    };
    const signal = new AbortController().signal;
    await expect(thinkConversation({ ...deps, models: { ask } }, id, signal)).rejects.toThrow('The database is away.');
    expect(await chat.variables()).toEqual([]);
    expect(await chat.turns()).toEqual([]);
    await chat.settle();
    expect(await chat.variables()).toHaveLength(1);
    expect(await chat.said()).toHaveLength(1);
    expect((await chat.turns()).map(({ status }) => status)).toEqual(['answered']);
  });

  it('is asked three times, then the one in its place, then a person is', async () => {
    const models = [{}, { key: 'second' }];
    const chat = await chatter({ ai: { fallback_model: 'second' }, models });
    const down: ModelTurn = { fault: { status: 503 } };
    thinking.server.play([down, down, down, { text: 'The second one answers.' }]);
    await chat.say('Hello there');
    await chat.settle();
    expect((await chat.said()).join()).toContain('The second one answers.');
    expect(await chat.steps()).toMatchObject([{ model_key: 'second', attempts: 4, status: 'ok' }]);
    thinking.server.play([down]);
    await chat.say('Are you still there?');
    await chat.settle();
    expect(await chat.row()).toMatchObject({ handler: 'person', handoff_reason: 'model_unavailable' });
    const notes = await api.db('notifications').where({ account_id: chat.cast.account.accountId });
    expect(notes.length).toBeLessThanOrEqual(1);
  });

  it('is not asked by every turn: half of twenty calls that failed hold it back', async () => {
    const models = [{ timeout_ms: 1_000 }];
    const chat = await chatter({ models });
    thinking.server.play([{ fault: { status: 500 } }]);
    for (let n = 0; n < 5; n += 1) {
      await chat.say(`Hello number ${n}`);
      await chat.settle();
      await api.db('conversations').update({ handler: 'agent' });
      await api.db('agent_runs').where({ lead_id: chat.lead.id }).update({ human_takeover: false });
    }
    expect(thinking.server.requests.length).toBeLessThan(15);
    const held = await api.db('sender_breakers').where({ account_id: chat.cast.account.accountId });
    expect(held).toHaveLength(1);
  });

  it('answers a mail when it is back, without a person', async () => {
    stage.now = Date.parse('2026-03-02T09:00:00Z');
    const before = (account: Parameters<typeof thinking.addModel>[0]) => thinking.addModel(account);
    const cast = await castOf(api, { agent: 'umzug' }, { ai: { model: 'stand-in' }, before });
    const lead = await addLead(api.db, cast.account.accountId, { email: 'jonas@example.de' });
    await addRun(api.db, lead, cast.agentId);
    const payload = {
      event_id: newId(),
      type: 'reply',
      message_id: `<${newId()}@example.de>`,
      from: lead.email,
      to: 'sales@example.com',
      subject: 'Umzug',
      text: 'Guten Tag, wir möchten umziehen.',
    };
    await takeIn(api, cast.account.accountId, { provider: 'email', type: 'reply', payload }, 'once');
    const down: ModelTurn = { fault: { status: 503 } };
    thinking.server.play([down, down, down, down, down, down, { text: 'Guten Tag, aus welcher Stadt ziehen Sie um?' }]);
    await thinking.settle(cast.account.accountId);
    const sent = await api.db('messages').where({ lead_id: lead.id, direction: 'outbound' });
    expect(sent.map(({ content }) => content).join()).toContain('aus welcher Stadt');
    expect(await api.db('conversations').where({ lead_id: lead.id }).first()).toMatchObject({ handler: 'agent' });
    expect(stage.now - Date.parse('2026-03-02T09:00:00Z')).toBeGreaterThan(120_000);
  });
});

describe('a budget', () => {
  it('of the account applies to all of its agents together, is reported once, and a rejected call reserves nothing', async () => {
    const chat = await chatter({ ai: { budget: { per_conversation_tokens: 1_000_000 } } });
    const { accountId } = chat.cast.account;
    await api
      .db('accounts')
      .where({ id: accountId })
      .update({ limits: JSON.stringify({ ai: { per_day_tokens: 12_000 } }) });
    const day = new Date(stage.now).toISOString().slice(0, 10);
    await api.db('ai_usage').insert({
      subject_id: accountId,
      day,
      account_id: accountId,
      calls: 1,
      tokens: 11_000,
      reserved_tokens: 0,
      cost_micros: 0,
      reserved_micros: 0,
      announced: false,
    });
    thinking.server.play([THANKS]);
    await chat.say('What do you know of roofs?');
    await chat.settle();
    expect(thinking.server.requests).toHaveLength(0);
    expect(await chat.row()).toMatchObject({ handler: 'person', handoff_reason: 'budget' });
    const told = await api.db('events').where({ account_id: accountId, type: 'agent.budget_exhausted' });
    expect(told.map(({ data }) => JSON.parse(data).scope)).toEqual(['account']);
    const counted = await api.db('ai_usage').where({ account_id: accountId });
    expect(counted).toMatchObject([{ calls: 1, tokens: 11_000, reserved_tokens: 0, reserved_micros: 0 }]);
    expect(counted).toHaveLength(1);
  });

  it('of a widget applies to all of its chats of a day together, and is reported once', async () => {
    const chat = await chatter({ ai: {} });
    const { account, agentId } = chat.cast;
    const body = { name: 'Shop', workflow_id: agentId, limits: { tokens_per_day: 4_000 } };
    const { id } = (await account.request('post', '/widgets').send(body).expect(201)).body.widget;
    thinking.server.play([THANKS]);
    const visitors = Array.from({ length: 12 }, () => visitorOf(api, chat.cast, { widgetId: id }));
    for (const visitor of visitors) {
      await visitor.send({ text: 'What do you know of roofs?' });
      await thinking.settle(account.accountId);
    }
    const asked = thinking.server.requests.length;
    expect(asked).toBeGreaterThan(0);
    expect(asked).toBeLessThan(12);
    const usage = (await api.db('ai_usage').where({ subject_id: id }).first())!;
    expect(usage.tokens).toBeLessThanOrEqual(4_000);
    const spent = await api.db('conversations').where({ widget_id: id, handoff_reason: 'budget' });
    expect(spent).toHaveLength(12 - asked);
    const told = await api.db('events').where({ account_id: account.accountId, type: 'agent.budget_exhausted' });
    expect(told.map(({ data }) => JSON.parse(data))).toMatchObject([{ scope: 'widget', widget_id: id }]);
    // Another widget's visitors are still answered.
    await visitorOf(api, chat.cast).send({ text: 'What do you know of roofs?' });
    await thinking.settle(account.accountId);
    expect(thinking.server.requests).toHaveLength(asked + 1);
  });

  it('of the account counts what is used up', async () => {
    const chat = await chatter({ ai: {} });
    const { accountId } = chat.cast.account;
    const limits = JSON.stringify({ ai: { per_day_micros: 1_000_000 } });
    await api.db('accounts').where({ id: accountId }).update({ limits });
    thinking.server.play([THANKS]);
    await chat.say('What do you know of roofs?');
    await chat.settle();
    const counted = await api.db('ai_usage').where({ subject_id: accountId });
    expect(counted).toMatchObject([
      { calls: 1, tokens: 520, cost_micros: 580, reserved_tokens: 0, reserved_micros: 0 },
    ]);
  });

  it('lets so many calls through as there is room for, however many come at once', async () => {
    const chat = await chatter({ agent: 'bureau', ai: { budget: { per_day_tokens: 12_000 } } });
    thinking.server.play([{ text: 'Bonjour, que puis-je faire pour vous ?' }]);
    const visitors = Array.from({ length: 12 }, () => visitorOf(api, chat.cast));
    for (const visitor of visitors) await visitor.send({ text: 'Bonjour, je voudrais des nouvelles' });
    const ids: string[] = await api.db('conversations').where({ account_id: chat.cast.account.accountId }).pluck('id');
    await thinking.settle(chat.cast.account.accountId);
    const usage = (await api.db('ai_usage').where({ subject_id: chat.cast.agentId }).first())!;
    expect(usage.tokens + usage.reserved_tokens).toBeLessThanOrEqual(12_000);
    expect(usage.reserved_tokens).toBe(0);
    expect(usage.calls).toBe(thinking.server.requests.length);
    expect(usage.calls).toBeGreaterThan(0);
    expect(usage.calls).toBeLessThan(ids.length + 12);
    const told = { account_id: chat.cast.account.accountId, type: 'agent.budget_exhausted' as const };
    expect((await api.db('events').where(told)).length).toBeLessThanOrEqual(1);
  });

  it('counts what a lost process asked for as spent', async () => {
    const chat = await chatter({ ai: { budget: { per_conversation_tokens: 1_000_000 } } });
    const dying = thinking.deps();
    await chat.say('Hello there');
    const { id } = await chat.row();
    const { answerWithModel: thinkConversation } = await import('../../services/conversations/run-model-turn.js');
    const lost = { ...dying, models: { ask: () => Promise.reject(new Error('The process is gone.')) } };
    await expect(thinkConversation(lost, id, new AbortController().signal)).rejects.toThrow();
    thinking.server.play([{ text: 'What is your name, please?' }]);
    await chat.settle();
    expect((await chat.steps()).map(({ status, error }) => [status, error])).toEqual([
      ['cancelled', 'lost'],
      ['ok', null],
    ]);
    const usage = (await api.db('ai_usage').where({ subject_id: id }).first())!;
    expect(usage).toMatchObject({ calls: 1, tokens: 520 });
    expect(usage.reserved_tokens).toBeGreaterThan(600);
  });
});
