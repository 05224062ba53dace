import { type Client, WorkflowExecutionAlreadyStartedError } from '@temporalio/client';
import type { WorkflowStart } from '../workflows/instructions.protocol.js';
import { TASK_QUEUES } from '../workflows/task-queues.js';
import { priorityOf } from './priority.js';

/**
 * Starts a workflow that the outbox asks for; one that runs, or (unless it says `again`) ran, under the same id counts
 * as started. With a `wake` it is started or woken.
 */
export async function startBackgroundWorkflow(
  client: Client,
  prefix: string,
  workflowId: string,
  args: Record<string, unknown>,
): Promise<void> {
  const start = args as unknown as WorkflowStart;
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
