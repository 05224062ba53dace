import type { Db } from '../connection.js';
import type { MessageRow } from '../tables.js';
import type { MeetingNoticeRow } from './tables.js';

export interface NoticeWithMessage extends MeetingNoticeRow {
  message: MessageRow | undefined;
}

/** Lists what a meeting's lead was told of it, with the messages that told it. */
export async function listNotices(db: Db, meetingId: string): Promise<NoticeWithMessage[]> {
  const notices: MeetingNoticeRow[] = await db('meeting_notices').where({ meeting_id: meetingId });
  const ids = notices.map(({ message_id }) => message_id).filter((id) => id !== null);
  const messages: MessageRow[] = ids.length === 0 ? [] : await db('messages').whereIn('id', ids);
  return notices.map((notice) => ({ ...notice, message: messages.find(({ id }) => id === notice.message_id) }));
}

/** Notes a notice, or a further attempt at it. */
export async function putNotice(tx: Db, row: MeetingNoticeRow): Promise<void> {
  const { message_id, skipped, attempts } = row;
  await tx('meeting_notices').insert(row).onConflict().merge({ message_id, skipped, attempts });
}

/** Finds the meeting that a message tells of, if it tells of one. */
export const findNoticeOf = (db: Db, messageId: string): Promise<MeetingNoticeRow | undefined> =>
  db('meeting_notices').where({ message_id: messageId }).first();
