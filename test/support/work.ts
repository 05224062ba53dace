import type { Knex } from 'knex';
import type { WorkDependencies } from '../../db/work.js';
import { systemClock } from '../../runtime/clock.js';

/** What units of work are done with where nothing is asked of Temporal. */
export const workOn = (db: Knex, now?: () => Date): WorkDependencies => ({
  db,
  clock: now ? { now } : systemClock,
  dispatch: () => undefined,
});
