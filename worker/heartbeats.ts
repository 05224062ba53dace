import type { ActivityInterceptorsFactory } from '@temporalio/worker';

const BEAT_MS = 1_000;

/**
 * Tells Temporal every second that an activity is still worked, so that one whose worker is gone is tried elsewhere
 * after its heartbeat timeout instead of its whole time. What ends within the first second costs nothing.
 */
export const heartbeats: ActivityInterceptorsFactory = (context) => ({
  inbound: {
    async execute(input, next) {
      const beat = setInterval(() => context.heartbeat(), BEAT_MS);
      try {
        return await next(input);
      } finally {
        clearInterval(beat);
      }
    },
  },
});
