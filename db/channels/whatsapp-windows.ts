import type { Db } from '../connection.js';
import type { WhatsAppWindowRow } from './tables.js';

const DAY_MS = 86_400_000;

/**
 * Notes until when WhatsApp takes free text for a lead from the number that the lead has written to; it only moves
 * forward.
 */
export async function openWhatsAppWindow(
  tx: Db,
  row: Omit<WhatsAppWindowRow, 'contacted_at'> & { expires_at: Date },
): Promise<void> {
  await tx.raw(
    `INSERT INTO whatsapp_windows (lead_id, number_id, account_id, expires_at) VALUES (?, ?, ?, ?)
     ON DUPLICATE KEY UPDATE expires_at = GREATEST(COALESCE(expires_at, ?), ?)`,
    [row.lead_id, row.number_id, row.account_id, ...[1, 2, 3].map(() => row.expires_at)],
  );
}

/**
 * Notes that WhatsApp took no free text for a lead from a number when a message was claimed at `claimedAt`, whatever was
 * thought before. A window that the lead has opened since stays open.
 */
export async function closeWhatsAppWindow(
  tx: Db,
  now: Date,
  { leadId, numberId, claimedAt }: { leadId: string; numberId: string | null; claimedAt: Date | null },
): Promise<void> {
  const openedBefore = new Date((claimedAt ?? now).getTime() + DAY_MS);
  await tx('whatsapp_windows')
    .where({ lead_id: leadId, number_id: numberId ?? '' })
    .where('expires_at', '>', now)
    .where('expires_at', '<=', openedBefore)
    .update({ expires_at: now });
  // The lead tells of the latest one.
  await tx('lead_engagement')
    .where({ lead_id: leadId })
    .where('whatsapp_window_expires_at', '>', now)
    .where('whatsapp_window_expires_at', '<=', openedBefore)
    .update({
      whatsapp_window_expires_at: tx.raw(
        'GREATEST(?, COALESCE((SELECT MAX(w.expires_at) FROM whatsapp_windows w WHERE w.lead_id = ?), ?))',
        [now, leadId, now],
      ),
    });
}

/**
 * Says until when a number may write first to no further lead, where it has done so to `limit` leads within 24 hours;
 * null while it may. A lead that is among them already may be written to again.
 */
export async function contactsFullUntil(
  db: Db,
  now: Date,
  { leadId, numberId, limit }: { leadId: string; numberId: string; limit: number },
): Promise<Date | null> {
  const recent = () =>
    db('whatsapp_windows')
      .where({ number_id: numberId })
      .where('contacted_at', '>', new Date(now.getTime() - DAY_MS));
  const oldest: Pick<WhatsAppWindowRow, 'contacted_at'> | undefined = await recent()
    .orderBy('contacted_at', 'desc')
    .offset(limit - 1)
    .first('contacted_at');
  if (!oldest?.contacted_at || (await recent().where({ lead_id: leadId }).first('lead_id'))) return null;
  return new Date(oldest.contacted_at.getTime() + DAY_MS);
}

/** Counts the leads that each number wrote to first within 24 hours, by number ID. */
export async function countFirstContacts(
  db: Db,
  now: Date,
  numberIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = (await db('whatsapp_windows')
    .whereIn('number_id', [...numberIds])
    .where('contacted_at', '>', new Date(now.getTime() - DAY_MS))
    .groupBy('number_id')
    .select('number_id', db.raw('COUNT(*) AS n'))) as { number_id: string; n: number }[];
  return new Map(rows.map(({ number_id, n }) => [number_id, Number(n)]));
}

/** Counts that a number writes first to a lead; once for the 24 hours that this opens. */
export async function noteFirstContact(
  tx: Db,
  now: Date,
  lead: Pick<WhatsAppWindowRow, 'lead_id' | 'number_id' | 'account_id'>,
): Promise<void> {
  await tx.raw(
    `INSERT INTO whatsapp_windows (lead_id, number_id, account_id, contacted_at) VALUES (?, ?, ?, ?)
     ON DUPLICATE KEY UPDATE contacted_at = CASE WHEN contacted_at > ? THEN contacted_at ELSE ? END`,
    [lead.lead_id, lead.number_id, lead.account_id, now, new Date(now.getTime() - DAY_MS), now],
  );
}

/** Takes back what a message counted that was claimed at `claimedAt` and did not reach the lead. */
export async function forgetFirstContact(
  tx: Db,
  leadId: string,
  numberId: string | null,
  claimedAt: Date | null,
): Promise<void> {
  if (numberId === null || claimedAt === null) return;
  await tx('whatsapp_windows')
    .where({ lead_id: leadId, number_id: numberId, contacted_at: claimedAt })
    .update({ contacted_at: null });
}

/**
 * Returns whether a number's window to a phone is known to be closed. Only what leads write is kept, so nothing is
 * known of a phone that no lead has.
 */
export async function isKnownClosed(
  db: Db,
  now: Date,
  { accountId, numberId, phone }: { accountId: string; numberId: string; phone: string },
): Promise<boolean> {
  const windows: { expires_at: Date | null }[] = await db('leads AS l')
    .leftJoin('whatsapp_windows AS w', (on) => on.on('w.lead_id', 'l.id').onVal('w.number_id', numberId))
    .where({ 'l.account_id': accountId, 'l.phone': phone, 'l.hidden': false })
    .select('w.expires_at');
  return windows.length > 0 && windows.every(({ expires_at }) => expires_at === null || expires_at <= now);
}
