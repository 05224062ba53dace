import type { Knex } from 'knex';
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

const AHEAD = (tx: Knex, now: Date, hostId: string) =>
  tx('meetings')
    .where({ host_id: hostId, is_booking: 1 })
    .whereIn('status', ['scheduled', 'confirmed'])
    .where('ends_at', '>', now);

/** What lies ahead is to be written into a calendar that was just connected; the first good look at it starts that. */
export async function adoptMeetings(tx: Knex, now: Date, connection: CalendarConnectionRow): Promise<void> {
  await AHEAD(tx, now, connection.host_id).where('sync_status', 'not_connected').update({
    sync_status: 'pending',
    external_calendar_provider: connection.provider,
    organizer_connection_type: 'caldav_password',
  });
}

/** Meetings of a host without a calendar stand nowhere else. */
export async function releaseMeetings(tx: Knex, hostId: string): Promise<void> {
  await tx('meetings').where({ host_id: hostId, is_booking: 1 }).update({
    sync_status: 'not_connected',
    sync_error: null,
    external_calendar_provider: 'internal',
    external_calendar_id: null,
    external_event_id: null,
    organizer_connection_type: 'none',
  });
}
