import { DefaultLogger, Runtime, type Worker } from '@temporalio/worker';
import { openDatabase } from '../db/connection.js';
import { systemClock } from '../runtime/clock.js';
import { ConfigError, loadConfig, secretsOf } from '../runtime/config.js';
import { createLogger, type Logger } from '../runtime/logger.js';
import { createMetrics } from '../runtime/metrics.js';
import { createSecretBox } from '../runtime/secret-box.js';
import { onShutdown } from '../runtime/shutdown.js';
import { createTemporalClient } from '../temporal/client.js';
import { createDispatcher } from '../temporal/dispatcher.js';
import { connectWorker, createWorker } from './create-worker.js';
import { startCycleSweeper } from './cycle-sweeper.js';
import { createWorkerActivities } from './dependencies.js';
import { startJobLoop } from './job-loop.js';
import { whatItIsAbout } from './log-entry.js';
import { startMailboxes } from './mailboxes.js';
import { listenPages } from './pages.js';
import { startRelay } from './relay.js';
import { startSweeper } from './sweeper.js';
import { telemetryOptions } from './telemetry.js';

/** The task queues it serves, the most pressing first. */
const QUEUES = ['cadences', 'background', 'functions'] as const;
const GRACE_MS = 15_000;
/** A request waits a second for Temporal, the relay longer: a server that is merely busy would never get through its backlog. */
const DISPATCH_MS = 4_000;
const RECONNECT_MS = 1_000;

async function main(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger(config.LOG_LEVEL, 'worker');
  const metrics = createMetrics();
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    waitMs: config.DATABASE_WAIT_MS,
  });
  const temporal = createTemporalClient(config);
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
  const sweeper = startSweeper({ db, clock: systemClock, logger });
  const jobEvents = startJobLoop({ db, clock: systemClock, logger, dispatcher });
  const cycles = startCycleSweeper({ db, client: temporal.client, clock: systemClock, logger });

  const workers: Worker[] = [];
  let stopping = false;
  let stop = async () => {};
  const server = await listenPages(
    config,
    metrics,
    () => workers.length === QUEUES.length && workers.every((worker) => worker.getState() === 'RUNNING'),
  );
  logger.info({ port: (server.address() as { port: number }).port }, 'Worker pages are listening');
  onShutdown(logger, GRACE_MS, async () => {
    stopping = true;
    await Promise.all([relay.stop(), mailboxes.stop(), sweeper.stop(), jobEvents.stop(), cycles.stop()]);
    await stop();
    await dispatcher.idle();
    server.close();
    await db.destroy();
    await temporal.close();
  });

  const { activities, close } = createWorkerActivities({ config, db, clock: systemClock, logger, metrics, dispatcher });
  const connection = await connectPatiently(logger, () => stopping);
  if (!connection) return;
  const running: Promise<void>[] = [];
  stop = async () => {
    for (const worker of workers) if (worker.getState() === 'RUNNING') worker.shutdown();
    await Promise.all(running);
    await close();
    await connection.connection.close();
  };
  // One after the other: cadences go on while the second worker still loads its bundle.
  for (const queue of QUEUES) {
    const worker = await createWorker({ config, ...connection, activities, queue });
    if (stopping) return;
    workers.push(worker);
    running.push(worker.run());
  }
  await Promise.all(running);
}

/** Temporal may come up later than the worker, or be away for a while. */
async function connectPatiently(logger: Logger, given: () => boolean) {
  for (let told = false; !given(); told = true) {
    try {
      return await connectWorker();
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
