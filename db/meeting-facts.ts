import type { Db } from './connection.js';
import type { HostRow, MeetingRow, MeetingTypeRow } from './tables-meetings.js';

/** The meeting, its row locked until the transaction ends. */
export const lockMeetingById = (tx: Db, meetingId: string): Promise<MeetingRow | undefined> =>
  tx('meetings').where({ id: meetingId }).forUpdate().first();

/** Who holds the meeting and what kind it is, as far as it has either. */
export async function findMeetingParties(
  db: Db,
  meeting: Pick<MeetingRow, 'account_id' | 'host_id' | 'meeting_type_id'>,
): Promise<{ host: HostRow | undefined; type: MeetingTypeRow | undefined }> {
  const find = (table: string, id: string | null) =>
    id === null ? Promise.resolve(undefined) : db(table).where({ account_id: meeting.account_id, id }).first();
  return { host: await find('hosts', meeting.host_id), type: await find('meeting_types', meeting.meeting_type_id) };
}
