import type { Client } from '@temporalio/client';
import type { LogEntry } from '@temporalio/worker';
import type { Logger } from '../runtime/logger.js';
import { findExecution, resetToStart, taskState } from '../temporal/stuck.js';
import { type Loop, startLoop } from './loop.js';

/**
 * The log message of the SDK's core when a workflow's task fails, at its first attempt. Nothing else names the
 * workflow.
 */
const FAILING = 'Failing workflow task';
/** At most so many runs are kept in mind, and looked at in one turn. */
const KEPT = 10_000;
const BATCH = 50;
const PAUSE_MS = 20_000;
const DEADLINE_MS = 4_000;

/** Notes the Temporal runs whose tasks fail in this process, from what the SDK's log says. */
export function noteFailing(failing: Set<string>, { message, meta }: Pick<LogEntry, 'message' | 'meta'>): void {
  const runId = meta?.runId;
  if (message === FAILING && typeof runId === 'string' && failing.size < KEPT) failing.add(runId);
}

export interface UnstickOptions {
  client: Client;
  logger: Logger;
  /** The runs whose tasks fail; those that are looked after leave it. */
  failing: Set<string>;
  pauseMs?: number;
}

/**
 * Restarts workflows that no build can replay any more, such as after a broken release was rolled back. Restarts each
 * one once in the lifetime of this process. If the build itself is broken, a restart doesn't help, and the next process
 * tries again.
 */
export function startUnsticking({ client, logger, failing, pauseMs = PAUSE_MS }: UnstickOptions): Loop {
  const started = new Set<string>();
  // A new entry may not be listed yet, nor have failed again, so it takes two checks without a result.
  const doubted = new Set<string>();
  const look = async (runId: string) => {
    // Behind the others, and kept there where Temporal doesn't answer.
    failing.delete(runId);
    failing.add(runId);
    const found = await findExecution(client, runId);
    const workflowId = found && !started.has(found.workflowId) ? found.workflowId : undefined;
    const state = workflowId === undefined ? 'works' : await taskState(client, workflowId, runId);
    if (state === 'fails') return;
    if (state === 'works' && !doubted.has(runId)) {
      doubted.add(runId);
      return;
    }
    if (state === 'stuck' && workflowId !== undefined) {
      const anew = await resetToStart(client, workflowId, runId);
      if (started.size >= KEPT) started.clear();
      started.add(workflowId);
      if (anew)
        logger.warn({ workflow_id: workflowId, run_id: runId }, 'Restarted a workflow that failed in every task');
    }
    failing.delete(runId);
    doubted.delete(runId);
  };
  return startLoop(logger, 'stuck workflows', async () => {
    for (const runId of [...failing].slice(0, BATCH))
      await client.withDeadline(Date.now() + DEADLINE_MS, () => look(runId));
    return pauseMs;
  });
}
