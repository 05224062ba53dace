import { type Client, isGrpcServiceError, WorkflowNotFoundError } from '@temporalio/client';
import type { Knex } from 'knex';
import { deferOutbox, FIRST_TRY_MS, finishOutbox, type OutboxItem } from '../db/outbox.js';
import type { Clock } from '../runtime/clock.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { continueTrace } from '../runtime/tracing.js';
import { startBackgroundWorkflow } from './background.js';
import { syncJobSchedule } from './background-jobs.js';
import { type CadenceArgs, isStuck, reviveCadence, startCadence, wakeCadence } from './cadences.js';
import { syncFunctionSchedule } from './functions.js';

const IN_FLIGHT = 25;
const DEADLINE_MS = 1_000;
const FLUSH_MS = 15;
const HEALTH_PAUSE_MS = 1_000;

export interface Dispatcher {
  /**
   * Tries the instructions; those that fail for an outage stay in the outbox for the relay, and so do those whose turn
   * has not come after `forMs` (two seconds if not given), since the relay then takes them. Never throws.
   */
  offer(items: OutboxItem[], forMs?: number): void;
  /** Waits until everything offered has been tried. */
  idle(): Promise<void>;
  /** Whether the last call to Temporal got an answer. */
  healthy(): boolean;
  /** Whether Temporal answers now; asks at most once a second while it does not, and never while calls succeed. */
  probe(): Promise<boolean>;
}

export interface DispatcherOptions {
  client: Client;
  db: Knex;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  taskQueuePrefix: string;
  /** How long one call may take; a second if not given. */
  deadlineMs?: number;
}

/**
 * Carries instructions from the outbox to Temporal, up to 25 at once, each with a deadline, and removes the ones that
 * arrived in batches. Used right after a commit by the API and for everything left over by the relay; doing an
 * instruction twice is harmless.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { client, db, clock, logger, metrics, taskQueuePrefix, deadlineMs = DEADLINE_MS } = options;
  const queue: { item: OutboxItem; until: number }[] = [];
  const done: OutboxItem[] = [];
  const waiters: (() => void)[] = [];
  let active = 0;
  let flushing: Promise<void> | undefined;
  let lastFailure = 0;
  let lastSuccess = 0;
  let up = true;
  let asking: Promise<boolean> | undefined;
  const succeeded = () => {
    up = true;
    lastSuccess = Date.now();
  };
  const failed = () => {
    up = false;
    lastFailure = Date.now();
  };

  const carryOut = async (item: OutboxItem): Promise<void> => {
    const args = item.args as unknown as CadenceArgs;
    switch (item.kind) {
      case 'start':
        return startCadence(client, taskQueuePrefix, item.workflowId, args);
      case 'wake':
        if ((await wakeCadence(client, item.workflowId, args.reason ?? 'changed')) === 'gone') {
          await reviveOpenRun(item, args);
        } else if (args.reason === 'overdue' && (await isStuck(client, item.workflowId))) {
          logger.warn({ workflowId: item.workflowId }, 'A workflow that fails in every task is replaced');
          await reviveOpenRun(item, args, { replace: true });
        }
        return;
      case 'workflow':
        return startBackgroundWorkflow(client, taskQueuePrefix, item.workflowId, item.args);
      case 'schedule':
        return item.args.functionId === undefined
          ? syncJobSchedule({ client, db, prefix: taskQueuePrefix }, String(item.args.jobId))
          : syncFunctionSchedule({ client, db, prefix: taskQueuePrefix }, String(item.args.functionId));
      case 'cancel':
        return ignoreMissing(client.workflow.getHandle(item.workflowId).cancel());
      case 'delete':
        await ignoreMissing(
          client.workflowService.deleteWorkflowExecution({
            namespace: client.options.namespace,
            workflowExecution: { workflowId: item.workflowId },
          }),
        );
    }
  };

  /** A wake-up for a run whose workflow is gone: start it anew if the enrolment is still open. */
  const reviveOpenRun = async (item: OutboxItem, args: CadenceArgs, options = { replace: false }) => {
    const open = await db('agent_runs').where({ id: args.agentRunId, open_slot: 1 }).first('id');
    if (open) await reviveCadence(client, taskQueuePrefix, item.workflowId, args, options);
  };

  const attempt = async (item: OutboxItem): Promise<void> => {
    try {
      await continueTrace(item.trace ?? null, () => client.withDeadline(Date.now() + deadlineMs, () => carryOut(item)));
      succeeded();
      done.push(item);
      metrics.dispatched.inc({ outcome: 'done' });
      flushing ??= new Promise((resolve) => setTimeout(resolve, FLUSH_MS)).then(flush);
    } catch (error) {
      metrics.dispatched.inc({ outcome: 'failed' });
      if (isOutage(error)) {
        failed();
        return;
      }
      const about = { outbox_id: item.id, kind: item.kind, workflow_id: item.workflowId };
      logger.warn({ err: error, ...about }, 'An instruction to Temporal failed');
      await deferOutbox(db, clock.now(), item.id, errorText(error)).catch(() => undefined);
    }
  };

  const flush = async (): Promise<void> => {
    flushing = undefined;
    const batch = done.splice(0);
    const started = batch.filter((item) => item.kind === 'start').map((item) => String(item.args.agentRunId));
    try {
      if (started.length > 0) {
        await db('agent_runs').whereIn('id', started).whereNull('started_at').update({ started_at: clock.now() });
      }
      await finishOutbox(
        db,
        batch.map((item) => item.id),
      );
    } catch (error) {
      logger.warn({ err: error }, 'Finished instructions could not be removed; the relay repeats them');
    }
  };

  const pump = (): void => {
    while (active < IN_FLIGHT && queue.length > 0) {
      const { item, until } = queue.shift() as { item: OutboxItem; until: number };
      if (performance.now() > until) continue;
      // While Temporal is away a queue of one-second attempts would only grow; the relay has these rows anyway.
      if (!up && Date.now() - lastFailure < HEALTH_PAUSE_MS) continue;
      active += 1;
      void attempt(item).finally(() => {
        active -= 1;
        pump();
      });
    }
    if (active === 0 && queue.length === 0) for (const resolve of waiters.splice(0)) resolve();
  };

  const ask = async (): Promise<boolean> => {
    try {
      await client.withDeadline(Date.now() + DEADLINE_MS, () =>
        client.workflowService.describeNamespace({ namespace: client.options.namespace }),
      );
      succeeded();
    } catch {
      failed();
    }
    return up;
  };

  return {
    offer(items, forMs = FIRST_TRY_MS) {
      const until = performance.now() + forMs;
      for (const item of items) queue.push({ item, until });
      // What is written to a caller goes out first: a call to Temporal takes about as long to prepare as an answer.
      setImmediate(pump);
    },
    async idle() {
      if (active > 0 || queue.length > 0) await new Promise<void>((resolve) => waiters.push(resolve));
      await flushing;
    },
    healthy: () => up,
    async probe() {
      if (Date.now() - (up ? lastSuccess : lastFailure) < HEALTH_PAUSE_MS) return up;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}

const OUTAGE = new Set([1, 4, 8, 14]);

/** Temporal is away or busy: CANCELLED, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED, UNAVAILABLE. */
function isOutage(error: unknown): boolean {
  const cause = (error as { cause?: unknown })?.cause ?? error;
  if (isGrpcServiceError(cause)) return OUTAGE.has(cause.code);
  return /deadline|unavailable|connect/i.test(String((cause as Error)?.message ?? ''));
}

/** What an operator reads: the client's own words are the same for every refusal, so the server's come along. */
function errorText(error: unknown): string {
  const { name = 'Error', message = '', cause } = (error ?? {}) as Error & { cause?: { details?: string } };
  return [`${name}: ${message}`, cause?.details].filter(Boolean).join(': ');
}

async function ignoreMissing(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    const missing = error instanceof WorkflowNotFoundError || (isGrpcServiceError(error) && error.code === 5);
    if (!missing) throw error;
  }
}
