import { listNotices } from '../../db/meetings/meeting-notices.js';
import { lockMeetingById } from '../../db/meetings/meeting-parties.js';
import type { Work } from '../../db/work.js';
import type { TimerPlan } from '../../workflows/timer.protocol.js';
import { type Broken, heldPlan, holdAsError } from '../agent-runs/held-work.js';
import { settleLostClaims } from './advance-booking.js';

/**
 * Holds what follows a booking where it can't be worked; the meeting itself stands. Undefined where a mail of it may
 * still leave, or the meeting is gone.
 */
export async function holdBrokenBooking(work: Work, meetingId: string, broken: Broken): Promise<TimerPlan | undefined> {
  const { tx } = work;
  const meeting = await lockMeetingById(tx, meetingId);
  if (!meeting || (await settleLostClaims(work, await listNotices(tx, meetingId)))) return undefined;
  const { id, account_id } = meeting;
  const subject = { kind: 'meeting', id, account_id, agent_id: null, step_key: null } as const;
  return heldPlan(await holdAsError(work, subject, broken));
}
