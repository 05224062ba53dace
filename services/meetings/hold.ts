import type { Knex } from 'knex';
import { loadBookingReferences } from '../../db/bookings.js';
import { lockHost } from '../../db/hosts.js';
import { insertHold } from '../../db/meetings.js';
import type { SlotHoldRow } from '../../db/tables-meetings.js';
import { checkSlot, refusalOf, slotAt, type Wanted } from '../../domain/meetings/slots.js';
import { readInstant } from '../../domain/meetings/starts-at.js';
import { newId } from '../../runtime/ids.js';
import { type Invalid, invalid, type SlotRefused } from './booking-request.js';
import { findAlternatives, loadSchedules, rangeAround, rulesOf } from './schedules.js';

export interface HoldRequest {
  accountId: string;
  hostId: string;
  meetingTypeId: string;
  startsAt: string;
  timezone: string | null;
  ttlSeconds: number;
}

/**
 * Keeps a slot for whoever shows the hold, until it expires. A hold takes the host's time like a meeting does, under
 * the same lock; what has expired counts for nothing from that moment on.
 */
export async function holdSlot(
  tx: Knex,
  now: Date,
  request: HoldRequest,
): Promise<{ outcome: 'held'; hold: SlotHoldRow } | Invalid | SlotRefused> {
  const { accountId, hostId, meetingTypeId } = request;
  const host = await lockHost(tx, accountId, hostId);
  if (!host) return invalid('HOST_NOT_FOUND', '/host_id');
  const named = { accountId, hostId, meetingTypeId, agentId: null, leadId: null, keyHash: null };
  const [references] = await loadBookingReferences(tx, [named]);
  const type = references?.type;
  if (!type) return invalid('MEETING_TYPE_NOT_FOUND', '/meeting_type_id');
  const instant = readInstant(request.startsAt, request.timezone ?? host.timezone);
  if (!instant.ok) return invalid('INVALID_DATE', '/starts_at', `/starts_at ${instant.message}.`);
  if (instant.ms < now.getTime()) return invalid('START_IN_PAST', '/starts_at');
  if (!references.isHostOfType) {
    return invalid('VALIDATION_ERROR', '/host_id', 'The host does not hold meetings of this type.');
  }
  const wanted: Wanted = { start: instant.ms, rules: rulesOf(type), meetingTypeId, now: now.getTime() };
  const slot = slotAt(instant.ms, wanted.rules);
  const { schedules } = await loadSchedules(tx, [host], { ...rangeAround(instant.ms), now });
  const conflicts = schedules.flatMap((schedule) => checkSlot(schedule, wanted).conflicts);
  if (host.is_active !== 1) conflicts.push({ type: 'outside_hours', ...slot });
  if (conflicts.length > 0) {
    const alternatives = await findAlternatives(tx, accountId, wanted, {}, hostId);
    return { outcome: 'refused', code: refusalOf(conflicts), hostId, conflicts, alternatives };
  }
  const hold: SlotHoldRow = {
    id: newId(),
    account_id: accountId,
    host_id: hostId,
    meeting_type_id: meetingTypeId,
    starts_at: new Date(slot.from),
    ends_at: new Date(slot.to),
    buffer_before_minutes: type.buffer_before_minutes,
    buffer_after_minutes: type.buffer_after_minutes,
    expires_at: new Date(now.getTime() + request.ttlSeconds * 1000),
    created_at: now,
  };
  await insertHold(tx, hold);
  return { outcome: 'held', hold };
}
