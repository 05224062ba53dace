import type { Knex } from 'knex';
import type { EventOrigin } from '../../db/events.js';
import { freeCells, listLiveMeetings, lockMeeting, updateMeeting } from '../../db/meetings.js';
import type { MeetingRow } from '../../db/tables-meetings.js';
import { wakeBooking } from '../wake-booking.js';
import { tellOfMeeting } from './follow-up.js';
import { outOfStep, statusOf } from './life.js';

/**
 * Cancels the next meeting ahead of a lead whose row the caller has locked; undefined where there is none. No host's
 * row is locked, as the lead's comes after it: freeing time can make nothing collide.
 */
export async function cancelNextMeeting(
  tx: Knex,
  now: Date,
  lead: { id: string; accountId: string },
  { reason, origin }: { reason: string | null; origin: EventOrigin },
): Promise<MeetingRow | undefined> {
  const [next] = (await listLiveMeetings(tx, now, lead.id))
    .filter(({ starts_at }) => starts_at > now)
    .sort((a, b) => a.starts_at.getTime() - b.starts_at.getTime());
  const meeting = next && (await lockMeeting(tx, lead.accountId, next.id));
  if (!meeting || !['scheduled', 'confirmed'].includes(statusOf(meeting))) return undefined;
  const changes: Partial<MeetingRow> = {
    ...outOfStep(meeting),
    status: 'cancelled',
    cancelled_at: now,
    cancellation_reason: reason,
    sequence: meeting.sequence + 1,
    updated_at: now,
  };
  await updateMeeting(tx, meeting.id, changes);
  await freeCells(tx, meeting.id);
  const cancelled = { ...meeting, ...changes };
  await tellOfMeeting(tx, now, cancelled, 'meeting.cancelled', origin);
  await wakeBooking(tx, now, cancelled, 'meeting.cancelled');
  return cancelled;
}
