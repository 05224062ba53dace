/** Hands out what one owner can use at a time: to the owner who has the fewest of them, in the order they came. */
export interface FairQueue<T> {
  /** Takes one that is free; undefined where none is. */
  takeFree(owner: string): T | undefined;
  /**
   * Waits for one; rejects with the line's refusal when none gets free in time or too many wait. Of too many, those of
   * the owner who has most of them go first, the last to come.
   */
  wait(owner: string): Promise<T>;
  /** Notes that an owner uses one no more. */
  giveBack(owner: string): void;
  /** Passes an item to the next waiting owner, or keeps it as free. */
  offer(item: T): void;
  /** Takes one out that is free no more. */
  withdraw(item: T): void;
  /** Sends everybody away who waits. */
  refuseAll(error: Error): void;
}

export interface FairQueueOptions {
  /** The maximum number of waiting functions. Another one is rejected. */
  maxWaiting: number;
  maxWaitMs: number;
  /** Creates the error for callers that are turned away. */
  refusal(): Error;
}

interface Waiting<T> {
  take(item: T): void;
  refuse(error: Error): void;
}

/** Creates a queue without waiting callers and free items. */
export function createFairQueue<T>({ maxWaiting, maxWaitMs, refusal }: FairQueueOptions): FairQueue<T> {
  const free: T[] = [];
  /** The waiting callers of each owner, oldest first. The owner that was served last is behind the others. */
  const waiting = new Map<string, Set<Waiting<T>>>();
  const used = new Map<string, number>();
  const count = (owner: string, change: number): void => {
    const left = (used.get(owner) ?? 0) + change;
    if (left > 0) used.set(owner, left);
    else used.delete(owner);
  };
  const allWaiting = () => [...waiting.values()].flatMap((own) => [...own]);

  const join = (owner: string, resolve: (item: T) => void, reject: (error: Error) => void): void => {
    const own = waiting.get(owner) ?? new Set();
    const leave = () => {
      own.delete(one);
      if (own.size === 0) waiting.delete(owner);
      clearTimeout(timer);
    };
    const one: Waiting<T> = {
      take(item) {
        leave();
        resolve(item);
      },
      refuse(error) {
        leave();
        reject(error);
      },
    };
    const timer = setTimeout(() => one.refuse(refusal()), maxWaitMs);
    waiting.set(owner, own.add(one));
  };

  /** Makes room for one more of an owner where another has more waiting; false where there is none. */
  const makeRoom = (owner: string): boolean => {
    if (allWaiting().length < maxWaiting) return true;
    const [most] = [...waiting.values()].sort((a, b) => b.size - a.size);
    if (!most || most.size <= (waiting.get(owner)?.size ?? 0) + 1) return false;
    [...most].at(-1)?.refuse(refusal());
    return true;
  };

  return {
    takeFree(owner) {
      const item = free.shift();
      if (item !== undefined) count(owner, 1);
      return item;
    },
    wait: (owner) =>
      makeRoom(owner) ? new Promise((resolve, reject) => join(owner, resolve, reject)) : Promise.reject(refusal()),
    giveBack: (owner) => count(owner, -1),
    offer(item) {
      const [next] = [...waiting.keys()].sort((a, b) => (used.get(a) ?? 0) - (used.get(b) ?? 0));
      const own = next === undefined ? undefined : waiting.get(next);
      const [first] = own ?? [];
      if (next === undefined || !own || !first) {
        free.push(item);
        return;
      }
      waiting.delete(next);
      waiting.set(next, own);
      count(next, 1);
      first.take(item);
    },
    withdraw(item) {
      const place = free.indexOf(item);
      if (place >= 0) free.splice(place, 1);
    },
    refuseAll(error) {
      for (const one of allWaiting()) one.refuse(error);
    },
  };
}
