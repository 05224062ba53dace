import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Client } from '@temporalio/client';
import { Worker } from '@temporalio/worker';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { taskState } from '../../temporal/stuck.js';
import { connectWorker } from '../../worker/create-worker.js';
import { noteFailing, startUnsticking } from '../../worker/stuck-workflows.js';
import { TASK_QUEUES } from '../../workflows/task-queues.js';
import { eventually, useService } from '../support/service.js';

const PREFIX = `stuck${newId().slice(-12)}-`;
const service = useService({ TEMPORAL_TASK_QUEUE_PREFIX: PREFIX });
const DAY_MS = 86_400_000;
const taskQueue = PREFIX + TASK_QUEUES.background;

/** Begins a booking's workflow under a build whose history this one can't replay; it waits for a day. */
async function beginUnderAnotherBuild(workflowId: string): Promise<string> {
  const bundle = readFileSync(path.resolve(import.meta.dirname, '../../dist/workflow-bundle.js'), 'utf8');
  const { connection, namespace } = await connectWorker();
  const sleepUntil = new Date(Date.now() + DAY_MS).toISOString();
  const plan = { sleepUntil, summary: 'wait for a day', action: 'look again' };
  let looked = () => {};
  const looking = new Promise<void>((resolve) => {
    looked = resolve;
  });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue,
    workflowBundle: { code: bundle.replaceAll('messaging.advanceBooking.', 'messaging.lookAtBooking.') },
    activities: {
      lookAtBooking: async () => {
        looked();
        return { closed: false, plan };
      },
    },
  });
  const handle = await worker.runUntil(async () => {
    const args = [{ meetingId: newId() }];
    const started = await service.client.workflow.start('bookingWorkflow', {
      workflowId,
      taskQueue,
      args,
      // Each try of a task that can't be replayed takes this long.
      workflowTaskTimeout: '1s',
    });
    await looking;
    await eventually(async () => {
      const { raw } = await started.describe();
      return (raw.pendingActivities ?? []).length === 0 ? true : undefined;
    });
    return started;
  });
  await connection.close();
  return handle.firstExecutionRunId;
}

describe('a workflow whose history no build can replay any more', () => {
  it('is found by its failing tasks, restarts from its rows and completes', async () => {
    const workflowId = `booking/${newId()}`;
    let runId = '';
    await service.replaceWorkers(async () => {
      runId = await beginUnderAnotherBuild(workflowId);
    });
    const latest = service.client.workflow.getHandle(workflowId);
    await latest.signal('wake', { reason: 'changed' });
    await eventually(async () => ((await taskState(service.client, workflowId, runId)) === 'stuck' ? true : undefined));

    const failing = new Set([newId(), runId]);
    const logger = createLogger('silent', 'test');
    // Temporal is away for the first three looks: what they were to look at is not forgotten.
    let away = 3;
    const real = service.client.workflow;
    const list: typeof real.list = (options) => {
      away -= 1;
      if (away >= 0) throw new Error('away');
      return real.list(options);
    };
    const workflow = Object.assign(Object.create(real) as typeof real, { list });
    const client = Object.create(service.client, { workflow: { value: workflow } }) as Client;
    const loop = startUnsticking({ client, logger, failing, pauseMs: 20 });
    // Its meeting is in no row: nothing is left to do.
    await eventually(async () => ((await latest.describe()).status.name === 'COMPLETED' ? true : undefined));
    await eventually(async () => (failing.size === 0 ? true : undefined));
    await loop.stop();
    expect(loop.healthy()).toBe(true);
  });
});

describe('what the log of the SDK says', () => {
  it('names the run whose task fails, and says of nothing else that it does', () => {
    const failing = new Set<string>();
    noteFailing(failing, { message: 'Failing workflow task', meta: { runId: 'a' } });
    noteFailing(failing, { message: 'Activity failed', meta: { runId: 'b' } });
    noteFailing(failing, { message: 'Failing workflow task' });
    expect([...failing]).toEqual(['a']);
  });
});
