import { asProblem, type Problem } from './problem.js';

/** An operation that is repeated until all of its work is done. */
export type LongOperation = 'bulkWorkflowRuns' | 'changeLeads';

/** Work that takes many requests, each of which continues after the previous one. */
export interface LongWork {
  id: string;
  operation: LongOperation;
  name: string;
  /** The page where it started. */
  path: string;
  /** The request bodies, in order. */
  bodies: readonly object[];
  /** The operation in progress and its cursor. */
  at: number;
  cursor: string | null;
  /** Under which that is done once, however often it is asked. */
  key: string;
  /** The ID of its record in the service. */
  made?: string | undefined;
  /** The total number of items. */
  of: number;
  done: number;
  /** The number of messages that were being sent when their runs changed, and may still leave. */
  inFlight?: number | undefined;
  state: 'going' | 'stopped' | 'done';
}

/** The state that the device stores, so that it survives a reload. */
export type StoredWork = LongWork & { beat: number };

/** The outcome of a request. */
export interface OperationResult {
  changed: number;
  next_cursor: string | null;
  made?: string | undefined;
  in_flight?: readonly unknown[];
}

interface Means {
  ask: (body: object, work: LongWork) => Promise<OperationResult>;
  newKey: () => string;
  read: () => StoredWork[];
  keep: (all: StoredWork[]) => void;
  onEnd: (operation: LongOperation) => void;
  now: () => number;
}

/** The time after which work without progress is free, because its page was closed. */
export const ABANDONED_AFTER_MS = 60_000;

/** The time that finished work is shown. */
const SHOWN_MS = 3_600_000;

export type NewWork = Pick<LongWork, 'id' | 'operation' | 'name' | 'path' | 'bodies' | 'of'>;

/**
 * Continues work with many requests on every page. If its window is closed the work stops, and any window can continue
 * it. Repeated requests are harmless.
 */
export function createLongWork(means: Means) {
  /** The work that this window continues itself, also if the device stores nothing. */
  const own = new Map<string, StoredWork>();
  const isOwn = new Set<string>();
  const problems = new Map<string, Problem>();
  const listeners = new Set<() => void>();
  let all: readonly LongWork[] = [];
  const known = (): StoredWork[] => {
    const latest = new Map(own);
    for (const kept of means.read()) if (kept.beat > (latest.get(kept.id)?.beat ?? -1)) latest.set(kept.id, kept);
    return [...latest.values()];
  };
  const notifyListeners = () => {
    const now = means.now();
    all = known()
      .filter(({ state, beat }) => state !== 'done' || now - beat < SHOWN_MS)
      .map(({ beat, ...work }) => {
        const isLost = work.state === 'going' && !isOwn.has(work.id) && now - beat > ABANDONED_AFTER_MS;
        return isLost ? { ...work, state: 'stopped' } : work;
      });
    for (const listener of listeners) listener();
  };
  const put = (work: LongWork) => {
    own.set(work.id, { ...work, beat: means.now() });
    means.keep(known());
    notifyListeners();
  };
  const carryOn = async (startedWork: LongWork): Promise<LongWork> => {
    let work: LongWork = { ...startedWork, state: 'going' };
    isOwn.add(work.id);
    problems.delete(work.id);
    put(work);
    try {
      while (work.at < work.bodies.length) {
        const body = { ...work.bodies[work.at], ...(work.cursor ? { cursor: work.cursor } : {}) };
        const { changed, next_cursor: cursor, made, in_flight = [] } = await means.ask(body, work);
        const at = cursor ? work.at : work.at + 1;
        const inFlight = (work.inFlight ?? 0) + in_flight.length;
        work = { ...work, done: work.done + changed, cursor, at, made, inFlight, key: means.newKey() };
        put(work);
      }
      work = { ...work, state: 'done' };
    } catch (thrown) {
      const problem = asProblem(thrown);
      problems.set(work.id, problem);
      // Without a response it may have been done, which its key detects. A rejected request gets a new key.
      work = { ...work, state: 'stopped', key: problem.isAway ? work.key : means.newKey() };
    }
    put(work);
    isOwn.delete(work.id);
    means.onEnd(work.operation);
    return work;
  };
  notifyListeners();
  return {
    get: () => all,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Looks again at what the device keeps: another window may have gone on. */
    look: notifyListeners,
    problemOf: (id: string) => problems.get(id),
    /** Does all of it, and returns how it ended. */
    start: (work: NewWork): Promise<LongWork> =>
      carryOn({ ...work, at: 0, cursor: null, key: means.newKey(), done: 0, state: 'going' }),
    resume: async (id: string): Promise<void> => {
      const work = all.find((each) => each.id === id);
      if (work && work.state === 'stopped') await carryOn(work);
    },
    reset: (id: string) => {
      own.delete(id);
      means.keep(known().filter((each) => each.id !== id));
      notifyListeners();
    },
  };
}
