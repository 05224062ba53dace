import { fromJson } from '../../db/connection.js';
import type { BookingReferences } from '../../db/meetings/bookings.js';
import type { MeetingRow } from '../../db/tables.js';
import type { BookingOperations } from '../../schemas/meetings/book-meeting.js';
import type { Meeting, ProviderSync } from '../../schemas/meetings/meetings.js';
import { toMeeting, toProviderSync } from './meeting-view.js';

/** What a booking answers of its meeting. */
export interface BookedView {
  meeting: Meeting;
  provider_sync: ProviderSync;
}

/** How long a key answers with the very answer of the first time. */
const STORED_MS = 24 * 3_600_000;

export const viewOf = (meeting: MeetingRow): BookedView => ({
  meeting: toMeeting(meeting),
  provider_sync: toProviderSync(meeting),
});

/** Whether a meeting is still what was agreed when it was booked. */
const standsAs = ({ meeting }: BookedView, row: MeetingRow): boolean =>
  meeting.status === row.status &&
  meeting.starts_at === row.starts_at.toISOString() &&
  meeting.host_id === row.host_id &&
  meeting.rescheduled_at === (row.rescheduled_at?.toISOString() ?? null);

/**
 * Returns what a key answers that has booked: for a day the stored answer, word for word, as long as the meeting stands
 * as it was booked; after that, or once it was moved, confirmed or cancelled, the meeting as it is now.
 */
export function replayView(
  now: Date,
  key: NonNullable<BookingReferences['key']>,
  meeting: MeetingRow,
): { view: BookedView; operations: BookingOperations } {
  const operations = fromJson<BookingOperations>(key.operations);
  const stored = fromJson<BookedView | null>(key.answer);
  const isRecent = now.getTime() - key.created_at.getTime() < STORED_MS;
  if (stored && isRecent && standsAs(stored, meeting)) return { view: stored, operations };
  return { view: viewOf(meeting), operations: { ...operations, meeting: 'replayed' } };
}
