/** A call that may be made now. */
export interface Passage {
  /** Reports that the call has ended, and whether it got no answer at all. */
  leave(end: { silent: boolean }): void;
}

/** States that a call may be made now, or after how long to ask again. */
export type Admission = Passage | { retryAfterMs: number };

/** Keeps calls to slow receivers from taking all the places of a process: each receiver has a lane of its own. */
export interface Lanes {
  /**
   * Admits the call `id` to its lane, or tells it when its turn is near. One that was turned away keeps its turn for as
   * long as it comes back about when it was told to.
   */
  enter(lane: string, id: string): Admission;
}

interface Lane {
  /** The start times of the calls in progress, oldest first. */
  underWay: Set<{ startedAt: number }>;
  /** The recent duration of a call. */
  callMs: number;
  /** Calls in a row that got no answer. */
  silent: number;
  /** Those that were turned away, in the order of their turns, and when each is expected back. */
  waiting: Map<string, { turn: number; back: number }>;
  lastTurn: number;
  usedAt: number;
}

/** Calls in a lane at once. */
const AT_ONCE = 4;
/** After so many calls in a row without an answer, one is tried at a time. */
const SILENT = 5;
/** The assumed duration of a call before one has ended. */
const FIRST_ESTIMATE_MS = 1_000;
/** The weight of the latest call in the recent duration. */
const LATEST = 0.3;
const SHORTEST_MS = 250;
/** A receiver that is back finds all that waits for it within this long. */
const LONGEST_MS = 600_000;
/** An item that is later than this doesn't return, because it ended or was requested in another process. */
const LATE_MS = 60_000;

/** Makes lanes in which nothing is under way. `clock` tells milliseconds that never go back. */
export function createLanes(clock: () => number = () => performance.now()): Lanes {
  const lanes = new Map<string, Lane>();
  return {
    enter(key, id) {
      const now = clock();
      const lane = lanes.get(key) ?? openLane(lanes, key, now);
      lane.usedAt = now;
      const atOnce = lane.silent >= SILENT ? 1 : AT_ONCE;
      if (lane.underWay.size >= atOnce) return { retryAfterMs: refuse(lane, id, now, atOnce) };
      lane.waiting.delete(id);
      return pass(lane, clock);
    },
  };
}

/** Opens a lane and removes lanes that haven't been used for a long time. */
function openLane(lanes: Map<string, Lane>, key: string, now: number): Lane {
  for (const [other, { underWay, usedAt }] of lanes) {
    if (underWay.size === 0 && usedAt < now - 2 * LONGEST_MS) lanes.delete(other);
  }
  const waiting = new Map();
  const lane = { underWay: new Set<never>(), callMs: FIRST_ESTIMATE_MS, silent: 0, waiting, lastTurn: 0, usedAt: now };
  lanes.set(key, lane);
  return lane;
}

function pass(lane: Lane, clock: () => number): Passage {
  const call = { startedAt: clock() };
  lane.underWay.add(call);
  return {
    leave({ silent }) {
      lane.underWay.delete(call);
      lane.callMs += LATEST * (clock() - call.startedAt - lane.callMs);
      lane.silent = silent ? lane.silent + 1 : 0;
    },
  };
}

/** Notes who waits, and returns how long until its turn is near. */
function refuse(lane: Lane, id: string, now: number, atOnce: number): number {
  for (const [other, { back }] of lane.waiting) {
    if (back + LATE_MS > now) break;
    lane.waiting.delete(other);
  }
  let turn = lane.waiting.get(id)?.turn;
  if (turn === undefined) {
    lane.lastTurn += 1;
    turn = lane.lastTurn;
  }
  const [first] = lane.waiting.values();
  const [oldest] = lane.underWay;
  const ahead = turn - (first?.turn ?? turn) + 1;
  // A receiver that hangs is known by the call that waits for it, long before one has ended.
  const callMs = Math.max(lane.callMs, oldest ? now - oldest.startedAt : 0);
  const retryAfterMs = bounded(Math.ceil((ahead * callMs) / atOnce));
  lane.waiting.set(id, { turn, back: now + retryAfterMs });
  return retryAfterMs;
}

/** Bounds a wait. Those that are far behind are spread, so that they don't all ask in the same moment. */
function bounded(ms: number): number {
  if (ms <= LONGEST_MS) return Math.max(ms, SHORTEST_MS);
  return LONGEST_MS / 2 + (ms % (LONGEST_MS / 2));
}
