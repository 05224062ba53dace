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
