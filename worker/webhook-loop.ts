import type { WorkDependencies } from '../db/work.js';
import type { Logger } from '../runtime/logger.js';
import { wakeWebhooks } from '../services/webhooks/wake-webhooks.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 500;
const MANY = 2_000;

/** Starts the workflows of webhooks that want new events. */
export const startWebhookLoop = ({ logger, ...deps }: WorkDependencies & { logger: Logger }): Loop =>
  startLoop(logger, 'webhooks', async () => ((await wakeWebhooks(deps)) < MANY ? PAUSE_MS : 0));
