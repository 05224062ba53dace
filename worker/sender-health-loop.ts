import type { Logger } from '../runtime/logger.js';
import { checkDueSenders, type HealthDependencies } from '../services/channels/sender-health.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 5_000;
const MANY = 10;

/** Checks the domains of email senders daily, and within seconds of a request or a change of the sender. */
export const startSenderHealthLoop = (deps: HealthDependencies & { logger: Logger }): Loop =>
  startLoop(deps.logger, 'sender health', async () => ((await checkDueSenders(deps)) < MANY ? PAUSE_MS : 0));
