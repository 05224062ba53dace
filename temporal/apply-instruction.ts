import { type Client, isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import type { Knex } from 'knex';
import { isRunOpen } from '../db/agent-runs/agent-runs.js';
import type { OutboxItem, OutboxKind } from '../db/outbox.js';
import type { CadenceArgs } from '../workflows/instructions.protocol.js';
import { startBackgroundWorkflow } from './background.js';
import { syncJobSchedule } from './background-jobs.js';
import { reviveCadence, startCadence, wakeCadence } from './cadences.js';
import { syncFunctionSchedule } from './functions.js';
import { beginAnew, taskState } from './stuck.js';

/** What instructions are applied with. */
export interface InstructionContext {
  client: Client;
  db: Knex;
  taskQueuePrefix: string;
}

type Apply = (context: InstructionContext, item: OutboxItem) => Promise<void>;

/** Does in Temporal what an instruction says. Doing one twice is harmless. */
export const applyInstruction: Apply = (context, item) => APPLY[item.kind](context, item);

const cadenceArgs = ({ args }: OutboxItem) => args as unknown as CadenceArgs;

const APPLY: Record<OutboxKind, Apply> = {
  start: ({ client, taskQueuePrefix }, item) =>
    startCadence(client, taskQueuePrefix, item.workflowId, cadenceArgs(item)),
  wake: async (context, item) => {
    const { reason } = cadenceArgs(item);
    const found = await wakeCadence(context.client, item.workflowId, reason ?? 'changed');
    if (found === 'gone') await reviveOpenRun(context, item);
    else if (reason === OVERDUE) await unstick(context, item);
  },
  workflow: async (context, item) => {
    await startBackgroundWorkflow(context.client, context.taskQueuePrefix, item.workflowId, item.args);
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

/** Why the sweeper wakes what should have gone on long ago. */
const OVERDUE = 'overdue';

/** Begins a workflow anew that fails in every task. */
async function unstick({ client }: InstructionContext, { workflowId }: OutboxItem): Promise<void> {
  if ((await taskState(client, workflowId)) === 'stuck') await beginAnew(client, workflowId);
}

/** Starts the workflow of a run anew if the enrolment is still open. */
async function reviveOpenRun({ client, db, taskQueuePrefix }: InstructionContext, item: OutboxItem): Promise<void> {
  const args = cadenceArgs(item);
  if (await isRunOpen(db, args.agentRunId)) await reviveCadence(client, taskQueuePrefix, item.workflowId, args);
}

async function ignoreMissing(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const missing = error instanceof WorkflowNotFoundError || (isGrpcServiceError(error) && error.code === 5);
    if (!missing) throw error;
  }
}
