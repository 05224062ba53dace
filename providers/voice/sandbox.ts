import type { Knex } from 'knex';
import { signHook } from '../../runtime/hook-signature.js';
import { newId } from '../../runtime/ids.js';
import type { SafeFetch } from '../../runtime/safe-fetch.js';
import { storeDelivery } from '../sandbox-delivery.js';
import type { OutgoingCall, VoiceProvider } from './provider.js';

/** Sees to it that a call is played, whatever becomes of this process. */
export type StartCall = (call: Pick<OutgoingCall, 'accountId' | 'messageId'>) => Promise<void>;

/** A call that the sandbox took. */
export interface SandboxCall extends Pick<OutgoingCall, 'messageId' | 'to' | 'beginMessage'> {
  madeAt: Date;
}

/** The URL that receives the events of a call, and the secret that signs them. */
export interface VoiceHook {
  url: string;
  secret: string;
}

/** The outcomes of calls to numbers with these last two digits. All other calls are answered. */
const ENDS: Readonly<Record<string, string>> = {
  '00': 'dial_no_answer',
  '01': 'dial_busy',
  '02': 'declined',
  '03': 'voicemail_reached',
};

/**
 * Accepts a call by storing it as a delivery. Its events follow later, as with real providers. The last two digits of
 * the number select its end.
 */
export const sandboxVoice = (db: Knex, start: StartCall): VoiceProvider => ({
  async call(call) {
    await storeDelivery(db, {
      id: newId(),
      account_id: call.accountId,
      message_id: call.messageId,
      channel: 'call',
      to_address: call.to,
      from_address: 'sandbox',
      subject: null,
      body_text: call.beginMessage,
      body_html: null,
      calendar: null,
      headers: JSON.stringify(call.variables),
      created_at: new Date(),
    });
    await start(call);
    return { kind: 'accepted', providerMessageId: `sandbox.${call.messageId}` };
  },
  close: async () => undefined,
});

const HOOK_MS = 8_000;
const MAX_BYTES = 64 * 1024;

/**
 * Tells at a hook how a call goes, each event by a signed request of its own, one after the other; answers how many.
 * Throws where one isn't taken: told again, the same events have the same ids.
 */
export async function playSandboxCall(
  fetch: SafeFetch,
  call: SandboxCall,
  { url, secret }: VoiceHook,
): Promise<number> {
  const events = script(call);
  for (const event of events) {
    const body = JSON.stringify(event);
    const { status } = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-signature': signHook(secret, body, new Date()) },
      body,
      timeoutMs: HOOK_MS,
      maxBytes: MAX_BYTES,
      maxRedirects: 0,
    });
    if (status < 200 || status > 299) throw new Error(`The hook returned ${status} for ${event.event_id}.`);
  }
  return events.length;
}

const SPOKEN_SECONDS = 42;

interface ScriptedEvent extends Record<string, unknown> {
  event_id: string;
}

function script({ messageId, to, beginMessage, madeAt }: SandboxCall): ScriptedEvent[] {
  const missed = ENDS[to.slice(-2)];
  const at = (seconds: number) => new Date(madeAt.getTime() + seconds * 1000).toISOString();
  const eventOf = (name: string, type: string, facts: Record<string, unknown>): ScriptedEvent => ({
    event_id: `sandbox/${messageId}/${name}`,
    type,
    call_id: messageId,
    occurred_at: at(0),
    ...facts,
  });
  const ringing = eventOf('ringing', 'status', { status: 'ringing' });
  if (missed !== undefined) {
    return [
      ringing,
      eventOf('ended', 'ended', { status: 'not_connected', disconnection_reason: missed, duration_seconds: 0 }),
    ];
  }
  return [
    ringing,
    eventOf('in_progress', 'status', { status: 'in_progress' }),
    eventOf('ended', 'ended', {
      status: 'ended',
      disconnection_reason: 'user_hangup',
      duration_seconds: SPOKEN_SECONDS,
      transcript: [
        { role: 'agent', text: beginMessage, at: at(0) },
        { role: 'user', text: 'Yes, tell me more, please.', at: at(8) },
        { role: 'agent', text: 'Thank you, we will be in touch.', at: at(30) },
      ],
      summary: 'The lead asked to hear more.',
      recording_url: null,
    }),
  ];
}
