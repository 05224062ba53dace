import { fromJson } from '../../db/connection.js';
import type { EventOrigin } from '../../db/events/events.js';
import { lockMeeting, updateMeeting } from '../../db/meetings/meetings.js';
import type { MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { AttendeeAnswer } from '../../schemas/meetings/meetings.js';
import { wakeBooking } from '../instructions/meetings.js';
import { emitMeetingEvent } from './meeting-events.js';

/** Returns whether a person should read an answer: a calendar program can't act on it alone. */
export const needsReading = ({ answer, comment }: AttendeeAnswer): boolean =>
  answer === 'declined' || answer === 'proposed' || comment !== null;

const MAX_ANSWERS = 50;
const OPEN = ['scheduled', 'confirmed'];

/**
 * Records what an attendee answered to the invitation to the present time: on the meeting, as an event, and as
 * confirmation where the lead accepts. The caller has locked the lead's row; no host's is locked, as no time is taken.
 * Returns whether it was recorded: an older answer than the last, or one to a closed meeting, changes nothing.
 */
export async function recordAnswer(
  work: Work,
  { account_id, id }: MeetingRow,
  answer: AttendeeAnswer,
  origin: EventOrigin,
): Promise<boolean> {
  const { tx, now } = work;
  const meeting = await lockMeeting(tx, account_id, id);
  if (!meeting || !OPEN.includes(meeting.status) || meeting.starts_at <= now) return false;
  const known = fromJson<AttendeeAnswer[] | null>(meeting.attendee_answers) ?? [];
  const isSame = (other: AttendeeAnswer): boolean => (answer.is_lead ? other.is_lead : other.email === answer.email);
  const last = known.find(isSame);
  if (last && last.answered_at > answer.answered_at) return false;
  const answers = [...known.filter((other) => !isSame(other)), answer].slice(-MAX_ANSWERS);
  const changes: Partial<MeetingRow> = {
    attendee_answers: JSON.stringify(answers),
    ...(needsReading(answer)
      ? { answer_to_read_at: now }
      : answers.some(needsReading)
        ? {}
        : { answer_to_read_at: null }),
    ...(answer.is_lead ? confirmation(meeting, answer.answer === 'accepted') : {}),
    updated_at: now,
  };
  await updateMeeting(tx, id, changes);
  const changed = { ...meeting, ...changes };
  await emitMeetingEvent(work, changed, 'meeting.answered', origin, {
    answer: answer.answer,
    by: answer.is_lead ? 'lead' : 'guest',
  });
  if (changed.status === meeting.status) return true;
  if (changed.status === 'confirmed') await emitMeetingEvent(work, changed, 'meeting.confirmed', origin);
  await wakeBooking(work, changed, 'meeting.answered');
  return true;
}

/** The lead's last answer says whether the present time is confirmed. */
function confirmation(meeting: MeetingRow, accepts: boolean): Partial<MeetingRow> {
  if (meeting.confirmed_by_lead === accepts) return {};
  return { confirmed_by_lead: accepts, status: accepts ? 'confirmed' : 'scheduled' };
}
