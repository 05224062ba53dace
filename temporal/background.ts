import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import { TASK_QUEUES } from '../workflows/task-queues.js';
import type { RunKind } from '../workflows/visibility.js';

/** A workflow of the background queue that the outbox asks for. */
export interface BackgroundStart {
  /** The exported workflow function's name. */
  workflow: string;
  kind: RunKind;
  summary: string;
  accountId: string;
  input: Record<string, unknown>;
}

/** Starts it; one that runs, or ran, under the same id counts as started. */
export async function startBackgroundWorkflow(
  client: Client,
  prefix: string,
  workflowId: string,
  args: Record<string, unknown>,
): Promise<void> {
  const start = args as unknown as BackgroundStart;
  try {
    await client.workflow.start(start.workflow, {
      workflowId,
      taskQueue: prefix + TASK_QUEUES.background,
      args: [start.input],
      staticSummary: start.summary,
      searchAttributes: { AccountId: [start.accountId], RunKind: [start.kind] },
      priority: { fairnessKey: start.accountId },
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}
