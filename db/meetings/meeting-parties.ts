import type { Db } from '../connection.js';
import type { HostRow, MeetingRow, MeetingTypeRow } from './tables.js';

export const findMeetingById = (db: Db, id: string): Promise<MeetingRow | undefined> =>
  db('meetings').where({ id }).first();

/** Locks the row of the meeting until the transaction ends. */
export const lockMeetingById = (tx: Db, meetingId: string): Promise<MeetingRow | undefined> =>
  tx('meetings').where({ id: meetingId }).forUpdate().first();

/** Locks the meetings of some leads, in the order of their ids. */
export async function lockMeetingsOfLeads(tx: Db, accountId: string, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  const theirs = tx('meetings')
    .where({ account_id: accountId })
    .whereIn('lead_id', [...leadIds]);
  await theirs.orderBy('id').forUpdate().select('id');
}

/** Finds who holds the meeting and what kind it is, as far as it has either. */
export async function findMeetingParties(
  db: Db,
  meeting: Pick<MeetingRow, 'account_id' | 'host_id' | 'meeting_type_id'>,
): Promise<{ host: HostRow | undefined; type: MeetingTypeRow | undefined }> {
  const find = (table: string, id: string | null) =>
    id === null ? Promise.resolve(undefined) : db(table).where({ account_id: meeting.account_id, id }).first();
  return { host: await find('hosts', meeting.host_id), type: await find('meeting_types', meeting.meeting_type_id) };
}

/** Lists those of the meetings that are there. */
export const listMeetingsById = (db: Db, ids: readonly string[]): Promise<MeetingRow[]> =>
  db('meetings').whereIn('id', [...ids]);
