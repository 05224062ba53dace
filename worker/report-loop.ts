import type { Knex } from 'knex';
import type { Clock } from '../runtime/clock.js';
import type { Logger } from '../runtime/logger.js';
import { countNextEvents } from '../services/operations/count-events.js';
import { recordNextTouches } from '../services/operations/record-touches.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 5_000;
const MANY = 2_000;

/** Counts for reports what happens, a few seconds behind it. */
export const startReportLoop = ({ db, clock, logger }: { db: Knex; clock: Clock; logger: Logger }): Loop =>
  startLoop(logger, 'reports', async () => {
    const counted = await countNextEvents({ db, now: clock.now(), logger });
    const recorded = await recordNextTouches({ db, now: clock.now() });
    return Math.max(counted, recorded) < MANY ? PAUSE_MS : 0;
  });
