import type { Worker as Thread } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';
import { newId } from '../../runtime/ids.js';
import { queueWatch } from '../../temporal/pollers.js';
import { ALL_QUEUES, TASK_QUEUES } from '../../workflows/task-queues.js';
import { eventually, useService } from '../support/service.js';

const PREFIX = `queues${newId().slice(-12)}-`;
const service = useService({ TEMPORAL_TASK_QUEUE_PREFIX: PREFIX });

describe('how the task queues are served', () => {
  it('is reported for each of them, with its workers and its backlog', async () => {
    const look = queueWatch(service.client, PREFIX);
    const served = await eventually(async () => {
      const queues = await look();
      return queues?.every(({ workers }) => workers > 0) ? queues : undefined;
    });
    expect(served.map(({ queue }) => queue)).toEqual(ALL_QUEUES.map((name) => PREFIX + TASK_QUEUES[name]));
    expect(served.every(({ backlog }) => backlog === 0)).toBe(true);
  });

  it('runs all their workflows in one thread, which ends with the last of them', async () => {
    const threads = new Set<Thread>();
    const note = (thread: Thread) => {
      threads.add(thread);
      thread.once('exit', () => threads.delete(thread));
    };
    process.on('worker', note);
    try {
      await service.replaceWorkers();
      expect(threads.size).toBe(1);
      const [thread] = threads;
      await service.replaceWorkers();
      expect(threads.size).toBe(1);
      expect(threads).not.toContain(thread);
    } finally {
      process.off('worker', note);
    }
  });
});
