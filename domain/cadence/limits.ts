import type { AccountLimits, AgentLimits, LeadLimits, SenderLimits } from '../../schemas/agents.js';
import type { Channel } from '../../schemas/cadence.js';
import type { Facts, Hold } from '../facts.js';
import { addDays, dayOf, daysBetween, instantOf, iso, MINUTE_MS, weekdayOf } from '../zoned.js';
import { isWindowOpen } from './content.js';

/** The limits that a sender brings along: those of an agent, and what its provider takes. */
export type OwnLimits = SenderLimits & {
  per_second?: number;
  /** Leads that it may write to first in 24 hours. */
  first_contacts_per_day?: number;
};

/** What a sender has sent in the second, the minute and the day that run. */
interface SenderUsage {
  second?: number;
  /** When there is room again, further on the more are waiting for it. */
  second_ends_at?: string;
  /** Until when it may write first to no further lead; null while it may. */
  first_contacts_full_until?: string | null;
  minute: number;
  minute_ends_at: string;
  day: number;
  day_ends_at: string;
  /** Which day of its use this is, from 1, for the ramp. */
  day_number: number;
  /** The zone of its calendar days: the account's. */
  timezone: string;
  /** The sender's own limits, on top of the agent's. */
  limits?: OwnLimits | null;
}

/** What counts against caps, read together with the facts. */
export interface Usage {
  /** When automated messages left for the lead, all agents together, of the last eight days (ISO). */
  lead_sent_at: readonly string[];
  sender?: SenderUsage | null;
  /** Leads that got the agent's first message on the agent's calendar day. */
  new_today: number;
  /** The account's own caps, on top of the agent's. */
  account?: AccountLimits | null;
}

/** Nothing sent so far. */
export const NO_USAGE: Usage = { lead_sent_at: [], new_today: 0 };

/** A message that leaves after usage was read. */
export interface LaterSend {
  at: string;
  channel: Channel;
}

/**
 * What was read at `readAt`, as it is at a later instant if nothing but `sent` leaves meanwhile: minutes and days that
 * are over count no more.
 */
export function laterUsage(
  usage: Usage,
  {
    readAt,
    now,
    channel,
    sent,
    agentTimezone,
    windowExpiresAt,
  }: {
    readAt: number;
    now: number;
    channel: Channel;
    sent: readonly LaterSend[];
    agentTimezone: string;
    /** Until when WhatsApp takes free text: until then nobody is written to first. */
    windowExpiresAt: string | null;
  },
): Usage {
  const { sender } = usage;
  const sameDay = dayOf(now, agentTimezone) === dayOf(readAt, agentTimezone);
  return {
    ...usage,
    lead_sent_at: [...usage.lead_sent_at, ...sent.map(({ at }) => at)],
    new_today: sameDay ? usage.new_today : 0,
    sender:
      sender &&
      senderLater(
        sender,
        readAt,
        now,
        sent.filter((one) => one.channel === channel),
        isWindowOpen(windowExpiresAt, now),
      ),
  };
}

function senderLater(
  sender: SenderUsage,
  readAt: number,
  now: number,
  sent: readonly LaterSend[],
  windowOpen: boolean,
): SenderUsage {
  const { timezone } = sender;
  const today = dayOf(now, timezone);
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  const since = (from: number) => sent.filter(({ at }) => Date.parse(at) >= from).length;
  const second = Math.floor(now / 1000) * 1000;
  const roomAt = sender.second_ends_at;
  const fullUntil = sender.first_contacts_full_until;
  return {
    ...sender,
    second: (roomAt && now < Date.parse(roomAt) ? (sender.second ?? 0) : 0) + since(second),
    second_ends_at: iso(second + 1000),
    first_contacts_full_until: !windowOpen && fullUntil && now < Date.parse(fullUntil) ? fullUntil : null,
    minute: (now < Date.parse(sender.minute_ends_at) ? sender.minute : 0) + since(minute),
    minute_ends_at: iso(minute + MINUTE_MS),
    day: (now < Date.parse(sender.day_ends_at) ? sender.day : 0) + since(instantOf(today, 0, timezone)),
    day_ends_at: iso(instantOf(addDays(today, 1), 0, timezone)),
    day_number: sender.day_number + daysBetween(dayOf(readAt, timezone), today),
  };
}

/** Every cap that keeps one more message from leaving now, each with the instant at which it gives way. */
export function limitHolds(
  limits: AgentLimits,
  usage: Usage,
  facts: Facts,
  options: { now: number; isFirst: boolean },
): Hold[] {
  const { now, isFirst } = options;
  return [
    ...leadHolds(limits.per_lead, usage, facts.timezone, now),
    ...leadHolds(usage.account?.per_lead ?? undefined, usage, facts.timezone, now),
    ...newHolds(limits, usage, facts, now, isFirst),
    ...senderHolds(limits.per_sender, usage.sender),
    ...senderHolds(usage.sender?.limits ?? undefined, usage.sender),
  ];
}

function leadHolds(caps: LeadLimits | undefined, usage: Usage, zone: string, now: number): Hold[] {
  if (!caps) return [];
  const sent = usage.lead_sent_at.map((at) => Date.parse(at)).filter((at) => at <= now);
  const today = dayOf(now, zone);
  const monday = addDays(today, -weekdayOf(today));
  const since = (day: string) => sent.filter((at) => at >= instantOf(day, 0, zone)).length;
  const holds: Hold[] = [];
  if (caps.min_gap_minutes && sent.length > 0) {
    const free = Math.max(...sent) + caps.min_gap_minutes * MINUTE_MS;
    if (free > now) holds.push(cap(free, `At least ${caps.min_gap_minutes} minutes between two messages.`));
  }
  if (caps.per_day && since(today) >= caps.per_day) {
    holds.push(cap(instantOf(addDays(today, 1), 0, zone), `At most ${caps.per_day} messages a day for a lead.`));
  }
  if (caps.per_week && since(monday) >= caps.per_week) {
    holds.push(cap(instantOf(addDays(monday, 7), 0, zone), `At most ${caps.per_week} messages a week for a lead.`));
  }
  return holds;
}

function newHolds(limits: AgentLimits, usage: Usage, facts: Facts, now: number, isFirst: boolean): Hold[] {
  const max = limits.max_new_per_day;
  if (!isFirst || !max || usage.new_today < max) return [];
  const zone = facts.agentTimezone;
  return [cap(instantOf(addDays(dayOf(now, zone), 1), 0, zone), `At most ${max} new leads a day.`)];
}

/** What keeps a sender with these limits from sending one more message now. */
export function senderHolds(caps: OwnLimits | null | undefined, usage: SenderUsage | null | undefined): Hold[] {
  if (!caps || !usage) return [];
  const holds: Hold[] = [];
  if (caps.per_second && usage.second_ends_at && (usage.second ?? 0) >= caps.per_second) {
    holds.push(throttle(usage.second_ends_at, `The sender sends at most ${caps.per_second} messages a second.`));
  }
  if (usage.first_contacts_full_until) {
    const words = `The number may write first to ${caps.first_contacts_per_day} leads in 24 hours, its messaging limit.`;
    holds.push(throttle(usage.first_contacts_full_until, words));
  }
  if (caps.per_minute && usage.minute >= caps.per_minute) {
    holds.push(throttle(usage.minute_ends_at, `The sender sends at most ${caps.per_minute} messages a minute.`));
  }
  const daily = dailyLimit(caps, usage.day_number);
  if (daily !== undefined && usage.day >= daily) {
    holds.push(throttle(usage.day_ends_at, `The sender sends at most ${daily} messages today.`));
  }
  return holds;
}

/** What a sender may send on the n-th day of its use: the ramp's latest entry up to that day, never above `per_day`. */
function dailyLimit(caps: SenderLimits, dayNumber: number): number | undefined {
  const reached = (caps.ramp ?? []).filter((entry) => entry.day <= dayNumber).sort((a, b) => b.day - a.day)[0];
  const limits = [caps.per_day, reached?.max].filter((limit) => limit !== undefined);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

const cap = (until: number, detail: string): Hold => ({ reason: 'frequency_cap', until: iso(until), detail });
const throttle = (until: string, detail: string): Hold => ({ reason: 'sender_throttle', until, detail });

/** Of several holds the one that lasts longest; one without an end lasts longest of all. */
export function longest(holds: readonly Hold[]): Hold | undefined {
  return holds.reduce<Hold | undefined>((worst, hold) => {
    if (!worst || worst.until === null) return worst ?? hold;
    return hold.until === null || Date.parse(hold.until) > Date.parse(worst.until) ? hold : worst;
  }, undefined);
}
