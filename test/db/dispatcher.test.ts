import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Client } from '@temporalio/client';
import type { Knex } from 'knex';
import { openDatabase } from '../../db/connection.js';
import { migrateToLatest } from '../../db/migrate.js';
import { addToOutbox, claimOutbox, FIRST_TRY_MS, type OutboxItem } from '../../db/outbox.js';
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
    client,
    db,
    clock: systemClock,
    logger: createLogger('silent', 'test'),
    metrics: createMetrics(),
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

/** Sends one instruction and returns whether it is still in the outbox afterwards. */
async function isLeftOver(client: Client, deadlineMs?: number): Promise<boolean> {
  const dispatcher = dispatcherOf(client, deadlineMs);
  const items = await db.transaction((tx) => {
    const agentRunId = newId();
    return addToOutbox(tx, systemClock.now(), [
      { accountId: newId(), kind: 'start', workflowId: `cadence/${agentRunId}`, args: { agentRunId } },
    ]);
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

/** Longer than a slow machine takes for all; what is left after the usual two seconds is the relay's. */
const PATIENCE_MS = 60_000;
const NOBODYS_TIME = new Date('2026-03-01T10:00:00Z');

/** Writes what some accounts ask for: `many` of them together, or one alone. */
async function asked(accountId: string, many: number): Promise<OutboxItem[]> {
  const items = Array.from({ length: many }, () => {
    const agentRunId = newId();
    return { accountId, kind: 'start' as const, workflowId: `cadence/${agentRunId}`, args: { agentRunId } };
  });
  return db.transaction((tx) => addToOutbox(tx, NOBODYS_TIME, items));
}

describe('instructions of several accounts', () => {
  it('are taken by a relay in turns, what was asked for alone before a bulk, however much one account asks for', async () => {
    // The leftovers of earlier files.
    await db('outbox').delete();
    const [a, b, c] = [newId(), newId(), newId()];
    await asked(a, 3_000);
    await asked(c, 200);
    await asked(b, 1);
    await asked(a, 1);
    const now = new Date(NOBODYS_TIME.getTime() + FIRST_TRY_MS);
    const { items } = await claimOutbox(db, now, { limit: 100, leaseMs: 10_000, after: '' });
    const owners = items.map(({ accountId }) => accountId);
    expect(owners.slice(0, 2).sort()).toEqual([a, b].sort());
    const bulk = owners.slice(2);
    expect(bulk).toHaveLength(98);
    for (let n = 0; n < bulk.length; n += 2) expect(bulk.slice(n, n + 2).sort()).toEqual([a, c].sort());
    await db('outbox').whereIn('account_id', [a, b, c]).delete();
  });

  it('are tried in turns: one that is asked for alone is next, behind thousands of another account', async () => {
    const started: string[] = [];
    const dispatcher = dispatcherOf(willingTemporal((workflowId) => started.push(workflowId)));
    const [many, [single]] = [await asked(newId(), 1_000), await asked(newId(), 1)];
    dispatcher.offer(many, PATIENCE_MS);
    dispatcher.offer([single as OutboxItem], PATIENCE_MS);
    await dispatcher.idle();
    expect(started).toHaveLength(1_001);
    expect(started[0]).toBe(single?.workflowId);
  });
});

describe('a bulk', () => {
  it('has four calls under way at most, so that one that is asked for alone finds Temporal free', async () => {
    let [underWay, most] = [0, 0];
    const started: string[] = [];
    const slow = willingTemporal(async (workflowId) => {
      started.push(workflowId);
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
    });
    const dispatcher = dispatcherOf(slow);
    const [many, [single]] = [await asked(newId(), 200), await asked(newId(), 1)];
    dispatcher.offer(many, PATIENCE_MS);
    await new Promise((resolve) => setImmediate(resolve));
    dispatcher.offer([single as OutboxItem], PATIENCE_MS);
    await dispatcher.idle();
    expect(started).toHaveLength(201);
    expect(most).toBeLessThanOrEqual(5);
    expect(started.indexOf(String(single?.workflowId))).toBeLessThan(10);
  });
});

describe('an instruction that was offered', () => {
  it('is prepared after its sender has continued, so that no response waits for it', async () => {
    const started: string[] = [];
    const dispatcher = dispatcherOf(willingTemporal((workflowId) => started.push(workflowId)));
    const agentRunId = newId();
    const workflowId = `cadence/${agentRunId}`;
    dispatcher.offer([
      { id: newId(), accountId: newId(), kind: 'start', workflowId, args: { agentRunId }, bulk: false },
    ]);
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
    }).map((item) => ({ ...item, kind: 'start' as const, bulk: false }));
    dispatcher.offer(items, 20);
    await dispatcher.idle();
    expect(started).toEqual(items.slice(0, 25).map(({ workflowId }) => workflowId));
  });
});
