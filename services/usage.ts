import type { Db } from '../db/connection.js';
import type { LeadSnapshot } from '../db/facts.js';
import type { MessageRow } from '../db/tables.js';
import { contactsFullUntil, noteFirstContact } from '../db/whatsapp-windows.js';
import { isWindowOpen } from '../domain/cadence/content.js';
import { NO_USAGE, type OwnLimits, type Usage } from '../domain/cadence/limits.js';
import { addDays, dayOf, daysBetween, instantOf, MINUTE_MS } from '../domain/zoned.js';
import type { AgentDefinition } from '../schemas/agents.js';
import { type Sender, senderLimits } from './senders.js';

interface Buckets {
  second: Date;
  minute: Date;
  day: Date;
  nextDay: Date;
}

const WEEK_MS = 8 * 86_400_000;

function buckets(now: Date, zone: string): Buckets {
  const day = dayOf(now.getTime(), zone);
  return {
    second: new Date(Math.floor(now.getTime() / 1000) * 1000),
    minute: new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS),
    day: new Date(instantOf(day, 0, zone)),
    nextDay: new Date(instantOf(addDays(day, 1), 0, zone)),
  };
}

export interface UsageRequest {
  now: Date;
  leadId: string;
  agentId: string;
  account: Pick<LeadSnapshot['account'], 'timezone' | 'limits'>;
  definition: Pick<AgentDefinition, 'limits' | 'timezone'>;
  sender: Sender | undefined;
  /** Until when WhatsApp takes free text from the sender: until then nobody is written to first. */
  windowExpiresAt?: string | null;
  /** The message that is about to leave, where it was tried before: what it used up itself doesn't stand in its way. */
  again?: TriedBefore | undefined;
}

/** A message that was tried before. */
export interface TriedBefore {
  id: string;
  /**
   * When it was tried last, if it was not taken then: it has its place in that minute and that day still. Null where
   * it was taken and refused later: it needs another.
   */
  placedAt: Date | null;
}

/** What counts of an earlier try of a message with the same sender; undefined for the first. */
export function triedBefore(
  message: Pick<MessageRow, 'id' | 'claim_no' | 'claimed_at' | 'sender_id' | 'provider_message_id'> | undefined,
  sender: Sender | undefined,
): TriedBefore | undefined {
  if (!message || message.claim_no === 0) return undefined;
  const kept = message.provider_message_id === null && message.sender_id === (sender?.row.id ?? null);
  return { id: message.id, placedAt: kept ? message.claimed_at : null };
}

const hasPlace = ({ again }: UsageRequest, from: Date): boolean => Boolean(again?.placedAt && again.placedAt >= from);

const hasLeadCap = ({ account, definition }: Pick<UsageRequest, 'account' | 'definition'>): boolean =>
  Boolean(definition.limits.per_lead || account.limits?.per_lead);

/** Whether anything counts at all; most agents have no limits and then cost no statements. */
const isLimited = ({ account, definition, sender }: UsageRequest): boolean =>
  hasLeadCap({ account, definition }) ||
  Boolean(definition.limits.per_sender || definition.limits.max_new_per_day) ||
  (sender !== undefined && senderLimits(sender) !== null);

/**
 * What counts against the caps of a send, the counters locked until the transaction ends: of two sends that compete
 * for the last place only one sees it free.
 */
export const readUsage = (tx: Db, request: UsageRequest): Promise<Usage> =>
  usageOf(tx, request, lockCounters, turnAway);

/** The same for looking only: nothing is written, locked or promised. */
export const peekUsage = (db: Db, request: UsageRequest): Promise<Usage> =>
  usageOf(db, request, readCounters, async () => 1);

async function usageOf(
  tx: Db,
  request: UsageRequest,
  countersOf: typeof readCounters,
  placeBehind: typeof turnAway,
): Promise<Usage> {
  if (!isLimited(request)) return NO_USAGE;
  const { now, definition, account } = request;
  const sender = request.sender?.row;
  const own = buckets(now, account.timezone);
  const agents = buckets(now, definition.timezone);
  const limits = request.sender ? senderLimits(request.sender) : null;
  const contacts = firstContactLimit(request, limits);
  const counts = await countersOf(tx, [
    ...(sender && limits?.per_second ? [{ id: sender.id, bucket: 'second', at: own.second }] : []),
    ...(contacts ? [{ id: contacts.numberId, bucket: CONTACTS_TURN, at: new Date(0) }] : []),
    ...(sender
      ? [
          { id: sender.id, bucket: 'minute', at: own.minute },
          { id: sender.id, bucket: 'day', at: own.day },
        ]
      : []),
    { id: request.agentId, bucket: 'new_leads', at: agents.day },
    ...(hasLeadCap(request) ? [{ id: request.leadId, bucket: LEAD_TURN, at: new Date(0) }] : []),
  ]);
  // Read behind the lock: of two agents that write to one lead at once, the second sees what the first has claimed.
  const sent = hasLeadCap(request) ? await sentTo(tx, request) : [];
  const count = (id: string, bucket: string, from: Date) =>
    Math.max(0, (counts.get(`${id}/${bucket}`) ?? 0) - (hasPlace(request, from) ? 1 : 0));
  const second = sender ? count(sender.id, 'second', own.second) : 0;
  const full = sender && limits?.per_second && second >= limits.per_second;
  const behind = full ? await placeBehind(tx, sender.id, own.second) : 1;
  const contactsUntil = contacts && (await contactsFullUntil(tx, now, contacts));
  return {
    lead_sent_at: sent,
    account: account.limits,
    new_today: count(request.agentId, 'new_leads', agents.day),
    sender: sender && {
      second,
      second_ends_at: new Date(
        own.second.getTime() + 1000 * (1 + Math.floor((behind - 1) / (limits?.per_second ?? 1))),
      ).toISOString(),
      first_contacts_full_until: contactsUntil ? later(contactsUntil) : null,
      minute: count(sender.id, 'minute', own.minute),
      minute_ends_at: new Date(own.minute.getTime() + MINUTE_MS).toISOString(),
      day: count(sender.id, 'day', own.day),
      day_ends_at: own.nextDay.toISOString(),
      day_number:
        1 + daysBetween(dayOf(sender.created_at.getTime(), account.timezone), dayOf(now.getTime(), account.timezone)),
      timezone: account.timezone,
      limits,
    },
  };
}

/** The row that first contacts of one number take turns on. Nothing is counted in it. */
const CONTACTS_TURN = 'contacts';

/** What is asked for where the send would be a number's first word to the lead and such are limited. */
function firstContactLimit({ now, leadId, sender, windowExpiresAt }: UsageRequest, limits: OwnLimits | null) {
  if (sender?.channel !== 'whatsapp' || !limits?.first_contacts_per_day) return undefined;
  if (isWindowOpen(windowExpiresAt ?? null, now.getTime())) return undefined;
  return { leadId, numberId: sender.row.id, limit: limits.first_contacts_per_day };
}

const ROUNDED_MS = 5 * MINUTE_MS;

/** Places come free one by one; who waits for them looks again every five minutes, not for each. */
const later = (at: Date): string => new Date(Math.ceil(at.getTime() / ROUNDED_MS) * ROUNDED_MS).toISOString();

/**
 * Which place in the line behind a full second somebody has who is turned away. Without a line all would come back in
 * the same next second.
 */
async function turnAway(tx: Db, senderId: string, second: Date): Promise<number> {
  const row = { sender_id: senderId, bucket: 'turned_away', starts_at: second };
  await tx.raw(
    'INSERT INTO sender_usage (sender_id, bucket, starts_at, n) VALUES (?, ?, ?, 1) ON DUPLICATE KEY UPDATE n = n + 1',
    Object.values(row),
  );
  const { n }: { n: number } = await tx('sender_usage').where(row).first('n');
  return n;
}

/** The row that sends to one lead take turns on. Nothing is counted in it. */
const LEAD_TURN = 'lead';

/** When messages left for the lead, or were handed to a provider that has not answered yet. */
async function sentTo(tx: Db, { now, leadId, again }: UsageRequest): Promise<string[]> {
  const since = new Date(now.getTime() - WEEK_MS);
  const rows: { at: Date }[] = await tx('messages')
    .where({ lead_id: leadId, direction: 'outbound' })
    .where((left) =>
      left
        .where('sent_at', '>=', since)
        .orWhere((claimed) =>
          claimed.whereNull('sent_at').whereIn('status', ['sending', 'unknown']).where('claimed_at', '>=', since),
        ),
    )
    .whereNot({ id: again?.id ?? '' })
    .select({ at: tx.raw('COALESCE(sent_at, claimed_at)') });
  // Whoever claimed while this send waited for its turn may have a later instant than its own.
  return rows.map(({ at }) => new Date(Math.min(at.getTime(), now.getTime())).toISOString());
}

interface Counter {
  id: string;
  bucket: string;
  at: Date;
}

async function lockCounters(tx: Db, counters: Counter[]): Promise<Map<string, number>> {
  const ordered = [...counters].sort((a, b) => (a.id + a.bucket < b.id + b.bucket ? -1 : 1));
  await tx.raw(
    `INSERT INTO sender_usage (sender_id, bucket, starts_at, n) VALUES ${ordered.map(() => '(?, ?, ?, 0)').join(', ')}
     ON DUPLICATE KEY UPDATE n = n`,
    ordered.flatMap(({ id, bucket, at }) => [id, bucket, at]),
  );
  return readCounters(tx, ordered);
}

async function readCounters(tx: Db, ordered: Counter[]): Promise<Map<string, number>> {
  const rows: { sender_id: string; bucket: string; n: number }[] = await tx('sender_usage').where((either) => {
    for (const { id, bucket, at } of ordered) either.orWhere({ sender_id: id, bucket, starts_at: at });
  });
  return new Map(rows.map((row) => [`${row.sender_id}/${row.bucket}`, row.n]));
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
    ...(sender && limits?.per_second ? [{ sender_id: sender.id, bucket: 'second', starts_at: own.second }] : []),
    ...(sender ? [{ sender_id: sender.id, bucket: 'minute', starts_at: own.minute }] : []),
    ...(sender ? [{ sender_id: sender.id, bucket: 'day', starts_at: own.day }] : []),
    ...(isFirst ? [{ sender_id: agentId, bucket: 'new_leads', starts_at: day }] : []),
  ].filter(({ starts_at }) => !hasPlace(request, starts_at));
  if (counters.length === 0) return;
  await tx('sender_usage')
    .where((either) => {
      for (const counter of counters) either.orWhere(counter);
    })
    .update({ n: tx.raw('n + 1') });
}

const KEPT_MS = 3_600_000;
const SWEPT = 10_000;

/** Forgets what was counted for seconds that are long over. */
export const forgetSeconds = (db: Db, now: Date): Promise<number> =>
  db('sender_usage')
    .whereIn('bucket', ['second', 'turned_away'])
    .where('starts_at', '<', new Date(now.getTime() - KEPT_MS))
    .limit(SWEPT)
    .delete();
