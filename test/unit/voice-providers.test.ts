import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { createVoiceProviders, type VoiceProviders } from '../../providers/voice/index.js';
import type { OutgoingCall } from '../../providers/voice/provider.js';
import { verifyHook } from '../../runtime/hook-signature.js';
import { inTime } from '../support/in-time.js';
import { json, likeRetell, startVoiceServer, type VoiceServer } from '../support/voice-server.js';

const KEY = 'key_0123456789';
const call: OutgoingCall = {
  messageId: '018f0000-0000-7000-8000-00000000000a',
  accountId: '018f0000-0000-7000-8000-00000000000b',
  to: '+34600111222',
  beginMessage: 'Hello Ana',
  variables: { first_name: 'Ana' },
};

let server: VoiceServer;
let voice: VoiceProviders;
const options = { startCall: async () => undefined };

beforeAll(async () => {
  server = await startVoiceServer(likeRetell(KEY));
  voice = createVoiceProviders({} as Knex, { ...options, retellUrl: server.url, allowPrivate: true });
});
afterAll(async () => {
  await voice.close();
  await server.close();
});

const retell = (apiKey = KEY) =>
  voice.for({ provider: 'retell', apiKey, fromNumber: '+34910000001', agentId: 'agent_1' });
const generic = (url = `${server.url}/calls`) =>
  voice.for({ provider: 'generic', accountId: 'a', url, apiKey: KEY, fromNumber: null, agentId: null });

describe('a call whose time has passed', () => {
  it.each([['retell'], ['generic']])('is not asked for by %s', async (name) => {
    const before = server.seen.length;
    const provider = name === 'retell' ? retell() : generic();
    const late = { kind: 'refused_retry', code: 'provider_unreachable' };
    expect(await provider.call(call, inTime(-1))).toMatchObject(late);
    expect(server.seen.length).toBe(before);
  });
});

describe('a call through Retell', () => {
  it('is asked for as Retell’s reference says, and is known by Retell’s id', async () => {
    expect(await retell().call(call, inTime())).toEqual({ kind: 'accepted', providerMessageId: 'call_+34600111222' });
    expect(server.seen.at(-1)?.body).toMatchObject({
      override_agent_id: 'agent_1',
      metadata: { las_call_id: call.messageId },
      agent_override: { retell_llm: { begin_message: 'Hello Ana' } },
    });
  });

  it('that is refused for the key, the rate or the service waits; one that is refused for itself does not', async () => {
    expect(await retell('wrong').call(call, inTime())).toMatchObject({
      kind: 'refused_retry',
      code: 'sender_unauthorized',
    });
    expect(await retell().call({ ...call, to: 'nobody' }, inTime())).toMatchObject({
      kind: 'refused_final',
      providerCode: '400',
    });
    server.answer((_seen, response) =>
      json(response, 429, { status: 'error', message: 'Slow.' }, { 'retry-after': '17' }),
    );
    expect(await retell().call(call, inTime())).toMatchObject({
      kind: 'refused_retry',
      code: 'rate_limited',
      retryAfterSeconds: 17,
    });
    server.answer((_seen, response) => json(response, 503, { status: 'error', message: 'Away.' }));
    expect(await retell().call(call, inTime())).toMatchObject({ kind: 'refused_retry', code: 'provider_error' });
  });

  it('that may ring though nothing says so is unknown', async () => {
    server.answer((_seen, response) => json(response, 500, { status: 'error', message: 'Oops.' }));
    expect((await retell().call(call, inTime())).kind).toBe('unknown');
    server.answer((_seen, response) => response.writeHead(201).end('rubbish'));
    expect((await retell().call(call, inTime())).kind).toBe('unknown');
    server.answer((_seen, response) => json(response, 201, { no: 'id' }));
    expect((await retell().call(call, inTime())).kind).toBe('unknown');
    server.answer((_seen, response) => response.destroy());
    expect((await retell().call(call, inTime())).kind).toBe('unknown');
    server.answer((_seen, response) => response.writeHead(201).end('x'.repeat(10 * 1024 * 1024)));
    expect((await retell().call(call, inTime())).kind).toBe('unknown');
    server.answer(() => undefined);
    expect((await retell().call(call, inTime())).kind).toBe('unknown');
  });

  it('does not call an unreachable host, or the target of a redirect', async () => {
    const away = createVoiceProviders({} as Knex, { ...options, retellUrl: 'http://127.0.0.1:1', allowPrivate: true });
    const settings = { provider: 'retell' as const, apiKey: KEY, fromNumber: '+34910000001', agentId: null };
    expect(await away.for(settings).call(call, inTime())).toMatchObject({
      kind: 'refused_retry',
      code: 'provider_unreachable',
    });
    await away.close();
    server.answer((_seen, response) => response.writeHead(302, { location: `${server.url}/elsewhere` }).end());
    const before = server.seen.length;
    expect((await retell().call(call, inTime())).kind).toBe('refused_final');
    expect(server.seen.length).toBe(before + 1);
  });
});

describe('a call through a server of the account’s own', () => {
  it('is asked for by one signed request with a key of its own', async () => {
    server.answer((_seen, response) => json(response, 200, { call_id: 'theirs-1' }));
    expect(await generic().call(call, inTime())).toEqual({ kind: 'accepted', providerMessageId: 'theirs-1' });
    const seen = server.seen.at(-1);
    expect(seen?.body).toEqual({
      call_id: call.messageId,
      to: '+34600111222',
      from: null,
      agent_id: null,
      begin_message: 'Hello Ana',
      variables: { first_name: 'Ana' },
    });
    expect(seen?.headers['idempotency-key']).toBe(call.messageId);
    const signature = String(seen?.headers['x-signature']);
    expect(verifyHook(KEY, signature, seen?.text ?? '', new Date())).toEqual({ ok: true });
    server.answer((_seen, response) => json(response, 202, {}));
    expect(await generic().call(call, inTime())).toEqual({ kind: 'accepted', providerMessageId: call.messageId });
  });

  it('is never asked for at a private address where that is not allowed', async () => {
    const closed = createVoiceProviders({} as Knex, { ...options, retellUrl: server.url, allowPrivate: false });
    const before = server.seen.length;
    for (const url of [server.url, 'http://localhost/', 'http://[::1]/', 'http://169.254.169.254/latest']) {
      const provider = closed.for({
        provider: 'generic',
        accountId: 'a',
        url,
        apiKey: null,
        fromNumber: null,
        agentId: null,
      });
      expect(await provider.call(call, inTime())).toMatchObject({ kind: 'refused_final', code: 'blocked_address' });
    }
    await closed.close();
    expect(server.seen.length).toBe(before);
  });
});
