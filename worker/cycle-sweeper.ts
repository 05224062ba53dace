import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { listStalledCycles } from '../db/jobs/cycles.js';
import type { JobCycleRow } from '../db/tables.js';
import { inWork, type WorkDependencies } from '../db/work.js';
import type { Logger } from '../runtime/logger.js';
import { endCycle } from '../services/jobs/end-cycle.js';
import { type Loop, startLoop } from './loop.js';

const PAUSE_MS = 60_000;
const SILENT_MS = 120_000;
const BATCH = 50;
const DEADLINE_MS = 4_000;

export interface CycleSweeperOptions extends WorkDependencies {
  client: Client;
  logger: Logger;
  /** The time after which the workflow of an open cycle is checked. Defaults to two minutes. */
  silentMs?: number;
  pauseMs?: number;
}

/**
 * Frees jobs whose cycle can't end any more: its workflow was terminated, failed or is gone, while the rows still say
 * that it runs. A cycle whose instruction still waits in the outbox is left alone.
 */
export function startCycleSweeper(options: CycleSweeperOptions): Loop {
  const { db, client, clock, logger, silentMs = SILENT_MS, pauseMs = PAUSE_MS } = options;
  const closedAs = async (cycle: JobCycleRow): Promise<string | undefined> => {
    if (await db('outbox').where({ workflow_id: cycle.workflow_id }).first('id')) return undefined;
    try {
      const { status } = await client.withDeadline(Date.now() + DEADLINE_MS, () =>
        client.workflow.getHandle(cycle.workflow_id).describe(),
      );
      return status.name === 'RUNNING' ? undefined : status.name.toLowerCase();
    } catch (error) {
      if (error instanceof WorkflowNotFoundError) return 'not there';
      throw error;
    }
  };
  return startLoop(logger, 'cycle sweeper', async () => {
    const silent = await listStalledCycles(db, new Date(clock.now().getTime() - silentMs), BATCH);
    for (const cycle of silent) {
      const closed = await closedAs(cycle);
      if (closed === undefined) continue;
      logger.warn({ cycle_id: cycle.id, workflow: closed }, 'A cycle whose workflow has ended is ended too');
      const status = closed === 'canceled' || closed === 'terminated' ? 'cancelled' : 'failed';
      const failure = `Its workflow is ${closed}.`;
      await inWork(options, (work) => endCycle(work, cycle.id, { status, failure, requeue: closed !== 'canceled' }));
    }
    return pauseMs;
  });
}
