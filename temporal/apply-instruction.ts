import {
  type Client,
  isGrpcServiceError,
  WorkflowExecutionAlreadyStartedError,
  WorkflowNotFoundError,
} from '@temporalio/client';
import type { Knex } from 'knex';
import { isRunOpen } from '../db/agent-runs/agent-runs.js';
import type { OutboxItem, OutboxKind } from '../db/outbox.js';
import { type CadenceInput, wakeSignal } from '../workflows/cadence.protocol.js';
import type { CadenceArgs, WorkflowInputs, WorkflowStart } from '../workflows/instructions.protocol.js';
import { TASK_QUEUES } from '../workflows/task-queues.js';
import { syncJobSchedule } from './background-jobs.js';
import { syncFunctionSchedule } from './functions.js';
import { priorityOf } from './priority.js';
import { resetToStart, taskState } from './stuck.js';

/** The dependencies of applying instructions. */
export interface InstructionContext {
  client: Client;
  db: Knex;
  taskQueuePrefix: string;
}

type Apply = (context: InstructionContext, item: OutboxItem) => Promise<void>;

/** Does in Temporal what an instruction says. Doing one twice is harmless. */
export const applyInstruction: Apply = (context, item) => APPLY[item.kind](context, item);

const APPLY: Record<OutboxKind, Apply> = {
  start: (context, item) => startCadence(context, item),
  wake: async (context, item) => {
    const { reason } = cadenceArgs(item);
    if (!(await isWoken(context, item, reason ?? 'changed'))) await reviveOpenRun(context, item);
    else if (reason === OVERDUE) await unstick(context, item);
  },
  workflow: async (context, item) => {
    await startWorkflow(context, item);
    if (item.args.wake === OVERDUE) await unstick(context, item);
  },
  schedule: ({ client, db, taskQueuePrefix: prefix }, { args }) =>
    args.functionId === undefined
      ? syncJobSchedule({ client, db, prefix }, String(args.jobId))
      : syncFunctionSchedule({ client, db, prefix }, String(args.functionId)),
  cancel: ({ client }, { workflowId }) => ignoreMissing(client.workflow.getHandle(workflowId).cancel()),
  delete: ({ client }, { workflowId }) =>
    ignoreMissing(
      client.workflowService.deleteWorkflowExecution({
        namespace: client.options.namespace,
        workflowExecution: { workflowId },
      }),
    ),
};

const CADENCE = 'cadenceWorkflow' satisfies keyof WorkflowInputs;
const cadenceArgs = ({ args }: OutboxItem) => args as unknown as CadenceArgs;

const cadenceOptions = ({ taskQueuePrefix }: InstructionContext, item: OutboxItem) => {
  const { agentRunId, accountId, agentId, leadId, plan, requestId } = cadenceArgs(item);
  return {
    workflowId: item.workflowId,
    taskQueue: taskQueuePrefix + TASK_QUEUES.cadences,
    args: [{ agentRunId, ...(plan ? { plan } : {}) }] as [CadenceInput],
    staticSummary: 'Walks one lead through an agent’s cadence',
    searchAttributes: { AccountId: [accountId], AgentId: [agentId], LeadId: [leadId], RunKind: ['cadence'] },
    priority: priorityOf('cadence', accountId),
    ...(requestId ? { memo: { request_id: requestId } } : {}),
  };
};

/** Starts the workflow of an enrolment. One that runs, or ran, under the same id counts as started. */
const startCadence: Apply = (context, item) =>
  unlessStarted(
    context.client.workflow.start(CADENCE, {
      ...cadenceOptions(context, item),
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: 'REJECT_DUPLICATE',
    }),
  );

/** Notifies a run to look at its rows again; answers false where it has no workflow any more. */
async function isWoken({ client }: InstructionContext, { workflowId }: OutboxItem, reason: string): Promise<boolean> {
  try {
    await client.workflow.getHandle(workflowId).signal(wakeSignal, { reason });
    return true;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

/**
 * Makes sure that an open enrollment has a running workflow, even if an earlier one ended, and wakes it. A new one
 * reads the cadence's position from the rows.
 */
async function reviveOpenRun(context: InstructionContext, item: OutboxItem): Promise<void> {
  const { agentRunId, reason = 'revived' } = cadenceArgs(item);
  if (!(await isRunOpen(context.db, agentRunId))) return;
  await context.client.workflow.signalWithStart(CADENCE, {
    ...cadenceOptions(context, item),
    signal: wakeSignal,
    signalArgs: [{ reason }],
    workflowIdReusePolicy: 'ALLOW_DUPLICATE',
  });
}

/**
 * Starts a workflow of another kind; one that runs, or (unless it says `again`) ran, under the same id counts as
 * started. With a `wake` it is started or woken.
 */
async function startWorkflow({ client, taskQueuePrefix }: InstructionContext, item: OutboxItem): Promise<void> {
  const start = item.args as unknown as WorkflowStart;
  const options = {
    workflowId: item.workflowId,
    taskQueue: taskQueuePrefix + TASK_QUEUES[start.queue ?? 'background'],
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
  await unlessStarted(
    client.workflow.start(start.workflow, {
      ...options,
      workflowIdConflictPolicy: 'USE_EXISTING',
      workflowIdReusePolicy: start.again ? 'ALLOW_DUPLICATE' : 'REJECT_DUPLICATE',
    }),
  );
}

/** The reason why the sweeper wakes what should have gone on long ago. */
const OVERDUE = 'overdue';

/** Restarts a workflow that fails in every task. */
async function unstick({ client }: InstructionContext, { workflowId }: OutboxItem): Promise<void> {
  if ((await taskState(client, workflowId)) === 'stuck') await resetToStart(client, workflowId);
}

async function unlessStarted(start: Promise<unknown>): Promise<void> {
  try {
    await start;
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function ignoreMissing(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const missing = error instanceof WorkflowNotFoundError || (isGrpcServiceError(error) && error.code === 5);
    if (!missing) throw error;
  }
}
