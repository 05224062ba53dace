import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import { type DatabaseOptions, isUnavailable, openDatabase } from './connection.js';

const PATIENCE_MS = 60_000;
const TRY_AGAIN_MS = 250;
/** On a machine that does much else, a server that is there may take longer than a request has patience for. */
const WAIT_MS = 10_000;
/** Invalid user or password, no permission for the database, or an unknown database. Waiting doesn't fix these. */
const WRONG_SETTINGS = [1044, 1045, 1049];

/** Writes a sentence where the output of a program stays free for its result. */
export const writeToStderr = (sentence: string): void => void process.stderr.write(`${sentence}\n`);

/**
 * Opens a pool for a program that runs before anything is served: it waits up to a minute for the database, tells once
 * what it waits for, and then throws what kept the database from answering. Wrong settings it throws at once.
 */
export async function openPatiently(
  options: Omit<DatabaseOptions, 'waitMs'>,
  tell: (sentence: string) => void = writeToStderr,
): Promise<Knex> {
  const db = openDatabase({ ...options, waitMs: WAIT_MS });
  const ends = performance.now() + PATIENCE_MS;
  for (let told = false; ; told = true) {
    try {
      await db.raw('SELECT 1');
      return db;
    } catch (error) {
      const isHopeless = WRONG_SETTINGS.includes((error as { errno?: number }).errno ?? 0) || !isUnavailable(error);
      if (isHopeless || performance.now() > ends) {
        await db.destroy();
        throw error;
      }
      if (!told) tell(`The database at ${new URL(options.url).host} doesn't respond yet. Waiting up to a minute.`);
      await sleep(TRY_AGAIN_MS);
    }
  }
}
