import type { Db } from '../../db/connection.js';
import { findLead } from '../../db/leads/leads.js';
import { findMeetingParties } from '../../db/meetings/meeting-parties.js';
import { findMeeting } from '../../db/meetings/meetings.js';
import type { HostRow, MeetingRow, MeetingTypeRow } from '../../db/tables.js';
import { freeSlots } from '../../domain/meetings/slots.js';
import type { Reader } from '../../domain/values/reader.js';
import { findLeadReader } from '../messages/lead-reader.js';
import { loadSchedules } from './host-availability.js';
import { rulesFor } from './reschedule.js';

const DAY_MS = 86_400_000;
const DAYS_SHOWN = 14;
const MAX_SLOTS = 120;
const DAYS_SHOWN_AFTER = 30;

/** A meeting as its lead's page needs it. */
export interface LeadMeeting {
  meeting: MeetingRow;
  host: HostRow | undefined;
  type: MeetingTypeRow | undefined;
  /** The zone that the lead reads times in. */
  timezone: string;
  /** The lead's language and locale, if known. */
  reader: Reader | undefined;
}

/** Finds the meeting behind a link; undefined once it or its lead is gone, and when it has been over for 30 days. */
export async function findLeadMeeting(
  db: Db,
  now: Date,
  { accountId, meetingId }: { accountId: string; meetingId: string },
): Promise<LeadMeeting | undefined> {
  const meeting = await findMeeting(db, accountId, meetingId);
  if (!meeting || now.getTime() > meeting.ends_at.getTime() + DAYS_SHOWN_AFTER * DAY_MS) return undefined;
  const lead = await findLead(db, accountId, meeting.lead_id);
  if (!lead || lead.erased_at || lead.hidden) return undefined;
  const parties = await findMeetingParties(db, meeting);
  const reader = await findLeadReader(db, lead);
  return { meeting, ...parties, timezone: lead.timezone ?? meeting.timezone, reader };
}

/** Returns whether its lead can still do something about a meeting. */
export const isOpen = ({ status, starts_at }: MeetingRow, now: Date): boolean =>
  ['scheduled', 'confirmed'].includes(status) && starts_at > now;

/**
 * Lists free times of the same host from a moment on, the meeting's own time counted as free. `later` is where the next
 * page begins: what does not fit on this one is on that.
 */
export async function timesForLead(
  db: Db,
  now: Date,
  { meeting, host, type }: LeadMeeting,
  from: Date,
): Promise<{ slots: { startsAt: Date; endsAt: Date }[]; later: Date }> {
  const start = from > now ? from : now;
  const end = new Date(start.getTime() + DAYS_SHOWN * DAY_MS);
  if (!host?.is_active || !type) return { slots: [], later: end };
  const { schedules } = await loadSchedules(db, [host], {
    from: new Date(start.getTime() - 2 * DAY_MS),
    to: new Date(end.getTime() + 2 * DAY_MS),
    now,
    exceptMeetingId: meeting.id,
  });
  const [schedule] = schedules;
  const range = { from: start.getTime(), to: end.getTime() };
  const wanted = { rules: rulesFor(meeting, type), meetingTypeId: type.id, now: now.getTime() };
  const found = (schedule ? freeSlots(schedule, range, wanted) : []).filter(
    (slot) => slot.from !== meeting.starts_at.getTime(),
  );
  const next = found[MAX_SLOTS];
  return {
    later: next ? new Date(next.from) : end,
    slots: found.slice(0, MAX_SLOTS).map((slot) => ({ startsAt: new Date(slot.from), endsAt: new Date(slot.to) })),
  };
}
