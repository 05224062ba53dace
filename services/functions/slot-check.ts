import type { Db } from '../../db/connection.js';
import { findHost } from '../../db/meetings/hosts.js';
import { findMeetingType } from '../../db/meetings/meeting-types.js';
import { checkSlot } from '../../domain/meetings/slots.js';
import { readInstant } from '../../domain/meetings/starts-at.js';
import { HostError } from '../../functions/sandbox.js';
import type { FunctionOnlyParams } from '../../schemas/functions/function-effects.js';
import { loadSchedules, rangeAround, rulesOf } from '../meetings/host-availability.js';

/**
 * Returns why a booking can't be had as things stand, or undefined. Nothing is held: the booking itself decides when it
 * is made. Throws `HostError` for what names nothing of the account.
 */
export async function slotProblem(
  db: Db,
  accountId: string,
  { meeting_type_id, host_id, starts_at, timezone }: FunctionOnlyParams['book_meeting'],
  now: Date,
): Promise<string | undefined> {
  const [type, host] = await Promise.all([
    findMeetingType(db, accountId, meeting_type_id),
    findHost(db, accountId, host_id),
  ]);
  if (!type) throw new HostError('MEETING_TYPE_NOT_FOUND', 'Meeting type not found.');
  if (!host) throw new HostError('HOST_NOT_FOUND', 'Host not found.');
  const instant = readInstant(starts_at, timezone ?? host.timezone);
  if (!instant.ok) throw new HostError('INVALID_DATE', `starts_at ${instant.message}.`);
  if (instant.ms < now.getTime()) return 'The start time must be in the future.';
  const { schedules } = await loadSchedules(db, [host], { ...rangeAround(instant.ms), now });
  const [schedule] = schedules;
  if (!schedule || !host.is_active) return 'The host is inactive.';
  const wanted = {
    start: instant.ms,
    rules: rulesOf(type),
    meetingTypeId: type.id,
    now: now.getTime(),
    allowOutside: false,
  };
  return checkSlot(schedule, wanted).conflicts.length > 0 ? "The host isn't free at this time." : undefined;
}
