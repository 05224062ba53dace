import type { VoiceHookEvent } from '../../schemas/inbound/voice-hooks.js';
import { asNumber, asObject, asObjects, asText, type Json, type ProviderEvent } from './provider-event.js';

/** Retell's ends of a call in our words; every other one is an error. */
const REASONS: Readonly<Record<string, string>> = {
  user_hangup: 'user_hangup',
  agent_hangup: 'agent_hangup',
  inactivity: 'agent_hangup',
  call_transfer: 'agent_hangup',
  transfer_bridged: 'agent_hangup',
  transfer_cancelled: 'agent_hangup',
  manual_stopped: 'agent_hangup',
  call_take_over: 'agent_hangup',
  voicemail_reached: 'voicemail_reached',
  ivr_reached: 'voicemail_reached',
  max_duration_reached: 'max_duration',
  dial_busy: 'dial_busy',
  dial_failed: 'dial_failed',
  invalid_destination: 'dial_failed',
  sip_routing_error: 'dial_failed',
  telephony_provider_permission_denied: 'dial_failed',
  telephony_provider_unavailable: 'dial_failed',
  registered_call_timeout: 'dial_failed',
  dial_no_answer: 'dial_no_answer',
  user_declined: 'declined',
  marked_as_spam: 'declined',
};

const STATUSES: Readonly<Record<string, string>> = {
  registered: 'registered',
  ongoing: 'in_progress',
  ended: 'ended',
  not_connected: 'not_connected',
  error: 'failed',
};

/** Reads one webhook of Retell as an event of the voice shape. Undefined: not of Retell's shape. */
export function readRetellWebhook(body: unknown): ProviderEvent | undefined {
  const record = asObject(body);
  const call = asObject(record.call);
  const [event, callId] = [asText(record.event), asText(call.call_id)];
  if (event === null || callId === null) return undefined;
  const eventId = `${event}/${callId}`.slice(0, 255);
  if (!['call_started', 'call_ended', 'call_analyzed'].includes(event)) {
    return { eventId, type: `retell.${event.replace(/[^\x21-\x7e]/g, '').slice(0, 50)}`, payload: record };
  }
  const type = event === 'call_started' ? 'status' : 'ended';
  const payload: VoiceHookEvent = {
    event_id: eventId,
    type,
    call_id: asText(asObject(call.metadata).las_call_id) ?? callId,
    status: event === 'call_started' ? 'in_progress' : statusOf(call),
    ...(type === 'ended' ? outcomeOf(call) : {}),
    occurred_at: instant(event === 'call_started' ? call.start_timestamp : call.end_timestamp),
  };
  return { eventId, type, payload };
}

const statusOf = (call: Json): string => STATUSES[asText(call.call_status) ?? ''] ?? 'ended';

function outcomeOf(call: Json): Partial<VoiceHookEvent> {
  const analysis = asObject(call.call_analysis);
  const reported = asText(call.disconnection_reason);
  const reason =
    analysis.in_voicemail === true ? 'voicemail_reached' : reported === null ? null : (REASONS[reported] ?? 'error');
  const duration = asNumber(call.duration_ms);
  const successful = analysis.call_successful;
  const start = asNumber(call.start_timestamp);
  return {
    disconnection_reason: reason,
    duration_seconds: duration === null ? null : Math.max(0, duration / 1000),
    successful: typeof successful === 'boolean' ? successful : null,
    summary: asText(analysis.call_summary)?.slice(0, 20_000) ?? null,
    recording_url: asText(call.recording_url)?.slice(0, 2_048) ?? null,
    transcript: asObjects(call.transcript_object)
      .slice(0, 5_000)
      .map((line) => ({
        role: asText(line.role) === 'user' ? 'user' : 'agent',
        text: (asText(line.content) ?? '').slice(0, 20_000),
        at: spokenAt(line, start),
      })),
  };
}

function spokenAt(line: Json, start: number | null): string | null {
  const offset = asNumber(asObjects(line.words)[0]?.start);
  return start === null || offset === null ? null : instant(start + offset * 1000);
}

function instant(value: unknown): string | null {
  const ms = asNumber(value);
  return ms === null || Math.abs(ms) > 8e15 ? null : new Date(ms).toISOString();
}
