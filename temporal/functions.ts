import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
  type WorkflowHandle,
} from '@temporalio/client';
import { findFunctionById } from '../db/functions/functions.js';
import type { FunctionRow } from '../db/tables.js';
import { functionFireIdOf, functionRunIdOf, functionScheduleIdOf } from '../domain/flow/ids.js';
import type { FunctionRunInput, FunctionRunOutcome } from '../workflows/function-run.protocol.js';
import type { WorkflowInputs } from '../workflows/instructions.protocol.js';
import { TASK_QUEUES } from '../workflows/task-queues.js';
import { priorityOf } from './priority.js';
import { scheduleSync } from './schedules.js';

/** Makes a function's schedule what its row says. */
export const syncFunctionSchedule = scheduleSync<FunctionRow>({
  find: findFunctionById,
  cronOf: (row) => (row.deleted_at === null ? row.cron_expression : null),
  scheduleIdOf: functionScheduleIdOf,
  fire: {
    workflow: 'functionFireWorkflow',
    workflowIdOf: functionFireIdOf,
    queue: TASK_QUEUES.functions,
    inputOf: (functionId) => ({ functionId }),
    summary: 'One fire of a cloud function, on schedule',
    runKind: 'function_schedule',
  },
});

/** Runs a function now and waits for it. */
export interface FunctionRunner {
  /** `away`: Temporal or its workers didn't take it, or didn't end it in time; nothing is known of the run then. */
  run(start: FunctionStart): Promise<FunctionRunOutcome['outcome'] | 'away'>;
}

/** A run whose row is written. */
export interface FunctionStart extends FunctionRunInput {
  accountId: string;
  functionId: string;
  leadId: string | null;
}

const FUNCTION_RUN = 'functionRunWorkflow' satisfies keyof WorkflowInputs;

/** Starting hangs while Temporal is away. */
const START_MS = 1_500;
/** The time of a run in addition to its code: waiting for a free worker, and its queries. */
const AROUND_MS = 11_500;

/** A worker that is there takes a run at once: one that none has begun by then is given up, so that no request hangs. */
const TAKEN_MS = 2_300;
const ASK_MS = 500;
/** The start of a workflow and its first task: the next event is a worker's that took it, which may then take its time. */
const EVENTS_UNTAKEN = 2;
const NOT_TAKEN = 'No worker accepted it in time.';

/** Returns whether a worker took it; a Temporal that doesn't say so in time is given the run's own time to answer. */
const isTaken = (client: Client, handle: WorkflowHandle): Promise<boolean> =>
  client
    .withDeadline(Date.now() + ASK_MS, () => handle.describe())
    .then(
      ({ historyLength }) => historyLength > EVENTS_UNTAKEN,
      () => true,
    );

/** Creates what runs functions through Temporal, on the workers of their queue. */
export const createFunctionRunner = (client: Client, prefix: string): FunctionRunner => ({
  async run({ accountId, functionId, leadId, ...input }) {
    const lastsMs = input.timeoutMs + AROUND_MS;
    try {
      const handle = await client.withDeadline(Date.now() + START_MS, () =>
        client.workflow.start(FUNCTION_RUN, {
          workflowId: functionRunIdOf(input.functionRunId),
          taskQueue: prefix + TASK_QUEUES.functions,
          args: [input],
          workflowExecutionTimeout: lastsMs,
          staticSummary: 'One dry run of a cloud function, waited for',
          searchAttributes: {
            AccountId: [accountId],
            JobId: [functionId],
            RunKind: ['function'],
            ...(leadId === null ? {} : { LeadId: [leadId] }),
          },
          priority: priorityOf('function', accountId),
        }),
      );
      const ended = client.withDeadline(
        Date.now() + lastsMs + START_MS,
        () => handle.result() as Promise<FunctionRunOutcome>,
      );
      const settled = ended.then(
        () => true,
        () => true,
      );
      if (
        !(await Promise.race([settled, sleep(TAKEN_MS, false, { ref: false })])) &&
        !(await isTaken(client, handle))
      ) {
        await client.withDeadline(Date.now() + ASK_MS, () => handle.terminate(NOT_TAKEN)).catch(() => undefined);
        return 'away';
      }
      return (await ended).outcome;
    } catch (error) {
      const known = error instanceof WorkflowFailedError || error instanceof WorkflowExecutionAlreadyStartedError;
      if (known || isGrpcServiceError(error) || isGrpcServiceError((error as Error).cause)) return 'away';
      throw error;
    }
  },
});
