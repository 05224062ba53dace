import type { EventKind } from '../../schemas/events/events.js';
import type { MeetingStatus } from '../../schemas/meetings/meetings.js';
import type { ConversionFacts, EngagementFacts, Facts, MeetingFact } from '../facts.js';
import type { LaterSend } from '../messages/limits.js';
import { DAY_MS, iso, MINUTE_MS } from '../time/zoned.js';

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

/** The properties of an event that a simulation derives without input. */
export interface KnownOfEvent {
  /** The earlier sends. */
  sent: readonly LaterSend[];
  /** True if the call that ends was counted before, as missed. */
  isCounted: boolean;
  /** The conversion that is recorded. */
  conversion?: { amount: number | null; types: readonly string[] } | undefined;
}

/** Returns the facts after an event, as those of a lead would be to which it happens. */
export function factsAfter(facts: Facts, assumed: AssumedEvent, known: KnownOfEvent): Facts {
  const { at, event } = assumed;
  const { sent, isCounted } = known;
  const { engagement, meetings = [] } = facts;
  const events = [...(facts.events ?? []), { type: event, created_at: at }];
  const counted = {
    ...engagement,
    ...(event === 'message.received' && repliedFacts(engagement, assumed, sent)),
    ...(event === 'email.opened' && { opened_count: engagement.opened_count + 1 }),
    ...(event === 'message.clicked' && { clicked_count: engagement.clicked_count + 1 }),
    ...((event === 'call.ended' || event === 'call.missed') && calledFacts(engagement, assumed, isCounted)),
  };
  return {
    ...facts,
    events,
    engagement: counted,
    meetings: meetingsAfter(meetings, assumed),
    ...(event === 'conversion.recorded' && { conversion: convertedFacts(facts.conversion, at, known.conversion) }),
  };
}

function convertedFacts(
  before: ConversionFacts | undefined,
  at: string,
  { amount, types }: NonNullable<KnownOfEvent['conversion']> = { amount: null, types: [] },
): ConversionFacts {
  return {
    count: (before?.count ?? 0) + 1,
    total_amount: (before?.total_amount ?? 0) + (amount ?? 0),
    last_at: at,
    types: [...new Set([...(before?.types ?? []), ...types])],
  };
}

const MEETING_STATUS: Partial<Record<EventKind, MeetingStatus>> = {
  'meeting.confirmed': 'confirmed',
  'meeting.cancelled': 'cancelled',
  'meeting.completed': 'completed',
  'meeting.no_show': 'no_show',
};
const MEETING_MS = 30 * MINUTE_MS;

/** An assumed meeting starts a day after it was scheduled. Later events refer to the one that is still open. */
function meetingsAfter(meetings: readonly MeetingFact[], { at, event }: AssumedEvent): readonly MeetingFact[] {
  if (event === 'meeting.scheduled') {
    const starts = Date.parse(at) + DAY_MS;
    return [...meetings, { status: 'scheduled', starts_at: iso(starts), ends_at: iso(starts + MEETING_MS) }];
  }
  const status = MEETING_STATUS[event];
  const open = meetings.findLastIndex((meeting) => ['scheduled', 'confirmed'].includes(meeting.status));
  const meeting = meetings[open];
  if (!status || !meeting) return meetings;
  const isOver = status === 'completed' || status === 'no_show';
  const byNow = (instant: string) => (isOver ? iso(Math.min(Date.parse(instant), Date.parse(at))) : instant);
  const { starts_at, ends_at } = meeting;
  return meetings.with(open, { status, starts_at: byNow(starts_at), ends_at: byNow(ends_at) });
}

function repliedFacts(
  engagement: EngagementFacts,
  { at, channel }: AssumedEvent,
  sent: readonly LaterSend[],
): Partial<EngagementFacts> {
  const answered = sent.findLast((each) => each.channel !== 'call')?.channel;
  const last_channel = channel ?? answered ?? engagement.last_channel;
  return {
    last_inbound_at: at,
    inbound_count: engagement.inbound_count + 1,
    last_channel,
    ...(last_channel === 'whatsapp' && { whatsapp_window_expires_at: iso(Date.parse(at) + DAY_MS) }),
  };
}

function calledFacts(
  engagement: EngagementFacts,
  { at, event, ...rest }: AssumedEvent,
  isCounted: boolean,
): Partial<EngagementFacts> {
  const answered = event === 'call.ended';
  const reason = rest.disconnection_reason ?? (answered ? 'user_hangup' : 'dial_no_answer');
  const status = answered || reason === 'voicemail_reached' ? 'ended' : 'not_connected';
  return {
    calls_count: engagement.calls_count + (isCounted ? 0 : 1),
    calls_answered: engagement.calls_answered + (answered ? 1 : 0),
    last_call: { status, disconnection_reason: reason, successful: rest.successful ?? null, at },
  };
}
