import { NativeConnection, Worker, type WorkerOptions } from '@temporalio/worker';
import type { Activities } from '../activities/index.js';
import type { Config } from '../runtime/config.js';
import { temporalSettings } from '../temporal/client.js';
import { dataConverterFor } from '../temporal/data-converter.js';
import { TASK_QUEUES, type TaskQueue } from '../workflows/task-queues.js';
import { bundlePath } from './bundle.js';
import { heartbeats } from './heartbeats.js';

export interface CreateWorkerOptions {
  config: Config;
  connection: NativeConnection;
  namespace: string;
  activities: Activities;
  queue: TaskQueue;
  /** Path of the workflow bundle; the one beside the compiled worker if not given. */
  bundle?: string;
}

/** A Temporal worker for one task queue, on the bundle that was made ahead of time. */
export function createWorker(given: CreateWorkerOptions): Promise<Worker> {
  const { config, connection, namespace, activities, queue } = given;
  const dataConverter = dataConverterFor(config);
  const options: WorkerOptions = {
    connection,
    namespace,
    taskQueue: config.TEMPORAL_TASK_QUEUE_PREFIX + TASK_QUEUES[queue],
    workflowBundle: { codePath: given.bundle ?? bundlePath() },
    activities,
    interceptors: { activity: [heartbeats] },
    maxHeartbeatThrottleInterval: '1 second',
    maxCachedWorkflows: config.WORKER_MAX_CACHED_WORKFLOWS,
    maxConcurrentActivityTaskExecutions: config.WORKER_MAX_CONCURRENT_ACTIVITIES,
    workflowTaskPollerBehavior: { type: 'autoscaling', maximum: 20 },
    activityTaskPollerBehavior: { type: 'autoscaling', maximum: 20 },
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '14 seconds',
    ...(dataConverter ? { dataConverter } : {}),
  };
  return Worker.create(options);
}

/** The worker's connection to Temporal. */
export async function connectWorker(): Promise<{ connection: NativeConnection; namespace: string }> {
  const { connection, namespace } = temporalSettings();
  return {
    connection: await NativeConnection.connect(connection as Parameters<typeof NativeConnection.connect>[0]),
    namespace,
  };
}
