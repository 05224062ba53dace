import type { Db } from '../connection.js';
import type { CalendarConnectionRow, CalendarEntryRow } from './tables.js';

export const findCalendarConnection = (
  db: Db,
  accountId: string,
  hostId: string,
): Promise<CalendarConnectionRow | undefined> =>
  db('calendar_connections').where({ host_id: hostId, account_id: accountId }).first();

/** Lists the calendars of hosts that can't be read, or were last known to be current before a time. */
export const listStaleCalendars = async (
  db: Db,
  accountId: string,
  hostIds: readonly string[],
  before: Date,
): Promise<CalendarConnectionRow[]> =>
  hostIds.length === 0
    ? []
    : db('calendar_connections')
        .where({ account_id: accountId })
        .whereIn('host_id', hostIds)
        .whereRaw("(status = 'failed' OR COALESCE(current_at, updated_at) < ?)", [before])
        .orderBy('host_id');

/** Lists the calendars that are reached through a connection. */
export const listCalendarsOfConnection = (db: Db, connectionId: string): Promise<CalendarConnectionRow[]> =>
  db('calendar_connections').where({ connection_id: connectionId }).orderBy('host_id');

/** Locks the row of the connection of a host until the transaction ends. */
export const lockCalendarConnection = (tx: Db, hostId: string): Promise<CalendarConnectionRow | undefined> =>
  tx('calendar_connections').where({ host_id: hostId }).forUpdate().first();

export async function insertCalendarConnection(tx: Db, row: CalendarConnectionRow): Promise<void> {
  await tx('calendar_connections').insert(row);
}

/** Stores the result of a turn unless the settings have changed since then. Returns whether it was stored. */
export const updateCalendarConnection = async (
  tx: Db,
  { host_id, version }: Pick<CalendarConnectionRow, 'host_id' | 'version'>,
  changes: Partial<CalendarConnectionRow>,
): Promise<boolean> => (await tx('calendar_connections').where({ host_id, version }).update(changes)) > 0;

/** Forgets a host's calendar and what was mirrored of it; what was written there stays there. */
export async function deleteCalendarConnection(tx: Db, hostId: string): Promise<void> {
  await tx('calendar_connections').where({ host_id: hostId }).delete();
  await tx('busy_times').where({ host_id: hostId }).delete();
  await tx('calendar_entries').where({ host_id: hostId }).delete();
}

export const findCalendarEntry = (db: Db, meetingId: string): Promise<CalendarEntryRow | undefined> =>
  db('calendar_entries').where({ meeting_id: meetingId }).first();

/** Clears the version of an entry, so that the next write replaces it. */
export async function forgetEntryVersion(tx: Db, meetingId: string): Promise<void> {
  await tx('calendar_entries').where({ meeting_id: meetingId }).update({ etag: null });
}

/** Records the content of a host's calendar, or the outcome of an attempt to write it. */
export async function putCalendarEntry(tx: Db, row: CalendarEntryRow): Promise<void> {
  const { meeting_id: _id, account_id: _account, ...rest } = row;
  await tx('calendar_entries').insert(row).onConflict().merge(rest);
}
