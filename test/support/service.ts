import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll } from '@jest/globals';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { DefaultLogger, Runtime, type Worker } from '@temporalio/worker';
import type { Express } from 'express';
import type { Knex } from 'knex';
import type { DestinationStream } from 'pino';
import supertest from 'supertest';
import { createApp } from '../../api/app.js';
import { createKeyRing } from '../../api/http/auth/keys.js';
import { createRequestLog, flushRegularly } from '../../api/http/request-log/request-log.js';
import { openDatabase } from '../../db/connection.js';
import { insertEvents } from '../../db/events/events.js';
import { openWork } from '../../db/work.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { startTracing } from '../../runtime/trace-export.js';
import { createAccount, createApiKey, type KeyOptions } from '../../services/accounts/accounts.js';
import { applyLeadEvent } from '../../services/agent-runs/exit-rules.js';
import { createTemporalClient } from '../../temporal/client.js';
import { createDispatcher, type Dispatcher } from '../../temporal/dispatcher.js';
import { createFunctionRunner } from '../../temporal/functions.js';
import { clientTracing } from '../../temporal/tracing.js';
import { connectWorker, createWorker } from '../../worker/create-worker.js';
import { createWorkerActivities } from '../../worker/dependencies.js';
import { startJobLoop } from '../../worker/job-loop.js';
import { startLines } from '../../worker/lines.js';
import type { Loop } from '../../worker/loop.js';
import { startRelay } from '../../worker/relay.js';
import { workerTracing } from '../../worker/tracing.js';
import { startWebhookLoop } from '../../worker/webhook-loop.js';
import { ALL_QUEUES } from '../../workflows/task-queues.js';
import { type TestAccount, testConfig } from './api.js';
import { eventually } from './eventually.js';

export interface TestService {
  app: Express;
  db: Knex;
  client: Client;
  dispatcher: Dispatcher;
  /**
   * Returns the result of a workflow. Waits for its start, because after a response the first attempt or the relay
   * sends its instruction.
   */
  resultOf(workflowId: string): Promise<unknown>;
  /** A reply of a lead comes in, and what it means for the lead's runs is handed to Temporal. */
  reply(accountId: string, leadId: string): Promise<void>;
  /** Stops the workers, as a deploy does, and starts others; `meanwhile` there are none. */
  replaceWorkers(meanwhile?: () => Promise<void>): Promise<void>;
  /** Puts the clock of the workers' machine behind that of all others. */
  setBack(ms: number): void;
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
    // This file's relay would send the instructions that earlier files left.
    await db('outbox').delete();
    // And its loop would start the workflows of their webhooks.
    await db('webhooks').update({ is_active: false });
    const tracing = await startTracing(config, 'worker');
    const temporal = createTemporalClient(config, await clientTracing(tracing));
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
      functions: createFunctionRunner(temporal.client, taskQueuePrefix),
      temporalHealthy: dispatcher.healthy,
      traced: tracing !== undefined,
    });
    try {
      Runtime.install({ logger: new DefaultLogger('ERROR', () => undefined), shutdownSignals: [] });
    } catch {
      // A second service in this process shares the runtime of the first.
    }
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const API_URL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    let behindMs = 0;
    const { activities, close } = createWorkerActivities({
      config: { ...config, API_URL },
      db,
      clock: { now: () => new Date(Date.now() - behindMs) },
      logger,
      metrics,
      dispatcher,
    });
    const connection = await connectWorker();
    const traces = await workerTracing(tracing);
    const made = traces ? 'workflow-bundle-traced.js' : 'workflow-bundle.js';
    const bundle = path.resolve(import.meta.dirname, '../../dist', made);
    const startWorkers = async (): Promise<() => Promise<unknown>> => {
      const workers: Worker[] = await Promise.all(
        ALL_QUEUES.map((queue) => createWorker({ config, ...connection, activities, queue, bundle, tracing: traces })),
      );
      const running = Promise.all(workers.map((worker) => worker.run()));
      return () => {
        for (const worker of workers) worker.shutdown();
        return running;
      };
    };
    let stopWorkers = await startWorkers();
    const jobLoop: Loop = startJobLoop({ db, clock: systemClock, logger, dispatch: dispatcher.offer });
    const webhookLoop: Loop = startWebhookLoop({ db, clock: systemClock, logger, dispatch: dispatcher.offer });
    const lines: Loop = startLines({ db, clock: systemClock, logger, dispatcher });
    const relay: Loop = startRelay({ db, clock: systemClock, logger, metrics, dispatcher });
    Object.assign(service, {
      app,
      db,
      client: temporal.client,
      dispatcher,
      resultOf: (workflowId) =>
        eventually(async () => {
          try {
            return (await temporal.client.workflow.getHandle(workflowId).result()) ?? null;
          } catch (error) {
            if (error instanceof WorkflowNotFoundError) return undefined;
            throw error;
          }
        }),
      reply: async (accountId, leadId) => {
        const origin = { kind: 'provider' as const, id: 'email' };
        const event = { accountId, leadId, data: { channel: 'email' }, origin };
        const pending = await db.transaction(async (tx) => {
          const work = openWork(tx, new Date());
          await insertEvents(tx, new Date(), [{ ...event, type: 'message.received' }]);
          await applyLeadEvent(work, { ...event, eventType: 'message.received' });
          return work.instructions();
        });
        dispatcher.offer(pending);
      },
      replaceWorkers: async (meanwhile) => {
        await stopWorkers();
        await meanwhile?.();
        stopWorkers = await startWorkers();
      },
      setBack: (ms) => {
        behindMs = ms;
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
      () => webhookLoop.stop(),
      () => lines.stop(),
      () => stopWorkers(),
      () => dispatcher.idle(),
      close,
      () => new Promise((resolve) => server.close(resolve)),
      () => connection.connection.close(),
      () => temporal.close(),
      finishRequestLog,
      () => db.destroy(),
      async () => tracing?.close(),
    );
  });
  afterAll(async () => {
    for (const close of closers) await close();
  });
  return service;
}

export { eventually } from './eventually.js';
