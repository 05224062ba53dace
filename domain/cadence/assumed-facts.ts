import type { EventKind } from '../../schemas/events.js';
import type { EngagementFacts, Facts } from '../facts.js';
import { DAY_MS, iso } from '../zoned.js';
import type { LaterSend } from './limits.js';

/** Something a simulation takes for granted: an event at an instant. */
export interface AssumedEvent {
  at: string;
  event: EventKind;
  /** Of a reply: how it comes; as the last message went if not given. */
  channel?: 'email' | 'whatsapp' | undefined;
  /** Of a call that ends. */
  disconnection_reason?: string | undefined;
  successful?: boolean | undefined;
}

/** What a simulation knows of an event without being told. */
export interface KnownOfEvent {
  /** What was sent before. */
  sent: readonly LaterSend[];
  /** Whether the call that ends was counted before, as missed. */
  isCounted: boolean;
}

/** The facts after an event, as those of a lead would be to which it happens. */
export function factsAfter(facts: Facts, assumed: AssumedEvent, { sent, isCounted }: KnownOfEvent): Facts {
  const { at, event } = assumed;
  const { engagement } = facts;
  const events = [...(facts.events ?? []), { type: event, created_at: at }];
  const counted = {
    ...engagement,
    ...(event === 'message.received' && repliedFacts(engagement, assumed, sent)),
    ...(event === 'email.opened' && { opened_count: engagement.opened_count + 1 }),
    ...(event === 'message.clicked' && { clicked_count: engagement.clicked_count + 1 }),
    ...((event === 'call.ended' || event === 'call.missed') && calledFacts(engagement, assumed, isCounted)),
  };
  return { ...facts, events, engagement: counted };
}

function repliedFacts(
  engagement: EngagementFacts,
  { at, channel }: AssumedEvent,
  sent: readonly LaterSend[],
): Partial<EngagementFacts> {
  const answered = sent.findLast((each) => each.channel !== 'call')?.channel;
  const last_channel = channel ?? answered ?? engagement.last_channel;
  return {
    ...{ last_inbound_at: at, inbound_count: engagement.inbound_count + 1, last_channel },
    ...(last_channel === 'whatsapp' && { whatsapp_window_expires_at: iso(Date.parse(at) + DAY_MS) }),
  };
}

function calledFacts(
  engagement: EngagementFacts,
  { at, event, ...told }: AssumedEvent,
  isCounted: boolean,
): Partial<EngagementFacts> {
  const answered = event === 'call.ended';
  const reason = told.disconnection_reason ?? (answered ? 'user_hangup' : 'dial_no_answer');
  const status = answered || reason === 'voicemail_reached' ? 'ended' : 'not_connected';
  return {
    calls_count: engagement.calls_count + (isCounted ? 0 : 1),
    calls_answered: engagement.calls_answered + (answered ? 1 : 0),
    last_call: { status, disconnection_reason: reason, successful: told.successful ?? null, at },
  };
}
