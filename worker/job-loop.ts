import { createEventReader, type EventReaderDependencies } from '../services/jobs/job-events.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 500;

/** Leads events to the jobs and functions that they fire. What happened while no worker ran is read when one runs again. */
export function startJobLoop(deps: EventReaderDependencies): Loop {
  const reader = createEventReader(deps);
  const loop = startLoop(deps.logger, 'job events', async () => {
    await reader.turn();
    return PAUSE_MS;
  });
  return {
    ...loop,
    async stop() {
      await loop.stop();
      // If the database is unavailable, others wait until the leases end.
      await reader.close().catch(() => undefined);
    },
  };
}
