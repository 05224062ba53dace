import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import type { TestApi } from '../support/api.js';
import { type ModelServer, startModelServer } from '../support/model-server.js';
import { eventually, useService } from '../support/service.js';
import { addWidget, openChat, sendFrom, type TestChat } from '../support/widgets.js';

const service = useService({ MODEL_PRIVATE_HOSTS: '127.0.0.1:*' });
let server: ModelServer;
beforeAll(async () => {
  server = await startModelServer();
});
afterAll(() => server.stop());

const AGENT = {
  name: 'Moving',
  fields: [{ key: 'rooms', type: 'number', required: true }],
  cadence: { steps: [{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }] },
  ai: { enabled: true, model: 'tiny' },
};

/** A chat with an agent that answers with the tests' model. */
async function chatOf() {
  const account = await service.account();
  const model = { key: 'tiny', base_url: server.url, model: 'tiny-1', price_input: 2 };
  await account.request('post', '/models').send(model).expect(201);
  const made = await account.request('post', '/workflows').send(AGENT).expect(201);
  await account.request('post', `/workflows/${made.body.workflow.id}/publish`).send({}).expect(201);
  const api = service as unknown as TestApi;
  const widget = await addWidget(api, account, { workflow_id: made.body.workflow.id, pow: { required: false } });
  const chat = await openChat(api, widget);
  const say = (text: string) => sendFrom(api, chat, 'turn', { turn_id: randomUUID(), text }).expect(200);
  return { account, chat, say };
}

const pending = (chat: TestChat) =>
  supertest(service.app)
    .get(`/api/widget/v1/pending?key=${chat.key}&session_id=${chat.sessionId}`)
    .set(chat.headers)
    .expect(200);

describe('a chat with a model', () => {
  it('is answered by a worker; the request waits a moment, and the page asks for what takes longer', async () => {
    const { account, chat, say } = await chatOf();
    let answerNow = () => {};
    const slow = new Promise<void>((resolve) => {
      answerNow = resolve;
    });
    const keep = { name: 'capture_field', arguments: { key: 'rooms', value: 3, confidence: 0.9, evidence: '3 rooms' } };
    server.play([{ tool_calls: [keep], meanwhile: () => slow }, { text: 'Which city do you move to?' }]);
    const { body } = await say('We have 3 rooms');
    expect(body).toMatchObject({ status: 'pending', messages: [], poll_after_ms: 1_000 });
    expect((await pending(chat)).body).toMatchObject({ typing: true, done: false });
    answerNow();
    const answered = await eventually(async () => {
      const { body: seen } = await pending(chat);
      return seen.typing ? undefined : seen;
    });
    expect(answered.messages.map(({ role }: { role: string }) => role)).toEqual(['user', 'bot']);
    expect(answered.messages[1].text).toContain('Which city do you move to?');
    const conversation = (await service.db('conversations').where({ account_id: account.accountId }).first())!;
    expect(await service.resultOf(`conversation/${conversation.id}`)).toBeNull();
    const { turn } = (await account.request('get', `/conversations/${conversation.id}/turns/1`).expect(200)).body;
    expect(turn).toMatchObject({
      status: 'answered',
      calls: [{ tool: 'capture_field', allowed: true }],
      cost_micros: 2_000,
      steps: [
        { no: 1, model: 'tiny', model_name: 'tiny-1-2026', status: 'ok', input_tokens: 500, output_tokens: 20 },
        { no: 2, text: 'Which city do you move to?', guard: { blocked: false, reason: null }, cost_micros: 1_000 },
      ],
    });
    const origins = turn.steps[0].prompt.map(({ name, origin }: { name: string; origin: string }) => [name, origin]);
    expect(origins).toEqual([
      ['rules', 'trusted'],
      ['agent', 'trusted'],
      ['data', 'data'],
      ['conversation', 'data'],
    ]);
    const { usage } = (await account.request('get', '/model-usage').expect(200)).body;
    expect(usage).toMatchObject([{ model: 'tiny', turns: 1, calls: 2, input_tokens: 1_000, cost_micros: 2_000 }]);
  });

  it('costs one activity and at most fourteen events a turn', async () => {
    const { account, say } = await chatOf();
    server.play([{ text: 'How many rooms do you have?' }]);
    await say('Hello');
    const { id } = (await service.db('conversations').where({ account_id: account.accountId }).first())!;
    await service.resultOf(`conversation/${id}`);
    const { raw } = await service.client.workflow.getHandle(`conversation/${id}`).describe();
    expect(Number(raw.workflowExecutionInfo?.historyLength)).toBeLessThanOrEqual(14);
    expect(Number(raw.workflowExecutionInfo?.stateTransitionCount)).toBeLessThanOrEqual(9);
  });

  it('is answered with the request where the model is quick', async () => {
    const { account, say } = await chatOf();
    const mine = { account_id: account.accountId };
    server.play([{ text: 'How many rooms do you have?' }]);
    const statuses: string[] = [];
    for (let n = 0; n < 5 && !statuses.includes('answered'); n += 1) {
      server.play([{ text: `How many rooms do you have? ${'?'.repeat(n)} ${n}` }]);
      statuses.push((await say(`Hello ${n}`)).body.status);
      await eventually(async () =>
        (await service.db('conversations').where(mine).whereNotNull('due_at').first()) ? undefined : true,
      );
    }
    expect(statuses).toContain('answered');
  });
});
