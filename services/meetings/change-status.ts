import type { Knex } from 'knex';
import type { EventOrigin } from '../../db/events/events.js';
import { lockLead } from '../../db/leads/leads.js';
import { lockHost } from '../../db/meetings/hosts.js';
import { lockMeetingsOfLeads } from '../../db/meetings/meeting-parties.js';
import { findMeeting, freeCells, listLiveMeetings, lockMeeting, updateMeeting } from '../../db/meetings/meetings.js';
import type { MeetingRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { mayBecome } from '../../domain/meetings/transitions.js';
import type { EventKind } from '../../schemas/events/events.js';
import type { MeetingStatus } from '../../schemas/meetings/meetings.js';
import { wakeBooking } from '../instructions/meetings.js';
import { emitMeetingEvent } from './meeting-events.js';

/** The meeting to change and the user or process that changes it. */
export interface MeetingChange {
  accountId: string;
  meetingId: string;
  origin: EventOrigin;
}

/** The outcome of a requested change of a meeting. */
export type MeetingChangeOutcome =
  | { outcome: 'done'; changed: boolean; meeting: MeetingRow }
  | { outcome: 'not_found' }
  | { outcome: 'not_modifiable'; status: MeetingStatus };

/** The meeting with its host's row, its lead's and its own locked, in this order, until the transaction ends. */
async function lockWithHost(tx: Knex, { accountId, meetingId }: MeetingChange): Promise<MeetingRow | undefined> {
  const seen = await findMeeting(tx, accountId, meetingId);
  if (!seen) return undefined;
  if (seen.host_id !== null) await lockHost(tx, accountId, seen.host_id);
  await lockLead(tx, accountId, seen.lead_id);
  return lockMeeting(tx, accountId, meetingId);
}

/** Decides what a change makes of a meeting's entry in its host's calendar. */
export const needsSync = ({ sync_status }: MeetingRow): Partial<MeetingRow> =>
  sync_status === 'synced' || sync_status === 'failed' ? { sync_status: 'pending' } : {};

const EVENTS: Record<Exclude<MeetingStatus, 'scheduled'>, Extract<EventKind, `meeting.${string}`>> = {
  confirmed: 'meeting.confirmed',
  cancelled: 'meeting.cancelled',
  completed: 'meeting.completed',
  no_show: 'meeting.no_show',
};

/**
 * Brings a meeting into a status, writes `columns` with it, tells of it and wakes its workflow. A meeting that has the
 * status already stays as it is.
 */
async function changeStatus(
  work: Work,
  change: MeetingChange,
  status: Exclude<MeetingStatus, 'scheduled'>,
  columns: (meeting: MeetingRow) => Partial<MeetingRow>,
): Promise<MeetingChangeOutcome> {
  const { tx, now } = work;
  const meeting = await lockWithHost(tx, change);
  if (!meeting) return { outcome: 'not_found' };
  if (meeting.status === status) return { outcome: 'done', changed: false, meeting };
  if (!mayBecome(meeting.status, status, meeting.settled_at, now)) {
    return { outcome: 'not_modifiable', status: meeting.status };
  }
  return {
    outcome: 'done',
    changed: true,
    meeting: await write(work, meeting, status, columns(meeting), change.origin),
  };
}

/** Writes what becomes of a locked meeting, tells of it and wakes its workflow. */
async function write(
  work: Work,
  meeting: MeetingRow,
  status: Exclude<MeetingStatus, 'scheduled'>,
  columns: Partial<MeetingRow>,
  origin: EventOrigin,
): Promise<MeetingRow> {
  const { tx, now } = work;
  const changes = { ...columns, status, updated_at: now };
  await updateMeeting(tx, meeting.id, changes);
  if (status === 'cancelled') await freeCells(tx, meeting.id);
  const changed = { ...meeting, ...changes };
  await emitMeetingEvent(work, changed, EVENTS[status], origin);
  await wakeBooking(work, changed, EVENTS[status]);
  return changed;
}

/** Notes that the lead confirmed the present time of a meeting. */
export const confirmMeeting = (work: Work, change: MeetingChange): Promise<MeetingChangeOutcome> =>
  changeStatus(work, change, 'confirmed', () => ({ confirmed_by_lead: true }));

/** Cancels a meeting; its host's time is free with the commit. `notifyLead` false keeps it from an invited lead. */
export const cancelMeeting = (
  work: Work,
  change: MeetingChange & { reason: string | null; notifyLead?: boolean | undefined },
): Promise<MeetingChangeOutcome> =>
  changeStatus(work, change, 'cancelled', (meeting) => ({
    ...cancelledColumns(meeting, work.now),
    cancellation_reason: change.reason,
    ...(change.notifyLead === false ? { invite_lead: false } : {}),
  }));

const cancelledColumns = (meeting: MeetingRow, now: Date): Partial<MeetingRow> => ({
  ...needsSync(meeting),
  cancelled_at: now,
  sequence: meeting.sequence + 1,
});

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
  const columns = { ...cancelledColumns(meeting, now), cancellation_reason: reason };
  return write(work, meeting, 'cancelled', columns, origin);
}

/**
 * Returns whether the lead of a cancelled meeting hears of it: one does who was told of the meeting, and before it
 * begins.
 */
export const isNotifiedOfCancellation = ({
  invite_lead,
  invitation_status,
  cancelled_at,
  starts_at,
}: MeetingRow): boolean =>
  invite_lead && invitation_status === 'sent' && cancelled_at !== null && cancelled_at < starts_at;

/** Notes that a meeting took place. */
export const completeMeeting = (
  work: Work,
  change: MeetingChange & { outcomeNotes: string | null },
): Promise<MeetingChangeOutcome> =>
  changeStatus(work, change, 'completed', (meeting) => ({
    settled_at: meeting.settled_at ?? work.now,
    outcome_notes: change.outcomeNotes ?? meeting.outcome_notes,
    no_show_reason: null,
  }));

/** Marks a meeting as a no-show. */
export const noShowMeeting = (
  work: Work,
  change: MeetingChange & { reason: string | null },
): Promise<MeetingChangeOutcome> =>
  changeStatus(work, change, 'no_show', (meeting) => ({
    settled_at: meeting.settled_at ?? work.now,
    no_show_reason: change.reason,
  }));

/**
 * Cancels the future meetings of a lead that is removed, without notifying the lead. The lead's row is already locked.
 * Its hosts' rows aren't needed, because freed time can't conflict. All its meetings are locked, past ones too, so that
 * messages that are being claimed are visible to the caller that deletes the lead's messages.
 */
export async function cancelMeetingsOfLead(
  work: Work,
  lead: { id: string; account_id: string },
  origin: EventOrigin,
): Promise<void> {
  const { tx, now } = work;
  await lockMeetingsOfLeads(tx, lead.account_id, [lead.id]);
  for (const meeting of await listLiveMeetings(tx, now, lead.id)) {
    await write(work, meeting, 'cancelled', { ...cancelledColumns(meeting, now), invite_lead: false }, origin);
  }
}
