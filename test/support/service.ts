import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { DefaultLogger, Runtime, type Worker } from '@temporalio/worker';
import type { Express } from 'express';
import type { Knex } from 'knex';
import type { DestinationStream } from 'pino';
import supertest from 'supertest';
import { createApp } from '../../api/app.js';
import { createKeyRing } from '../../api/middleware/keys.js';
import { openDatabase } from '../../db/connection.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createAccount, createApiKey, type KeyOptions } from '../../services/accounts.js';
import { createTemporalClient } from '../../temporal/client.js';
import { createDispatcher, type Dispatcher } from '../../temporal/dispatcher.js';
import { createFunctionRunner } from '../../temporal/functions.js';
import { connectWorker, createWorker } from '../../worker/create-worker.js';
import { createWorkerActivities } from '../../worker/dependencies.js';
import { startJobLoop } from '../../worker/job-loop.js';
import type { Loop } from '../../worker/loop.js';
import { startRelay } from '../../worker/relay.js';
import { type TestAccount, testConfig } from './api.js';

export interface TestService {
  app: Express;
  db: Knex;
  client: Client;
  dispatcher: Dispatcher;
  /** Stops the workers, as a deploy does, and starts others. */
  replaceWorkers(): Promise<void>;
  account(options?: Partial<KeyOptions> & { timezone?: string; country?: string }): Promise<TestAccount>;
}

/**
 * The whole service in this process for one test file: API, worker and relay on the real database and the real
 * Temporal server, on task queues of its own.
 */
export function useService(overrides: NodeJS.ProcessEnv = {}, logTo?: DestinationStream): TestService {
  const service = {} as TestService;
  const closers: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    const config = testConfig({ TEMPORAL_TASK_QUEUE_PREFIX: `t${newId().slice(-12)}-`, ...overrides });
    const logger = createLogger(config.LOG_LEVEL, 'test', logTo);
    const metrics = createMetrics();
    const db = openDatabase({ url: config.DATABASE_URL, poolSize: 40, waitMs: config.DATABASE_WAIT_MS });
    const temporal = createTemporalClient(config);
    const taskQueuePrefix = config.TEMPORAL_TASK_QUEUE_PREFIX;
    const dispatcher = createDispatcher({
      client: temporal.client,
      db,
      clock: systemClock,
      logger,
      metrics,
      taskQueuePrefix,
      deadlineMs: 10_000,
    });
    const app = createApp({
      config,
      db,
      clock: systemClock,
      logger,
      metrics,
      keys: createKeyRing(db, systemClock),
      dispatch: dispatcher.offer,
      functions: createFunctionRunner(temporal.client, taskQueuePrefix),
      temporalHealthy: dispatcher.healthy,
    });
    try {
      Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined), shutdownSignals: [] });
    } catch {
      // A second service in this process shares the runtime of the first.
    }
    const { activities, close } = createWorkerActivities({
      config,
      db,
      clock: systemClock,
      logger,
      metrics,
      dispatcher,
    });
    const connection = await connectWorker();
    const bundle = path.resolve(import.meta.dirname, '../../dist/workflow-bundle.js');
    const startWorkers = async (): Promise<() => Promise<unknown>> => {
      const workers: Worker[] = await Promise.all(
        (['cadences', 'background', 'functions'] as const).map((queue) =>
          createWorker({ config, ...connection, activities, queue, bundle }),
        ),
      );
      const running = Promise.all(workers.map((worker) => worker.run()));
      return () => {
        for (const worker of workers) worker.shutdown();
        return running;
      };
    };
    let stopWorkers = await startWorkers();
    const jobLoop: Loop = startJobLoop({ db, clock: systemClock, logger, dispatcher });
    const relay: Loop = startRelay({ db, clock: systemClock, logger, metrics, dispatcher });
    Object.assign(service, {
      app,
      db,
      client: temporal.client,
      dispatcher,
      replaceWorkers: async () => {
        await stopWorkers();
        stopWorkers = await startWorkers();
      },
      account: async ({
        timezone,
        country,
        ...key
      }: Partial<KeyOptions> & { timezone?: string; country?: string } = {}) => {
        const { accountId } = await createAccount(db, new Date(), { name: 'Test', timezone, country });
        const { apiKey, keyId } = await createApiKey(db, new Date(), { rateLimit: 1_000_000, ...key, accountId });
        return {
          accountId,
          apiKey,
          keyId,
          request: (method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string) =>
            supertest(app)[method](`/api/public${path}`).set('X-API-Key', apiKey),
        };
      },
    } satisfies TestService);
    closers.push(
      () => relay.stop(),
      () => jobLoop.stop(),
      () => stopWorkers(),
      () => dispatcher.idle(),
      close,
      () => connection.connection.close(),
      () => temporal.close(),
      () => db.destroy(),
    );
  }, 60_000);
  afterAll(async () => {
    for (const close of closers) await close();
  }, 60_000);
  return service;
}

export { eventually } from './eventually.js';
