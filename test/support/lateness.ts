import { monitorEventLoopDelay } from 'node:perf_hooks';

/**
 * Measures the delay of this process's own timers since the last reset, which a busy machine adds to a measured time.
 */
export function watchLateness() {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  return {
    reset: () => delay.reset(),
    ms: () => Math.ceil(delay.max / 1e6),
    close: () => delay.disable(),
  };
}
