import type { Alternative } from '../../domain/meetings/alternatives.js';
import type { SlotConflict } from '../../domain/meetings/slots.js';
import type { Invalid, SlotRefused } from '../../services/meetings/booking-request.js';
import { ApiError } from '../http/errors.js';

const iso = (ms: number): string => new Date(ms).toISOString();

const toConflict = ({ from, to, ...conflict }: SlotConflict, hostId: string | null) => ({
  ...conflict,
  starts_at: iso(from),
  ends_at: iso(to),
  host_id: hostId,
});

const toAlternative = (slot: Alternative) => ({
  starts_at: iso(slot.from),
  ends_at: iso(slot.to),
  host_id: slot.hostId,
  host_name: slot.hostName,
  availability_block_id: slot.blockId,
  score: slot.score,
});

/** Creates the error for an unavailable slot, with its conflicts and the free alternatives. */
export const slotError = ({ code, hostId, conflicts, alternatives }: SlotRefused): ApiError =>
  new ApiError(code, {
    body: {
      success: false,
      conflicts: conflicts.map((conflict) => toConflict(conflict, hostId)),
      alternatives: alternatives.map(toAlternative),
      replayed: false,
    },
  });

/** Makes the error for a request that is wrong in one field, in the shape of a validation error whatever its status. */
export function fieldError({ code, field, message }: Omit<Invalid, 'outcome'>): ApiError {
  const error = new ApiError(code, { ...(message === undefined ? {} : { message }) });
  return new ApiError(code, {
    message: error.message,
    field,
    details: { errors: [{ field, message: error.message }] },
  });
}
