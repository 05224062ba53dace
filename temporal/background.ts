import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { TASK_QUEUES, type TaskQueue } from '../workflows/task-queues.js';
import type { RunKind } from '../workflows/visibility.js';
import { priorityOf } from './priority.js';

/** A workflow of the background queue that the outbox asks for. */
export interface BackgroundStart {
  /** The exported workflow function's name. */
  workflow: string;
  kind: RunKind;
  summary: string;
  accountId: string;
  /** The background job or function it belongs to. */
  jobId?: string;
  /** The lead it concerns, by whom operators find it. */
  leadId?: string;
  input: Record<string, unknown>;
  /** The task queue, where it isn't the background's. */
  queue?: TaskQueue;
  /** Started also when an earlier one with this id has ended, as one that was terminated. */
  again?: boolean;
  /** Why to look at the rows again: goes to the workflow as its `wake` signal; one that ended is started anew. */
  wake?: string;
}

/** Starts it; one that runs, or (unless it says `again`) ran, under the same id counts as started. With a `wake` it is started or woken. */
export async function startBackgroundWorkflow(
  client: Client,
  prefix: string,
  workflowId: string,
  args: Record<string, unknown>,
): Promise<void> {
  const start = args as unknown as BackgroundStart;
  const options = {
    workflowId,
    taskQueue: prefix + TASK_QUEUES[start.queue ?? 'background'],
    args: [start.input],
    staticSummary: start.summary,
    searchAttributes: {
      AccountId: [start.accountId],
      RunKind: [start.kind],
      ...(start.jobId ? { JobId: [start.jobId] } : {}),
      ...(start.leadId ? { LeadId: [start.leadId] } : {}),
    },
    priority: priorityOf(start.kind, start.accountId),
  };
  if (start.wake !== undefined) {
    await client.workflow.signalWithStart(start.workflow, {
      ...options,
      signal: 'wake',
      signalArgs: [{ reason: start.wake }],
      workflowIdReusePolicy: 'ALLOW_DUPLICATE',
    });
    return;
  }
  try {
    await client.workflow.start(start.workflow, {
      ...options,
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: start.again ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
