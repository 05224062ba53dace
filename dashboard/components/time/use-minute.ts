import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const LOOK_MS = 5_000;

const minuteNow = () => Math.floor(Date.now() / MINUTE_MS);

const shown = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

/** All times of a page go by one timer. */
const listen = (tell: () => void) => {
  shown.add(tell);
  timer ??= setInterval(() => {
    for (const each of shown) each();
  }, LOOK_MS);
  return () => {
    shown.delete(tell);
    if (shown.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
};

/** Returns the number of the current minute, and re-renders its users with each new one. */
export const useMinute = (): number => useSyncExternalStore(listen, minuteNow);
