import type { Knex } from 'knex';
import { createSandboxPool, SandboxBusyError, type SandboxPool } from '../../functions/sandbox.js';
import { systemClock } from '../../runtime/clock.js';
import { createSafeFetch } from '../../runtime/safe-fetch.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { executeFunction } from '../../services/function-runs.js';
import type { FunctionRunner } from '../../temporal/functions.js';

/**
 * Runs functions in this process's own sandboxes, as a worker does once Temporal has handed it the run: for tests of
 * the API that ask no Temporal. The sandboxes are made when the first function runs.
 */
export function inlineFunctions(database: () => Knex, secret: string): FunctionRunner & { close(): Promise<void> } {
  let pool: SandboxPool | undefined;
  const box = createSecretBox([secret]);
  const fetch = createSafeFetch();
  return {
    async run({ functionRunId }) {
      pool ??= createSandboxPool({ size: 1 });
      try {
        const done = await executeFunction({ db: database(), clock: systemClock, pool, box, fetch }, functionRunId);
        return done ? 'done' : 'gone';
      } catch (error) {
        if (error instanceof SandboxBusyError) return 'busy';
        throw error;
      }
    },
    async close() {
      await Promise.all([pool?.close(), fetch.close()]);
    },
  };
}
