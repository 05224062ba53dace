import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { ACTIVITY_QUEUES, ALL_QUEUES, TASK_QUEUES } from '../workflows/task-queues.js';

const { TASK_QUEUE_TYPE_ACTIVITY, TASK_QUEUE_TYPE_WORKFLOW } = proto.temporal.api.enums.v1.TaskQueueType;

/** Counts the workers that take up the tasks of each queue, as Temporal saw them in the last minutes. */
export async function pollersOf(
  client: Client,
  taskQueuePrefix: string,
): Promise<{ queue: string; workers: number }[]> {
  return Promise.all(
    ALL_QUEUES.map(async (name) => {
      const queue = `${taskQueuePrefix}${TASK_QUEUES[name]}`;
      const { pollers } = await client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name: queue },
        taskQueueType: ACTIVITY_QUEUES.includes(name) ? TASK_QUEUE_TYPE_ACTIVITY : TASK_QUEUE_TYPE_WORKFLOW,
      });
      return { queue, workers: pollers?.length ?? 0 };
    }),
  );
}
