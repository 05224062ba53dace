import type { Lifetime } from './mysql.mjs';
import type { ProcessRecord } from './processes.mjs';

/**
 * A Temporal server on a data folder of its own. The environment's TEMPORAL_ADDRESS goes first when it is set.
 * `process` is missing when the server isn't a process of this machine's own; `fresh` forgets earlier runs.
 */
export function ensureTemporal(
  dir: string,
  lifetime: Lifetime,
  options?: { fresh?: boolean },
): Promise<{ address: string; uiUrl: string; own: boolean; process?: ProcessRecord }>;
