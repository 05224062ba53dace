import { type Db, fromJson } from '../connection.js';
import type { AddressHash } from '../leads/suppressions.js';
import type { HostRow } from './tables.js';

/** A row of a host's time: a block of its hours, or something that takes it. */
export interface ScheduleRow {
  part: 'block' | 'meeting' | 'hold' | 'calendar_busy' | 'lead' | 'suppressed' | 'type';
  host_id: string;
  id: string;
  kind: string | null;
  weekdays: string[];
  starts: string | null;
  ends: string | null;
  timezone: string | null;
  valid_from: string | null;
  valid_to: string | null;
  title: string | null;
  from_at: Date;
  to_at: Date;
  before_minutes: number;
  after_minutes: number;
  meeting_type_id: string | null;
  /** For a hold, the times of its creation and of its end. */
  held_at: Date | null;
  expires_at: Date | null;
}

export interface ScheduleQuery {
  hosts: readonly Pick<HostRow, 'id'>[];
  from: Date;
  to: Date;
  now: Date;
  /** A meeting that is about to be moved, wherever its host's calendar shows it, doesn't count. */
  exceptMeetingId?: string | undefined;
  /**
   * Also returns the lead's live meetings between `from` and `to` as `lead`, with any host, and as `suppressed` the
   * channels, by `kind`, on which one of the `addresses` is suppressed.
   */
  lead?: { accountId: string; id: string; from: Date; to: Date; addresses: readonly AddressHash[] } | undefined;
  /** A meeting type, which comes along as `type` while it is there. */
  typeId?: string | undefined;
}

/** Parts that come along and are of no host. */
export const OF_NO_HOST: readonly ScheduleRow['part'][] = ['lead', 'suppressed', 'type'];

/** No meeting lasts longer, so one that began earlier is over. */
const LONGEST_MS = 8 * 86_400_000;
const NO_BLOCK = 'NULL, NULL, NULL, NULL, NULL, NULL, NULL';
const NONE = '';

/** Loads what is known of the time of hosts between two instants, in one statement. */
export async function loadScheduleRows(db: Db, query: ScheduleQuery): Promise<ScheduleRow[]> {
  if (query.hosts.length === 0) return [];
  const ids = query.hosts.map(({ id }) => id);
  const marks = ids.map(() => '?').join(',');
  const { from, to, now, lead, typeId } = query;
  const earliest = new Date(from.getTime() - LONGEST_MS);
  const sql = [
    `SELECT 'block' AS part, host_id, id, kind, weekdays, starts, ends, timezone, valid_from, valid_to,
       NULL AS title, NULL AS from_at, NULL AS to_at, 0 AS before_minutes, 0 AS after_minutes, NULL AS meeting_type_id,
       NULL AS held_at, NULL AS expires_at
       FROM availability_blocks WHERE host_id IN (${marks})`,
    `SELECT 'meeting', host_id, id, ${NO_BLOCK}, title, starts_at, ends_at, buffer_before_minutes,
       buffer_after_minutes, meeting_type_id, NULL, NULL FROM meetings
      WHERE host_id IN (${marks}) AND starts_at > ? AND starts_at < ? AND ends_at > ? AND status <> 'cancelled' AND id <> ?`,
    `SELECT 'hold', host_id, id, ${NO_BLOCK}, NULL, starts_at, ends_at, buffer_before_minutes,
       buffer_after_minutes, meeting_type_id, created_at, expires_at FROM slot_holds
      WHERE host_id IN (${marks}) AND expires_at > ? AND starts_at < ? AND ends_at > ?`,
    `SELECT 'calendar_busy', host_id, id, ${NO_BLOCK}, NULL, starts_at, ends_at, 0, 0, NULL, NULL, NULL FROM busy_times
      WHERE host_id IN (${marks}) AND ends_at > ? AND starts_at < ? AND COALESCE(external_event_id = ?, 0) = 0`,
  ];
  const values: (string | Date | Buffer | null)[] = [
    ...ids,
    ...[...ids, earliest, to, from, query.exceptMeetingId ?? NONE],
    ...[...ids, now, to, from],
    ...[...ids, from, to, query.exceptMeetingId ?? null],
  ];
  if (lead) {
    sql.push(`SELECT 'lead', COALESCE(host_id, ''), id, ${NO_BLOCK}, NULL, starts_at, ends_at, 0, 0, NULL, NULL, NULL
      FROM meetings WHERE lead_id = ? AND starts_at >= ? AND starts_at < ? AND status IN ('scheduled', 'confirmed')`);
    values.push(lead.id, lead.from, lead.to);
    if (lead.addresses.length > 0) {
      sql.push(`SELECT 'suppressed', '', id, channel, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL
        FROM suppressions WHERE account_id = ? AND (channel, address_hash) IN (${lead.addresses.map(() => '(?,?)')})`);
      values.push(lead.accountId, ...lead.addresses.flat());
    }
  }
  if (typeId) {
    sql.push(
      `SELECT 'type', '', id, ${NO_BLOCK}, NULL, NULL, NULL, 0, 0, NULL, NULL, NULL FROM meeting_types WHERE id = ?`,
    );
    values.push(typeId);
  }
  const [rows] = (await db.raw(sql.join('\nUNION ALL\n'), values)) as unknown as [
    (Omit<ScheduleRow, 'weekdays'> & { weekdays: string | null })[],
  ];
  return rows.map((row) => ({ ...row, weekdays: row.weekdays === null ? [] : fromJson<string[]>(row.weekdays) }));
}
