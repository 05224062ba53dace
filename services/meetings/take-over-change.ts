import type { Knex } from 'knex';
import { lockMeetingById } from '../../db/meetings/meeting-parties.js';
import { findMeetingType } from '../../db/meetings/meeting-types.js';
import { updateMeeting } from '../../db/meetings/meetings.js';
import type { CalendarEntryRow, MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { CalendarOccurrence } from '../../domain/meetings/calendar-busy.js';
import { cancelMeeting } from './change-status.js';
import { rescheduleMeeting } from './reschedule.js';
import { emitSyncFailure } from './sync-entry.js';

/** A change of an entry by the owner of the calendar, which its meeting takes over. */
export interface OwnersChange {
  accountId: string;
  meetingId: string;
  /** The version of the entry that was changed. */
  entryStartsAt: Date;
  /** The new start; null for an entry that was deleted. */
  startsAt: Date | null;
}

/**
 * Returns the change that a meeting takes over from its entry, as its type says. A meeting that has moved since the
 * entry was written keeps its own time, and a meeting never moves into the past.
 */
export async function ownersChange(
  tx: Knex,
  now: Date,
  { meeting, entry, there }: { meeting: MeetingRow; entry: CalendarEntryRow; there: CalendarOccurrence | undefined },
): Promise<OwnersChange | undefined> {
  const { starts_at } = entry;
  if (starts_at === null || meeting.starts_at.getTime() !== starts_at.getTime() || meeting.starts_at <= now) {
    return undefined;
  }
  const type =
    meeting.meeting_type_id === null
      ? undefined
      : await findMeetingType(tx, meeting.account_id, meeting.meeting_type_id);
  const change = { accountId: meeting.account_id, meetingId: meeting.id, entryStartsAt: starts_at };
  if (!there) return type?.on_calendar_delete === 'cancel' ? { ...change, startsAt: null } : undefined;
  const isMove = there.startsAt > now && there.startsAt.getTime() !== starts_at.getTime();
  return isMove && type?.on_calendar_move === 'reschedule' ? { ...change, startsAt: there.startsAt } : undefined;
}

/**
 * Cancels a meeting whose entry was deleted, or moves it to the time of its entry, with the notices of every other
 * change. A move that isn't possible, for example because the host is busy, is flagged. A repetition does nothing.
 */
export async function takeOverChange(work: Work, change: OwnersChange): Promise<void> {
  const { accountId, meetingId, startsAt } = change;
  const origin = { kind: 'system', id: meetingId, depth: 1 } as const;
  const target = { accountId, meetingId, origin };
  if (startsAt === null) {
    await cancelMeeting(work, { ...target, reason: 'Deleted in the calendar of the host.' });
    return;
  }
  const moved = await rescheduleMeeting(work, {
    ...target,
    startsAt: startsAt.toISOString(),
    timezone: null,
    reason: 'Moved in the calendar of the host.',
    keepHost: true,
    allowOutside: true,
  });
  if (moved.outcome === 'done') return;
  const meeting = await lockMeetingById(work.tx, meetingId);
  if (!meeting || meeting.starts_at.getTime() !== change.entryStartsAt.getTime()) return;
  await updateMeeting(work.tx, meetingId, { sync_status: 'out_of_date' });
  await emitSyncFailure(work, meeting, 'out_of_date');
}
