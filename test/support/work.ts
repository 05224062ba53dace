import type { Knex } from 'knex';
import type { WorkDependencies } from '../../db/work.js';
import { systemClock } from '../../runtime/clock.js';
import { createMeetingLinks } from '../../services/meetings/meeting-links.js';
import { TEST_SECRET } from './api.js';

/** Returns the page on which a lead changes a meeting. */
export const meetingUrl = (accountId: string, meetingId: string): string =>
  createMeetingLinks([TEST_SECRET], 'http://las.test').urlFor(accountId, meetingId);

/** Returns the dependencies of units of work without Temporal. */
export const workOn = (db: Knex, now?: () => Date): WorkDependencies => ({
  db,
  clock: now ? { now } : systemClock,
  dispatch: () => undefined,
  meetingUrl,
});
