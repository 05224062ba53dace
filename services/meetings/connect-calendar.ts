import type { Knex } from 'knex';
import { deleteCalendarConnection } from '../../db/meetings/calendar-connections.js';
import { updateBookingsOfHost, updateUnconnectedBookings } from '../../db/meetings/calendar-mirror.js';
import type { CalendarConnectionRow, MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { CalendarSettings } from '../../providers/calendar/index.js';
import type { SecretBox } from '../../runtime/secret-box.js';

/** Returns whether two connections lead to one calendar, whatever became of the password. */
export const isSameCalendar = (
  one: Pick<CalendarConnectionRow, 'url' | 'user_name'>,
  other: Pick<CalendarConnectionRow, 'url' | 'user_name'>,
): boolean => one.url === other.url && one.user_name === other.user_name;

/**
 * Returns the calendar state of a new booking before its entry is written. Null means that the host has no calendar.
 */
export const unwritten = (provider: string | null) =>
  ({
    sync_status: provider === null ? 'not_connected' : 'pending',
    sync_error: null,
    external_calendar_provider: provider ?? 'internal',
    external_calendar_id: null,
    external_event_id: null,
    organizer_connection_type: provider === null ? 'none' : `${provider}_password`,
  }) satisfies Partial<MeetingRow>;

/**
 * Marks what lies ahead to be written into a calendar that was just connected; the first good look at it starts that.
 */
export async function adoptMeetings(work: Work, connection: CalendarConnectionRow): Promise<void> {
  const { tx, now } = work;
  await updateUnconnectedBookings(tx, now, connection.host_id, unwritten(connection.provider));
}

/**
 * Deletes a host's calendar connection and its mirror, so that its meetings have no entries. Entries in the calendar
 * itself stay. The meetings come first, because the recording of a calendar call locks the meeting's row.
 */
export async function forgetCalendar(tx: Knex, hostId: string): Promise<void> {
  await updateBookingsOfHost(tx, hostId, unwritten(null));
  await deleteCalendarConnection(tx, hostId);
}

const context = (hostId: string) => `calendar_connections/${hostId}/password`;

/** Returns the password as the row keeps it; sealed for this host, so that it can't be moved to another one. */
export const sealCalendarPassword = (box: SecretBox, hostId: string, password: string): string =>
  box.seal(password, context(hostId));

/** Returns the settings by which a host's calendar is reached, the password opened. */
export const calendarSettingsOf = (
  { host_id, account_id, url, user_name, password }: CalendarConnectionRow,
  box: SecretBox,
): CalendarSettings => ({
  provider: 'caldav',
  accountId: account_id,
  url,
  user: user_name,
  password: box.open(password, context(host_id)),
});
