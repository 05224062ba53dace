import type { Db } from '../../db/connection.js';
import { listMeetingsByIds } from '../../db/meetings/meetings.js';
import type { HostRow, MeetingRow } from '../../db/tables.js';
import { type BlockSpan, hoursOf, type Span, withoutOff } from '../../domain/meetings/availability.js';
import type { BusySpan, HostSchedule as Known } from '../../domain/meetings/slots.js';
import type { HostSchedule } from '../../schemas/meetings/schedule.js';
import { loadSchedules } from './host-availability.js';

/** Shows the time of hosts within a range, in two statements however many they are. */
export async function viewSchedules(
  db: Db,
  accountId: string,
  hosts: readonly HostRow[],
  range: Span,
  now: Date,
): Promise<HostSchedule[]> {
  const { from, to } = range;
  const { schedules } = await loadSchedules(db, hosts, { from: new Date(from), to: new Date(to), now });
  const ids = schedules.flatMap(({ taken }) => taken.flatMap(({ kind, id }) => (kind === 'meeting' ? id : [])));
  const meetings = new Map((await listMeetingsByIds(db, accountId, ids)).map((row) => [row.id, row]));
  return schedules.map((schedule) => toHost(schedule, range, meetings));
}

function toHost(known: Known, range: Span, meetings: ReadonlyMap<string, MeetingRow>): HostSchedule {
  const hours = hoursOf(known.blocks, known.timezone, range);
  const of = (kind: BusySpan['kind']) =>
    known.taken.filter((taken) => taken.kind === kind).sort((a, b) => a.from - b.from);
  return {
    host_id: known.hostId,
    host_name: known.hostName,
    timezone: known.timezone,
    is_active: known.isActive !== false,
    hours_set: hours.set,
    open: withoutOff(hours).map(toHours),
    time_off: hours.off.map(toHours),
    busy: of('calendar_busy').map((taken) => ({ id: taken.id, ...toSpan(taken) })),
    holds: of('hold').map((taken) => ({
      id: taken.id,
      meeting_type_id: taken.meetingTypeId ?? '',
      ...toSpan(taken),
      expires_at: new Date(taken.expiresAt ?? taken.to).toISOString(),
    })),
    meetings: of('meeting').flatMap(({ id }) => {
      const row = meetings.get(id);
      return row ? toMeeting(row) : [];
    }),
  };
}

const toSpan = ({ from, to }: Span) => ({
  starts_at: new Date(from).toISOString(),
  ends_at: new Date(to).toISOString(),
});

const toHours = (span: BlockSpan) => ({ ...toSpan(span), block_id: span.blockId });

const toMeeting = (row: MeetingRow) => ({
  id: row.id,
  lead_id: row.lead_id,
  workflow_id: row.agent_id,
  meeting_type_id: row.meeting_type_id,
  title: row.title,
  status: row.status,
  location_type: row.location_type,
  attendee_name: row.attendee_name,
  starts_at: row.starts_at.toISOString(),
  ends_at: row.ends_at.toISOString(),
  buffer_before_minutes: row.buffer_before_minutes,
  buffer_after_minutes: row.buffer_after_minutes,
});
