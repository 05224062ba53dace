import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowFailedError,
} from '@temporalio/client';
import type { Knex } from 'knex';
import { findFunctionById } from '../db/cloud-functions.js';
import type { FunctionRow } from '../db/tables-functions.js';
import { functionFireIdOf, functionRunIdOf, functionScheduleIdOf } from '../domain/flow/ids.js';
import type { FunctionFireInput, FunctionRunInput, FunctionRunOutcome } from '../workflows/function-run.protocol.js';
import { TASK_QUEUES } from '../workflows/task-queues.js';
import { ALLOW_ALL, calendarsOf, deleteSchedule, putSchedule } from './schedules.js';

interface Sync {
  client: Client;
  db: Knex;
  prefix: string;
}

/** Makes a function's schedule what its row says. The row is read again afterwards, so that the last writer wins. */
export async function syncFunctionSchedule({ client, db, prefix }: Sync, functionId: string): Promise<void> {
  for (;;) {
    const row = await findFunctionById(db, functionId);
    if (!row || row.deleted_at || row.cron_expression === null) {
      await deleteSchedule(client, functionScheduleIdOf(functionId));
    } else {
      await putSchedule(client, optionsOf(prefix, row, row.cron_expression));
    }
    const after = await findFunctionById(db, functionId);
    if (after?.version === row?.version) return;
  }
}

function optionsOf(prefix: string, row: FunctionRow, cron: string) {
  const input: FunctionFireInput = { functionId: row.id };
  const active = row.is_active === 1;
  return {
    scheduleId: functionScheduleIdOf(row.id),
    spec: { calendars: calendarsOf(cron), timezone: row.timezone },
    action: {
      type: 'startWorkflow' as const,
      workflowType: 'functionFireWorkflow',
      workflowId: functionFireIdOf(row.id),
      taskQueue: prefix + TASK_QUEUES.functions,
      args: [input],
      staticSummary: 'One fire of a cloud function, on schedule',
      searchAttributes: { AccountId: [row.account_id], JobId: [row.id], RunKind: ['function_schedule'] },
    },
    policies: ALLOW_ALL,
    state: {
      paused: !active,
      note: `${active ? 'Active' : 'Paused: is_active is false'}, set by ${row.changed_by} at ${row.updated_at.toISOString()}`,
    },
    searchAttributes: { AccountId: [row.account_id], JobId: [row.id] },
  };
}

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
