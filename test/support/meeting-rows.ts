import type { Knex } from 'knex';
import type { HostRow, MeetingRow, MeetingTypeRow } from '../../db/tables.js';
import { newId } from '../../runtime/ids.js';

/** A host, written as a row. */
export async function addHost(db: Knex, accountId: string, columns: Partial<HostRow> = {}): Promise<HostRow> {
  const now = new Date();
  const row = {
    id: newId(),
    account_id: accountId,
    name: 'Hugo Host',
    email: 'hugo@example.com',
    timezone: 'Europe/Madrid',
    is_active: true,
    created_at: now,
    updated_at: now,
    ...columns,
  };
  await db('hosts').insert(row);
  return (await db('hosts').where({ id: row.id }).first())!;
}

/** A meeting type, written as a row. */
export async function addMeetingType(
  db: Knex,
  accountId: string,
  columns: Partial<MeetingTypeRow> = {},
): Promise<MeetingTypeRow> {
  const now = new Date();
  const row = {
    id: newId(),
    account_id: accountId,
    name: 'Demo',
    duration_minutes: 30,
    location_type: 'video' as const,
    buffer_before_minutes: 0,
    buffer_after_minutes: 0,
    minimum_notice_minutes: 0,
    max_days_ahead: 60,
    slot_interval_minutes: 30,
    invite_by_default: false,
    assignment: 'fixed',
    reminders: '[]',
    questions: '[]',
    created_at: now,
    updated_at: now,
    ...columns,
  };
  await db('meeting_types').insert(row);
  return (await db('meeting_types').where({ id: row.id }).first())!;
}

/** A booked meeting of a lead, written as a row; in two hours unless said otherwise. */
export async function addMeeting(
  db: Knex,
  lead: { id: string; account_id: string; email: string | null },
  columns: Partial<MeetingRow> = {},
): Promise<MeetingRow> {
  const now = new Date();
  const id = newId();
  const startsAt = columns.starts_at ?? new Date(Math.ceil(now.getTime() / 1000) * 1000 + 2 * 3_600_000);
  await db('meetings').insert({
    id,
    account_id: lead.account_id,
    lead_id: lead.id,
    title: 'Demo of the product',
    timezone: 'Europe/Madrid',
    status: 'scheduled',
    location_type: 'video',
    meeting_url: 'https://meet.example.com/abc',
    source: 'api',
    created_by: 'system',
    creation_source: 'api_book',
    starts_at: startsAt,
    ends_at: new Date(startsAt.getTime() + 30 * 60_000),
    duration_minutes: 30,
    attendee_name: 'Ada Lovelace',
    attendee_email: lead.email,
    additional_attendees: '[]',
    organizer_connection_type: 'none',
    external_calendar_provider: 'internal',
    sync_status: 'not_connected',
    invitation_status: 'none',
    is_booking: true,
    invite_lead: true,
    booking_workflow_id: `booking/${id}`,
    created_at: now,
    updated_at: now,
    ...columns,
  });
  return (await db('meetings').where({ id }).first())!;
}
