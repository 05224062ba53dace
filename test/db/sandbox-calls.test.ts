import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createVoiceProviders, type VoiceProviders } from '../../providers/voice/index.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { freePort } from '../../scripts/lib/ports.mjs';
import { processInboundEvent } from '../../services/inbound/process-event.js';
import { sandboxHook } from '../../services/inbound/sandbox-calls.js';
import { TEST_SECRET, type TestAccount, useApi } from '../support/api.js';
import { addLead } from '../support/messaging.js';
import { workOn } from '../support/work.js';
import { useActivities } from '../support/worker.js';

const api = useApi();
const port = await freePort();
const baseUrl = `http://127.0.0.1:${port}`;
const box = createSecretBox([TEST_SECRET]);
const activities = useActivities(api, { API_URL: baseUrl });
let voice: VoiceProviders;
let server: Server | undefined;

beforeAll(() => {
  voice = createVoiceProviders(api.db, {
    retellUrl: 'http://127.0.0.1:9',
    allowPrivate: false,
    startCall: async () => undefined,
  });
});
afterAll(async () => {
  await voice.close();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
});

/** The API comes up at its address. */
async function listen(): Promise<void> {
  if (server) return;
  server = api.app.listen(port, '127.0.0.1');
  await once(server, 'listening');
}

async function caller(): Promise<{ account: TestAccount; voiceAgentId: string }> {
  const account = await api.account({ country: 'ES' });
  const { body } = await account.request('post', '/voice-agents').send({ name: 'Eva' }).expect(201);
  return { account, voiceAgentId: body.voice_agent.id };
}

/** A call that the sandbox has taken. */
async function called(account: TestAccount, phone: string): Promise<{ id: string; status: () => Promise<string> }> {
  const lead = await addLead(api.db, account.accountId, { phone });
  const ask = { lead_id: lead.id, channel: 'call', begin_message: 'Hello there' };
  const { body } = await account.request('post', '/messages').send(ask).expect(202);
  const id: string = body.message_id;
  await activities().advanceMessage({ messageId: id });
  const status = async () => (await account.request('get', `/messages/${id}`).expect(200)).body.message.status;
  return { id, status };
}

const received = ({ accountId }: TestAccount): Promise<{ id: string; provider: string; type: string }[]> =>
  api.db('inbound_events').where({ account_id: accountId }).orderBy('id');
const play = (messageId: string) => activities().playSandboxCall({ messageId });

describe('what the sandbox tells of a call', () => {
  it('is not lost while the API is unavailable, and counts once for any number of reports', async () => {
    const { account } = await caller();
    const { id, status } = await called(account, '+34600111255');
    expect(await status()).toBe('sent');
    expect(await api.db('outbox').where({ workflow_id: `sandbox-call/${id}` })).toHaveLength(1);
    await expect(play(id)).rejects.toThrow();
    expect(await received(account)).toEqual([]);
    await listen();
    expect(await play(id)).toEqual({ told: 3 });
    expect(await play(id)).toEqual({ told: 3 });
    const rows = await received(account);
    expect(rows.map(({ provider, type }) => `${provider} ${type}`)).toEqual([
      ...['voice status', 'voice status', 'voice ended'],
    ]);
    for (const row of rows) await processInboundEvent(workOn(api.db), row.id);
    expect(await status()).toBe('delivered');
    expect(await play(id)).toEqual({ told: 3 });
    expect(await received(account)).toHaveLength(3);
  });

  it('comes in at one hook of the voice agent’s own, whose secret and token are sealed', async () => {
    await listen();
    const { account, voiceAgentId } = await caller();
    const calls = [await called(account, '+34600111255'), await called(account, '+34600111300')];
    expect(await Promise.all(calls.map(({ id }) => play(id)))).toEqual([{ told: 3 }, { told: 2 }]);
    const { body } = await account.request('get', '/hooks').expect(200);
    expect(body.hooks).toMatchObject([{ provider: 'voice', disabled_at: null }]);
    const hook = await sandboxHook(workOn(api.db), box, { accountId: account.accountId, voiceAgentId, baseUrl });
    const token = hook?.url.split('/').at(-1) ?? '';
    const rows = JSON.stringify([
      await api.db('hooks').where({ account_id: account.accountId }),
      await api.db('voice_agents').where({ id: voiceAgentId }),
      (await account.request('get', `/voice-agents/${voiceAgentId}`)).body,
    ]);
    expect(token.length).toBeGreaterThan(20);
    expect(rows).not.toContain(token);
    expect(rows).not.toContain(hook?.secret);
  });

  it('is refused where it is signed with another secret, and nothing is stored', async () => {
    await listen();
    const { account, voiceAgentId } = await caller();
    const { id } = await called(account, '+34600111255');
    const hook = await sandboxHook(workOn(api.db), box, { accountId: account.accountId, voiceAgentId, baseUrl });
    const call = { messageId: id, to: '+34600111255', beginMessage: 'Hello', madeAt: new Date() };
    await expect(voice.play(call, { url: hook?.url ?? '', secret: 'another one' })).rejects.toThrow('returned 401');
    expect(await received(account)).toEqual([]);
  });

  it('comes in at another hook after its hook was deleted; with the voice agent goes its hook', async () => {
    await listen();
    const { account, voiceAgentId } = await caller();
    const { id } = await called(account, '+34600111255');
    await play(id);
    const hooks = async () => (await account.request('get', '/hooks').expect(200)).body.hooks as { id: string }[];
    const [first] = await hooks();
    await account.request('delete', `/hooks/${first?.id}`).expect(204);
    expect(await play(id)).toEqual({ told: 3 });
    const [second] = await hooks();
    expect(second?.id).not.toBe(first?.id);
    expect(await received(account)).toHaveLength(3);
    for (const row of await received(account)) await processInboundEvent(workOn(api.db), row.id);
    await account.request('delete', `/voice-agents/${voiceAgentId}`).expect(204);
    expect(await hooks()).toEqual([]);
    expect(await play(id)).toEqual({ told: 0 });
  });
});
