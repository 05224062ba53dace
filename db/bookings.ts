import type { Db } from './connection.js';
import type { LeadRow } from './tables.js';
import type { BookingKeyRow, MeetingTypeRow } from './tables-meetings.js';

/** What a booking refers to, as far as it is there, and what its key has booked already. */
export interface BookingReferences {
  type: MeetingTypeRow | null;
  host: { id: string; timezone: string; calendarProvider: string | null; calendarStatus: string | null } | null;
  agentId: string | null;
  lead: Pick<LeadRow, 'erased_at' | 'hidden' | 'email' | 'phone'> | null;
  /** Whether the host is one of the type's. */
  isHostOfType: boolean;
  key: Pick<BookingKeyRow, 'meeting_id' | 'fingerprint' | 'warnings' | 'operations' | 'answer' | 'created_at'> | null;
}

export interface ReferenceIds {
  accountId: string;
  hostId: string;
  meetingTypeId: string;
  agentId: string | null;
  leadId: string | null;
  keyHash: Buffer | null;
}

interface Joined extends MeetingTypeRow {
  host_row_id: string | null;
  host_timezone: string | null;
  calendar_provider: string | null;
  calendar_status: string | null;
  agent_row_id: string | null;
  lead_row_id: string | null;
  lead_erased_at: Date | null;
  lead_hidden: number | null;
  lead_email: string | null;
  lead_phone: string | null;
  is_member: number;
  key_meeting_id: string | null;
  key_fingerprint: Buffer | null;
  key_warnings: string | null;
  key_operations: string | null;
  key_answer: string | null;
  key_created_at: Date | null;
}

/** Reads everything a booking refers to, in one statement. */
export async function loadBookingReferences(db: Db, ids: ReferenceIds): Promise<BookingReferences> {
  const [rows] = (await db.raw(
    `SELECT t.*, h.id AS host_row_id, h.timezone AS host_timezone, c.provider AS calendar_provider,
       c.status AS calendar_status, a.id AS agent_row_id,
       (m.host_id IS NOT NULL OR NOT EXISTS
         (SELECT 1 FROM meeting_type_hosts o WHERE o.meeting_type_id = t.id)) AS is_member,
       l.id AS lead_row_id, l.erased_at AS lead_erased_at, l.hidden AS lead_hidden,
       l.email AS lead_email, l.phone AS lead_phone,
       k.meeting_id AS key_meeting_id, k.fingerprint AS key_fingerprint,
       k.warnings AS key_warnings, k.operations AS key_operations, k.answer AS key_answer, k.created_at AS key_created_at
     FROM (SELECT 1 AS one) AS request
     LEFT JOIN hosts h ON h.id = ? AND h.account_id = ?
     LEFT JOIN calendar_connections c ON c.host_id = h.id
     LEFT JOIN meeting_types t ON t.id = ? AND t.account_id = ?
     LEFT JOIN agents a ON a.id = ? AND a.account_id = ?
     LEFT JOIN leads l ON l.id = ? AND l.account_id = ?
     LEFT JOIN meeting_type_hosts m ON m.meeting_type_id = t.id AND m.host_id = h.id
     LEFT JOIN booking_keys k ON k.account_id = ? AND k.key_hash = ?`,
    [
      ...[ids.hostId, ids.accountId, ids.meetingTypeId, ids.accountId, ids.agentId, ids.accountId],
      ...[ids.leadId, ids.accountId, ids.accountId, ids.keyHash],
    ],
  )) as unknown as [Joined[]];
  const row = rows[0] as Joined;
  return {
    type: row.id === null ? null : row,
    host:
      row.host_row_id === null
        ? null
        : {
            id: row.host_row_id,
            timezone: row.host_timezone ?? 'UTC',
            calendarProvider: row.calendar_provider,
            calendarStatus: row.calendar_status,
          },
    agentId: row.agent_row_id,
    lead:
      row.lead_row_id === null
        ? null
        : {
            erased_at: row.lead_erased_at,
            hidden: row.lead_hidden ?? 0,
            email: row.lead_email,
            phone: row.lead_phone,
          },
    isHostOfType: Boolean(row.is_member),
    key:
      row.key_meeting_id === null || row.key_fingerprint === null || row.key_created_at === null
        ? null
        : {
            meeting_id: row.key_meeting_id,
            fingerprint: row.key_fingerprint,
            warnings: row.key_warnings ?? '[]',
            operations: row.key_operations ?? '{}',
            answer: row.key_answer,
            created_at: row.key_created_at,
          },
  };
}

/** Gives a key to a meeting for good. Throws the duplicate error when it has one; waits for whoever is giving it. */
export async function insertBookingKey(tx: Db, row: BookingKeyRow): Promise<void> {
  await tx('booking_keys').insert(row);
}
