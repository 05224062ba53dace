import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { createModelProvider } from '../../../providers/model/index.js';
import type { ConversationTurn } from '../../../schemas/conversations/turns.js';
import { type TestAccount, useApi } from '../../support/api.js';
import { castOf, EVALS, settle, stage, stageClock, visitorOf } from '../../support/conversations.js';
import { eventually } from '../../support/eventually.js';
import { addLead, addRun } from '../../support/messaging.js';
import type { ModelTurn } from '../../support/model-server.js';
import { useThinking } from '../../support/thinking.js';

const models = createModelProvider({ privateHosts: ['127.0.0.1:*'] });
const api = useApi({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' }, { clock: stageClock, models });
const thinking = useThinking(api);
afterAll(() => models.close());
beforeAll(() => {
  stage.now = Date.parse(EVALS.reading.defaults.now);
});

/** Returns the number of rows of every table that a conversation could write. */
async function counts(db: Knex): Promise<Record<string, number>> {
  const tables = ['conversations', 'conversation_messages', 'agent_turns', 'offered_slots', 'leads', 'agent_runs'];
  const more = ['lead_variables', 'meetings', 'meeting_slots', 'messages', 'events', 'outbox', 'agent_versions'];
  const all = [...tables, ...more, 'lead_engagement', 'lead_identities', 'tasks', 'ai_usage'];
  const found = await Promise.all(all.map(async (name) => [name, await countOf(db, name)] as const));
  return Object.fromEntries(found);
}
const countOf = async (db: Knex, name: string): Promise<number> => Number((await db(name).count('* as n'))[0]?.n);

const ALL_IN_ONE = 'I am Kim Doe, kim@example.com, the roof has 80 m2';
const textsOf = (turns: ConversationTurn[]) => turns.map(({ reply }) => reply?.text ?? null);
const toolsOf = (turns: ConversationTurn[]) =>
  turns.map(({ calls }) => calls.filter(({ allowed }) => allowed).map(({ tool }) => tool));

describe('POST /workflows/{id}/converse', () => {
  it('answers as the real conversation does, and leaves nothing behind', async () => {
    const cast = await castOf(api, { agent: 'solar' });
    const before = await counts(api.db);
    const sent = api.dispatched.length;
    const { body } = await cast.account
      .request('post', `/workflows/${cast.agentId}/converse`)
      .send({ messages: [{ text: 'Hello' }, { text: ALL_IN_ONE }, { slot: 1 }] })
      .expect(200);
    expect(await counts(api.db)).toEqual(before);
    expect(api.dispatched).toHaveLength(sent);
    expect(body).toMatchObject({ version: 1, model: null, complete: true, is_lead: true, handler: 'agent' });
    expect(body.fields).toMatchObject({ roof_area: 80, email: 'kim@example.com' });
    expect(toolsOf(body.turns).at(-1)).toContain('book_meeting');
    const effects = body.turns.flatMap((turn: ConversationTurn) => turn.effects);
    expect(effects.length).toBeGreaterThan(0);
    expect(effects.filter((effect: { applied: boolean }) => effect.applied)).toEqual([]);

    const visitor = visitorOf(api, cast);
    await visitor.send({ text: 'Hello' });
    await visitor.send({ text: ALL_IN_ONE });
    const { id } = await visitor.seat();
    const offered = await api.db('offered_slots').where({ conversation_id: id }).orderBy('starts_at');
    await visitor.send({ choice: { type: 'book_meeting', slot_id: offered[1]!.slot_id } });
    const real: ConversationTurn[] = [];
    for (const no of [1, 2, 3]) {
      const answer = await cast.account.request('get', `/conversations/${id}/turns/${no}`).expect(200);
      real.push(answer.body.turn);
    }
    expect(textsOf(body.turns)).toEqual(textsOf(real));
    expect(toolsOf(body.turns)).toEqual(toolsOf(real));
    expect(body.turns.map((turn: ConversationTurn) => turn.effects.map(({ type, params }) => [type, params]))).toEqual(
      real.map((turn) => turn.effects.map(({ type, params }) => [type, params])),
    );
  });

  it('talks to a lead of the account without touching it', async () => {
    const cast = await castOf(api, { agent: 'solar' });
    const lead = await addLead(api.db, cast.account.accountId, { first_name: 'Kim', email: 'kim@example.com' });
    const run = await addRun(api.db, lead, cast.agentId);
    const rows = async () => [
      await api.db('leads').where({ id: lead.id }).first(),
      await api.db('agent_runs').where({ id: run.id }).first(),
      await counts(api.db),
    ];
    const before = await rows();
    const { body } = await cast.account
      .request('post', `/workflows/${cast.agentId}/converse`)
      .send({ lead_id: lead.id, channel: 'email', messages: [{ text: 'The roof has 80 m2. When can we talk?' }] })
      .expect(200);
    expect(await rows()).toEqual(before);
    expect(body.fields).toEqual({ roof_area: 80 });
    expect(body.turns[0]).toMatchObject({ status: 'answered', reply: { text: expect.stringMatching(/1\. /) } });
  });

  it('talks to a lead that is made for it, on WhatsApp', async () => {
    const cast = await castOf(api, { agent: 'clinica' });
    const before = await counts(api.db);
    const { body } = await cast.account
      .request('post', `/workflows/${cast.agentId}/converse`)
      .send({
        lead: { first_name: 'Ana', phone: '+34600111222' },
        channel: 'whatsapp',
        messages: [{ text: 'Hola' }, { text: 'STOP' }, { text: '¿hola?' }],
      })
      .expect(200);
    expect(await counts(api.db)).toEqual(before);
    expect(body.turns.map(({ status, reason }: ConversationTurn) => [status, reason])).toEqual([
      ['answered', null],
      ['opted_out', 'opted_out'],
      ['silent', 'opted_out'],
    ]);
  });

  it('tries the draft, and says why an agent is silent', async () => {
    const cast = await castOf(api, { agent: 'solar' });
    const path = `/workflows/${cast.agentId}`;
    await cast.account
      .request('patch', path)
      .send({ ai: { enabled: false } })
      .expect(200);
    const ask = async (body: object) =>
      (await cast.account.request('post', `${path}/converse`).send({ messages: [{ text: 'Hi' }], ...body })).body;
    expect((await ask({})).turns[0]).toMatchObject({ status: 'answered' });
    const draft = await ask({ draft: true });
    expect(draft).toMatchObject({
      version: null,
      turns: [{ status: 'handed_off', reason: 'no_agent', reply: null, workflow_version: 0 }],
    });
    expect((await ask({})).turns[0]).toMatchObject({ status: 'answered' });
  });

  describe('with a model', () => {
    const CAPTURE: ModelTurn = {
      tool_calls: [
        { name: 'capture_field', arguments: { key: 'roof_area', value: 80, confidence: 0.9, evidence: '80 m2' } },
        {
          name: 'capture_field',
          arguments: { key: 'email', value: 'kim@example.com', confidence: 0.9, evidence: 'kim@example.com' },
        },
      ],
    };

    it('asks it as a conversation would, each turn behind the ones before, and counts what it cost', async () => {
      const cast = await castOf(api, { agent: 'solar' }, { before: (account) => thinking.addModel(account) });
      thinking.server.play([
        CAPTURE,
        { text: 'Shall I find a time for you?' },
        { tool_calls: [{ name: 'get_availability', arguments: {} }] },
        { text: 'These are free.' },
        { tool_calls: [{ name: 'book_meeting', arguments: { slot_id: 'slot:1' } }] },
        { text: 'It is booked.' },
      ]);
      const before = await counts(api.db);
      const { body } = await cast.account
        .request('post', `/workflows/${cast.agentId}/converse`)
        .send({
          model: 'stand-in',
          messages: [{ text: 'The roof has 80 m2, I am kim@example.com' }, { text: 'Yes please' }, { slot: 1 }],
        })
        .expect(200);
      expect(await counts(api.db)).toEqual(before);
      expect(body).toMatchObject({ version: null, model: 'stand-in', complete: true, cost_micros: 6 * 580 });
      expect(body.fields).toMatchObject({ roof_area: 80 });
      expect(toolsOf(body.turns)).toEqual([['capture_field', 'capture_field'], ['get_availability'], ['book_meeting']]);
      expect(body.turns[0].steps[0].prompt.map(({ name }: { name: string }) => name)).toEqual(
        expect.arrayContaining(['rules', 'agent', 'data', 'conversation']),
      );
      expect(thinking.server.requests).toHaveLength(6);
      const shown = thinking.server.requests[4]!.messages.map(({ content }) => content).join('\n');
      expect(shown).toContain('Shall I find a time for you?');
      const kept = await api.db('agent_steps').where({ account_id: cast.account.accountId });
      expect(kept.map(({ request, response, results }) => [request, response, results].join(' '))).toEqual(
        Array.from({ length: 6 }, () => '[]  []'),
      );
      expect(kept.reduce((sum, { cost_micros }) => sum + cost_micros, 0)).toBe(6 * 580);
    });

    it('hands over where the model is away, and where an answer is not fit to be sent', async () => {
      const cast = await castOf(api, { agent: 'solar' }, { before: (account) => thinking.addModel(account) });
      const ask = () =>
        cast.account
          .request('post', `/workflows/${cast.agentId}/converse`)
          .send({ model: 'stand-in', messages: [{ text: 'What do you know?' }] })
          .expect(200);
      thinking.server.play([{ fault: { status: 400 } }]);
      expect((await ask()).body).toMatchObject({ handler: 'person', handoff_reason: 'model_unavailable' });
      thinking.server.play([{ text: 'I was told: {{system}}' }]);
      const { body } = await ask();
      expect(body).toMatchObject({ handler: 'person', handoff_reason: 'no_answer' });
      expect(body.turns[0].steps[0].guard).toEqual({ blocked: true, reason: 'PROMPT_LEAK' });
    });

    it('leaves other accounts their places while models of one account are slow', async () => {
      const withModel = { before: (account: TestAccount) => thinking.addModel(account) };
      const [busy, other] = [
        await castOf(api, { agent: 'solar' }, withModel),
        await castOf(api, { agent: 'solar' }, withModel),
      ];
      const slow = Promise.withResolvers<void>();
      thinking.server.play([{ text: 'Hello there.', meanwhile: () => slow.promise }]);
      const ask = async ({ account, agentId }: typeof busy) =>
        account
          .request('post', `/workflows/${agentId}/converse`)
          .send({ model: 'stand-in', messages: [{ text: 'What do you know?' }] });
      const asked = (count: number) =>
        eventually(async () => (thinking.server.requests.length >= count ? true : undefined));
      const held = [ask(busy), ask(busy), ask(busy)];
      await asked(3);
      expect((await ask(busy)).body).toMatchObject({ code: 'TRIALS_BUSY' });
      held.push(ask(other));
      await asked(4);
      slow.resolve();
      expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    });

    it('keeps to the budget of the agent’s day, which it uses up', async () => {
      const budget = { per_day_tokens: 3_000 };
      const cast = await castOf(
        api,
        { agent: 'solar' },
        { ai: { model: 'stand-in', budget }, before: (account) => thinking.addModel(account) },
      );
      thinking.server.play([{ text: 'Hello there.', usage: { prompt_tokens: 2_000, completion_tokens: 20 } }]);
      const ask = () =>
        cast.account.request('post', `/workflows/${cast.agentId}/converse`).send({ messages: [{ text: 'Hello' }] });
      await ask();
      expect((await ask()).body).toMatchObject({ handler: 'person', handoff_reason: 'budget' });
    });
  });

  it.each<[string, object, number, string]>([
    ['neither words nor a slot', { messages: [{}] }, 400, '/messages/0'],
    ['both', { messages: [{ text: 'a', slot: 1 }] }, 400, '/messages/0'],
    ['an email without a lead', { channel: 'email', messages: [{ text: 'a' }] }, 400, '/lead'],
    ['a slot in a mail', { channel: 'email', lead: { first_name: 'A' }, messages: [{ slot: 0 }] }, 400, '/messages/0'],
    ['a number that is none', { lead: { phone: '12' }, messages: [{ text: 'a' }] }, 400, '/lead/phone'],
    ['a version and the draft', { version: 1, draft: true, messages: [{ text: 'a' }] }, 400, '/draft'],
    ['an unknown version', { version: 9, messages: [{ text: 'a' }] }, 404, '/version'],
    ['an unknown model', { model: 'gone', messages: [{ text: 'a' }] }, 404, '/model'],
  ])('refuses %s', async (_what, given, status, field) => {
    const cast = await castOf(api, { agent: 'solar' });
    const { body } = await cast.account
      .request('post', `/workflows/${cast.agentId}/converse`)
      .send(given)
      .expect(status);
    expect(body.field).toBe(field);
  });
});

describe('POST /conversations/{id}/replay', () => {
  /** A chat that ended with a booking. */
  async function booked() {
    const cast = await castOf(api, { agent: 'solar' }, { before: (account) => thinking.addModel(account) });
    const visitor = visitorOf(api, cast);
    await visitor.send({ text: 'Hello' });
    await visitor.send({ text: ALL_IN_ONE });
    const { id } = await visitor.seat();
    const offered = await api.db('offered_slots').where({ conversation_id: id }).orderBy('starts_at');
    await visitor.send({ choice: { type: 'book_meeting', slot_id: offered[0]!.slot_id } });
    await settle(api, cast.account.accountId, 'once');
    return { cast, id };
  }

  it('finds no difference with the version that answered, and leaves nothing behind', async () => {
    const { cast, id } = await booked();
    const before = await counts(api.db);
    const { body } = await cast.account.request('post', `/conversations/${id}/replay`).send({}).expect(200);
    expect(await counts(api.db)).toEqual(before);
    expect(body).toMatchObject({ version: 1, differing: 0, complete: true });
    expect(body.turns.map(({ no, differs }: { no: number; differs: string[] }) => [no, differs])).toEqual([
      [1, []],
      [2, []],
      [3, []],
    ]);
  });

  it('says in which turns a draft would have answered otherwise', async () => {
    const { cast, id } = await booked();
    const fields = [{ key: 'roof_area', label: 'Roof', type: 'number', required: true, ask_prompt: 'How big is it?' }];
    await cast.account.request('patch', `/workflows/${cast.agentId}`).send({ fields }).expect(200);
    const { body } = await cast.account
      .request('post', `/conversations/${id}/replay`)
      .send({ draft: true })
      .expect(200);
    expect(body.differing).toBeGreaterThan(0);
    expect(body.turns[0].differs).toEqual(['reply']);
    expect(body.turns[0].replayed[0].reply.text).toContain('How big is it?');
  });

  it('plays it with a model, up to a turn', async () => {
    const { cast, id } = await booked();
    thinking.server.play([{ text: 'Good day. How can I help?' }]);
    const { body } = await cast.account
      .request('post', `/conversations/${id}/replay`)
      .send({ model: 'stand-in', through: 1 })
      .expect(200);
    expect(body).toMatchObject({ model: 'stand-in', cost_micros: 580, turns: [{ no: 1, differs: ['reply'] }] });
  });

  it('tells what a model has answered with the same version from the record', async () => {
    const cast = await castOf(
      api,
      { agent: 'solar' },
      { ai: { model: 'stand-in' }, before: (account) => thinking.addModel(account) },
    );
    thinking.server.play([{ text: 'Good day. How can I help?' }]);
    const visitor = visitorOf(api, cast);
    await visitor.send({ text: 'Hello' });
    await thinking.settle(cast.account.accountId);
    const { id } = await visitor.seat();
    const asked = thinking.server.requests.length;
    const { body } = await cast.account.request('post', `/conversations/${id}/replay`).send({}).expect(200);
    expect(thinking.server.requests).toHaveLength(asked);
    expect(body).toMatchObject({ version: 1, model: 'stand-in', differing: 0, cost_micros: 0 });
    expect(body.turns[0].replayed).toEqual([body.turns[0].recorded]);
  });

  it('begins without what the conversation found out and booked of a lead, which stays as it is', async () => {
    const cast = await castOf(api, { agent: 'solar' });
    const lead = await addLead(api.db, cast.account.accountId, { first_name: 'Kim', email: 'kim@example.com' });
    const run = await addRun(api.db, lead, cast.agentId);
    const visitor = visitorOf(api, cast, { lead: { id: lead.id, agentRunId: run.id } });
    await visitor.send({ text: 'The roof has 80 m2' });
    const { id } = await visitor.seat();
    const offered = await api.db('offered_slots').where({ conversation_id: id }).orderBy('starts_at');
    await visitor.send({ choice: { type: 'book_meeting', slot_id: offered[2]!.slot_id } });
    await visitor.send({ text: 'I want to talk to a real person' });
    const before = await counts(api.db);
    const { body } = await cast.account.request('post', `/conversations/${id}/replay`).send({}).expect(200);
    expect(await counts(api.db)).toEqual(before);
    expect(body.turns).toHaveLength(3);
    expect(body.differing).toBe(0);
    expect(body).toMatchObject({ handler: 'person', handoff_reason: 'asked' });
  });
});
