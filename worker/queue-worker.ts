import { Worker } from '@temporalio/worker';

type Threads = ReturnType<(typeof Worker)['createWorkflowCreator']>;
type Given = Parameters<(typeof Worker)['createWorkflowCreator']>;

/** The thread of each bundle that is in use, and how many workers use it. */
const shared = new Map<string, { threads: Threads; users: number }>();

/**
 * Runs the workflows of all queues of a process in one thread. Each worker of the SDK starts a thread of its own, which
 * loads the SDK and the bundle once more: some 35 MB, and half a second of a start.
 */
export class QueueWorker extends Worker {
  protected static override async createWorkflowCreator(...given: Given): Threads {
    const [{ code }] = given;
    const entry = shared.get(code) ?? { threads: Worker.createWorkflowCreator(...given), users: 0 };
    shared.set(code, entry);
    entry.users += 1;
    const threads = await entry.threads.catch((error: unknown) => {
      shared.delete(code);
      throw error;
    });
    return {
      createWorkflow: (options) => threads.createWorkflow(options),
      async destroy() {
        entry.users -= 1;
        if (entry.users > 0) return;
        shared.delete(code);
        await threads.destroy();
      },
    };
  }
}
