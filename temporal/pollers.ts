import type { Client } from '@temporalio/client';
import proto from '@temporalio/proto';
import { TASK_QUEUES } from '../workflows/task-queues.js';

/** How many workers take up the workflows of each task queue, as Temporal saw them in the last minutes. */
export async function pollersOf(
  client: Client,
  taskQueuePrefix: string,
): Promise<{ queue: string; workers: number }[]> {
  return Promise.all(
    Object.values(TASK_QUEUES).map(async (name) => {
      const queue = `${taskQueuePrefix}${name}`;
      const { pollers } = await client.workflowService.describeTaskQueue({
        namespace: client.options.namespace,
        taskQueue: { name: queue },
        taskQueueType: proto.temporal.api.enums.v1.TaskQueueType.TASK_QUEUE_TYPE_WORKFLOW,
      });
      return { queue, workers: pollers?.length ?? 0 };
    }),
  );
}
