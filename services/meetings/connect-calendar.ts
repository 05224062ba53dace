import type { Knex } from 'knex';
import { fromJson } from '../../db/connection.js';
import { deleteCalendarConnection } from '../../db/meetings/calendar-connections.js';
import { updateBookingsOfHost, updateUnconnectedBookings } from '../../db/meetings/calendar-mirror.js';
import type { CalendarConnectionRow, MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { CalendarSettings } from '../../providers/calendar/index.js';
import type { SecretBox } from '../../runtime/secret-box.js';

type Target = Pick<CalendarConnectionRow, 'provider' | 'url' | 'user_name' | 'connection_id' | 'write_to'>;

/** Returns whether two connections write to one calendar, whatever became of the password. */
export const isSameCalendar = (one: Target, other: Target): boolean =>
  one.provider === other.provider &&
  one.url === other.url &&
  one.user_name === other.user_name &&
  one.connection_id === other.connection_id &&
  one.write_to === other.write_to;

/** Returns how a host's calendar is reached, as meetings show it. */
export const organizerConnection = (provider: string | null): string => {
  if (provider === null) return 'none';
  return provider === 'caldav' ? 'caldav_password' : 'oauth';
};

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
    organizer_connection_type: organizerConnection(provider),
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
  { host_id, account_id, provider, url, user_name, password, connection_id }: CalendarConnectionRow,
  box: SecretBox,
): CalendarSettings =>
  provider === 'caldav'
    ? { provider, accountId: account_id, url, user: user_name, password: box.open(password, context(host_id)) }
    : { provider, connectionId: connection_id ?? '' };

/** Lists the calendars of a host that are read: the one that meetings are written to first. */
export const calendarsRead = (
  { read_from }: Pick<CalendarConnectionRow, 'read_from'>,
  calendarUrl: string,
): string[] => [...new Set([calendarUrl, ...(fromJson<string[] | null>(read_from) ?? [])])];
