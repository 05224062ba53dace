import type { Db } from '../connection.js';
import { type IdPage, newestFirst } from '../keyset.js';
import type { MeetingNoteRow, MeetingRow } from './tables.js';

type Found = Promise<MeetingRow | undefined>;

const latest = (db: Db, accountId: string) =>
  db('meetings').where({ account_id: accountId }).orderBy('starts_at', 'desc').orderBy('id', 'desc');

/** Finds the meeting with an id in some calendar, whichever. */
export const findMeetingByEvent = (db: Db, accountId: string, eventId: string): Found =>
  latest(db, accountId)
    .where({ external_event_id: Buffer.from(eventId) })
    .first();

/**
 * Finds the meeting with a link; of many with the same one the nearest to `date`; without a date the one that began
 * last, else the one that comes next. Only the lead's where a lead is given.
 */
export function findMeetingByUrl(
  db: Db,
  accountId: string,
  { url, leadId, date, now }: { url: string; leadId: string | null; date: Date | null; now: Date },
): Found {
  const query = db('meetings').where({ account_id: accountId, meeting_url: url }).whereNot({ status: 'cancelled' });
  if (leadId !== null) query.where({ lead_id: leadId });
  if (date === null) query.orderByRaw('starts_at > ?', [now]);
  return query.orderByRaw('ABS(TIMESTAMPDIFF(SECOND, starts_at, ?)), id', [date ?? now]).first();
}

/** Finds the meeting of a lead that began nearest to a moment, within `withinMs` of it, and wasn't cancelled. */
export const findMeetingNear = (db: Db, leadId: string, at: Date, withinMs: number): Found =>
  db('meetings')
    .where({ lead_id: leadId })
    .whereNot({ status: 'cancelled' })
    .where('starts_at', '>=', new Date(at.getTime() - withinMs))
    .where('starts_at', '<=', new Date(at.getTime() + withinMs))
    .orderByRaw('ABS(TIMESTAMPDIFF(SECOND, starts_at, ?)), id', [at])
    .first();

/** Finds the meeting of a lead that began last and wasn't cancelled. */
export const findLatestMeeting = (db: Db, leadId: string, now: Date): Found =>
  db('meetings')
    .where({ lead_id: leadId })
    .whereNot({ status: 'cancelled' })
    .where('starts_at', '<=', now)
    .orderBy('starts_at', 'desc')
    .first();

/** Locks the row of the note that a provider gave of one of its meetings. */
export const lockNote = (
  tx: Db,
  accountId: string,
  provider: string,
  externalId: string,
): Promise<MeetingNoteRow | undefined> =>
  tx('meeting_notes')
    .where({ account_id: accountId, provider, external_meeting_id: Buffer.from(externalId) })
    .forUpdate()
    .first();

/** Lists the notes of a meeting, newest first. */
export const listMeetingNotes = (db: Db, meetingId: string, page: IdPage): Promise<MeetingNoteRow[]> =>
  newestFirst(db('meeting_notes').where({ meeting_id: meetingId }), page);

export async function insertNote(tx: Db, row: MeetingNoteRow): Promise<void> {
  await tx('meeting_notes').insert(row);
}

export async function updateNote(tx: Db, id: string, changes: Partial<MeetingNoteRow>): Promise<void> {
  await tx('meeting_notes').where({ id }).update(changes);
}
