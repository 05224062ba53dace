import { type Client, WorkflowExecutionAlreadyStartedError, WorkflowNotFoundError } from '@temporalio/client';
import { type CadenceInput, wakeSignal } from '../workflows/cadence.protocol.js';
import type { CadenceArgs } from '../workflows/instructions.protocol.js';
import { TASK_QUEUES } from '../workflows/task-queues.js';
import { priorityOf } from './priority.js';

const options = (taskQueuePrefix: string, workflowId: string, args: CadenceArgs) => ({
  workflowId,
  taskQueue: taskQueuePrefix + TASK_QUEUES.cadences,
  args: [{ agentRunId: args.agentRunId, ...(args.plan ? { plan: args.plan } : {}) }] as [CadenceInput],
  staticSummary: 'Walks one lead through an agent’s cadence',
  searchAttributes: {
    AccountId: [args.accountId],
    AgentId: [args.agentId],
    LeadId: [args.leadId],
    RunKind: ['cadence'],
  },
  priority: priorityOf('cadence', args.accountId),
  ...(args.requestId ? { memo: { request_id: args.requestId } } : {}),
});

/** Starts the workflow of an enrolment. One that runs, or ran, under the same id counts as started. */
export async function startCadence(
  client: Client,
  prefix: string,
  workflowId: string,
  args: CadenceArgs,
): Promise<void> {
  try {
    await client.workflow.start('cadenceWorkflow', {
      ...options(prefix, workflowId, args),
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/** Tells a run to look at its rows again. */
export async function wakeCadence(client: Client, workflowId: string, reason: string): Promise<'woken' | 'gone'> {
  try {
    await client.workflow.getHandle(workflowId).signal(wakeSignal, { reason });
    return 'woken';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return 'gone';
    throw error;
  }
}

/**
 * Makes sure that an open enrolment has a running workflow, whatever became of an earlier one, and wakes it: the
 * rows tell a new one where the cadence stands.
 */
export async function reviveCadence(
  client: Client,
  prefix: string,
  workflowId: string,
  args: CadenceArgs,
): Promise<void> {
  await client.workflow.signalWithStart('cadenceWorkflow', {
    ...options(prefix, workflowId, args),
    signal: wakeSignal,
    signalArgs: [{ reason: args.reason ?? 'revived' }],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
}
