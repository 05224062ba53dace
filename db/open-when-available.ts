import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type DatabaseOptions, isUnavailable, openDatabase } from './connection.js';

const TIMEOUT_MS = 60_000;
const RETRY_MS = 250;
/** On a machine that does much else, a server that is there may take longer than a request has patience for. */
const WAIT_MS = 10_000;
/** Invalid user or password, no permission for the database, or an unknown database. Waiting doesn't fix these. */
const SETTINGS_ERRORS = [1044, 1045, 1049];

/** Writes a sentence where the output of a program stays free for its result. */
export const writeToStderr = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/**
 * Opens a pool for a program that runs before anything is served: it waits up to a minute for the database, tells once
 * what it waits for, and then throws what kept the database from answering. Wrong settings it throws at once.
 */
export async function openWhenAvailable(
  options: Omit<DatabaseOptions, 'waitMs'>,
  report: (sentence: string) => void = writeToStderr,
): Promise<Knex> {
  const db = openDatabase({ ...options, waitMs: WAIT_MS });
  const ends = performance.now() + TIMEOUT_MS;
  for (let isReported = false; ; isReported = true) {
    try {
      await db.raw('SELECT 1');
      return db;
    } catch (error) {
      const isPermanent = SETTINGS_ERRORS.includes((error as { errno?: number }).errno ?? 0) || !isUnavailable(error);
      if (isPermanent || performance.now() > ends) {
        await db.destroy();
        throw error;
      }
      if (!isReported)
        report(`The database at ${new URL(options.url).host} doesn't respond yet. Waiting up to a minute.`);
      await sleep(RETRY_MS);
    }
  }
}
