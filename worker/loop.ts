import type { Logger } from '../runtime/logger.js';

export interface Loop {
  /** Ends the loop after the turn it is in. */
  stop(): Promise<void>;
  /** Returns whether the last turn succeeded. */
  healthy(): boolean;
}

const FAILURE_PAUSE_MS = 1_000;

/** Repeats `turn`, which answers the milliseconds to pause; a failed turn is logged and tried again. */
export function startLoop(logger: Logger, name: string, turn: () => Promise<number>): Loop {
  let stopping = false;
  let healthy = true;
  let wake = () => {};
  const run = async () => {
    while (!stopping) {
      let pause: number;
      try {
        pause = await turn();
        healthy = true;
      } catch (error) {
        if (healthy) logger.warn({ err: error, loop: name }, 'A background loop failed and tries again');
        healthy = false;
        pause = FAILURE_PAUSE_MS;
      }
      if (stopping || pause === 0) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const ended = run();
  return {
    stop: () => {
      stopping = true;
      wake();
      return ended;
    },
    healthy: () => healthy,
  };
}
