import { afterAll, describe, expect, it } from '@jest/globals';
import { openDatabase } from '../../db/connection.js';
import type { OutboxItem } from '../../db/outbox.js';
import { functionScheduleIdOf, scheduleIdOf } from '../../domain/flow/ids.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createTemporalClient } from '../../temporal/client.js';
import { createDispatcher } from '../../temporal/dispatcher.js';
import { createFunctionRunner } from '../../temporal/functions.js';
import { testConfig, useApi } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { isRefusedForNow, RUNS_FUNCTIONS, succeeds, useEveryRoute } from '../support/every-route.js';

// Task queues that no worker asks.
const config = testConfig({ TEMPORAL_TASK_QUEUE_PREFIX: `away${newId().slice(-12)}-` });
const { client, close } = createTemporalClient(config);
const db = openDatabase({ url: config.DATABASE_URL, poolSize: 10, waitMs: config.DATABASE_WAIT_MS });
const dispatcher = createDispatcher({
  client,
  db,
  clock: systemClock,
  logger: createLogger('silent', 'test'),
  metrics: createMetrics(),
  taskQueuePrefix: config.TEMPORAL_TASK_QUEUE_PREFIX,
  deadlineMs: 10_000,
});
const handed: OutboxItem[] = [];

const usual = useApi();
const away = useApi(
  {},
  {
    dispatch: (items) => {
      handed.push(...items);
      dispatcher.offer(items);
    },
    functions: createFunctionRunner(client, config.TEMPORAL_TASK_QUEUE_PREFIX),
    temporalHealthy: dispatcher.probe,
  },
);
const every = useEveryRoute(usual, away);

const started = () => handed.filter(({ kind }) => kind === 'start' || kind === 'workflow');

afterAll(async () => {
  await dispatcher.idle();
  const endings = handed.map(({ kind, workflowId, args }) => {
    if (kind !== 'schedule') return client.workflow.getHandle(workflowId).terminate();
    const id = args.functionId ? functionScheduleIdOf(String(args.functionId)) : scheduleIdOf(String(args.jobId));
    return client.schedule.getHandle(id).delete();
  });
  await Promise.allSettled(endings);
  await close();
  await db.destroy();
});

describe('while all workers are away', () => {
  it('every route answers as always, but for runs of functions, which are refused with 503', async () => {
    const wrong = await every.ask((contract, answer) =>
      (RUNS_FUNCTIONS.has(contract.operationId) ? isRefusedForNow : succeeds)(contract, answer),
    );
    expect(wrong).toEqual([]);
  });

  it('what the requests asked for is handed to Temporal, and waits there', async () => {
    await eventually(async () => {
      const waiting = await db('outbox').whereIn(
        'id',
        handed.map(({ id }) => id),
      );
      return waiting.length === 0 ? true : undefined;
    });
    expect(started().length).toBeGreaterThan(10);
    for (const { workflowId } of started()) {
      const { status, taskQueue } = await client.workflow.getHandle(workflowId).describe();
      expect([workflowId, status.name]).toEqual([workflowId, 'RUNNING']);
      expect(taskQueue.startsWith(config.TEMPORAL_TASK_QUEUE_PREFIX)).toBe(true);
    }
  });

  it('the service is ready', async () => {
    const answer = await every.http.ask({ method: 'get', path: '/readyz' });
    expect([answer.status, JSON.parse(answer.text).status]).toEqual([200, 'ok']);
  });
});
