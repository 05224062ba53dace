import { fromJson } from '../../db/connection.js';
import { insertFunctionRuns } from '../../db/functions/runs.js';
import type { EventRow, FunctionRow } from '../../db/tables.js';
import { inWork, type WorkDependencies } from '../../db/work.js';
import type { FunctionEvent } from '../../schemas/jobs/background-jobs.js';
import { startFunctionRuns } from '../instructions/functions.js';
import { pendingRun } from '../rules/run-function.js';

/**
 * Asks for a run of a function for each of the events, which concern it; each once, however often it is seen.
 */
export async function runForEvents(
  deps: WorkDependencies,
  fn: FunctionRow,
  events: readonly EventRow[],
): Promise<void> {
  if (events.length === 0) return;
  await inWork(deps, async (work) => {
    const { tx, now } = work;
    const rows = events.map((event) => {
      const workflowId = agentOf(event);
      return pendingRun(now, {
        fn,
        triggerEvent: event.type,
        ctx: {
          event: event.type,
          event_id: event.id,
          data: fromJson<Record<string, unknown>>(event.data),
          ...(event.lead_id === null ? {} : { lead_id: event.lead_id }),
          ...(workflowId === null ? {} : { workflow_id: workflowId }),
        },
        dryRun: false,
        dedupKey: `event/${event.id}`,
        agentId: workflowId,
        depth: event.origin_depth,
      });
    });
    const made = await insertFunctionRuns(tx, rows);
    await startFunctionRuns(work, made, fn.timeout_ms, 'One run of a cloud function, set off by an event');
  });
}

/** The agent that an event names. */
function agentOf(event: EventRow): string | null {
  const { workflow_id } = fromJson<{ workflow_id?: unknown }>(event.data);
  return typeof workflow_id === 'string' ? workflow_id : null;
}

/** Lists the events that run a function. */
export const eventOf = (fn: FunctionRow): FunctionEvent => fromJson<FunctionEvent>(fn.event ?? '{"kinds":[]}');
