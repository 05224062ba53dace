import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createModelProvider } from '../../../providers/model/index.js';
import { useApi } from '../../support/api.js';
import { type Cast, castOf, EVALS, stage, stageClock, visitorOf } from '../../support/conversations.js';
import { useThinking } from '../../support/thinking.js';

const models = createModelProvider({ privateHosts: ['127.0.0.1:*'] });
const api = useApi({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' }, { clock: stageClock, models });
const thinking = useThinking(api);
afterAll(() => models.close());
beforeAll(() => {
  stage.now = Date.parse(EVALS.reading.defaults.now);
});

const ALL_IN_ONE = 'I am Kim Doe, kim@example.com, the roof has 80 m2';
const variants = [
  { key: 'rules', persona: { name: 'Nora' }, questions: { first_name: 'Who are you?' } },
  { key: 'thinks', model: 'stand-in' },
];
const trying = () =>
  castOf(api, { agent: 'solar' }, { ai: { variants }, before: (account) => thinking.addModel(account) });

/** A chat that is held with a variant, with its first words said. */
async function heldWith(cast: Cast, variant: string, text: string) {
  for (;;) {
    const visitor = visitorOf(api, cast);
    await visitor.send({ text });
    const conversation = await visitor.seat();
    if (conversation.variant === variant) return { ...visitor, id: conversation.id };
    await api.db('conversations').where({ id: conversation.id }).delete();
  }
}

const compared = async ({ account, agentId }: Cast, query = '') =>
  (await account.request('get', `/workflows/${agentId}/variants${query}`).expect(200)).body.variants;

describe('an agent with variants', () => {
  it('keeps one for each conversation, answers by it, and tells what each came to', async () => {
    const cast = await trying();
    const byRules = await heldWith(cast, 'rules', 'Hello');
    const turn = await cast.account.request('get', `/conversations/${byRules.id}/turns/1`).expect(200);
    expect(turn.body.turn).toMatchObject({
      variant: 'rules',
      reply: { text: 'You are talking to Nora, an automatic assistant.\n\nWho are you?' },
    });
    await byRules.send({ text: ALL_IN_ONE });
    const offered = await api.db('offered_slots').where({ conversation_id: byRules.id }).orderBy('starts_at');
    await byRules.send({ choice: { type: 'book_meeting', slot_id: offered[0]!.slot_id } });
    thinking.server.play([{ text: 'Good morning.' }]);
    const thinks = await heldWith(cast, 'thinks', 'Good morning');
    await thinking.settle(cast.account.accountId);
    await thinks.send({ text: 'I want to talk to a person please' });
    const [rules, model] = await compared(cast);
    expect(rules).toMatchObject({
      variant: 'rules',
      conversations: 1,
      turns: 3,
      answered: 3,
      booked: 1,
      cost_micros: 0,
    });
    expect(rules).toMatchObject({ captured: 4, handed_over: 0, cost_per_booking_micros: 0 });
    expect(model).toMatchObject({
      variant: 'thinks',
      conversations: 1,
      turns: 2,
      answered: 1,
      handed_over: 1,
      booked: 0,
    });
    expect(model.cost_micros).toBeGreaterThan(0);
    expect(model.cost_per_booking_micros).toBeNull();
    expect(await compared(cast, '?version=2')).toEqual([]);
    await cast.account.request('get', `/workflows/${cast.agentId}/variants?from=2026-03-02&to=2026-03-01`).expect(400);
    expect((await cast.account.request('get', `/conversations/${byRules.id}`)).body.conversation.variant).toBe('rules');
  });

  it('is tried and played again with whichever is named', async () => {
    const cast = await trying();
    const ask = (body: object) =>
      cast.account.request('post', `/workflows/${cast.agentId}/converse`).send({ messages: [{ text: 'Hi' }], ...body });
    const first = await ask({}).expect(200);
    expect(first.body).toMatchObject({ variant: 'rules', model: null, turns: [{ variant: 'rules' }] });
    thinking.server.play([{ text: 'Good morning.' }]);
    const second = await ask({ variant: 'thinks' }).expect(200);
    expect(second.body).toMatchObject({ variant: 'thinks', model: 'stand-in', version: 1 });
    expect(second.body.turns[0].reply.text).toMatch(/automatic assistant\.\n\nGood morning\.$/);
    expect((await ask({ variant: 'thinks', model: 'scripted' }).expect(200)).body).toMatchObject({ model: null });
    expect((await ask({ variant: 'loud' }).expect(400)).body.field).toBe('/variant');

    const { id } = await heldWith(cast, 'rules', 'Hello');
    const again = async (body: object) =>
      (await cast.account.request('post', `/conversations/${id}/replay`).send(body).expect(200)).body;
    expect(await again({})).toMatchObject({ variant: 'rules', differing: 0 });
    expect(await again({ variant: 'thinks' })).toMatchObject({ variant: 'thinks', turns: [{ differs: ['reply'] }] });
  });

  it('names what of its variants does not fit', async () => {
    const account = await api.account();
    const create = async (given: object[]) => {
      const agent = { ...EVALS.agents.solar, ai: { enabled: true, variants: given } };
      const made = await account.request('post', '/workflows').send(agent);
      if (made.status !== 201) return made.body.field;
      return (await account.request('post', `/workflows/${made.body.workflow.id}/publish`).send({})).body.field;
    };
    expect(await create([{ key: 'a' }, { key: 'a' }])).toBe('/ai/variants/1/key');
    expect(await create([{ key: 'a', weight: 0 }])).toBe('/ai/variants/0/weight');
    expect(await create([{ key: 'a', model: 'none' }])).toBe('/ai/variants/0/model');
    expect(await create([{ key: 'a', questions: { shoe: 'Which?' } }])).toBe('/ai/variants/0/questions/shoe');
    await thinking.addModel(account);
    expect(await create([{ key: 'a', model: 'stand-in' }])).toBeUndefined();
    const { models: all } = (await account.request('get', '/models')).body;
    await account.request('delete', `/models/${all[0].id}`).expect(409);
  });
});
