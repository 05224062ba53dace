import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 300;

/** Waits with one bound: looks again and again until something is found, and fails by naming what was waited for. */
export const untilWithin =
  (boundMs: number) =>
  async <T>(what: string, look: () => Promise<T | undefined>): Promise<T> => {
    const end = Date.now() + boundMs;
    for (;;) {
      const found = await look();
      if (found !== undefined) return found;
      if (Date.now() > end) throw new Error(`${what} took longer than ${boundMs / 1000} s.`);
      await sleep(LOOK_MS);
    }
  };
