import { useSyncExternalStore } from 'react';

const MINUTE_MS = 60_000;
const LOOK_MS = 5_000;

const minuteNow = () => Math.floor(Date.now() / MINUTE_MS);

const listen = (tell: () => void) => {
  const timer = setInterval(tell, LOOK_MS);
  return () => clearInterval(timer);
};

/** Returns the number of the present minute, and has whoever shows a time draw it anew with each. */
export const useMinute = (): number => useSyncExternalStore(listen, minuteNow);
