import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
} from '@temporalio/client';
import { findFunctionById } from '../db/cloud-functions.js';
import type { FunctionRow } from '../db/tables-functions.js';
import { functionFireIdOf, functionRunIdOf, functionScheduleIdOf } from '../domain/flow/ids.js';
import type { FunctionFireInput, FunctionRunInput, FunctionRunOutcome } from '../workflows/function-run.protocol.js';
import { TASK_QUEUES } from '../workflows/task-queues.js';
import { scheduleSync } from './schedules.js';

/** Makes a function's schedule what its row says. */
export const syncFunctionSchedule = scheduleSync<FunctionRow>({
  find: findFunctionById,
  cronOf: (row) => (row.deleted_at === null ? row.cron_expression : null),
  scheduleIdOf: functionScheduleIdOf,
  fire: {
    workflowType: 'functionFireWorkflow',
    workflowIdOf: functionFireIdOf,
    queue: TASK_QUEUES.functions,
    inputOf: (functionId): FunctionFireInput => ({ functionId }),
    summary: 'One fire of a cloud function, on schedule',
    runKind: 'function_schedule',
  },
});

/** What runs a function now and waits for it. */
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

/** Starting hangs while Temporal is away. */
const START_MS = 1_500;
/** What a run takes besides its code: a worker that is free, its rows. */
const AROUND_MS = 11_500;

/** Runs functions through Temporal, on the workers of their queue. */
export const createFunctionRunner = (client: Client, prefix: string): FunctionRunner => ({
  async run({ accountId, functionId, leadId, ...input }) {
    const lastsMs = input.timeoutMs + AROUND_MS;
    try {
      const handle = await client.withDeadline(Date.now() + START_MS, () =>
        client.workflow.start('functionRunWorkflow', {
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
          priority: { fairnessKey: accountId },
        }),
      );
      const result = (await client.withDeadline(Date.now() + lastsMs + START_MS, () =>
        handle.result(),
      )) as FunctionRunOutcome;
      return result.outcome;
    } catch (error) {
      const known = error instanceof WorkflowFailedError || error instanceof WorkflowExecutionAlreadyStartedError;
      if (known || isGrpcServiceError(error) || isGrpcServiceError((error as Error).cause)) return 'away';
      throw error;
    }
  },
});
