import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late this process's own timers have been since the last reset: what a busy machine adds to a measured time. */
export function watchLateness() {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return {
    reset: () => delay.reset(),
    ms: () => Math.ceil(delay.max / 1e6),
    close: () => delay.disable(),
  };
}
