import { describe, expect, it } from '@jest/globals';
import { newId } from '../../../runtime/ids.js';
import { mailStep } from '../../support/agent-requests.js';
import { useApi } from '../../support/api.js';

const api = useApi();
const RETELL = {
  name: 'Eva',
  provider: 'retell',
  from_number: '+34910000001',
  api_key: 'key_of_eva',
  agent_id: 'agent_1',
};

describe('voice agents', () => {
  it('are made, listed, read, changed and removed; their key is never shown and never stored in the open', async () => {
    const account = await api.account();
    const made = await account.request('post', '/voice-agents').send(RETELL);
    expect(made.status).toBe(201);
    const { id } = made.body.voice_agent;
    expect(made.body.voice_agent).toMatchObject({
      name: 'Eva',
      provider: 'retell',
      api_key_set: true,
      max_concurrent: 10,
    });
    expect(JSON.stringify(made.body)).not.toContain(RETELL.api_key);
    expect(JSON.stringify(await api.db('voice_agents').where({ id }).first())).not.toContain(RETELL.api_key);
    const changed = await account.request('patch', `/voice-agents/${id}`).send({ max_concurrent: 2, agent_id: null });
    expect(changed.body.voice_agent).toMatchObject({ max_concurrent: 2, agent_id: null, from_number: '+34910000001' });
    const listed = await account.request('get', '/voice-agents');
    expect(listed.body.voice_agents).toEqual([changed.body.voice_agent]);
    expect((await account.request('get', `/voice-agents/${id}`)).body.voice_agent).toEqual(changed.body.voice_agent);
    expect((await account.request('delete', `/voice-agents/${id}`)).status).toBe(204);
    expect((await account.request('get', `/voice-agents/${id}`)).body.code).toBe('VOICE_AGENT_NOT_FOUND');
  });

  it('that lack what their provider needs are refused by the name of it', async () => {
    const account = await api.account();
    const { api_key: _key, ...keyless } = RETELL;
    const { from_number: _number, ...numberless } = RETELL;
    for (const [body, field, code = 'VALIDATION_ERROR'] of [
      [keyless, '/api_key'],
      [numberless, '/from_number'],
      [{ ...RETELL, from_number: 'none' }, '/from_number', 'INVALID_PHONE'],
      [{ name: 'G', provider: 'generic' }, '/url'],
      [{ name: 'G', provider: 'generic', url: 'ftp://x.example' }, '/url'],
      [{ name: 'G', provider: 'fax' }, '/provider'],
      [{ name: 'G', max_concurrent: 0 }, '/max_concurrent'],
    ] as const) {
      const answer = await account.request('post', '/voice-agents').send(body);
      expect([answer.status, answer.body.code, answer.body.field]).toEqual([400, code, field]);
    }
  });

  it('ask for their key again when their address changes', async () => {
    const account = await api.account();
    const body = { name: 'G', provider: 'generic', url: 'https://voice.example/calls', api_key: 'a-key' };
    const { id } = (await account.request('post', '/voice-agents').send(body)).body.voice_agent;
    const moved = await account.request('patch', `/voice-agents/${id}`).send({ url: 'https://thief.example' });
    expect([moved.status, moved.body.field]).toEqual([400, '/api_key']);
    const again = { url: 'https://voice.example/2', api_key: 'b-key' };
    expect((await account.request('patch', `/voice-agents/${id}`).send(again)).status).toBe(200);
  });

  it('are needed to publish an agent that calls, and stay while it needs them', async () => {
    const account = await api.account();
    const steps = [{ key: 'ring', type: 'call', begin_message: 'Hello {{ lead.first_name }}' }];
    const body = (channels?: object) => ({ name: 'Caller', cadence: { steps }, ...(channels ? { channels } : {}) });
    const draft = await account.request('post', '/workflows').send(body());
    const publish = (id: string) => account.request('post', `/workflows/${id}/publish`);
    const refused = await publish(draft.body.workflow.id);
    expect([refused.status, refused.body.code]).toEqual([422, 'CHANNEL_NOT_CONFIGURED']);
    expect(refused.body.field).toBe('/cadence/steps/0/channel');
    const agent = (await account.request('post', '/voice-agents').send({ name: 'Eva' })).body.voice_agent;
    expect((await publish(draft.body.workflow.id)).status).toBe(201);
    const named = await account.request('post', '/workflows').send(body({ voice_agent_id: agent.id }));
    expect((await publish(named.body.workflow.id)).status).toBe(201);
    expect((await account.request('delete', `/voice-agents/${agent.id}`)).body.code).toBe('IN_USE');
    const wrong = await account.request('post', '/workflows').send(body({ voice_agent_id: newId() }));
    const unknown = await publish(wrong.body.workflow.id);
    expect([unknown.status, unknown.body.field]).toEqual([400, '/channels/voice_agent_id']);
  });

  it('of another account answer like unknown ones', async () => {
    const [mine, theirs] = [await api.account(), await api.account()];
    const { id } = (await theirs.request('post', '/voice-agents').send({ name: 'Eva' })).body.voice_agent;
    for (const method of ['get', 'patch', 'delete'] as const) {
      const answer = await mine
        .request(method, `/voice-agents/${id}`)
        .send(method === 'patch' ? { name: 'X' } : undefined);
      expect([answer.status, answer.body.code]).toEqual([404, 'VOICE_AGENT_NOT_FOUND']);
    }
  });
});

describe('simulating a cadence with calls', () => {
  it('shows every attempt at its time', async () => {
    const account = await api.account({ timezone: 'UTC' });
    await account.request('post', '/voice-agents').send({ name: 'Eva' });
    await account.request('post', '/email-senders').send({ name: 'Sales', from_email: 'sales@example.com' });
    const steps = [
      {
        key: 'ring',
        type: 'call',
        begin_message: 'Hello {{ lead.first_name }}',
        attempts: { max: 3, spacing_minutes: [30, 60] },
      },
      { ...mailStep('Bye'), key: 'mail', delay: { type: 'after', amount: 1, unit: 'hours' } },
    ];
    const made = await account.request('post', '/workflows').send({ name: 'Caller', cadence: { steps } });
    const { body } = await account.request('post', `/workflows/${made.body.workflow.id}/simulate`).send({
      lead: { first_name: 'Ana', phone: '+34600111222', email: 'ana@example.com' },
      starts_at: '2026-03-02T09:00:00Z',
    });
    const seen = body.timeline.map(({ at, channel, text }: Record<string, string>) => [
      at?.slice(11, 16),
      channel,
      text,
    ]);
    expect(seen.slice(0, 3)).toEqual([
      ['09:00', 'call', 'Hello Ana'],
      ['09:30', 'call', 'Hello Ana'],
      ['10:30', 'call', 'Hello Ana'],
    ]);
    expect(seen[3]?.slice(0, 2)).toEqual(['11:30', 'email']);
  });
});
