import type { AccountLimits, AgentLimits, LeadLimits, SenderLimits } from '../../schemas/agents.js';
import type { Facts, Hold } from '../facts.js';
import { addDays, dayOf, instantOf, iso, MINUTE_MS, weekdayOf } from '../zoned.js';

/** What a sender has sent in the minute and the day that run. */
interface SenderUsage {
  minute: number;
  minute_ends_at: string;
  day: number;
  day_ends_at: string;
  /** Which day of its use this is, from 1, for the ramp. */
  day_number: number;
  /** The sender's own limits, on top of the agent's. */
  limits?: SenderLimits | null;
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
export function senderHolds(caps: SenderLimits | null | undefined, usage: SenderUsage | null | undefined): Hold[] {
  if (!caps || !usage) return [];
  const holds: Hold[] = [];
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
