import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { ACTIVITY_QUEUES, ALL_QUEUES, TASK_QUEUES } from '../workflows/task-queues.js';

const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } = proto.temporal.api.enums.v1.TaskQueueType;

/** The state of a task queue. */
export interface QueueState {
  queue: string;
  /** Workers that take up its tasks, as Temporal saw them in the last minutes. */
  workers: number;
  /** Tasks that wait in it, about, and since how long; null where Temporal doesn't tell. */
  backlog: number | null;
  backlogSeconds: number | null;
}

/** Returns how each queue is served. */
export async function pollersOf(client: Client, taskQueuePrefix: string): Promise<QueueState[]> {
  return Promise.all(
    ALL_QUEUES.map(async (name) => {
      const queue = `${taskQueuePrefix}${TASK_QUEUES[name]}`;
      const { pollers, stats } = await client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name: queue },
        taskQueueType: ACTIVITY_QUEUES.includes(name) ? TASK_QUEUE_TYPE_ACTIVITY : TASK_QUEUE_TYPE_WORKFLOW,
        reportStats: true,
      });
      return {
        queue,
        workers: pollers?.length ?? 0,
        backlog: stats?.approximateBacklogCount ? Number(stats.approximateBacklogCount) : stats ? 0 : null,
        backlogSeconds: stats ? Number(stats.approximateBacklogAge?.seconds ?? 0) : null,
      };
    }),
  );
}

const DEADLINE_MS = 1_000;

/** Makes what tells within a second how each queue is served; undefined where Temporal doesn't answer by then. */
export const queueWatch = (client: Client, taskQueuePrefix: string) => (): Promise<QueueState[] | undefined> =>
  client.withDeadline(Date.now() + DEADLINE_MS, () => pollersOf(client, taskQueuePrefix)).catch(() => undefined);
