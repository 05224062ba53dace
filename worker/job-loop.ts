import type { Knex } from 'knex';
import type { Clock } from '../runtime/clock.js';
import type { Logger } from '../runtime/logger.js';
import { collectJobEvents, startEventCycles } from '../services/job-events.js';
import type { Dispatcher } from '../temporal/dispatcher.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 500;
/** How often events are read again that may have come in late. */
const AGAIN_MS = 5_000;

export interface JobLoopOptions {
  db: Knex;
  clock: Clock;
  logger: Logger;
  dispatcher: Dispatcher;
}

/** Leads events to the jobs and functions that they fire. What happened while no worker ran is read when one runs again. */
export function startJobLoop({ db, clock, logger, dispatcher }: JobLoopOptions): Loop {
  const seen = new Map<string, number>();
  let lastAgain = 0;
  return startLoop(logger, 'job events', async () => {
    const now = clock.now();
    const again = now.getTime() - lastAgain >= AGAIN_MS;
    dispatcher.offer(await collectJobEvents(db, now, seen, again));
    if (again) lastAgain = now.getTime();
    dispatcher.offer(await startEventCycles(db, clock.now()));
    return PAUSE_MS;
  });
}
