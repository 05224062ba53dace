/** Takes a lock if it is free. Answers whether it is ours now. */
export function tryLock(path: string): boolean;

export function unlock(path: string): void;

/** Tells who holds a lock; undefined when nobody alive does. */
export function lockHolder(path: string): { pid: number; started: string } | undefined;
