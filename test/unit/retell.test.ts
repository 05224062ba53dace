import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import Retell from 'retell-sdk';
import type { CallCreatePhoneCallParams, PhoneCallResponse } from 'retell-sdk/resources/call';
import { readRetellWebhook } from '../../domain/inbound/retell.js';
import { createVoiceProviders } from '../../providers/voice/index.js';
import { verifyRetellSignature } from '../../runtime/hook-signature.js';
import { inTime } from '../support/in-time.js';
import { likeRetell, startVoiceServer, type VoiceServer } from '../support/voice-server.js';

/**
 * Retell's part is played by Retell's own package: its client (made from Retell's OpenAPI description) calls our
 * stand-in, its types check what we send and read, its signer signs the webhooks.
 */
const KEY = 'key_0123456789abcdef';
const OURS = '018f0000-0000-7000-8000-00000000000a';
const NUMBERS = { from_number: '+34910000001', to_number: '+34600111222' };

let server: VoiceServer;
beforeAll(async () => {
  server = await startVoiceServer(likeRetell(KEY));
});
afterAll(() => server.close());

describe('the stand-in for Retell', () => {
  const client = (apiKey = KEY) => new Retell({ apiKey, baseURL: server.url, maxRetries: 0 });

  it('takes what Retell’s own client sends, and answers what it reads', async () => {
    const asked: CallCreatePhoneCallParams = {
      ...NUMBERS,
      override_agent_id: 'agent_1',
      metadata: { las_call_id: OURS },
      retell_llm_dynamic_variables: { first_name: 'Ana' },
      agent_override: { retell_llm: { begin_message: 'Hello' } },
    };
    const call = await client().call.createPhoneCall(asked);
    expect(call).toMatchObject({ call_id: 'call_+34600111222', call_status: 'registered', metadata: asked.metadata });
  });

  it('refuses what Retell’s own client knows as a refusal', async () => {
    await expect(client('wrong').call.createPhoneCall(NUMBERS)).rejects.toBeInstanceOf(Retell.AuthenticationError);
    const nobody = { ...NUMBERS, to_number: 'nobody' };
    await expect(client().call.createPhoneCall(nobody)).rejects.toBeInstanceOf(Retell.BadRequestError);
  });

  it('gets from us what Retell’s client would send', async () => {
    const voice = createVoiceProviders({} as Knex, {
      startCall: async () => undefined,
      retellUrl: server.url,
      allowPrivate: true,
    });
    const settings = { provider: 'retell' as const, apiKey: KEY, fromNumber: NUMBERS.from_number, agentId: 'agent_1' };
    const call = {
      messageId: OURS,
      accountId: OURS,
      to: NUMBERS.to_number,
      beginMessage: 'Hello',
      variables: { first_name: 'Ana' },
    };
    expect((await voice.for(settings).call(call, inTime())).kind).toBe('accepted');
    const ours = server.seen.at(-1);
    const theirs = {
      ...NUMBERS,
      override_agent_id: 'agent_1',
      metadata: { las_call_id: OURS },
    } satisfies CallCreatePhoneCallParams;
    await client().call.createPhoneCall({
      ...theirs,
      retell_llm_dynamic_variables: { first_name: 'Ana', begin_message: 'Hello' },
      agent_override: { retell_llm: { begin_message: 'Hello' } },
    });
    expect({ path: ours?.path, body: ours?.body, key: ours?.headers.authorization }).toEqual({
      path: server.seen.at(-1)?.path,
      body: server.seen.at(-1)?.body,
      key: server.seen.at(-1)?.headers.authorization,
    });
    await voice.close();
  });
});

type Reason = NonNullable<PhoneCallResponse['disconnection_reason']>;

/** Our word for each of Retell's ends. It doesn't compile while one is missing. */
const ENDS: Record<Reason, string> = {
  user_hangup: 'user_hangup',
  agent_hangup: 'agent_hangup',
  call_transfer: 'agent_hangup',
  transfer_bridged: 'agent_hangup',
  transfer_cancelled: 'agent_hangup',
  manual_stopped: 'agent_hangup',
  call_take_over: 'agent_hangup',
  inactivity: 'agent_hangup',
  voicemail_reached: 'voicemail_reached',
  ivr_reached: 'voicemail_reached',
  max_duration_reached: 'max_duration',
  dial_busy: 'dial_busy',
  dial_no_answer: 'dial_no_answer',
  dial_failed: 'dial_failed',
  invalid_destination: 'dial_failed',
  sip_routing_error: 'dial_failed',
  telephony_provider_permission_denied: 'dial_failed',
  telephony_provider_unavailable: 'dial_failed',
  registered_call_timeout: 'dial_failed',
  user_declined: 'declined',
  marked_as_spam: 'declined',
  concurrency_limit_reached: 'error',
  no_concurrency_fallback: 'error',
  no_valid_payment: 'error',
  scam_detected: 'error',
  error_llm_websocket_open: 'error',
  error_llm_websocket_lost_connection: 'error',
  error_llm_websocket_runtime: 'error',
  error_llm_websocket_corrupt_payload: 'error',
  error_no_audio_received: 'error',
  error_asr: 'error',
  error_retell: 'error',
  error_unknown: 'error',
  error_user_not_joined: 'error',
};

const call: PhoneCallResponse = {
  ...NUMBERS,
  agent_id: 'agent_1',
  agent_version: 1,
  call_id: 'call_1',
  call_type: 'phone_call',
  direction: 'outbound',
  call_status: 'ended',
  metadata: { las_call_id: OURS },
  start_timestamp: 1_772_445_600_000,
  end_timestamp: 1_772_445_661_400,
  duration_ms: 61_400,
  disconnection_reason: 'user_hangup',
  recording_url: 'https://retell.example/1.wav',
  transcript: 'Agent: Hello\nUser: Hi',
  transcript_object: [
    { role: 'agent', content: 'Hello', words: [{ word: 'Hello', start: 0.5, end: 1 }] },
    { role: 'user', content: 'Hi', words: [] },
  ],
  call_analysis: {
    call_summary: 'They talked.',
    call_successful: true,
    in_voicemail: false,
    user_sentiment: 'Positive',
  },
};
const webhook = (event: string, changes: Partial<PhoneCallResponse> = {}) =>
  readRetellWebhook({ event, call: { ...call, ...changes } });

describe('what Retell tells of a call', () => {
  it('is read whole once it is analyzed', () => {
    expect(webhook('call_analyzed')).toMatchObject({
      type: 'ended',
      payload: {
        call_id: OURS,
        status: 'ended',
        disconnection_reason: 'user_hangup',
        duration_seconds: 61.4,
        successful: true,
        summary: 'They talked.',
        recording_url: 'https://retell.example/1.wav',
        transcript: [
          { role: 'agent', text: 'Hello', at: new Date(1_772_445_600_500).toISOString() },
          { role: 'user', text: 'Hi', at: null },
        ],
        occurred_at: new Date(1_772_445_661_400).toISOString(),
      },
    });
  });

  it.each(Object.entries(ENDS) as [Reason, string][])('an end by %s is one by %s', (reason, ours) =>
    expect(webhook('call_ended', { disconnection_reason: reason })?.payload).toMatchObject({
      disconnection_reason: ours,
    }),
  );

  it('a voicemail is one, regardless of who hung up', () => {
    const call_analysis = { ...call.call_analysis, in_voicemail: true };
    expect(webhook('call_analyzed', { call_analysis })?.payload).toMatchObject({
      disconnection_reason: 'voicemail_reached',
    });
  });

  it('is known by the call and the event, however often it comes', () => {
    const ids = ['call_started', 'call_ended', 'call_analyzed'].map((event) => webhook(event)?.eventId);
    expect(new Set(ids).size).toBe(3);
    expect(webhook('call_ended', { duration_ms: 5 })?.eventId).toBe(ids[1]);
    expect(webhook('transcript_updated')?.type).toBe('retell.transcript_updated');
  });
});

describe('a signature of Retell’s', () => {
  it('opens the door to the very bytes it signs, for five minutes', async () => {
    const body = JSON.stringify({ event: 'call_ended', call });
    const signature = await Retell.sign(body, KEY);
    const check = (text: string, at: Date, key = KEY) => verifyRetellSignature(key, signature, Buffer.from(text), at);
    const now = new Date();
    expect(check(body, now)).toEqual({ ok: true });
    expect(check(`${body} `, now)).toMatchObject({ ok: false, reason: 'mismatch' });
    expect(check(body, now, 'key_of_another')).toMatchObject({ ok: false, reason: 'mismatch' });
    expect(check(body, new Date(now.getTime() + 301_000))).toMatchObject({ ok: false, reason: 'too_old' });
  });
});
