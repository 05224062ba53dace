/** Runs work under one key one after the other within this process. */
type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Creates a queue for each key, which runs work in its order of arrival. Correctness depends on the row locks alone.
 * The queue only prevents waiting work from occupying database connections.
 */
function createKeyedQueue(): KeyedQueue {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key);
    const turn = (async () => {
      await before;
      return work();
    })();
    const settled = turn.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, settled);
    try {
      return await turn;
    } finally {
      if (last.get(key) === settled) last.delete(key);
    }
  };
}

/**
 * A lock for work that only one of many contenders can win. Contenders that arrived before a loss was found, and want
 * the same, get that loss as their result and do no work.
 */
export type KeyedMutex = <T extends object>(
  key: string,
  prize: string,
  work: () => Promise<T>,
  isLoss: (result: T) => boolean,
) => Promise<T>;

interface Loss {
  prize: string;
  /** The number of arrivals when the search that found it began. */
  arrivals: number;
  result: object;
}

const LOSSES_KEPT = 1_000;

/** Creates a mutex for each key. Contenders for a lost prize get the loss without waiting for their turn. */
export function createKeyedMutex(): KeyedMutex {
  const turns = createKeyedQueue();
  const losses = new Map<string, Loss>();
  let arrivals = 0;
  return <T extends object>(key: string, prize: string, work: () => Promise<T>, isLoss: (result: T) => boolean) => {
    arrivals += 1;
    const arrival = arrivals;
    return turns(key, async () => {
      const loss = losses.get(key);
      if (loss?.prize === prize && arrival <= loss.arrivals) return loss.result as T;
      const seen = arrivals;
      const result = await work();
      if (isLoss(result)) {
        if (losses.size >= LOSSES_KEPT) losses.clear();
        losses.set(key, { prize, arrivals: seen, result });
      }
      return result;
    });
  };
}

/** Shares one piece of work among callers that ask for the same at the same time. */
export type SingleFlight = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates a single flight. Callers with a key share its running work. A caller after its end starts the work again. */
export function createSingleFlight(): SingleFlight {
  const running = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const known = running.get(key);
    if (known) return known as Promise<T>;
    const startedWork = work().finally(() => running.delete(key));
    running.set(key, startedWork);
    return startedWork;
  };
}

/** Waits for what is being done under a key before doing it again. */
export type WaitForInFlight = <T>(key: string, work: () => Promise<T>) => Promise<T | undefined>;

/**
 * Creates a wait for work in flight under a key: it waits `patienceMs` at most and then does the work once more, which
 * finds what the first has left. One that outlasts the patience is left alone: undefined, and nothing is begun.
 */
export function createWaitForInFlight(patienceMs: number): WaitForInFlight {
  const running = new Map<string, Promise<void>>();
  return async <T>(key: string, work: () => Promise<T>): Promise<T | undefined> => {
    const earlier = running.get(key);
    if (earlier && !(await endsWithin(earlier, patienceMs))) return undefined;
    const startedWork = work();
    const settled = startedWork.then(
      () => undefined,
      () => undefined,
    );
    if (!running.has(key)) {
      running.set(key, settled);
      void settled.then(() => running.delete(key));
    }
    return startedWork;
  };
}

async function endsWithin(work: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  const ended = await Promise.race([work.then(() => true), over]);
  clearTimeout(timer);
  return ended;
}

/** Serves callers that ask for things of one kind at the same time in one piece of work. */
export type Batcher<T, R> = (key: string, item: T) => Promise<R>;

/**
 * Creates a batcher: what is asked for while a piece of work under the same key is on its way waits and is done
 * together by the next one, so that each answer comes of work that began after it was asked for. `work` answers in the
 * order of its items; when it fails, all of them fail. A piece that outlasts `patienceMs` may hang with its connection:
 * others don't wait for it.
 */
export function createBatcher<T, R>(
  work: (key: string, items: readonly T[]) => Promise<readonly R[]>,
  { patienceMs, atOnce }: { patienceMs: number; atOnce: number },
): Batcher<T, R> {
  interface Waiter {
    item: T;
    resolve(result: R): void;
    reject(error: unknown): void;
  }
  const waiting = new Map<string, Waiter[]>();

  async function runTogether(key: string, waiters: readonly Waiter[]): Promise<void> {
    try {
      const items = waiters.map(({ item }) => item);
      const results = await work(key, items);
      for (const [index, { resolve }] of waiters.entries()) resolve(results[index] as R);
    } catch (error) {
      for (const { reject } of waiters) reject(error);
    }
  }

  async function serve(key: string, queue: Waiter[]): Promise<void> {
    while (queue.length > 0) await endsWithin(runTogether(key, queue.splice(0, atOnce)), patienceMs);
    waiting.delete(key);
  }

  return (key, item) =>
    new Promise((resolve, reject) => {
      const waiter = { item, resolve, reject };
      const queue = waiting.get(key);
      if (queue) {
        queue.push(waiter);
        return;
      }
      const startedWork = [waiter];
      waiting.set(key, startedWork);
      void serve(key, startedWork);
    });
}
