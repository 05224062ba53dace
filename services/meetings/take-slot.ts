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

/** A slot that somebody wants, under the locks that it is decided under. */
export interface SlotWish extends Pick<ScheduleQuery, 'exceptMeetingId' | 'lead'> {
  wanted: Wanted;
  /** Those who may have it, their rows locked: the first who is free gets it. None: it takes nobody's time. */
  hosts: readonly HostRow[];
  /** Whose conflicts are told when nobody is free. */
  hostId: string | null;
  /** A hold that the slot is wanted for. */
  holdId?: string | null;
}

/** A slot that can be had for as long as the locks are held. */
export interface FreeSlot {
  from: Date;
  to: Date;
  /** What it takes of the host's time, buffers included. */
  cells: number[];
  /** Null where it takes nobody's time. */
  host: HostRow | null;
  check: SlotCheck;
  /** The lead's other meetings and refused channels, where the wish names a lead. */
  leadMeetings: Date[];
  suppressed: string[];
  /** Whether the wanted type of meeting still stands. */
  isTypeThere: boolean;
}

/** Why a slot can't be had of a host. */
export interface NotFree<W extends SlotWish> {
  outcome: 'conflict';
  wish: W;
  conflicts: SlotConflict[];
}

const NO_HOLD = '/hold_id is no hold of this slot, or has run out; leave it out, or hold the slot again.';
const NOBODYS: SlotCheck = { conflicts: [], blockId: null, outsideHours: false };

/**
 * Takes a slot: the one way in which a host's time changes hands, for bookings, holds and moves. `lock` locks the hosts
 * before anything else, then what else the write rests on, or says why there is nothing to write; `write` writes under
 * these locks what the look at the hosts' time found free, so that it still is. Nothing is written where nobody is free.
 */
export async function takeSlot<Locked extends SlotWish | { outcome: string }, Done>(
  { tx, now }: Work,
  lock: () => Promise<Locked>,
  write: (free: FreeSlot, wish: Extract<Locked, SlotWish>) => Promise<Done>,
): Promise<Done | Exclude<Locked, SlotWish> | NotFree<Extract<Locked, SlotWish>> | Invalid> {
  const locked = await lock();
  if ('outcome' in locked) return locked as Exclude<Locked, SlotWish>;
  const wish = locked as Extract<Locked, SlotWish>;
  const { wanted, hosts, hostId, holdId = null, exceptMeetingId, lead } = wish;
  const { schedules, ...others } = await loadSchedules(tx, hosts, {
    ...rangeAround(wanted.start),
    ...{ now, exceptMeetingId, lead, typeId: wanted.meetingTypeId },
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
    ...{ from: new Date(slot.from), to: new Date(slot.to), ...others },
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
