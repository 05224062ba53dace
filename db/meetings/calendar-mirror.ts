import type { Db } from '../connection.js';
import type { BusyTimeRow, CalendarConnectionRow, CalendarEntryRow, HostRow, MeetingRow } from './tables.js';

/** Returns a host with its calendar's connection; undefined when it has none. */
export async function findMirroredHost(
  db: Db,
  hostId: string,
): Promise<{ host: HostRow; connection: CalendarConnectionRow } | undefined> {
  const connection = await db('calendar_connections').where({ host_id: hostId }).first();
  const host = connection && (await db('hosts').where({ id: hostId }).first());
  return host && { host, connection };
}

/** Returns the future meetings of a host. */
const ahead = (tx: Db, now: Date, hostId: string) =>
  tx('meetings')
    .where({ host_id: hostId, is_booking: true })
    .whereIn('status', ['scheduled', 'confirmed'])
    .where('ends_at', '>', now);

/** Updates the bookings ahead that stand in no calendar. */
export async function updateUnconnectedBookings(
  tx: Db,
  now: Date,
  hostId: string,
  changes: Partial<MeetingRow>,
): Promise<void> {
  await ahead(tx, now, hostId).where('sync_status', 'not_connected').update(changes);
}

/** Updates every booking of a host, past ones too. */
export async function updateBookingsOfHost(tx: Db, hostId: string, changes: Partial<MeetingRow>): Promise<void> {
  await tx('meetings').where({ host_id: hostId, is_booking: true }).update(changes);
}

/**
 * Marks entries that their owner deleted or moved, so that the next successful sync rewrites them from the meetings.
 */
export async function updateChangedEntries(tx: Db, now: Date, hostId: string): Promise<void> {
  const changed: string[] = await ahead(tx, now, hostId)
    .whereIn('sync_status', ['deleted_remotely', 'out_of_date'])
    .forUpdate()
    .pluck('id');
  await tx('meetings').whereIn('id', changed).update({ sync_status: 'pending' });
  await tx('calendar_entries').whereIn('meeting_id', changed).update({ fingerprint: null, etag: null, next_at: null });
}

/** Claims the next bookings ahead that wait for a host's calendar: their entries are due at once. */
export async function claimWaitingBookings(
  tx: Db,
  now: Date,
  hostId: string,
  after: string,
  limit: number,
): Promise<MeetingRow[]> {
  const waiting = await ahead(tx, now, hostId)
    .whereNot('sync_status', 'synced')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  const ids = waiting.map(({ id }) => id);
  await tx('calendar_entries').whereIn('meeting_id', ids).update({ next_at: null });
  return waiting;
}

/** Lists the entries that stand in a host's calendar within a range and were written before it was read. */
export const listActiveEntries = (
  db: Db,
  hostId: string,
  { from, to, writtenBefore }: { from: Date; to: Date; writtenBefore: Date },
): Promise<CalendarEntryRow[]> =>
  db('calendar_entries')
    .where({ host_id: hostId })
    .whereNotNull('href')
    .where('ends_at', '>', from)
    .where('starts_at', '<', to)
    .where('updated_at', '<', writtenBefore);

const AT_ONCE = 500;

/** Writes what a host's calendar says is taken in place of what it said before. */
export async function replaceBusyTimes(tx: Db, hostId: string, rows: readonly BusyTimeRow[]): Promise<void> {
  await tx('busy_times').where({ host_id: hostId }).delete();
  for (let at = 0; at < rows.length; at += AT_ONCE) await tx('busy_times').insert(rows.slice(at, at + AT_ONCE));
}

/** The current and former hosts of meetings, by meeting ID. */
export type MeetingHolders = Map<string, Pick<MeetingRow, 'id' | 'host_id' | 'former_hosts'>>;

/** Lists those of the ids that are meetings of the account, with their hosts. */
export async function listMeetingHolders(db: Db, accountId: string, ids: readonly string[]): Promise<MeetingHolders> {
  const found: MeetingHolders = new Map();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const rows = await db('meetings')
      .where({ account_id: accountId })
      .whereIn('id', ids.slice(at, at + AT_ONCE))
      .select('id', 'host_id', 'former_hosts');
    for (const row of rows) found.set(row.id, row);
  }
  return found;
}

/** Lists the meetings of a lead that stand in hosts' own calendars. */
export const listMeetingsInCalendars = (db: Db, leadId: string): Promise<MeetingRow[]> =>
  db('meetings')
    .where({ lead_id: leadId })
    .whereIn('id', db('calendar_entries').whereNotNull('href').select('meeting_id'));
