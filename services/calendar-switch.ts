import type { Knex } from 'knex';
import { deleteCalendarConnection } from '../db/calendar-connections.js';
import { addToOutbox } from '../db/outbox.js';
import type { CalendarConnectionRow } from '../db/tables-calendars.js';
import { calendarSyncWorkflowId } from '../domain/flow/ids.js';

/** Has the host's calendar looked at right after the commit, whatever the last plan said. */
export const wakeCalendarSync = (
  tx: Knex,
  now: Date,
  { host_id, account_id }: Pick<CalendarConnectionRow, 'host_id' | 'account_id'>,
): Promise<void> =>
  addToOutbox(tx, now, [
    {
      accountId: account_id,
      kind: 'workflow',
      workflowId: calendarSyncWorkflowId(host_id),
      args: {
        workflow: 'calendarSyncWorkflow',
        kind: 'calendar_sync',
        summary: 'Mirrors a host’s calendar',
        accountId: account_id,
        input: { hostId: host_id },
        wake: 'settings changed',
      },
    },
  ]);

/** Whether two connections lead to one calendar, whatever became of the password. */
export const isSameCalendar = (
  one: Pick<CalendarConnectionRow, 'url' | 'user_name'>,
  other: Pick<CalendarConnectionRow, 'url' | 'user_name'>,
): boolean => one.url === other.url && one.user_name === other.user_name;

/** What a booking says of its host's calendar before it stands there; null: the host has none. */
export const unwritten = (provider: string | null) => ({
  sync_status: provider === null ? 'not_connected' : 'pending',
  sync_error: null,
  external_calendar_provider: provider ?? 'internal',
  external_calendar_id: null,
  external_event_id: null,
  organizer_connection_type: provider === null ? 'none' : `${provider}_password`,
});

const ahead = (tx: Knex, now: Date, hostId: string) =>
  tx('meetings')
    .where({ host_id: hostId, is_booking: 1 })
    .whereIn('status', ['scheduled', 'confirmed'])
    .where('ends_at', '>', now);

/** What lies ahead is to be written into a calendar that was just connected; the first good look at it starts that. */
export async function adoptMeetings(tx: Knex, now: Date, connection: CalendarConnectionRow): Promise<void> {
  await ahead(tx, now, connection.host_id).where('sync_status', 'not_connected').update(unwritten(connection.provider));
}

/**
 * Has the entries that their owner deleted or moved written anew, as the meetings stand here, by the next good look at
 * the calendar.
 */
export async function restoreEntries(tx: Knex, now: Date, hostId: string): Promise<void> {
  const changed: string[] = await ahead(tx, now, hostId)
    .whereIn('sync_status', ['deleted_remotely', 'out_of_date'])
    .forUpdate()
    .pluck('id');
  await tx('meetings').whereIn('id', changed).update({ sync_status: 'pending' });
  await tx('calendar_entries').whereIn('meeting_id', changed).update({ fingerprint: null, next_at: null });
}

/**
 * Forgets a host's calendar and what was mirrored of it, so that its meetings stand nowhere else. What was written there
 * stays there. The meetings come first: whoever records a call to the calendar holds the meeting's row.
 */
export async function forgetCalendar(tx: Knex, hostId: string): Promise<void> {
  await tx('meetings').where({ host_id: hostId, is_booking: 1 }).update(unwritten(null));
  await deleteCalendarConnection(tx, hostId);
}
