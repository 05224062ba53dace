import { type Db, isLocked } from '../connection.js';
import type { LeadRow } from '../tables.js';
import { lockHost } from './hosts.js';
import type { BookingKeyRow, CalendarConnectionRow, HostRow, MeetingTypeRow } from './tables.js';

/** The columns of a host's calendar that a booking needs. */
type BookedCalendar = Pick<CalendarConnectionRow, 'provider' | 'status' | 'current_at' | 'updated_at'>;

/** The existing references of a booking, and the previous booking of its key. */
export interface BookingReferences {
  type: MeetingTypeRow | null;
  host: { id: string; timezone: string; calendar: BookedCalendar | null } | null;
  agentId: string | null;
  lead: Pick<LeadRow, 'erased_at' | 'hidden' | 'email' | 'phone' | 'whatsapp_user_id'> | null;
  /** True if the host is one of the type's. */
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
  place: number;
  host_row_id: string | null;
  host_timezone: string | null;
  calendar_provider: BookedCalendar['provider'] | null;
  calendar_status: BookedCalendar['status'] | null;
  calendar_current_at: Date | null;
  calendar_updated_at: Date | null;
  agent_row_id: string | null;
  lead_row_id: string | null;
  lead_erased_at: Date | null;
  lead_hidden: boolean | null;
  lead_email: string | null;
  lead_phone: string | null;
  lead_whatsapp_user_id: string | null;
  is_member: number;
  key_meeting_id: string | null;
  key_fingerprint: Buffer | null;
  key_warnings: string | null;
  key_operations: string | null;
  key_answer: string | null;
  key_created_at: Date | null;
}

/** An id as the tables keep theirs, so that their keys serve to find it. */
const ID = 'CONVERT(? USING ascii) COLLATE ascii_bin';

/** Reads everything that bookings refer to, in one statement; in the order of what was asked for. */
export async function loadBookingReferences(db: Db, requests: readonly ReferenceIds[]): Promise<BookingReferences[]> {
  const named = `SELECT ? AS place, ${ID} AS account_id, ${ID} AS host_id, ${ID} AS type_id, ${ID} AS agent_id,
    ${ID} AS lead_id, CAST(? AS BINARY(32)) AS key_hash`;
  const [rows] = (await db.raw(
    `SELECT request.place, t.*, h.id AS host_row_id, h.timezone AS host_timezone, c.provider AS calendar_provider,
       c.status AS calendar_status, c.current_at AS calendar_current_at, c.updated_at AS calendar_updated_at, a.id AS agent_row_id,
       (m.host_id IS NOT NULL OR NOT EXISTS
         (SELECT 1 FROM meeting_type_hosts o WHERE o.meeting_type_id = t.id)) AS is_member,
       l.id AS lead_row_id, l.erased_at AS lead_erased_at, l.hidden AS lead_hidden,
       l.email AS lead_email, l.phone AS lead_phone, l.whatsapp_user_id AS lead_whatsapp_user_id,
       k.meeting_id AS key_meeting_id, k.fingerprint AS key_fingerprint,
       k.warnings AS key_warnings, k.operations AS key_operations, k.answer AS key_answer, k.created_at AS key_created_at
     FROM (${requests.map(() => named).join(' UNION ALL ')}) AS request
     LEFT JOIN hosts h ON h.id = request.host_id AND h.account_id = request.account_id
     LEFT JOIN calendar_connections c ON c.host_id = h.id
     LEFT JOIN meeting_types t ON t.id = request.type_id AND t.account_id = request.account_id
     LEFT JOIN agents a ON a.id = request.agent_id AND a.account_id = request.account_id
     LEFT JOIN leads l ON l.id = request.lead_id AND l.account_id = request.account_id
     LEFT JOIN meeting_type_hosts m ON m.meeting_type_id = t.id AND m.host_id = h.id
     LEFT JOIN booking_keys k ON k.account_id = request.account_id AND k.key_hash = request.key_hash`,
    requests.flatMap((ids, index) => [
      ...[index, ids.accountId, ids.hostId, ids.meetingTypeId],
      ...[ids.agentId, ids.leadId, ids.keyHash],
    ]),
  )) as unknown as [Joined[]];
  return rows.sort((a, b) => a.place - b.place).map(toReferences);
}

function calendarOf(row: Omit<Joined, 'place'>): BookedCalendar | null {
  const { calendar_provider: provider, calendar_status: status, calendar_updated_at: updated_at } = row;
  if (provider === null || status === null || updated_at === null) return null;
  return { provider, status, current_at: row.calendar_current_at, updated_at };
}

function toReferences({ place: _, ...row }: Joined): BookingReferences {
  return {
    type: row.id === null ? null : row,
    host:
      row.host_row_id === null
        ? null
        : {
            id: row.host_row_id,
            timezone: row.host_timezone ?? 'UTC',
            calendar: calendarOf(row),
          },
    agentId: row.agent_row_id,
    lead:
      row.lead_row_id === null
        ? null
        : {
            erased_at: row.lead_erased_at,
            hidden: row.lead_hidden ?? false,
            email: row.lead_email,
            phone: row.lead_phone,
            whatsapp_user_id: row.lead_whatsapp_user_id,
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

export type BookingLock =
  | { outcome: 'locked'; host: HostRow | undefined }
  /** The key has booked since then. */
  | { outcome: 'key_taken' }
  /** Another request is about to assign the key to a meeting. */
  | { outcome: 'in_progress' };

/**
 * Locks a booking's host as `lockHost` does, unless its key is in use. Before it would have to wait, it only checks the
 * key, so that no request waits for another one with the same key.
 */
export async function lockForBooking(
  tx: Db,
  accountId: string,
  hostId: string,
  key: Buffer | null,
): Promise<BookingLock> {
  if (key === null) return { outcome: 'locked', host: await lockHost(tx, accountId, hostId) };
  const both: (HostRow & { booked: string | null }) | undefined | typeof LOCKED = await unlessLocked(
    tx('hosts')
      .leftJoin('booking_keys', (on) =>
        on.onVal('booking_keys.account_id', accountId).andOnVal('booking_keys.key_hash', key as never),
      )
      .where('hosts.account_id', accountId)
      .where('hosts.id', hostId)
      .forUpdate()
      .noWait()
      .first('hosts.*', 'booking_keys.meeting_id as booked'),
  );
  if (both !== LOCKED) return both?.booked ? { outcome: 'key_taken' } : { outcome: 'locked', host: both };
  const ofKey = tx('booking_keys').where({ account_id: accountId, key_hash: key });
  if ((await unlessLocked(ofKey.forUpdate().noWait().first('meeting_id'))) === LOCKED) {
    return { outcome: 'in_progress' };
  }
  return { outcome: 'locked', host: await lockHost(tx, accountId, hostId) };
}

const LOCKED = Symbol('locked by another transaction');

async function unlessLocked<T>(read: PromiseLike<T>): Promise<T | typeof LOCKED> {
  try {
    return await read;
  } catch (error) {
    if (isLocked(error)) return LOCKED;
    throw error;
  }
}

/**
 * Assigns a key to a meeting permanently. Throws the duplicate error if it has one, and waits for a concurrent
 * assignment.
 */
export async function insertBookingKey(tx: Db, row: BookingKeyRow): Promise<void> {
  await tx('booking_keys').insert(row);
}
