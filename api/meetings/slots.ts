import { listStaleCalendars } from '../../db/meetings/calendar-connections.js';
import { deleteHold } from '../../db/meetings/meetings.js';
import { CALENDAR_LATE_MS } from '../../domain/meetings/calendar-state.js';
import { inZone } from '../../domain/time/zoned.js';
import { findSlotsContract, holdSlotContract, releaseHoldContract } from '../../schemas/meetings/slots.js';
import { findSlots } from '../../services/meetings/find-slots.js';
import { holdSlot } from '../../services/meetings/hold.js';
import type { ApiDependencies } from '../dependencies.js';
import { ApiError } from '../http/errors.js';
import { timezoneField } from '../http/request/fields.js';
import { pathId } from '../http/request/path-id.js';
import { route } from '../http/route.js';
import { requireLead } from '../leads/find.js';
import { fieldError, slotError } from './slot-errors.js';
import { timeRange } from './time-range.js';

export const findSlotsRoute = (_deps: ApiDependencies) =>
  route(findSlotsContract).handle(async ({ account, db, query, now }) => {
    const { zone, from, to } = timeRange(query, now);
    const lead = query.lead_id === undefined ? null : await requireLead(db, account.id, query.lead_id);
    const result = await findSlots(db, {
      accountId: account.id,
      meetingTypeId: query.meeting_type_id.toLowerCase(),
      hostId: query.host_id?.toLowerCase() ?? null,
      leadId: lead?.id ?? null,
      from,
      to,
      now,
    });
    if (result.outcome === 'no_type') throw new ApiError('MEETING_TYPE_NOT_FOUND', { field: '/meeting_type_id' });
    if (result.outcome === 'no_host') throw new ApiError('HOST_NOT_FOUND', { field: '/host_id' });
    if (result.outcome !== 'found') throw new ApiError('INTERNAL_ERROR');
    const slots = result.slots.map((slot) => ({
      starts_at: new Date(slot.from).toISOString(),
      ends_at: new Date(slot.to).toISOString(),
      local_start: inZone(slot.from, zone).toISO({ suppressMilliseconds: true }) ?? '',
      host_id: slot.hosts[0]?.id ?? '',
      host_name: slot.hosts[0]?.name ?? '',
      host_ids: slot.hosts.map(({ id }) => id),
      availability_block_id: slot.blockId,
    }));
    const hostIds = [...new Set(result.slots.flatMap(({ hosts }) => hosts.map(({ id }) => id)))];
    const stale = await listStaleCalendars(db, account.id, hostIds, new Date(now.getTime() - CALENDAR_LATE_MS));
    const warnings = stale.map(({ host_id, current_at }) => ({
      code: 'calendar_sync_failed' as const,
      host_id,
      current_at: current_at?.toISOString() ?? null,
    }));
    return {
      status: 200,
      body: {
        success: true,
        meeting_type_id: result.type.id,
        timezone: zone,
        from: new Date(from).toISOString(),
        to: new Date(to).toISOString(),
        slots,
        warnings,
      },
    };
  });

const USUAL_TTL = 300;

export const holdSlotRoute = (_deps: ApiDependencies) =>
  route(holdSlotContract).handle(async ({ account, work, body }) => {
    const result = await holdSlot(work, {
      accountId: account.id,
      hostId: body.host_id.toLowerCase(),
      meetingTypeId: body.meeting_type_id.toLowerCase(),
      startsAt: body.starts_at,
      timezone: body.timezone === undefined ? null : timezoneField(body.timezone, '/timezone'),
      ttlSeconds: body.ttl_seconds ?? USUAL_TTL,
    });
    if (result.outcome === 'invalid') throw fieldError(result);
    if (result.outcome === 'refused') throw slotError(result);
    const { id, host_id, meeting_type_id, starts_at, ends_at, expires_at } = result.hold;
    const times = {
      starts_at: starts_at.toISOString(),
      ends_at: ends_at.toISOString(),
      expires_at: expires_at.toISOString(),
    };
    return { status: 201, body: { success: true, hold: { id, host_id, meeting_type_id, ...times } } };
  });

export const releaseHoldRoute = (_deps: ApiDependencies) =>
  route(releaseHoldContract).handle(async ({ account, db, params }) => {
    const removed = await deleteHold(db, account.id, pathId(params.id, 'HOLD_NOT_FOUND'));
    if (removed === 0) throw new ApiError('HOLD_NOT_FOUND');
    return { status: 204, body: null };
  });
