const MOST = 100;
/** Edits at the same place within this time are one change. */
const TOGETHER_MS = 1_000;

/** The earlier states, and those that were undone. */
export interface History<T> {
  past: readonly T[];
  future: readonly T[];
  /** The last change: the changed part and the time. */
  last?: { about: string; at: number };
}

export const NO_HISTORY = { past: [], future: [] } as const;

/** Remembers what was there before a change; typing at one place is remembered once. */
export function remember<T>({ past, last }: History<T>, before: T, about: string, at: number): History<T> {
  const isSame = about !== '' && last?.about === about && at - last.at < TOGETHER_MS;
  return { past: isSame ? past : [...past.slice(1 - MOST), before], future: [], last: { about, at } };
}

/** Goes back by one change; undefined where there is none. */
export function undo<T>({ past, future }: History<T>, now: T): { history: History<T>; value: T } | undefined {
  if (past.length === 0) return undefined;
  return { value: past.at(-1) as T, history: { past: past.slice(0, -1), future: [now, ...future] } };
}

/** Does again what was taken back; undefined where nothing was. */
export function redo<T>({ past, future }: History<T>, now: T): { history: History<T>; value: T } | undefined {
  if (future.length === 0) return undefined;
  return { value: future[0] as T, history: { past: [...past, now], future: future.slice(1) } };
}
