import type { Db } from '../connection.js';

/** Lists when messages left for a lead since then, or were handed to a provider that has not answered yet. */
export async function listSentTimes(tx: Db, leadId: string, since: Date, butOf?: string): Promise<Date[]> {
  const rows: { at: Date }[] = await tx('messages')
    .where({ lead_id: leadId, direction: 'outbound' })
    .where((left) =>
      left
        .where('sent_at', '>=', since)
        .orWhere((claimed) =>
          claimed.whereNull('sent_at').whereIn('status', ['sending', 'unknown']).where('claimed_at', '>=', since),
        ),
    )
    .whereNot({ id: butOf ?? '' })
    .select({ at: tx.raw('COALESCE(sent_at, claimed_at)') });
  return rows.map(({ at }) => at);
}
