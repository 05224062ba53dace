import type { Knex } from 'knex';
import type { Clock } from '../runtime/clock.js';
import type { Logger } from '../runtime/logger.js';
import { applyNextRetentionPass } from '../services/operations/apply-retention.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 60_000;
/** Between two pieces others come to their rows. */
const BREATH_MS = 100;

/** Puts away what accounts let go, a piece at a time. */
export const startRetentionLoop = ({ db, clock, logger }: { db: Knex; clock: Clock; logger: Logger }): Loop =>
  startLoop(logger, 'retention', async () =>
    (await applyNextRetentionPass({ db, now: clock.now(), logger })) ? BREATH_MS : PAUSE_MS,
  );
