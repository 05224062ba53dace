import type { Knex } from 'knex';
import { createSandboxPool, SandboxBusyError, type SandboxPool } from '../../functions/sandbox.js';
import { createSafeFetch, type SafeFetch, type SafeRequest } from '../../runtime/safe-fetch.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import { executeFunction } from '../../services/functions/run.js';
import type { FunctionRunner } from '../../temporal/functions.js';
import { workOn } from './work.js';

/**
 * Runs functions in this process's own sandboxes, as a worker does once Temporal has handed it the run: for tests of
 * the API that ask no Temporal. The sandboxes are made when the first function runs.
 */
export function inlineFunctions(
  database: () => Knex,
  secret: string,
  { fetch = createSafeFetch(), size = 1 }: { fetch?: SafeFetch; size?: number } = {},
): FunctionRunner & { close(): Promise<void> } {
  let pool: SandboxPool | undefined;
  const box = createSecretBox([secret]);
  return {
    async run({ functionRunId }) {
      pool ??= createSandboxPool({ size });
      try {
        const done = await executeFunction({ ...workOn(database()), pool, box, fetch }, functionRunId);
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

/** The response of an address. */
export interface ScriptedAnswer {
  status: number;
  location?: string;
  body?: string;
}

/** A fetch that answers by a table and writes down what it was asked. */
export function scriptedFetch(answers: Record<string, ScriptedAnswer>) {
  const asked: { url: string; request: SafeRequest }[] = [];
  const fetch = async (url: string, request: SafeRequest = {}) => {
    asked.push({ url, request });
    const { status, location, body = '' } = answers[url] ?? { status: 404 };
    return { status, headers: location ? { location } : {}, body: Buffer.from(body), url };
  };
  return { asked, fetch: Object.assign(fetch, { close: async () => undefined }) as SafeFetch };
}
