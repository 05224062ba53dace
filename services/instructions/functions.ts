import type { FunctionRow, FunctionRunRow } from '../../db/tables.js';
import type { Work } from '../../db/work.js';
import { functionRunIdOf, functionScheduleIdOf } from '../../domain/flow/ids.js';
import { instruct, startOf } from './instruct.js';

/** Makes the function's schedule what its row says; doing so twice, or late, is harmless. */
export const syncFunctionSchedule = (work: Work, row: Pick<FunctionRow, 'id' | 'account_id'>): Promise<void> =>
  instruct(work, [
    {
      accountId: row.account_id,
      kind: 'schedule',
      workflowId: functionScheduleIdOf(row.id),
      args: { functionId: row.id },
    },
  ]);

/** Starts the workflows of runs whose rows are written; `again` also where an earlier one has ended. */
export const startFunctionRuns = (
  work: Work,
  rows: readonly Pick<FunctionRunRow, 'id' | 'account_id' | 'function_id' | 'lead_id'>[],
  timeoutMs: number,
  summary: string,
  more: { again?: true } = {},
): Promise<void> =>
  instruct(
    work,
    rows.map((row) =>
      startOf(functionRunIdOf(row.id), {
        workflow: 'functionRunWorkflow',
        kind: 'function',
        queue: 'functions',
        summary,
        accountId: row.account_id,
        jobId: row.function_id,
        ...(row.lead_id === null ? {} : { leadId: row.lead_id }),
        input: { functionRunId: row.id, timeoutMs },
        ...more,
      }),
    ),
  );
