import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@temporalio/client';
import type { Knex } from 'knex';
import { openDatabase } from '../../db/connection.js';
import { migrateToLatest } from '../../db/migrate.js';
import { addToOutbox, takePending } from '../../db/outbox.js';
import { systemClock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createDispatcher } from '../../temporal/dispatcher.js';

let db: Knex;
const url = process.env.DATABASE_URL ?? '';

beforeAll(async () => {
  await migrateToLatest(url);
  db = openDatabase({ url });
});
afterAll(() => db.destroy());

/** A Temporal that needs so many milliseconds for a start, as its callers' deadlines see it. */
const busyTemporal = (neededMs: number) =>
  ({
    withDeadline: async (deadline: number, work: () => Promise<unknown>) => {
      if (deadline < Date.now() + neededMs) throw Object.assign(new Error('Deadline exceeded'), { code: 4 });
      return work();
    },
    workflow: { start: async () => ({}) },
    options: { namespace: 'default' },
  }) as unknown as Client;

const dispatcherOf = (client: Client, deadlineMs?: number) =>
  createDispatcher({
    ...{ client, db, clock: systemClock, logger: createLogger('silent', 'test'), metrics: createMetrics() },
    taskQueuePrefix: '',
    ...(deadlineMs === undefined ? {} : { deadlineMs }),
  });

/** A Temporal that takes every start. */
const willingTemporal = (start: (workflowId: string) => unknown) =>
  ({
    withDeadline: (_deadline: number, work: () => Promise<unknown>) => work(),
    workflow: { start: async (_type: string, { workflowId }: { workflowId: string }) => start(workflowId) },
    options: { namespace: 'default' },
  }) as unknown as Client;

/** Offers one instruction and answers whether it still stands in the outbox afterwards. */
async function isLeftOver(client: Client, deadlineMs?: number): Promise<boolean> {
  const dispatcher = dispatcherOf(client, deadlineMs);
  const items = await db.transaction(async (tx) => {
    const agentRunId = newId();
    await addToOutbox(tx, systemClock.now(), [
      { accountId: newId(), kind: 'start', workflowId: `cadence/${agentRunId}`, args: { agentRunId } },
    ]);
    return takePending(tx);
  });
  dispatcher.offer(items);
  await dispatcher.idle();
  const row = await db('outbox').where({ id: items[0]?.id }).first('id');
  await db('outbox').where({ id: items[0]?.id }).delete();
  return row !== undefined;
}

describe('instructions to a Temporal that is busy', () => {
  it('are left to the relay after a second', async () => {
    expect(await isLeftOver(busyTemporal(2_000))).toBe(true);
  });

  it('get through where the caller has more patience, as the relay has', async () => {
    expect(await isLeftOver(busyTemporal(2_000), 4_000)).toBe(false);
  });
});

describe('an instruction that was offered', () => {
  it('is prepared once whoever offered it has gone on, so that no answer waits for it', async () => {
    const started: string[] = [];
    const dispatcher = dispatcherOf(willingTemporal((workflowId) => started.push(workflowId)));
    const agentRunId = newId();
    const workflowId = `cadence/${agentRunId}`;
    dispatcher.offer([{ id: newId(), accountId: newId(), kind: 'start', workflowId, args: { agentRunId } }]);
    expect(started).toEqual([]);
    await dispatcher.idle();
    expect(started).toEqual([workflowId]);
  });

  it('is left to the relay when its turn comes after the relay took it, so that nothing is asked for twice', async () => {
    const started: string[] = [];
    const slow = willingTemporal((workflowId) => {
      started.push(workflowId);
      return new Promise((resolve) => setTimeout(resolve, 40));
    });
    const dispatcher = dispatcherOf(slow);
    const items = Array.from({ length: 30 }, () => {
      const agentRunId = newId();
      return { id: newId(), accountId: newId(), workflowId: `cadence/${agentRunId}`, args: { agentRunId } };
    }).map((item) => ({ ...item, kind: 'start' as const }));
    dispatcher.offer(items, 20);
    await dispatcher.idle();
    expect(started).toEqual(items.slice(0, 25).map(({ workflowId }) => workflowId));
  });
});
