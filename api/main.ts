import { flushCompileCache } from 'node:module';
import { openDatabase } from '../db/connection.js';
import { systemClock } from '../runtime/clock.js';
import { ConfigError, loadConfig } from '../runtime/config.js';
import { makeAllChecks } from '../runtime/json-schema.js';
import { createLogger } from '../runtime/logger.js';
import { createMetrics } from '../runtime/metrics.js';
import { settingAdvice } from '../runtime/private-host-settings.js';
import { onShutdown } from '../runtime/shutdown.js';
import { startTracing } from '../runtime/trace-export.js';
import { startWatchdog } from '../runtime/watchdog.js';
import { startHeartbeat } from '../services/operations/heartbeat.js';
import { createTemporalClient } from '../temporal/client.js';
import { createDispatcher } from '../temporal/dispatcher.js';
import { createFunctionRunner } from '../temporal/functions.js';
import { queueWatch } from '../temporal/pollers.js';
import { clientTracing } from '../temporal/tracing.js';
import { createApp } from './app.js';
import { drainable } from './drain.js';
import { createKeyRing } from './http/auth/keys.js';
import { limitConnections } from './http/request/limit-connections.js';
import { createRequestLog, flushRegularly } from './http/request-log/request-log.js';
import { createApiServer } from './http/server.js';

const GRACE_MS = 14_000;

async function main(): Promise<void> {
  const config = loadConfig();
  const logger = createLogger(config.LOG_LEVEL, 'api');
  const metrics = createMetrics();
  const db = openDatabase({
    url: config.DATABASE_URL,
    poolSize: config.DATABASE_POOL_SIZE,
    waitMs: config.DATABASE_WAIT_MS,
  });
  const tracing = await startTracing(config, 'api');
  const temporal = createTemporalClient(config, await clientTracing(tracing));
  const dispatcher = createDispatcher({
    client: temporal.client,
    db,
    clock: systemClock,
    logger,
    metrics,
    taskQueuePrefix: config.TEMPORAL_TASK_QUEUE_PREFIX,
  });
  const stopping = new AbortController();
  let isProxyIgnored = false;
  const ignoresProxy = () => isProxyIgnored;
  const unwatch = startHeartbeat({ db, clock: systemClock, logger, metrics, kind: 'api', ignoresProxy });
  const requestLog = createRequestLog({ db, clock: systemClock, logger, metrics });
  const finishRequestLog = flushRegularly(requestLog);
  const app = createApp({
    config,
    db,
    clock: systemClock,
    logger,
    metrics,
    keys: createKeyRing(db, systemClock),
    requestLog,
    dispatch: dispatcher.offer,
    functions: createFunctionRunner(temporal.client, config.TEMPORAL_TASK_QUEUE_PREFIX),
    temporalHealthy: dispatcher.probe,
    queues: queueWatch(temporal.client, config.TEMPORAL_TASK_QUEUE_PREFIX),
    traced: tracing !== undefined,
    stopping: stopping.signal,
    onProxyIgnored: () => {
      isProxyIgnored = true;
    },
  });
  makeAllChecks();
  const stopWatchdog = startWatchdog({ logger, name: 'api', stallMs: config.WATCHDOG_MS });
  for (const advice of settingAdvice(config)) logger.warn(advice);
  const server = createApiServer(app);
  const isTrusted: (address: string, hop: number) => boolean = app.get('trust proxy fn');
  limitConnections(server, { isProxy: (address) => isTrusted(address, 0), logger });
  server.listen(config.PORT, config.HOST, () => {
    const address = server.address();
    logger.info({ port: typeof address === 'object' ? address?.port : undefined }, 'API is listening');
  });
  const drain = drainable(server);
  onShutdown(logger, GRACE_MS, async () => {
    stopping.abort();
    unwatch();
    stopWatchdog();
    await drain();
    await finishRequestLog();
    await dispatcher.idle();
    await db.destroy();
    await temporal.close();
    await tracing?.close();
  });
  // Flushed early, so that even a killed process leaves the code that V8 compiled to its successor.
  flushCompileCache();
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${error instanceof ConfigError ? error.message : String((error as Error).stack)}\n`);
  process.exit(1);
}
