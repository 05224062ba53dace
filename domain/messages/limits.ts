import type { AccountLimits, AgentLimits, LeadLimits, SenderLimits } from '../../schemas/agents/agents.js';
import type { Channel } from '../../schemas/cadence/cadence.js';
import type { Facts, Hold, LineKind } from '../facts.js';
import { addDays, dayOf, daysBetween, instantOf, iso, MINUTE_MS, weekdayOf } from '../time/zoned.js';
import { isWindowOpen } from './whatsapp-window.js';

/** The limits that a sender brings along: those of an agent, and what its provider takes. */
export type OwnLimits = SenderLimits & {
  per_second?: number;
  /** Calls that it makes at once. */
  concurrent?: number;
  /** Leads that it may write to first in 24 hours. */
  first_contacts_per_day?: number;
};

/** The time since usage was read, and the messages that were sent in its minute and day. */
interface Later {
  minutes: number;
  days: number;
  /** The number of times that all of a voice agent's calls have ended. */
  calls: number;
  sentInMinute: number;
  sentInDay: number;
}

/** The usage of a sender in the current second, minute and day. */
interface SenderUsage {
  /** The number of waiting messages before this one; undefined if it isn't in a queue. */
  ahead?: number;
  /** Calls that are under way, and about when the next of them ends. */
  calls?: number;
  call_ends_at?: string;
  /** Set where it is looked at later than it was read: minute, day and line are those of the reading. */
  later?: Later;
  second?: number;
  /** The time when there is room again, further on the more are waiting for it. */
  second_ends_at?: string;
  /** Until when it may write first to no further lead; null while it may. */
  first_contacts_full_until?: string | null;
  minute: number;
  minute_ends_at: string;
  day: number;
  day_ends_at: string;
  /** The day of the sender's warm-up, from 1. */
  day_number: number;
  /** The zone of its calendar days: the account's. */
  timezone: string;
  /** The sender's own limits, on top of the agent's. */
  limits?: OwnLimits | null;
}

/** The usage of caps, read together with the facts. */
export interface Usage {
  /** The time when automated messages left for the lead, all agents together, as far back as its caps look (ISO). */
  lead_sent_at: readonly string[];
  sender?: SenderUsage | null;
  /** Leads that got the agent's first message on the agent's calendar day. */
  new_today: number;
  /** The number of new leads before this one in the agent's queue, and how many days ago that was read. */
  new_ahead?: number;
  new_days?: number;
  /** The time when the agent's calendar day ends; that of the instant which is looked at, if not given. */
  new_day_ends_at?: string;
  /** True if the caller already has a position in a queue. */
  waits?: boolean;
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
 * Returns the usage that was read at `readAt` as of a later time if only `sent` is sent until then. Minutes and days
 * that have ended don't count.
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
    /** Until when WhatsApp accepts free text. Messages until then don't start a conversation. */
    windowExpiresAt: string | null;
  },
): Usage {
  const { sender } = usage;
  return {
    ...usage,
    lead_sent_at: [...usage.lead_sent_at, ...sent.map(({ at }) => at)],
    new_days: daysBetween(dayOf(readAt, agentTimezone), dayOf(now, agentTimezone)),
    new_day_ends_at: iso(daysOn(now, 1, agentTimezone)),
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
  const callEnds = Date.parse(sender.call_ends_at ?? '');
  const days = daysBetween(dayOf(readAt, timezone), today);
  return {
    ...sender,
    later: {
      calls: now >= callEnds ? 1 + Math.floor((now - callEnds) / CALL_MS) : 0,
      minutes: Math.round((minute - Math.floor(readAt / MINUTE_MS) * MINUTE_MS) / MINUTE_MS),
      days,
      sentInMinute: since(minute),
      sentInDay: since(instantOf(today, 0, timezone)),
    },
    second: (roomAt && now < Date.parse(roomAt) ? (sender.second ?? 0) : 0) + since(second),
    second_ends_at: iso(second + 1000),
    first_contacts_full_until: !windowOpen && fullUntil && now < Date.parse(fullUntil) ? fullUntil : null,
    minute_ends_at: iso(minute + MINUTE_MS),
    day_ends_at: iso(instantOf(addDays(today, 1), 0, timezone)),
    day_number: sender.day_number + days,
  };
}

/** Lists every cap that keeps one more message from leaving now, each with the instant at which it gives way. */
export function limitHolds(
  limits: AgentLimits,
  usage: Usage,
  zones: Pick<Facts, 'timezone' | 'agentTimezone'>,
  options: { now: number; isFirst: boolean },
): Hold[] {
  const { now, isFirst } = options;
  return [
    ...leadHolds(limits.per_lead, usage, zones.timezone, now),
    ...leadHolds(usage.account?.per_lead ?? undefined, usage, zones.timezone, now),
    ...newHolds(limits, usage, zones.agentTimezone, now, isFirst),
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
    if (free > now) holds.push(cap(free, `Messages to a lead must be at least ${caps.min_gap_minutes} minutes apart.`));
  }
  if (caps.per_day && since(today) >= caps.per_day) {
    holds.push(
      cap(instantOf(addDays(today, 1), 0, zone), `Messages to a lead are limited to ${caps.per_day} per day.`),
    );
  }
  if (caps.per_week && since(monday) >= caps.per_week) {
    holds.push(
      cap(instantOf(addDays(monday, 7), 0, zone), `Messages to a lead are limited to ${caps.per_week} per week.`),
    );
  }
  return holds;
}

/**
 * Returns how many buckets are full from the current one on, those before one in line counted: 0 where there is room.
 * Each bucket that is over since the reading has taken `limit` of them away.
 */
function bucketsFull(limit: number, read: { taken: number; ahead: number; past: number; since: number }): number {
  if (limit === 0) return 1;
  const left = Math.max(0, Math.min(read.taken, limit) + read.ahead - limit * read.past);
  return Math.floor((left + read.since) / limit);
}

const inLine = (hold: Hold, line: LineKind, ahead: number | undefined): Hold =>
  ahead === undefined ? hold : { ...hold, line, place: ahead + 1 };

/** Returns the beginning of the day that lies so many days behind another. */
const daysOn = (at: number, days: number, zone: string) => instantOf(addDays(dayOf(at, zone), days), 0, zone);

function newHolds(limits: AgentLimits, usage: Usage, zone: string, now: number, isFirst: boolean): Hold[] {
  const max = limits.max_new_per_day;
  if (!isFirst || !max) return [];
  const { new_today: taken, new_ahead: ahead, new_days: past } = usage;
  const days = bucketsFull(max, { taken, ahead: ahead ?? 0, past: past ?? 0, since: 0 });
  if (days === 0) return [];
  const ends = usage.new_day_ends_at === undefined ? daysOn(now, 1, zone) : Date.parse(usage.new_day_ends_at);
  const until = days > 1 ? daysOn(ends, days - 1, zone) : ends;
  return [inLine(cap(until, `New leads of the agent are limited to ${max} per day.`), 'new_leads', ahead)];
}

/** Returns the holds that prevent a sender with these limits from sending one more message now. */
function senderHolds(caps: OwnLimits | null | undefined, usage: SenderUsage | null | undefined): Hold[] {
  if (!caps || !usage) return [];
  const holds: Hold[] = [];
  if (caps.per_second && usage.second_ends_at && (usage.second ?? 0) >= caps.per_second) {
    holds.push(throttle(usage.second_ends_at, `Messages of the sender are limited to ${caps.per_second} per second.`));
  }
  if (usage.first_contacts_full_until) {
    const words = `The messaging limit of the number allows new conversations with ${caps.first_contacts_per_day} leads in 24 hours.`;
    holds.push(throttle(usage.first_contacts_full_until, words));
  }
  return [...holds, ...lineHolds(caps, usage)];
}

/** About how long a call takes. */
const CALL_MS = 2 * MINUTE_MS;

/** Returns what a sender's line waits for: room in its minute or its day, the end of a call. */
function lineHolds(caps: OwnLimits, usage: SenderUsage): Hold[] {
  const { ahead = 0, later, timezone } = usage;
  const holds: Hold[] = [];
  const hold = (until: number, words: string) => holds.push(inLine(throttle(iso(until), words), 'sender', usage.ahead));
  if (caps.per_minute) {
    const read = { taken: usage.minute, ahead, past: later?.minutes ?? 0, since: later?.sentInMinute ?? 0 };
    const full = bucketsFull(caps.per_minute, read);
    const until = Date.parse(usage.minute_ends_at) + (full - 1) * MINUTE_MS;
    if (full > 0) hold(until, `Messages of the sender are limited to ${caps.per_minute} per minute.`);
  }
  const daily = dailyLimit(caps, usage.day_number);
  if (daily !== undefined) {
    const full = bucketsFull(daily, dayRead(usage));
    const ends = Date.parse(usage.day_ends_at);
    const until = full > 1 ? daysOn(ends, full - 1, timezone) : ends;
    if (full > 0) hold(until, `Messages of the sender are limited to ${daily} today.`);
  }
  if (caps.concurrent && usage.call_ends_at) {
    const past = later?.calls ?? 0;
    const full = bucketsFull(caps.concurrent, { taken: usage.calls ?? 0, ahead, past, since: 0 });
    const until = Date.parse(usage.call_ends_at) + (past + full - 1) * CALL_MS;
    if (full > 0) hold(until, `Concurrent calls of the voice agent are limited to ${caps.concurrent}.`);
  }
  return holds;
}

/** Returns whether a sender's daily limits leave room for one more message on the current day. */
export const hasRoomToday = (limits: Pick<AgentLimits, 'per_sender'>, { sender }: Usage): boolean =>
  !sender ||
  [limits.per_sender, sender.limits].every((caps) => {
    const daily = caps ? dailyLimit(caps, sender.day_number) : undefined;
    return daily === undefined || bucketsFull(daily, dayRead(sender)) === 0;
  });

const dayRead = ({ day, ahead = 0, later }: SenderUsage) => ({
  taken: day,
  ahead,
  past: later?.days ?? 0,
  since: later?.sentInDay ?? 0,
});

/** Returns how many more may leave now by what a line waits for; Infinity where nothing is limited. */
export function roomInLine(line: LineKind, limits: AgentLimits, { sender, new_today }: Usage): number {
  const left = (limit: number | undefined, taken: number) =>
    limit === undefined ? Number.POSITIVE_INFINITY : limit - taken;
  if (line === 'new_leads') return left(limits.max_new_per_day, new_today);
  if (!sender) return Number.POSITIVE_INFINITY;
  const each = [limits.per_sender, sender.limits].flatMap((caps: OwnLimits | null | undefined) =>
    caps
      ? [
          left(caps.per_second, sender.second ?? 0),
          left(caps.per_minute, sender.minute),
          left(dailyLimit(caps, sender.day_number), sender.day),
          left(caps.concurrent, sender.calls ?? 0),
        ]
      : [],
  );
  return Math.min(...each, Number.POSITIVE_INFINITY);
}

/**
 * Returns a sender's limit on the n-th day of its use: the warm-up's latest entry up to that day, never above
 * `per_day`.
 */
export function dailyLimit(caps: SenderLimits, dayNumber: number): number | undefined {
  const reached = (caps.ramp ?? []).filter((entry) => entry.day <= dayNumber).sort((a, b) => b.day - a.day)[0];
  const limits = [caps.per_day, reached?.max].filter((limit) => limit !== undefined);
  return limits.length > 0 ? Math.min(...limits) : undefined;
}

const cap = (until: number, detail: string): Hold => ({ reason: 'frequency_cap', until: iso(until), detail });
const throttle = (until: string, detail: string): Hold => ({ reason: 'sender_throttle', until, detail });

/** Returns whether two holds are the same thing, whatever the time that each names. */
export const isSame = (one: Hold, other: Hold): boolean => one.reason === other.reason && one.detail === other.detail;

/** Picks of several holds the one that lasts longest; one without an end lasts longest of all. */
export function longest(holds: readonly Hold[]): Hold | undefined {
  return holds.reduce<Hold | undefined>((worst, hold) => {
    if (!worst || worst.until === null) return worst ?? hold;
    return hold.until === null || Date.parse(hold.until) > Date.parse(worst.until) ? hold : worst;
  }, undefined);
}
