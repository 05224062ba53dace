import { setTimeout as sleep } from 'node:timers/promises';
import type { NativeConnection, Worker } from '@temporalio/worker';
import type { Activities } from '../activities/index.js';
import type { Config } from '../runtime/config.js';
import type { Logger } from '../runtime/logger.js';
import type { Tracing } from '../runtime/trace-export.js';
import type { Dispatcher } from '../temporal/dispatcher.js';
import { ALL_QUEUES } from '../workflows/task-queues.js';
import { connectWorker, createWorker, temporalAddress } from './create-worker.js';
import { startLoop } from './loop.js';
import { openProxy, type ServerProxy } from './proxy.js';
import { workerTracing } from './tracing.js';

const RECONNECT_MS = 1_000;
const ASK_MS = 1_000;
const ASK_DEADLINE_MS = 3_000;
const QUESTIONS = 3;

export interface QueuesOptions {
  config: Config;
  logger: Logger;
  dispatcher: Dispatcher;
  activities: Activities;
  tracing: Tracing | undefined;
}

/** The task queues of a worker process, each with a Temporal worker of its own. */
export interface Queues {
  /** Returns whether every queue is served at present. */
  areServed(): boolean;
  /** Waits for Temporal, then serves the queues until they are stopped. */
  serve(): Promise<void>;
  /** Takes no more work and waits for what is under way. */
  stop(): Promise<void>;
}

/** Makes the queues of a process; nothing is served before `serve`. */
export function createQueues({ config, logger, dispatcher, activities, tracing }: QueuesOptions): Queues {
  const workers: Worker[] = [];
  const running: Promise<void>[] = [];
  let stopping = false;
  let disconnect = async () => {};

  /** Opens the way to Temporal; undefined when the process is stopped before there is one. */
  const connect = async () => {
    const line = await openProxy({ ...temporalAddress(), reachable: dispatcher.probe });
    const connected = await connectUntilStopped(logger, line, () => stopping);
    if (!connected) return undefined;
    // Polls may go unanswered for a minute: only a question of its own tells whether the line still carries anything.
    const questions = startLoop(logger, 'line', () => askTemporal(connected.connection));
    disconnect = async () => {
      const ended = Promise.all(running);
      // Polls that wait for a Temporal that is away would outlast the grace.
      if (await Promise.race([ended.then(() => false), isAway(dispatcher)])) await line.close();
      await ended;
      await questions.stop();
      await connected.connection.close();
      await line.close();
    };
    return connected;
  };

  return {
    areServed: () => workers.length === ALL_QUEUES.length && workers.every((worker) => worker.getState() === 'RUNNING'),
    async serve() {
      const connected = await connect();
      if (!connected) return;
      const traces = await workerTracing(tracing);
      // One after the other, so that cadences run while the second worker loads its bundle.
      for (const queue of ALL_QUEUES) {
        const worker = await createWorker({ config, ...connected, activities, queue, tracing: traces });
        if (stopping) return;
        workers.push(worker);
        running.push(worker.run());
      }
      await Promise.all(running);
    },
    async stop() {
      stopping = true;
      for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
      await disconnect();
    },
  };
}

/** Returns whether Temporal is away: one that is busy misses a question, and is still to hear what was done. */
async function isAway({ probe }: Pick<Dispatcher, 'probe'>): Promise<boolean> {
  for (let attempt = 0; attempt < QUESTIONS; attempt += 1) {
    if (await probe()) return false;
    await sleep(ASK_MS, undefined, { ref: false });
  }
  return true;
}

/** Sends something over the worker's connection, whatever becomes of it; answers how long to pause. */
async function askTemporal(connection: NativeConnection): Promise<number> {
  const ends = Date.now() + ASK_DEADLINE_MS;
  await connection.withDeadline(ends, () => connection.workflowService.getSystemInfo({})).catch(() => undefined);
  return ASK_MS;
}

/** Temporal may come up later than the worker, or be away for a while. */
async function connectUntilStopped(logger: Logger, line: ServerProxy, isStopped: () => boolean) {
  for (let isReported = false; !isStopped(); isReported = true) {
    try {
      return await connectWorker(line);
    } catch (error) {
      if (!isReported) logger.warn({ err: error }, 'Temporal is not reachable yet');
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }
  return undefined;
}
