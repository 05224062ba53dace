import {
  NativeConnection,
  type NativeConnectionOptions,
  type TLSConfig,
  type Worker,
  type WorkerOptions,
} from '@temporalio/worker';
import type { Activities } from '../activities/index.js';
import { DOCUMENTS_TAKEN } from '../documents/limits.js';
import type { Config } from '../runtime/config.js';
import { temporalSettings } from '../temporal/client.js';
import { dataConverterFor } from '../temporal/data-converter.js';
import { ACTIVITY_QUEUES, TASK_QUEUES, type TaskQueue } from '../workflows/task-queues.js';
import { bundlePath } from './bundle.js';
import { heartbeats } from './heartbeats.js';
import type { ServerProxy } from './proxy.js';
import { QueueWorker } from './queue-worker.js';
import type { WorkerTracing } from './tracing.js';

export interface CreateWorkerOptions {
  config: Config;
  connection: NativeConnection;
  namespace: string;
  activities: Activities;
  queue: TaskQueue;
  /** The receiver of traces, if they are exported. */
  tracing?: WorkerTracing | undefined;
  /** Path of the workflow bundle. Default: the one next to the compiled worker. */
  bundle?: string;
}

/** Creates a Temporal worker for one task queue, on the bundle that was made ahead of time. */
export function createWorker(given: CreateWorkerOptions): Promise<Worker> {
  const { config, connection, namespace, activities, queue, tracing } = given;
  const dataConverter = dataConverterFor(config);
  const options: WorkerOptions = {
    connection,
    namespace,
    taskQueue: config.TEMPORAL_TASK_QUEUE_PREFIX + TASK_QUEUES[queue],
    ...(ACTIVITY_QUEUES.includes(queue)
      ? {}
      : { workflowBundle: { codePath: given.bundle ?? bundlePath(tracing !== undefined) } }),
    activities,
    interceptors: { activity: [...(tracing ? [tracing.activity] : []), heartbeats] },
    ...(tracing ? { sinks: tracing.sinks } : {}),
    maxHeartbeatThrottleInterval: '1 second',
    maxCachedWorkflows: config.WORKER_MAX_CACHED_WORKFLOWS,
    maxConcurrentActivityTaskExecutions: slotsOf(queue, config),
    workflowTaskPollerBehavior: { type: 'autoscaling', maximum: 20 },
    activityTaskPollerBehavior: { type: 'autoscaling', maximum: 20 },
    shutdownGraceTime: '10 seconds',
    shutdownForceTime: '14 seconds',
    ...(dataConverter ? { dataConverter } : {}),
  };
  return QueueWorker.create(options);
}

/** Returns the number of concurrent activities of a queue in a worker. */
function slotsOf(queue: TaskQueue, config: Config): number {
  if (queue === 'models') return config.MODEL_CONCURRENCY;
  if (queue === 'documents') return Math.min(DOCUMENTS_TAKEN, config.WORKER_MAX_CONCURRENT_ACTIVITIES);
  return config.WORKER_MAX_CONCURRENT_ACTIVITIES;
}

const TEMPORAL_PORT = 7233;

/** Returns where Temporal is, as the socket of a proxy needs it. */
export function temporalAddress(): { host: string; port: number } {
  const { hostname, port } = new URL(`tcp://${temporalSettings().connection.address ?? 'localhost'}`);
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || TEMPORAL_PORT) };
}

function namedTls(tls: NativeConnectionOptions['tls']): TLSConfig {
  const given = typeof tls === 'object' && tls !== null ? tls : {};
  return { ...given, serverNameOverride: given.serverNameOverride ?? temporalAddress().host };
}

/** Connects the worker to Temporal, through `proxy` where one is given. */
export async function connectWorker(proxy?: ServerProxy): Promise<{ connection: NativeConnection; namespace: string }> {
  const { connection, namespace } = temporalSettings();
  const options = connection as NativeConnectionOptions;
  // The name in the certificate is independent of the route.
  const named = options.tls || options.apiKey !== undefined ? { tls: namedTls(options.tls) } : {};
  return {
    connection: await NativeConnection.connect({
      ...options,
      ...(proxy && { address: `127.0.0.1:${proxy.port}`, ...named }),
    }),
    namespace,
  };
}
