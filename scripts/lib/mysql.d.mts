import type { ProcessRecord } from './processes.mjs';

/** What has to be put away at an end, newest first. */
export interface Lifetime {
  defer(work: () => unknown): unknown;
}

/**
 * A database server on a data folder of its own. The environment's DATABASE_URL goes first when it is set.
 * `process` is missing when the server isn't a process of this machine's own.
 */
export function ensureMysql(
  dir: string,
  lifetime: Lifetime,
): Promise<{ url: string; own: boolean; process?: ProcessRecord }>;
