import { loadBookingReferences } from '../../db/meetings/bookings.js';
import { lockHost } from '../../db/meetings/hosts.js';
import { insertHold } from '../../db/meetings/meetings.js';
import type { MeetingTypeRow, SlotHoldRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { readInstant } from '../../domain/meetings/starts-at.js';
import { newId } from '../../runtime/ids.js';
import { type Invalid, invalid, type SlotRefused } from './booking-request.js';
import { findAlternatives, rulesOf } from './host-availability.js';
import { type FreeSlot, type SlotRequest, slotRefused, takeSlot } from './take-slot.js';

export interface HoldRequest {
  accountId: string;
  hostId: string;
  meetingTypeId: string;
  startsAt: string;
  timezone: string | null;
  ttlSeconds: number;
}

interface Held {
  outcome: 'held';
  hold: SlotHoldRow;
}

/**
 * Reserves a slot for the owner of the hold until it expires. A hold occupies the host's time like a meeting, under the
 * same lock. An expired hold has no effect.
 */
export async function holdSlot(work: Work, request: HoldRequest): Promise<Held | Invalid | SlotRefused> {
  const held = await takeSlot(
    work,
    () => lockHold(work, request),
    (free, { type }) => writeHold(work, request, type, free),
  );
  if (held.outcome !== 'conflict') return held;
  const { wanted, hostId } = held.wish;
  const alternatives = await findAlternatives(work.tx, request.accountId, wanted, {}, hostId);
  return slotRefused(hostId, held.conflicts, alternatives);
}

async function lockHold(
  { tx, now }: Work,
  { accountId, hostId, meetingTypeId, startsAt, timezone }: HoldRequest,
): Promise<(SlotRequest & { type: MeetingTypeRow }) | Invalid> {
  const host = await lockHost(tx, accountId, hostId);
  if (!host) return invalid('HOST_NOT_FOUND', '/host_id');
  const named = { accountId, hostId, meetingTypeId, agentId: null, leadId: null, keyHash: null };
  const [references] = await loadBookingReferences(tx, [named]);
  const type = references?.type;
  if (!type) return invalid('MEETING_TYPE_NOT_FOUND', '/meeting_type_id');
  const instant = readInstant(startsAt, timezone ?? host.timezone);
  if (!instant.ok) return invalid('INVALID_DATE', '/starts_at', `/starts_at ${instant.message}.`);
  if (instant.ms < now.getTime()) return invalid('START_IN_PAST', '/starts_at');
  if (!references.isHostOfType) {
    return invalid('VALIDATION_ERROR', '/host_id', "The host doesn't offer meetings of this type.");
  }
  const wanted = { start: instant.ms, rules: rulesOf(type), meetingTypeId, now: now.getTime() };
  return { wanted, hosts: [host], hostId, type };
}

async function writeHold(
  { tx, now }: Work,
  { accountId, hostId, ttlSeconds }: HoldRequest,
  type: MeetingTypeRow,
  { from, to }: FreeSlot,
): Promise<Held> {
  const hold: SlotHoldRow = {
    id: newId(),
    account_id: accountId,
    host_id: hostId,
    meeting_type_id: type.id,
    starts_at: from,
    ends_at: to,
    buffer_before_minutes: type.buffer_before_minutes,
    buffer_after_minutes: type.buffer_after_minutes,
    expires_at: new Date(now.getTime() + ttlSeconds * 1000),
    created_at: now,
  };
  await insertHold(tx, hold);
  return { outcome: 'held', hold };
}
