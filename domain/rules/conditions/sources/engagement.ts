import type { CallFact, EngagementFacts, Facts } from '../../../facts.js';
import { wasAnswered } from '../../../messages/call-events.js';
import type { Kind, ReadContext, SourceReader } from '../reading.js';

type Column = Exclude<keyof EngagementFacts, 'whatsapp_window_expires_at' | 'last_call'>;

const CALL_KINDS = {
  last_call_status: 'text',
  last_call_disconnection_reason: 'text',
  last_call_answered: 'boolean',
  last_call_voicemail: 'boolean',
  last_call_successful: 'boolean',
  last_call_at: 'date',
} as const satisfies Record<string, Kind>;

const KINDS: Record<Column | keyof typeof CALL_KINDS | 'whatsapp_window_open' | 'no_reply_hours', Kind> = {
  last_inbound_at: 'date',
  last_outbound_at: 'date',
  inbound_count: 'number',
  outbound_count: 'number',
  opened_count: 'number',
  clicked_count: 'number',
  last_channel: 'text',
  calls_count: 'number',
  calls_answered: 'number',
  ...CALL_KINDS,
  whatsapp_window_open: 'boolean',
  no_reply_hours: 'number',
};

function readValue(key: keyof typeof KINDS, { engagement }: Facts, { now }: ReadContext): unknown {
  if (key === 'whatsapp_window_open') {
    const expires = engagement.whatsapp_window_expires_at;
    return expires !== null && Date.parse(expires) > now;
  }
  if (key === 'no_reply_hours') return hoursWithoutReply(engagement, now);
  if (isOfCall(key)) return engagement.last_call ? READ_CALL[key](engagement.last_call) : undefined;
  return engagement[key] ?? undefined;
}

const isOfCall = (key: keyof typeof KINDS): key is keyof typeof CALL_KINDS => Object.hasOwn(CALL_KINDS, key);

const READ_CALL: Record<keyof typeof CALL_KINDS, (call: CallFact) => unknown> = {
  last_call_status: ({ status }) => status,
  last_call_disconnection_reason: ({ disconnection_reason }) => disconnection_reason ?? undefined,
  last_call_answered: ({ status, disconnection_reason }) => wasAnswered(status, disconnection_reason),
  last_call_voicemail: ({ disconnection_reason }) => disconnection_reason === 'voicemail_reached',
  last_call_successful: ({ successful }) => successful ?? undefined,
  last_call_at: ({ at }) => at ?? undefined,
};

// Missing while nothing of ours is unanswered: then no number of hours is true.
function hoursWithoutReply({ last_outbound_at, last_inbound_at }: EngagementFacts, now: number): number | undefined {
  if (last_outbound_at === null) return undefined;
  if (last_inbound_at !== null && Date.parse(last_inbound_at) >= Date.parse(last_outbound_at)) return undefined;
  return Math.max(0, now - Date.parse(last_outbound_at)) / 3_600_000;
}

/** The messages between the account and the lead. */
export const engagementSource: SourceReader = {
  keys: Object.keys(KINDS),
  kinds: KINDS,
  read(key, facts, context) {
    if (!Object.hasOwn(KINDS, key)) return { value: undefined, kind: 'any' };
    const column = key as keyof typeof KINDS;
    return { value: readValue(column, facts, context), kind: KINDS[column] };
  },
};
