import type { Logger } from './logger.js';

/**
 * Runs `close` once on SIGTERM or SIGINT and ends the process; a second signal, or `graceMs` passing, ends it at once.
 */
export function onShutdown(logger: Logger, graceMs: number, close: () => Promise<void>): void {
  let closing = false;
  const handle = (signal: string) => {
    if (closing) process.exit(1);
    closing = true;
    logger.info({ signal }, 'Shutting down');
    setTimeout(() => {
      logger.error({ graceMs }, 'Shutdown took too long');
      process.exit(1);
    }, graceMs).unref();
    close().then(
      () => process.exit(0),
      (error) => {
        logger.error({ err: error }, 'Shutdown failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', handle);
  process.on('SIGINT', handle);
}
