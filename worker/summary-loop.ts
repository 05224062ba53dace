import type { WorkDependencies } from '../db/work.js';
import type { Logger } from '../runtime/logger.js';
import { type SummaryAccess, sendDueSummaries } from '../services/operations/weekly-summaries.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 30_000;

/** Emails the weekly summaries of users when they are due. */
export const startSummaryLoop = (deps: WorkDependencies & SummaryAccess & { logger: Logger }): Loop =>
  startLoop(deps.logger, 'summaries', async () => ((await sendDueSummaries(deps)) > 0 ? 0 : PAUSE_MS));
