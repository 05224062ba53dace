import type { ScheduleQuery } from '../../db/meetings/host-schedules.js';
import type { HostRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import type { Alternative } from '../../domain/meetings/alternatives.js';
import {
  cellsOf,
  checkHeldSlot,
  checkSlot,
  refusalOf,
  type SlotCheck,
  type SlotConflict,
  slotAt,
  type Wanted,
} from '../../domain/meetings/slots.js';
import { type Invalid, invalid, type SlotRefused } from './booking-request.js';
import { loadSchedules, rangeAround } from './host-availability.js';

/** A requested slot with the locks under which it is decided. */
export interface SlotRequest extends Pick<ScheduleQuery, 'exceptMeetingId' | 'lead'> {
  wanted: Wanted;
  /** The hosts that can take it, with locked rows. The first available one gets it. An empty list occupies no time. */
  hosts: readonly HostRow[];
  /** The host whose conflicts are reported if no host is available. */
  hostId: string | null;
  /** A hold that the slot is wanted for. */
  holdId?: string | null;
}

/** A slot that can be had for as long as the locks are held. */
export interface FreeSlot {
  from: Date;
  to: Date;
  /** The occupied cells of the host's time, with buffers. */
  cells: number[];
  /** Null if it occupies no host's time. */
  host: HostRow | null;
  check: SlotCheck;
  /** The lead's other meetings and refused channels, where the wish names a lead. */
  leadMeetings: Date[];
  suppressed: string[];
  /** True if the requested meeting type still exists. */
  typeExists: boolean;
}

/** The reason why a host's slot isn't available. */
export interface NotFree<W extends SlotRequest> {
  outcome: 'conflict';
  wish: W;
  conflicts: SlotConflict[];
}

const NO_HOLD = "/hold_id isn't a valid hold of this slot. Hold the slot again, or omit it.";
const NOBODYS: SlotCheck = { conflicts: [], blockId: null, outsideHours: false };

/**
 * Takes a slot. All changes of a host's time use this function: bookings, holds and moves. `lock` locks the hosts
 * before anything else, then the other rows of the write, or returns why there is nothing to write. `write` writes
 * under these locks, so the slot is still free. Nothing is written if no host is available.
 */
export async function takeSlot<Locked extends SlotRequest | { outcome: string }, Done>(
  { tx, now }: Work,
  lock: () => Promise<Locked>,
  write: (free: FreeSlot, wish: Extract<Locked, SlotRequest>) => Promise<Done>,
): Promise<Done | Exclude<Locked, SlotRequest> | NotFree<Extract<Locked, SlotRequest>> | Invalid> {
  const locked = await lock();
  if ('outcome' in locked) return locked as Exclude<Locked, SlotRequest>;
  const wish = locked as Extract<Locked, SlotRequest>;
  const { wanted, hosts, hostId, holdId = null, exceptMeetingId, lead } = wish;
  const { schedules, ...others } = await loadSchedules(tx, hosts, {
    ...rangeAround(wanted.start),
    now,
    exceptMeetingId,
    lead,
    typeId: wanted.meetingTypeId,
  });
  const checks = schedules.map((schedule) => ({
    hostId: schedule.hostId,
    ...(holdId === null
      ? { check: checkSlot(schedule, wanted), isHeld: true }
      : checkHeldSlot(schedule, wanted, holdId)),
  }));
  const found = checks.find(({ check }) => check.conflicts.length === 0);
  if (hosts.length > 0 && !found) {
    const own = checks.find((each) => each.hostId === hostId);
    return { outcome: 'conflict', wish, conflicts: own?.check.conflicts ?? [] };
  }
  if (found?.isHeld === false) return invalid('HOLD_NOT_FOUND', '/hold_id', NO_HOLD);
  const slot = slotAt(wanted.start, wanted.rules);
  const free = {
    from: new Date(slot.from),
    to: new Date(slot.to),
    ...others,
    cells: cellsOf(slot, wanted.rules.bufferBeforeMinutes, wanted.rules.bufferAfterMinutes),
    host: hosts.find(({ id }) => id === found?.hostId) ?? null,
    check: found?.check ?? NOBODYS,
  };
  return write(free, wish);
}

/** Returns what to answer where a slot can't be had: why, and what can. */
export const slotRefused = (
  hostId: string | null,
  conflicts: SlotConflict[],
  alternatives: Alternative[],
): SlotRefused => ({ outcome: 'refused', code: refusalOf(conflicts), hostId, conflicts, alternatives });
