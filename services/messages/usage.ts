import { countOpenCalls } from '../../db/channels/calls.js';
import { findQueuePosition, type QueueKey } from '../../db/channels/line-places.js';
import { countUp, lockCounters, readCounters, reserveTurn } from '../../db/channels/sender-usage.js';
import { lockVoiceAgent } from '../../db/channels/voice-agents.js';
import { contactsFullUntil, noteFirstContact } from '../../db/channels/whatsapp-windows.js';
import type { Db } from '../../db/connection.js';
import type { LeadSnapshot } from '../../db/leads/snapshots.js';
import { listSentTimes } from '../../db/messages/sent-times.js';
import type { LinePlaceRow, MessageRow } from '../../db/tables.js';
import type { Facts, LineKind } from '../../domain/facts.js';
import { limitHolds, NO_USAGE, type OwnLimits, type Usage } from '../../domain/messages/limits.js';
import { isWindowOpen } from '../../domain/messages/whatsapp-window.js';
import { addDays, DAY_MS, dayOf, daysBetween, instantOf, MINUTE_MS } from '../../domain/time/zoned.js';
import type { AgentDefinition, AgentLimits } from '../../schemas/agents/agents.js';
import type { Window } from '../../schemas/cadence/cadence.js';
import { type Sender, senderLimits } from '../channels/senders.js';

/** The periods that messages are counted in. */
interface Buckets {
  second: Date;
  minute: Date;
  day: Date;
  nextDay: Date;
}

/** No calendar week is longer, whatever clocks or zones change in it. */
const LONGEST_WEEK_MS = 8 * DAY_MS;

/** Returns the beginnings of the periods that contain a time, with days in a time zone. */
export function buckets(now: Date, zone: string): Buckets {
  const day = dayOf(now.getTime(), zone);
  return {
    second: new Date(Math.floor(now.getTime() / 1000) * 1000),
    minute: new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS),
    day: new Date(instantOf(day, 0, zone)),
    nextDay: new Date(instantOf(addDays(day, 1), 0, zone)),
  };
}

/** The queue entry to add if there is no capacity. The rest of its data is in the request. */
export interface Waiter extends QueueKey {
  kind: LinePlaceRow['kind'];
  accountId: string;
  /** The limits of the agent that hold it. */
  limits: AgentLimits;
  /** True if it would be the agent's first message to the lead. */
  isFirst: boolean;
  /** True if something held it when it was looked at last, so that it may have a place. */
  wasHeld: boolean;
  /** The window that it leaves in, with the zones this goes by. */
  window: Window | null;
  zones: Pick<Facts, 'timezone' | 'agentTimezone'>;
}

export interface UsageRequest {
  now: Date;
  leadId: string;
  agentId: string;
  account: Pick<LeadSnapshot['account'], 'timezone' | 'limits'>;
  definition: Pick<AgentDefinition, 'limits' | 'timezone'>;
  sender: Sender | undefined;
  /** Until when WhatsApp accepts free text from the sender. Messages until then don't start a conversation. */
  windowExpiresAt?: string | null;
  /** The message that is about to leave, where it was tried before: what it used up itself doesn't stand in its way. */
  again?: TriedBefore | undefined;
  /** The entry to queue. Without it, the request takes capacity if there is some, and is retried later otherwise. */
  waiter?: Waiter;
}

/** A message that was tried before. */
export interface TriedBefore {
  id: string;
  /**
   * When it was tried last, if it was not taken then: it has its place in that minute and that day still. Null where
   * it was taken and refused later: it needs another.
   */
  countedAt: Date | null;
}

/** Returns what counts of an earlier try of a message with the same sender; undefined for the first. */
export function triedBefore(
  message: Pick<MessageRow, 'id' | 'claim_no' | 'claimed_at' | 'sender_id' | 'provider_message_id'> | undefined,
  sender: Sender | undefined,
): TriedBefore | undefined {
  if (!message || message.claim_no === 0) return undefined;
  const kept = message.provider_message_id === null && message.sender_id === (sender?.row.id ?? null);
  return { id: message.id, countedAt: kept ? message.claimed_at : null };
}

const wasCounted = ({ again }: UsageRequest, from: Date): boolean =>
  Boolean(again?.countedAt && again.countedAt >= from);

const hasLeadCap = ({ account, definition }: Pick<UsageRequest, 'account' | 'definition'>): boolean =>
  Boolean(definition.limits.per_lead || account.limits?.per_lead);

/** Returns whether anything counts that others use up too. */
const isShared = ({ definition, sender }: UsageRequest): boolean =>
  Boolean(definition.limits.per_sender || definition.limits.max_new_per_day) ||
  (sender !== undefined && senderLimits(sender) !== null);

/** Returns whether anything counts at all; most agents have no limits and then cost no statements. */
const isLimited = (request: UsageRequest): boolean => hasLeadCap(request) || isShared(request);

/** The mode of reading counters: with their rows locked until the transaction ends, or without locks. */
interface Reading {
  locked: boolean;
  placeBehind?: typeof reserveTurn;
  standing: Standing;
}

/** The position of a message in each queue that it would wait in. */
interface Standing {
  ahead: ReadonlyMap<string, number>;
  waits: boolean;
}

const NOWHERE: Standing = { ahead: new Map(), waits: false };

/**
 * Reads what counts against the caps of a send. Counters that are full are only read; where there seems to be room they are
 * locked until the transaction ends: of two sends that compete for the last place only one sees it free.
 */
export async function readUsage(tx: Db, request: UsageRequest): Promise<Usage> {
  if (!isLimited(request)) {
    const waits = request.waiter?.wasHeld ? (await queuePositionOf(tx, request)).waits : false;
    return waits ? { ...NO_USAGE, waits } : NO_USAGE;
  }
  if (!isShared(request)) return lockUsage(tx, request);
  const standing = await queuePositionOf(tx, request);
  const looked = await usageOf(tx, request, { locked: false, placeBehind: reserveTurn, standing });
  return isFull(request, looked) ? looked : lockUsage(tx, request, standing);
}

/** Reads what is counted, whatever limits it, with the counters locked or as they stand. */
export const countedUsage = (db: Db, request: UsageRequest, locked: boolean): Promise<Usage> =>
  usageOf(db, request, { locked, standing: NOWHERE });

/** Reads the same as `readUsage`, the counters locked whether or not there is room. */
const lockUsage = (tx: Db, request: UsageRequest, standing = NOWHERE): Promise<Usage> =>
  usageOf(tx, request, { locked: true, placeBehind: reserveTurn, standing });

/** Reads what counts against the caps of a send, for looking only: nothing is written, locked or promised. */
export async function estimateUsage(db: Db, request: UsageRequest): Promise<Usage> {
  if (!isLimited(request)) return NO_USAGE;
  const standing = await queuePositionOf(db, request);
  return usageOf(db, request, { locked: false, standing });
}

/** Names the line in which those wait that a sender, or an agent's new leads a day, hold. */
export const lineOf = (line: LineKind, { agentId, sender }: Pick<UsageRequest, 'agentId' | 'sender'>): string =>
  `${line === 'sender' ? (sender?.row.id ?? '') : agentId}/${line}`;

/** Returns the position of a message in a queue, from 1, or the position that it would have. */
export const placeIn = async (db: Db, request: UsageRequest, line: LineKind): Promise<number> =>
  1 + ((await queuePositionOf(db, request)).ahead.get(lineOf(line, request)) ?? 0);

async function queuePositionOf(db: Db, request: UsageRequest): Promise<Standing> {
  const { waiter, sender, definition, now } = request;
  if (!waiter) return NOWHERE;
  const lines = [
    ...(sender ? [lineOf('sender', request)] : []),
    ...(definition.limits.max_new_per_day ? [lineOf('new_leads', request)] : []),
  ];
  return findQueuePosition(db, now, lines, waiter);
}

/** Returns whether what was read leaves no room, as far as others share it. */
function isFull({ definition, now, waiter }: UsageRequest, { sender, ...usage }: Usage): boolean {
  const shared = { ...NO_USAGE, sender: sender ?? null, new_today: usage.new_today, ...ahead(usage.new_ahead) };
  const zones = { timezone: definition.timezone, agentTimezone: definition.timezone };
  const options = { now: now.getTime(), isFirst: waiter?.isFirst ?? false };
  const { per_lead: _own, ...limits } = waiter?.limits ?? definition.limits;
  return limitHolds(limits, shared, zones, options).length > 0;
}

const ahead = (new_ahead: number | undefined) => (new_ahead === undefined ? {} : { new_ahead });

async function usageOf(tx: Db, request: UsageRequest, { locked, placeBehind, standing }: Reading): Promise<Usage> {
  const { now, definition, account, waiter } = request;
  const sender = request.sender?.row;
  const own = buckets(now, account.timezone);
  const agents = buckets(now, definition.timezone);
  const limits = request.sender ? senderLimits(request.sender) : null;
  const contacts = firstContactLimit(request, limits);
  const counts = await (locked ? lockCounters : readCounters)(tx, [
    ...(sender && limits?.per_second ? [{ id: sender.id, bucket: 'second', at: own.second }] : []),
    ...(contacts ? [{ id: contacts.numberId, bucket: CONTACTS_LOCK, at: new Date(0) }] : []),
    ...(sender
      ? [
          { id: sender.id, bucket: 'minute', at: own.minute },
          { id: sender.id, bucket: 'day', at: own.day },
        ]
      : []),
    { id: request.agentId, bucket: 'new_leads', at: agents.day },
    ...(hasLeadCap(request) ? [{ id: request.leadId, bucket: LEAD_LOCK, at: new Date(0) }] : []),
  ]);
  // Read behind the lock: of two agents that write to one lead at once, the second sees what the first has claimed.
  const sent = hasLeadCap(request) ? await sentTo(tx, request) : [];
  const count = (id: string, bucket: string, from: Date) =>
    Math.max(0, (counts.get(`${id}/${bucket}`) ?? 0) - (wasCounted(request, from) ? 1 : 0));
  const second = sender ? count(sender.id, 'second', own.second) : 0;
  const full = sender && limits?.per_second && second >= limits.per_second;
  const behind = full && placeBehind ? await placeBehind(tx, sender.id, own.second) : 1;
  const contactsUntil = contacts && (await contactsFullUntil(tx, now, contacts));
  const calls = await callsOf(tx, request, locked);
  return {
    lead_sent_at: sent,
    account: account.limits,
    new_today: count(request.agentId, 'new_leads', agents.day),
    new_day_ends_at: agents.nextDay.toISOString(),
    ...(waiter ? ahead(standing.ahead.get(lineOf('new_leads', request)) ?? 0) : {}),
    waits: standing.waits,
    sender: sender && {
      ...(waiter ? { ahead: standing.ahead.get(lineOf('sender', request)) ?? 0 } : {}),
      ...(calls && { calls: calls.open, call_ends_at: new Date(now.getTime() + CALL_RECHECK_MS).toISOString() }),
      second,
      second_ends_at: new Date(
        own.second.getTime() + 1000 * (1 + Math.floor((behind - 1) / (limits?.per_second ?? 1))),
      ).toISOString(),
      first_contacts_full_until: contactsUntil ? later(contactsUntil) : null,
      minute: count(sender.id, 'minute', own.minute),
      minute_ends_at: new Date(own.minute.getTime() + MINUTE_MS).toISOString(),
      day: count(sender.id, 'day', own.day),
      day_ends_at: own.nextDay.toISOString(),
      day_number: dayNumber(sender, now, account.timezone),
      timezone: account.timezone,
      limits: calls ? { ...limits, concurrent: calls.most } : limits,
    },
  };
}

/** Returns the day of a sender's warm-up, from 1. */
export const dayNumber = ({ created_at }: Sender['row'], now: Date, zone: string): number =>
  1 + daysBetween(dayOf(created_at.getTime(), zone), dayOf(now.getTime(), zone));

/** About when one of several calls ends. */
const CALL_RECHECK_MS = 30_000;

/** Returns the number of a voice agent's calls except this one, and its limit, with or without a lock on its row. */
async function callsOf(tx: Db, { now, sender, again }: UsageRequest, locked: boolean) {
  if (sender?.channel !== 'call') return undefined;
  const { account_id, id, max_concurrent } = sender.row;
  const row = locked ? await lockVoiceAgent(tx, account_id, id) : undefined;
  const open = await countOpenCalls(tx, now, { account_id, sender_id: id }, again?.id ?? '');
  return { open, most: row?.max_concurrent ?? max_concurrent };
}

/** The row that first contacts of one number take turns on. Nothing is counted in it. */
const CONTACTS_LOCK = 'contacts';

/** Returns the limit on new conversations, if the send would start one and the number has such a limit. */
function firstContactLimit({ now, leadId, sender, windowExpiresAt }: UsageRequest, limits: OwnLimits | null) {
  if (sender?.channel !== 'whatsapp' || !limits?.first_contacts_per_day) return undefined;
  if (isWindowOpen(windowExpiresAt ?? null, now.getTime())) return undefined;
  return { leadId, numberId: sender.row.id, limit: limits.first_contacts_per_day };
}

const ROUNDED_MS = 5 * MINUTE_MS;

/** Places come free one by one; who waits for them looks again every five minutes, not for each. */
const later = (at: Date): string => new Date(Math.ceil(at.getTime() / ROUNDED_MS) * ROUNDED_MS).toISOString();

/** The row that sends to one lead take turns on. Nothing is counted in it. */
const LEAD_LOCK = 'lead';

/** Returns the time that the caps of a lead look back: a week, or the longest gap between two messages. */
function lookBackMs({ account, definition }: UsageRequest): number {
  const gaps = [account.limits, definition.limits].map((limits) => limits?.per_lead?.min_gap_minutes ?? 0);
  return Math.max(LONGEST_WEEK_MS, ...gaps.map((minutes) => minutes * MINUTE_MS));
}

/** Returns when messages left for the lead, or were handed to a provider that has not answered yet. */
async function sentTo(tx: Db, request: UsageRequest): Promise<string[]> {
  const { now, leadId, again } = request;
  const since = new Date(now.getTime() - lookBackMs(request));
  const times = await listSentTimes(tx, leadId, since, again?.id);
  // A claim that was made while this send waited may have a later timestamp than its own.
  return times.map((at) => new Date(Math.min(at.getTime(), now.getTime())).toISOString());
}

/** Counts a send that was claimed in this transaction, wherever it has no place yet from an earlier try. */
export async function countUsage(tx: Db, request: UsageRequest, isFirst: boolean): Promise<void> {
  if (!isLimited(request)) return;
  const { agentId, leadId, now } = request;
  const sender = request.sender?.row;
  const limits = request.sender ? senderLimits(request.sender) : null;
  if (sender && firstContactLimit(request, limits)) {
    await noteFirstContact(tx, now, { lead_id: leadId, number_id: sender.id, account_id: sender.account_id });
  }
  const own = buckets(now, request.account.timezone);
  const { day } = buckets(now, request.definition.timezone);
  const counters = [
    ...(sender && limits?.per_second ? [{ id: sender.id, bucket: 'second', at: own.second }] : []),
    ...(sender ? [{ id: sender.id, bucket: 'minute', at: own.minute }] : []),
    ...(sender ? [{ id: sender.id, bucket: 'day', at: own.day }] : []),
    ...(isFirst ? [{ id: agentId, bucket: 'new_leads', at: day }] : []),
  ].filter(({ at }) => !wasCounted(request, at));
  if (counters.length === 0) return;
  await countUp(tx, counters);
}
