import type { Db } from '../db/connection.js';
import { NO_USAGE, type Usage } from '../domain/cadence/limits.js';
import { addDays, dayOf, daysBetween, instantOf, MINUTE_MS } from '../domain/zoned.js';
import type { AgentDefinition } from '../schemas/agents.js';
import { type Sender, senderLimits } from './senders.js';

interface Buckets {
  minute: Date;
  day: Date;
  nextDay: Date;
}

const WEEK_MS = 8 * 86_400_000;

function buckets(now: Date, zone: string): Buckets {
  const day = dayOf(now.getTime(), zone);
  return {
    minute: new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS),
    day: new Date(instantOf(day, 0, zone)),
    nextDay: new Date(instantOf(addDays(day, 1), 0, zone)),
  };
}

export interface UsageRequest {
  now: Date;
  leadId: string;
  agentId: string;
  accountTimezone: string;
  definition: Pick<AgentDefinition, 'limits' | 'timezone'>;
  sender: Sender | undefined;
}

/** Whether anything counts at all; most agents have no limits and then cost no statements. */
export const isLimited = ({ definition, sender }: Pick<UsageRequest, 'definition' | 'sender'>): boolean =>
  Boolean(definition.limits.per_lead || definition.limits.per_sender || definition.limits.max_new_per_day) ||
  (sender !== undefined && senderLimits(sender) !== null);

/**
 * What counts against the caps of a send, the counters locked until the transaction ends: of two sends that compete
 * for the last place only one sees it free.
 */
export const readUsage = (tx: Db, request: UsageRequest): Promise<Usage> => usageOf(tx, request, lockCounters);

/** The same for looking only: nothing is written, locked or promised. */
export const peekUsage = (db: Db, request: UsageRequest): Promise<Usage> => usageOf(db, request, readCounters);

async function usageOf(tx: Db, request: UsageRequest, countersOf: typeof readCounters): Promise<Usage> {
  if (!isLimited(request)) return NO_USAGE;
  const { now, definition, accountTimezone } = request;
  const sender = request.sender?.row;
  const sent: { sent_at: Date }[] = definition.limits.per_lead
    ? await tx('messages')
        .where({ lead_id: request.leadId, direction: 'outbound' })
        .where('sent_at', '>=', new Date(now.getTime() - WEEK_MS))
        .select('sent_at')
    : [];
  const own = buckets(now, accountTimezone);
  const agents = buckets(now, definition.timezone);
  const counts = await countersOf(tx, [
    ...(sender
      ? [
          { id: sender.id, bucket: 'minute', at: own.minute },
          { id: sender.id, bucket: 'day', at: own.day },
        ]
      : []),
    { id: request.agentId, bucket: 'new_leads', at: agents.day },
  ]);
  const count = (id: string, bucket: string) => counts.get(`${id}/${bucket}`) ?? 0;
  return {
    lead_sent_at: sent.map((row) => row.sent_at.toISOString()),
    new_today: count(request.agentId, 'new_leads'),
    sender: sender && {
      minute: count(sender.id, 'minute'),
      minute_ends_at: new Date(own.minute.getTime() + MINUTE_MS).toISOString(),
      day: count(sender.id, 'day'),
      day_ends_at: own.nextDay.toISOString(),
      day_number:
        1 + daysBetween(dayOf(sender.created_at.getTime(), accountTimezone), dayOf(now.getTime(), accountTimezone)),
      limits: request.sender ? senderLimits(request.sender) : null,
    },
  };
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

/** Counts a send that was claimed in this transaction. */
export async function countUsage(tx: Db, request: UsageRequest, isFirst: boolean): Promise<void> {
  if (!isLimited(request)) return;
  const { agentId, now } = request;
  const sender = request.sender?.row;
  const own = buckets(now, request.accountTimezone);
  await tx('sender_usage')
    .where((either) => {
      if (sender) {
        either.orWhere({ sender_id: sender.id, bucket: 'minute', starts_at: own.minute });
        either.orWhere({ sender_id: sender.id, bucket: 'day', starts_at: own.day });
      }
      if (isFirst) {
        const { day } = buckets(now, request.definition.timezone);
        either.orWhere({ sender_id: agentId, bucket: 'new_leads', starts_at: day });
      }
      if (!sender && !isFirst) either.whereRaw('FALSE');
    })
    .update({ n: tx.raw('n + 1') });
}
