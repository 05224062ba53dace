import type { EventOrigin } from '../../db/events/events.js';
import { freeCells, listLiveMeetings, lockMeeting, updateMeeting } from '../../db/meetings/meetings.js';
import type { MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { wakeBooking } from '../instructions/meetings.js';
import { needsSync } from './change-status.js';
import { emitMeetingEvent } from './meeting-events.js';

/**
 * Cancels the next meeting ahead of a lead whose row the caller has locked; undefined where there is none. No host's
 * row is locked, as the lead's comes after it: freeing time can make nothing collide.
 */
export async function cancelNextMeeting(
  work: Work,
  lead: { id: string; accountId: string },
  { reason, origin }: { reason: string | null; origin: EventOrigin },
): Promise<MeetingRow | undefined> {
  const { tx, now } = work;
  const [next] = (await listLiveMeetings(tx, now, lead.id))
    .filter(({ starts_at }) => starts_at > now)
    .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
  const meeting = next && (await lockMeeting(tx, lead.accountId, next.id));
  if (!meeting || !['scheduled', 'confirmed'].includes(meeting.status)) return undefined;
  const changes: Partial<MeetingRow> = {
    ...needsSync(meeting),
    status: 'cancelled',
    cancelled_at: now,
    cancellation_reason: reason,
    sequence: meeting.sequence + 1,
    updated_at: now,
  };
  await updateMeeting(tx, meeting.id, changes);
  await freeCells(tx, meeting.id);
  const cancelled = { ...meeting, ...changes };
  await emitMeetingEvent(work, cancelled, 'meeting.cancelled', origin);
  await wakeBooking(work, cancelled, 'meeting.cancelled');
  return cancelled;
}
