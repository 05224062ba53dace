import { DefaultLogger, type NativeConnection, Runtime, type Worker } from '@temporalio/worker';
import { openDatabase } from '../db/connection.js';
import { systemClock } from '../runtime/clock.js';
import { ConfigError, loadConfig, secretsOf } from '../runtime/config.js';
import { createLogger, type Logger } from '../runtime/logger.js';
import { createMetrics } from '../runtime/metrics.js';
import { createSecretBox } from '../runtime/secret-box.js';
import { onShutdown } from '../runtime/shutdown.js';
import { startTracing } from '../runtime/trace-export.js';
import { createTemporalClient } from '../temporal/client.js';
import { createDispatcher } from '../temporal/dispatcher.js';
import { clientTracing } from '../temporal/tracing.js';
import { connectWorker, createWorker, temporalPlace } from './create-worker.js';
import { startCycleSweeper } from './cycle-sweeper.js';
import { createWorkerActivities } from './dependencies.js';
import { startDigests } from './digests.js';
import { startJobLoop } from './job-loop.js';
import { type Line, openLine } from './line.js';
import { whatItIsAbout } from './log-entry.js';
import { startLoop } from './loop.js';
import { startMailboxes } from './mailboxes.js';
import { listenPages } from './pages.js';
import { startRelay } from './relay.js';
import { startSweeper } from './sweeper.js';
import { telemetryOptions } from './telemetry.js';
import { workerTracing } from './tracing.js';

/** The task queues it serves, the most pressing first. */
const QUEUES = ['cadences', 'background', 'functions'] as const;
const GRACE_MS = 15_000;
/** A request waits a second for Temporal, the relay longer: a server that is merely busy would never get through its backlog. */
const DISPATCH_MS = 4_000;
const RECONNECT_MS = 1_000;
const ASK_MS = 1_000;
const ASK_DEADLINE_MS = 3_000;

async function main(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger(config.LOG_LEVEL, 'worker');
  const metrics = createMetrics();
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    waitMs: config.DATABASE_WAIT_MS,
  });
  const tracing = await startTracing(config, 'worker');
  const temporal = createTemporalClient(config, await clientTracing(tracing));
  const dispatcher = createDispatcher({
    client: temporal.client,
    db,
    clock: systemClock,
    logger,
    metrics,
    taskQueuePrefix: config.TEMPORAL_TASK_QUEUE_PREFIX,
    deadlineMs: DISPATCH_MS,
  });
  Runtime.install({
    logger: new DefaultLogger('WARN', (entry) =>
      logger[entry.level === 'ERROR' ? 'error' : 'warn'](whatItIsAbout(entry), entry.message),
    ),
    telemetryOptions: telemetryOptions(config),
    shutdownSignals: [],
  });
  const relay = startRelay({ db, clock: systemClock, logger, metrics, dispatcher });
  const mailboxes = startMailboxes({
    db,
    clock: systemClock,
    logger,
    box: createSecretBox(secretsOf(config)),
    allowPrivate: config.SMTP_ALLOW_PRIVATE,
    dispatch: dispatcher.offer,
  });
  const sweeper = startSweeper({ db, clock: systemClock, logger, rawEventDays: config.RAW_EVENT_DAYS });
  const jobEvents = startJobLoop({ db, clock: systemClock, logger, dispatcher });
  const cycles = startCycleSweeper({ db, client: temporal.client, clock: systemClock, logger });

  const stopping = new AbortController();
  const made = createWorkerActivities({
    ...{ config, db, clock: systemClock, logger, metrics, dispatcher },
    stopping: stopping.signal,
  });
  const { activities, close } = made;
  const digests = startDigests(logger, made.sendWaitingDigests);

  const workers: Worker[] = [];
  let stop = async () => {};
  const server = await listenPages(
    config,
    metrics,
    () => workers.length === QUEUES.length && workers.every((worker) => worker.getState() === 'RUNNING'),
  );
  logger.info({ port: (server.address() as { port: number }).port }, 'Worker pages are listening');
  onShutdown(logger, GRACE_MS, async () => {
    stopping.abort();
    // All at once: while a loop ends its turn, the workers must not go on taking work.
    await Promise.all([
      stop(),
      relay.stop(),
      mailboxes.stop(),
      sweeper.stop(),
      jobEvents.stop(),
      cycles.stop(),
      digests.stop(),
    ]);
    await close();
    await dispatcher.idle();
    server.close();
    await db.destroy();
    await temporal.close();
    await tracing?.close();
  });

  const line = await openLine({ ...temporalPlace(), reachable: dispatcher.probe });
  const connection = await connectPatiently(logger, line, () => stopping.signal.aborted);
  if (!connection) return;
  // Polls may go unanswered for a minute: only a question of its own tells whether the line still carries anything.
  const questions = startLoop(logger, 'line', () => askTemporal(connection.connection));
  const running: Promise<void>[] = [];
  stop = async () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    // Polls that wait for a Temporal that is away would outlast the grace.
    if (!(await dispatcher.probe())) await line.close();
    await Promise.all(running);
    await questions.stop();
    await connection.connection.close();
    await line.close();
  };
  // One after the other: cadences go on while the second worker still loads its bundle.
  const traces = await workerTracing(tracing);
  for (const queue of QUEUES) {
    const worker = await createWorker({ config, ...connection, activities, queue, tracing: traces });
    if (stopping.signal.aborted) return;
    workers.push(worker);
    running.push(worker.run());
  }
  await Promise.all(running);
}

/** Sends something over the worker's connection, whatever becomes of it; answers how long to pause. */
async function askTemporal(connection: NativeConnection): Promise<number> {
  const ends = Date.now() + ASK_DEADLINE_MS;
  await connection.withDeadline(ends, () => connection.workflowService.getSystemInfo({})).catch(() => undefined);
  return ASK_MS;
}

/** Temporal may come up later than the worker, or be away for a while. */
async function connectPatiently(logger: Logger, line: Line, given: () => boolean) {
  for (let told = false; !given(); told = true) {
    try {
      return await connectWorker(line);
    } catch (error) {
      if (!told) logger.warn({ err: error }, 'Temporal is not reachable yet');
      await new Promise((resolve) => setTimeout(resolve, RECONNECT_MS));
    }
  }
  return undefined;
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
