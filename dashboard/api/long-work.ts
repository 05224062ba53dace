import { asProblem, type Problem } from './problem.js';

/** Something that takes many requests, each of which goes on where the one before it ended. */
export interface LongWork {
  id: string;
  name: string;
  /** Where it was begun. */
  path: string;
  /** What is asked, one after the other. */
  bodies: readonly object[];
  /** Which of them is asked now, and from where. */
  at: number;
  cursor: string | null;
  /** How many there are, and how many are done. */
  of: number;
  done: number;
  state: 'going' | 'stopped' | 'done';
}

/** What the device keeps of it, so that it is there after a reload. */
export type KeptWork = LongWork & { beat: number };

interface Page {
  changed: number;
  next_cursor: string | null;
}

interface Means {
  ask: (body: object) => Promise<Page>;
  read: () => KeptWork[];
  keep: (all: KeptWork[]) => void;
  onEnd: () => void;
  now: () => number;
}

/** After which work that nobody has carried on is nobody's: its page was closed. */
export const LOST_AFTER_MS = 60_000;

/** How long it is told that something is done. */
const TOLD_MS = 3_600_000;

export type NewWork = Pick<LongWork, 'id' | 'name' | 'path' | 'bodies' | 'of'>;

/**
 * Carries on with what takes many requests, whichever page is looked at. Where its window is closed it stands still, and
 * any window can go on with it from there; what was done once is done again without harm.
 */
export function createLongWork(means: Means) {
  /** What this window carries on itself, also where the device keeps nothing. */
  const own = new Map<string, KeptWork>();
  const isOwn = new Set<string>();
  const problems = new Map<string, Problem>();
  const listeners = new Set<() => void>();
  let all: readonly LongWork[] = [];
  const known = (): KeptWork[] => {
    const latest = new Map(own);
    for (const kept of means.read()) if (kept.beat > (latest.get(kept.id)?.beat ?? -1)) latest.set(kept.id, kept);
    return [...latest.values()];
  };
  const tell = () => {
    const now = means.now();
    all = known()
      .filter(({ state, beat }) => state !== 'done' || now - beat < TOLD_MS)
      .map(({ beat, ...work }) => {
        const isLost = work.state === 'going' && !isOwn.has(work.id) && now - beat > LOST_AFTER_MS;
        return isLost ? { ...work, state: 'stopped' } : work;
      });
    for (const listener of listeners) listener();
  };
  const put = (work: LongWork) => {
    own.set(work.id, { ...work, beat: means.now() });
    means.keep(known());
    tell();
  };
  const carryOn = async (begun: LongWork): Promise<void> => {
    let work: LongWork = { ...begun, state: 'going' };
    isOwn.add(work.id);
    problems.delete(work.id);
    put(work);
    try {
      while (work.at < work.bodies.length) {
        const body = { ...work.bodies[work.at], ...(work.cursor ? { cursor: work.cursor } : {}) };
        const { changed, next_cursor: cursor } = await means.ask(body);
        work = { ...work, done: work.done + changed, cursor, at: cursor ? work.at : work.at + 1 };
        put(work);
      }
      put({ ...work, state: 'done' });
    } catch (thrown) {
      problems.set(work.id, asProblem(thrown));
      put({ ...work, state: 'stopped' });
    } finally {
      isOwn.delete(work.id);
      means.onEnd();
    }
  };
  tell();
  return {
    get: () => all,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Looks again at what the device keeps: another window may have gone on. */
    look: tell,
    problemOf: (id: string) => problems.get(id),
    start: (work: NewWork): Promise<void> => carryOn({ ...work, at: 0, cursor: null, done: 0, state: 'going' }),
    goOn: async (id: string): Promise<void> => {
      const work = all.find((each) => each.id === id);
      if (work && work.state === 'stopped') await carryOn(work);
    },
    forget: (id: string) => {
      own.delete(id);
      means.keep(known().filter((each) => each.id !== id));
      tell();
    },
  };
}
