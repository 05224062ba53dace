import type { Logger } from '../runtime/logger.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 5_000;

/** Mails what was told to users outside of cycles, every few seconds; any number of these may run. */
export const startDigests = (logger: Logger, send: () => Promise<void>): Loop =>
  startLoop(logger, 'digests', async () => {
    await send();
    return PAUSE_MS;
  });
