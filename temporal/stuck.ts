import type { Client } from '@temporalio/client';
import { newId } from '../runtime/ids.js';

/** Tasks in a row that have failed when a workflow counts as stuck. */
const STUCK_ATTEMPTS = 5;
const UUID = /^[0-9a-f-]{36}$/i;

/** A workflow in Temporal, and which run of it. */
export interface Execution {
  workflowId: string;
  runId: string;
}

/**
 * The state of a workflow's tasks: `works`, or has ended; `fails`, so far; `stuck` in task after task, like a workflow
 * whose history no running build can replay. A running activity may be sending, so such a workflow only `fails`.
 */
export type TaskState = 'works' | 'fails' | 'stuck';

/** Queries what becomes of a workflow's tasks; of its latest run, if none is named. */
export async function taskState(client: Client, workflowId: string, runId?: string): Promise<TaskState> {
  const { raw, status } = await client.workflow.getHandle(workflowId, runId).describe();
  const attempts = raw.pendingWorkflowTask?.attempt ?? 0;
  if (status.name !== 'RUNNING' || attempts <= 1) return 'works';
  return attempts >= STUCK_ATTEMPTS && (raw.pendingActivities ?? []).length === 0 ? 'stuck' : 'fails';
}

/** Finds the open workflow that a run in Temporal is of. */
export async function findExecution(client: Client, runId: string): Promise<Execution | undefined> {
  if (!UUID.test(runId)) return undefined;
  const query = `RunId = '${runId}' AND ExecutionStatus = 'Running'`;
  for await (const { workflowId } of client.workflow.list({ query, pageSize: 1 })) return { workflowId, runId };
  return undefined;
}

/**
 * Restarts a workflow from its first task, with its original input and the signals since then. Workflows keep no state
 * of their own, because the rows have the progress. Returns false if no task of it ever succeeded, because then the
 * history isn't the cause.
 */
export async function resetToStart(client: Client, workflowId: string, runId = ''): Promise<boolean> {
  const { namespace } = client.options;
  const execution = { workflowId, runId };
  const { history } = await client.workflowService.getWorkflowExecutionHistory({ namespace, execution });
  const first = history?.events?.find((event) => event.workflowTaskCompletedEventAttributes);
  if (!first?.eventId) return false;
  await client.workflowService.resetWorkflowExecution({
    namespace,
    workflowExecution: execution,
    workflowTaskFinishEventId: first.eventId,
    requestId: newId(),
    reason: 'no build that runs can replay its history',
  });
  return true;
}
