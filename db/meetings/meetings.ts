import type { Knex } from 'knex';
import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { MeetingRow, SlotHoldRow } from './tables.js';

export const findMeeting = (db: Db, accountId: string, id: string): Promise<MeetingRow | undefined> =>
  db('meetings').where({ account_id: accountId, id }).first();

/** Locks the row of the meeting. Lock its host first, then its lead: see `lockHost`. */
export const lockMeeting = (tx: Db, accountId: string, id: string): Promise<MeetingRow | undefined> =>
  tx('meetings').where({ account_id: accountId, id }).forUpdate().first();

export async function insertMeeting(tx: Db, row: MeetingRow): Promise<void> {
  await tx('meetings').insert(row);
}

export async function updateMeeting(tx: Db, id: string, changes: Partial<MeetingRow>): Promise<void> {
  await tx('meetings').where({ id }).update(changes);
}

/**
 * Takes cells of a host's time for a meeting. Throws the duplicate error when one of them is taken, whatever was read
 * before: this is what makes a double booking impossible.
 */
export async function takeCells(tx: Db, hostId: string, meetingId: string, cells: readonly number[]): Promise<void> {
  await tx('meeting_slots').insert(cells.map((cell) => ({ host_id: hostId, cell, meeting_id: meetingId })));
}

/** Takes those of the cells that are free. Returns whether all were. */
export async function takeFreeCells(
  tx: Db,
  hostId: string,
  meetingId: string,
  cells: readonly number[],
): Promise<boolean> {
  const taken = (await tx('meeting_slots')
    .where({ host_id: hostId })
    .whereIn('cell', [...cells])
    .pluck('cell')) as number[];
  const free = cells.filter((cell) => !taken.includes(cell));
  if (free.length > 0) await takeCells(tx, hostId, meetingId, free);
  return taken.length === 0;
}

export async function freeCells(tx: Db, meetingId: string): Promise<void> {
  await tx('meeting_slots').where({ meeting_id: meetingId }).delete();
}

/** The filter of meetings. Times refer to their start. */
export interface MeetingFilter {
  leadId?: string | undefined;
  hostId?: string | undefined;
  agentId?: string | undefined;
  meetingTypeId?: string | undefined;
  statuses?: readonly string[] | undefined;
  locationType?: string | undefined;
  from?: Date | undefined;
  to?: Date | undefined;
}

/** A meeting with the names to display. */
export interface NamedMeetingRow extends MeetingRow {
  host_name: string | null;
  meeting_type: string | null;
}

const named = (db: Db): Knex.QueryBuilder =>
  db('meetings')
    .leftJoin('hosts', 'hosts.id', 'meetings.host_id')
    .leftJoin('meeting_types', 'meeting_types.id', 'meetings.meeting_type_id')
    .select('meetings.*', 'hosts.name as host_name', 'meeting_types.name as meeting_type');

export const findNamedMeeting = (db: Db, accountId: string, id: string): Promise<NamedMeetingRow | undefined> =>
  named(db).where({ 'meetings.account_id': accountId, 'meetings.id': id }).first() as Promise<
    NamedMeetingRow | undefined
  >;

/** Lists one page of meetings, newest first, with one row more than asked for. */
export async function listMeetings(
  db: Db,
  accountId: string,
  filter: MeetingFilter,
  page: IdPage,
): Promise<NamedMeetingRow[]> {
  const query: Knex.QueryBuilder = db('meetings').where({ account_id: accountId }).select('id');
  const equal = {
    lead_id: filter.leadId,
    host_id: filter.hostId,
    agent_id: filter.agentId,
    meeting_type_id: filter.meetingTypeId,
    location_type: filter.locationType,
  };
  for (const [column, value] of Object.entries(equal)) if (value !== undefined) query.where(column, value);
  if (filter.statuses) query.whereIn('status', [...filter.statuses]);
  if (filter.from) query.where('starts_at', '>=', filter.from);
  if (filter.to) query.where('starts_at', '<', filter.to);
  newestFirst(query, page);
  return named(db)
    .join(query.as('page'), 'page.id', 'meetings.id')
    .orderBy('meetings.id', 'desc') as unknown as Promise<NamedMeetingRow[]>;
}

/** Lists meetings of an account by their ids. */
export const listMeetingsByIds = (db: Db, accountId: string, ids: readonly string[]): Promise<MeetingRow[]> =>
  db('meetings')
    .where({ account_id: accountId })
    .whereIn('id', [...ids]);

/**
 * Lists meetings of a lead that are to take place, to be cancelled with it. One that is over was held, marked or not.
 */
export const listLiveMeetings = (db: Db, now: Date, leadId: string): Promise<MeetingRow[]> =>
  db('meetings')
    .where({ lead_id: leadId })
    .whereIn('status', ['scheduled', 'confirmed'])
    .where('ends_at', '>', now)
    .orderBy('id');

/** Writes a hold, and takes those of the host away that have expired. */
export async function insertHold(tx: Db, row: SlotHoldRow): Promise<void> {
  await tx('slot_holds').where({ host_id: row.host_id }).where('expires_at', '<=', row.created_at).delete();
  await tx('slot_holds').insert(row);
}

export async function deleteHold(tx: Db, accountId: string, id: string): Promise<number> {
  return tx('slot_holds').where({ account_id: accountId, id }).delete();
}

/** The load of a host for the selection: recent meetings of the type, and future meetings. */
export interface HostLoadRow {
  host_id: string;
  given: number;
  last_given: Date | null;
  minutes_ahead: number;
}

const LOOK_BACK_MS = 30 * 86_400_000;

export async function loadHostLoads(
  db: Db,
  now: Date,
  hostIds: readonly string[],
  meetingTypeId: string,
): Promise<Map<string, HostLoadRow>> {
  if (hostIds.length === 0) return new Map();
  const rows = (await db('meetings')
    .whereIn('host_id', [...hostIds])
    .where('starts_at', '>', new Date(now.getTime() - LOOK_BACK_MS))
    .whereNot('status', 'cancelled')
    .groupBy('host_id')
    .select(
      'host_id',
      db.raw('SUM(meeting_type_id = ?) AS given', [meetingTypeId]),
      db.raw('MAX(IF(meeting_type_id = ?, created_at, NULL)) AS last_given', [meetingTypeId]),
      db.raw('SUM(IF(starts_at > ?, duration_minutes, 0)) AS minutes_ahead', [now]),
    )) as HostLoadRow[];
  return new Map(rows.map((row) => [row.host_id, row]));
}

/** Finds who met a lead last, for the wish to meet the same person again. */
export async function findLastHost(db: Db, accountId: string, leadId: string): Promise<string | null> {
  const row = await db('meetings')
    .where({ account_id: accountId, lead_id: leadId })
    .whereNotNull('host_id')
    .whereNot('status', 'cancelled')
    .orderBy('starts_at', 'desc')
    .first('host_id');
  return row?.host_id ?? null;
}

/** Finds the meeting that a provider knows under an event id, recorded or booked. */
export const findRecordedMeeting = (
  db: Db,
  accountId: string,
  provider: string,
  eventId: string,
): Promise<MeetingRow | undefined> =>
  db('meetings')
    .where({
      account_id: accountId,
      external_calendar_provider: provider,
      external_event_id: Buffer.from(eventId),
    })
    .first();

/**
 * Marks meetings of a lead that were booked since a time as never booked. Only for transactions that are rolled back.
 */
export async function withdrawMeetings(
  tx: Db,
  now: Date,
  { since, ...whose }: { account_id: string; lead_id: string; created_by: string; since: Date },
): Promise<void> {
  const ids: string[] = await tx('meetings').where(whose).where('created_at', '>=', since).pluck('id');
  for (const id of ids) await freeCells(tx, id);
  await tx('meetings').whereIn('id', ids).update({ status: 'cancelled', updated_at: now });
}
