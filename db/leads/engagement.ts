import type { Db } from '../connection.js';
import type { LeadEngagementRow } from './tables.js';

type EngagementCount = Extract<keyof LeadEngagementRow, `${string}_count`> | 'calls_answered';

export interface EngagementChange {
  /** Counters that go up. */
  counts: readonly EngagementCount[];
  /** The increment, one by default. */
  by?: number;
  lastInboundAt?: Date;
  lastOutboundAt?: Date;
  lastChannel?: string;
  whatsappWindowExpiresAt?: Date;
}

/** Counts something in a lead's engagement, in one statement; times only move forward. */
export async function bumpEngagement(
  tx: Db,
  lead: { id: string; accountId: string },
  { counts, by = 1, lastInboundAt, lastOutboundAt, lastChannel, whatsappWindowExpiresAt }: EngagementChange,
): Promise<void> {
  const times = Object.entries({
    last_inbound_at: lastInboundAt,
    last_outbound_at: lastOutboundAt,
    whatsapp_window_expires_at: whatsappWindowExpiresAt,
  }).filter((entry): entry is [string, Date] => entry[1] !== undefined);
  const columns = [...counts, ...times.map(([column]) => column), ...(lastChannel ? ['last_channel'] : [])];
  const values = [...counts.map(() => by), ...times.map(([, at]) => at), ...(lastChannel ? [lastChannel] : [])];
  const updates = [
    ...counts.map((column) => `${column} = ${column} + VALUES(${column})`),
    ...times.map(([column]) => `${column} = GREATEST(COALESCE(${column}, ?), ?)`),
    ...(lastChannel ? ['last_channel = ?'] : []),
  ];
  if (columns.length === 0) return;
  await tx.raw(
    `INSERT INTO lead_engagement (lead_id, account_id, ${columns.join(', ')})
     VALUES (?, ?, ${columns.map(() => '?').join(', ')})
     ON DUPLICATE KEY UPDATE ${updates.join(', ')}`,
    [lead.id, lead.accountId, ...values, ...times.flatMap(([, at]) => [at, at]), ...(lastChannel ? [lastChannel] : [])],
  );
}
