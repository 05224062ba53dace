import { type Client, isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import type { Knex } from 'knex';
import { isRunOpen } from '../db/agent-runs/agent-runs.js';
import type { OutboxItem, OutboxKind } from '../db/outbox.js';
import type { Logger } from '../runtime/logger.js';
import { startBackgroundWorkflow } from './background.js';
import { syncJobSchedule } from './background-jobs.js';
import { type CadenceArgs, isStuck, reviveCadence, startCadence, wakeCadence } from './cadences.js';
import { syncFunctionSchedule } from './functions.js';

/** What instructions are applied with. */
export interface InstructionContext {
  client: Client;
  db: Knex;
  logger: Logger;
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
    const { client, logger } = context;
    const { workflowId } = item;
    const { reason } = cadenceArgs(item);
    if ((await wakeCadence(client, workflowId, reason ?? 'changed')) === 'gone') {
      await reviveOpenRun(context, item, { replace: false });
    } else if (reason === 'overdue' && (await isStuck(client, workflowId))) {
      logger.warn({ workflowId }, 'A workflow that fails in every task is replaced');
      await reviveOpenRun(context, item, { replace: true });
    }
  },
  workflow: ({ client, taskQueuePrefix }, { workflowId, args }) =>
    startBackgroundWorkflow(client, taskQueuePrefix, workflowId, args),
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

/** Starts the workflow of a run anew if the enrolment is still open. */
async function reviveOpenRun(
  { client, db, taskQueuePrefix }: InstructionContext,
  item: OutboxItem,
  options: { replace: boolean },
): Promise<void> {
  const args = cadenceArgs(item);
  if (await isRunOpen(db, args.agentRunId))
    await reviveCadence(client, taskQueuePrefix, item.workflowId, args, options);
}

async function ignoreMissing(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const missing = error instanceof WorkflowNotFoundError || (isGrpcServiceError(error) && error.code === 5);
    if (!missing) throw error;
  }
}
