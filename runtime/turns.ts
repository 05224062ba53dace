/** Lets work of one kind go one after the other within this process. */
export type Turns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/**
 * Work under the same key takes turns, in the order it came. The rows' own locks are what is relied upon; this only
 * keeps those who would wait for them from holding a database connection meanwhile.
 */
export function createTurns(): Turns {
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

/** Lets callers who want the same at the same moment have it from one piece of work. */
export type Sharing = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Work under a key that is being done already is not begun again; whoever comes after its end begins anew. */
export function createSharing(): Sharing {
  const running = new Map<string, Promise<unknown>>();
  return <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const known = running.get(key);
    if (known) return known as Promise<T>;
    const begun = work().finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  };
}
