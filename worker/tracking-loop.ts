import type { WorkDependencies } from '../db/work.js';
import type { Logger } from '../runtime/logger.js';
import { judgeHits } from '../services/messages/tracking.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 1_000;
const MANY = 100;

/** Judges opens and clicks of emails a few seconds after they were requested. */
export const startTrackingLoop = (deps: WorkDependencies & { logger: Logger }): Loop =>
  startLoop(deps.logger, 'tracking', async () => ((await judgeHits(deps)) < MANY ? PAUSE_MS : 0));
