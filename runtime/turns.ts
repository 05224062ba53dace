/** Things that wait, of several owners, which are taken in turns: one of each, however many the others have. */
export interface Turns<T> {
  add(owner: string, item: T): void;
  /** Takes the next one away; undefined where nothing waits. */
  next(): T | undefined;
  readonly size: number;
}

/** Makes an empty line of turns. An owner's own things keep their order. */
export function createTurns<T>(): Turns<T> {
  const lines = new Map<string, T[]>();
  let size = 0;
  return {
    add(owner, item) {
      const line = lines.get(owner);
      if (line) line.push(item);
      else lines.set(owner, [item]);
      size += 1;
    },
    next() {
      const [first] = lines;
      if (!first) return undefined;
      const [owner, line] = first;
      // An owner that had its turn goes behind all others.
      lines.delete(owner);
      const item = line.shift();
      if (line.length > 0) lines.set(owner, line);
      size -= 1;
      return item;
    },
    get size() {
      return size;
    },
  };
}
