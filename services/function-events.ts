import type { Knex } from 'knex';
import { fromJson, inTransaction } from '../db/connection.js';
import { insertFunctionRuns } from '../db/function-runs.js';
import { type OutboxItem, takePending } from '../db/outbox.js';
import type { EventRow } from '../db/tables.js';
import type { FunctionRow } from '../db/tables-functions.js';
import type { JobEvent } from '../schemas/background-jobs.js';
import { pendingRun, startRuns } from './new-function-run.js';

/**
 * Asks for a run of a function for each of the events, which concern it; each once, however often it is seen. Answers
 * what that asks of Temporal.
 */
export async function runForEvents(
  db: Knex,
  now: Date,
  fn: FunctionRow,
  events: readonly EventRow[],
): Promise<OutboxItem[]> {
  if (events.length === 0) return [];
  return inTransaction(db, async (tx) => {
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
        cause: `event/${event.id}`,
        agentId: workflowId,
        depth: event.origin_depth,
      });
    });
    const made = await insertFunctionRuns(tx, rows);
    await startRuns(tx, now, made, fn.timeout_ms, 'One run of a cloud function, set off by an event');
    return takePending(tx);
  });
}

/** The agent that an event names. */
function agentOf(event: EventRow): string | null {
  const { workflow_id } = fromJson<{ workflow_id?: unknown }>(event.data);
  return typeof workflow_id === 'string' ? workflow_id : null;
}

/** The events that run a function. */
export const eventOf = (fn: FunctionRow): JobEvent => fromJson<JobEvent>(fn.event ?? '{"kinds":[]}');
