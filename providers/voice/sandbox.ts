import type { Knex } from 'knex';
import type { ProviderEvent } from '../../domain/provider-events/event.js';
import { newId } from '../../runtime/ids.js';
import { storeDelivery } from '../sandbox-delivery.js';
import type { OutgoingCall, VoiceProvider } from './provider.js';

/** Takes what a sandbox call tells, as the hook for `voice` takes it from outside. */
export type ReceiveEvents = (accountId: string, events: readonly ProviderEvent[]) => Promise<void>;

/** How calls to numbers with these last two digits end; all others are answered. */
const ENDS: Readonly<Record<string, string>> = {
  '00': 'dial_no_answer',
  '01': 'dial_busy',
  '02': 'declined',
  '03': 'voicemail_reached',
};

/**
 * Plays a scripted call: it is stored as a delivery, and its events come in the way those of a real provider do. The
 * last two digits of the number choose its end. Repeats of a call tell the same events, which count once.
 */
export const sandboxVoice = (db: Knex, receive: ReceiveEvents): VoiceProvider => ({
  idempotent: true,
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
    await receive(call.accountId, script(call));
    return { kind: 'accepted', providerMessageId: `sandbox.${call.messageId}` };
  },
  close: async () => undefined,
});

const SPOKEN_SECONDS = 42;

function script({ messageId, to, beginMessage }: OutgoingCall): ProviderEvent[] {
  const missed = ENDS[to.slice(-2)];
  const now = Date.now();
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString();
  const tell = (name: string, type: string, facts: Record<string, unknown>): ProviderEvent => {
    const eventId = `sandbox/${messageId}/${name}`;
    return { eventId, type, payload: { event_id: eventId, type, call_id: messageId, occurred_at: at(0), ...facts } };
  };
  const ringing = tell('ringing', 'status', { status: 'ringing' });
  if (missed !== undefined) {
    return [
      ringing,
      tell('ended', 'ended', { status: 'not_connected', disconnection_reason: missed, duration_seconds: 0 }),
    ];
  }
  return [
    ringing,
    tell('in_progress', 'status', { status: 'in_progress' }),
    tell('ended', 'ended', {
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
