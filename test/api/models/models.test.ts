import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { type TestAccount, useApi } from '../../support/api.js';

const ONE = newId();
const api = useApi({ MODEL_PRIVATE_HOSTS: `ollama.lan,10.0.0.7:8000,${ONE}=10.0.0.9:8000` });
const MODEL = { key: 'small', base_url: 'https://models.example.com/v1/', model: 'tiny', api_key: 'sk-marked' };

const add = async (account: TestAccount, more: object = {}) =>
  (
    await account
      .request('post', '/models')
      .send({ ...MODEL, ...more })
      .expect(201)
  ).body.model;

const AGENT = {
  name: 'Advice',
  cadence: { steps: [{ type: 'wait', delay: { type: 'after', amount: 30, unit: 'days' } }] },
};

describe('models', () => {
  it('are made, listed, changed and removed; their keys are never shown', async () => {
    const account = await api.account();
    const made = await add(account, { price_input: 0.15 });
    expect(made).toMatchObject({ key: 'small', name: 'small', base_url: 'https://models.example.com/v1', version: 1 });
    expect(made).toMatchObject({ api_key_set: true, price_input: 0.15, price_output: 0, timeout_ms: 30_000 });
    const path = `/models/${made.id}`;
    const changed = await account.request('patch', path).send({ price_output: 0.6, temperature: 0 }).expect(200);
    expect(changed.body.model).toMatchObject({ price_output: 0.6, temperature: 0, version: 2, api_key_set: true });
    const listed = await account.request('get', '/models').expect(200);
    expect(listed.body.models).toEqual([changed.body.model]);
    expect(JSON.stringify([made, changed.body, listed.body])).not.toContain('sk-marked');
    const row = await api.db('models').where({ id: made.id }).first();
    expect(JSON.stringify(row)).not.toContain('sk-marked');
    await account.request('delete', path).expect(204);
    await account.request('get', path).expect(404);
  });

  it('have one key each', async () => {
    const account = await api.account();
    await add(account);
    await account.request('post', '/models').send(MODEL).expect(409);
    await add(await api.account());
  });

  it.each([
    ['http://models.example.com/v1'],
    ['https://127.0.0.1/v1'],
    ['https://[::1]/v1'],
    ['https://169.254.169.254/latest'],
    ['https://10.0.0.8/v1'],
    ['http://10.0.0.7:6379/v1'],
    ['http://ollama.lan:3306/v1'],
    ['http://10.0.0.9:8000/v1'],
    ['https://user:pw@models.example.com/v1'],
    ['https://models.example.com/v1?x=1'],
    ['http://0x7f000001/v1'],
  ])('are not asked at %s', async (base_url) => {
    const account = await api.account();
    const { body } = await account
      .request('post', '/models')
      .send({ ...MODEL, base_url })
      .expect(400);
    expect(body.field).toBe('/base_url');
  });

  it.each([['http://ollama.lan:11434/v1'], ['http://10.0.0.7:8000/v1'], ['https://OLLAMA.lan/v1']])(
    'may be within our own network where the installation names their host and port: %s',
    async (base_url) => {
      await add(await api.account(), { base_url });
    },
  );

  it('keep their key from another address', async () => {
    const account = await api.account();
    const { id } = await add(account);
    const moved = { base_url: 'https://elsewhere.example.com/v1' };
    const { body } = await account.request('patch', `/models/${id}`).send(moved).expect(400);
    expect(body.field).toBe('/api_key');
    await account
      .request('patch', `/models/${id}`)
      .send({ ...moved, api_key: null })
      .expect(200);
  });

  it('are named by agents, which can’t be published without them, nor they removed while an agent answers with them', async () => {
    const account = await api.account();
    const ai = { enabled: true, model: 'small', fallback_model: 'large' };
    const agent = (
      await account
        .request('post', '/workflows')
        .send({ ...AGENT, ai })
        .expect(201)
    ).body.workflow;
    const publish = () => account.request('post', `/workflows/${agent.id}/publish`).send({});
    const { id } = await add(account);
    const refused = (await publish().expect(400)).body;
    expect(JSON.stringify(refused)).toContain('/ai/fallback_model');
    await add(account, { key: 'large' });
    await publish().expect(201);
    const inUse = await account.request('delete', `/models/${id}`).expect(409);
    expect(inUse.body.message).toContain('Advice');
    await account
      .request('patch', `/workflows/${agent.id}`)
      .send({ ai: { model: null, fallback_model: null } })
      .expect(200);
    await publish().expect(201);
    await account.request('delete', `/models/${id}`).expect(204);
  });

  it('have no patterns in never_say that can’t be read', async () => {
    const account = await api.account();
    const ai = { enabled: true, never_say: ['free', '(?=x)'] };
    const agent = (
      await account
        .request('post', '/workflows')
        .send({ ...AGENT, ai })
        .expect(201)
    ).body.workflow;
    const { body } = await account.request('post', `/workflows/${agent.id}/publish`).send({}).expect(400);
    expect(JSON.stringify(body)).toContain('/ai/never_say/1');
  });
});

describe('what models cost', () => {
  it('is added up by day, agent and model of the account alone', async () => {
    const [account, other] = [await api.account(), await api.account()];
    const agentId = newId();
    const step = (turn_no: number, created_at: string, more: object = {}) => ({
      conversation_id: newId(),
      turn_no,
      step_no: 1,
      claim_no: 1,
      account_id: account.accountId,
      agent_id: agentId,
      model_id: newId(),
      model_version: 1,
      model_key: 'small',
      model_name: null,
      status: 'ok',
      error: null,
      finish_reason: 'stop',
      request: '[]',
      response: '',
      results: '[]',
      attempts: 1,
      input_tokens: 100,
      cached_tokens: 0,
      output_tokens: 10,
      reasoning_tokens: 0,
      cost_micros: 25,
      latency_ms: 5,
      created_at: new Date(created_at),
      ...more,
    });
    await api
      .db('agent_steps')
      .insert([
        step(1, '2026-03-01T23:59:59Z'),
        step(1, '2026-03-02T00:00:00Z'),
        step(2, '2026-03-02T12:00:00Z', { status: 'failed' }),
        step(1, '2026-03-02T12:00:00Z', { account_id: other.accountId }),
      ]);
    const { body } = await account.request('get', '/model-usage?from=2026-03-01&to=2026-03-02').expect(200);
    expect(
      body.usage.map(({ day, calls, failed }: { day: string; calls: number; failed: number }) => [day, calls, failed]),
    ).toEqual([
      ['2026-03-02', 2, 1],
      ['2026-03-01', 1, 0],
    ]);
    expect(body).toMatchObject({ cost_micros: 75, usage: [{ workflow_id: agentId, model: 'small', turns: 2 }, {}] });
    await account.request('get', '/model-usage?from=2026-03-03&to=2026-03-02').expect(400);
    await account.request('get', '/model-usage?from=2020-01-01&to=2026-03-02').expect(400);
  });
});
