import type { Knex } from 'knex';
import { insertEvents } from '../../db/events/events.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createSafeFetch, type SafeFetch } from '../../runtime/safe-fetch.js';
import { createSecretBox } from '../../runtime/secret-box.js';
import type { EventKind } from '../../schemas/events/events.js';
import { createBreakers } from '../../services/channels/breakers.js';
import { createWebhookPace } from '../../services/webhooks/pace.js';
import { wakeWebhooks } from '../../services/webhooks/wake-webhooks.js';
import { advanceWebhook } from '../../services/webhooks/walk.js';
import type { RowStep } from '../../workflows/timer.protocol.js';
import { TEST_SECRET } from './api.js';
import { workOn } from './work.js';

/** A fetch that reaches receivers of the tests. */
export const openFetch = () => createSafeFetch({ privateHosts: ['127.0.0.1:*', 'localhost:*'] });

/** Delivers events of webhooks as one worker does, at times that the test sets. */
export function createWalker(db: Knex, fetch: SafeFetch) {
  let now = Date.now();
  const clock = { now: () => new Date(now) };
  const deps = workOn(db, clock.now);
  const logger = createLogger('silent', 'test');
  const breakers = createBreakers({ db, clock, logger, metrics: createMetrics() });
  const walk = {
    ...deps,
    webhooks: fetch,
    breakers,
    heldBack: breakers.holdOf,
    box: createSecretBox([TEST_SECRET]),
    publicUrl: 'http://las.test',
    pace: createWebhookPace(),
    stopping: new AbortController().signal,
  };
  const readEvents = async () => {
    while ((await wakeWebhooks(deps)) > 0);
  };
  return {
    now: () => now,
    /** Moves the time on. */
    pass(ms: number): void {
      now += ms;
    },
    /** Moves the time to the end of a step's wait. */
    passTo(step: RowStep): void {
      if (step.closed || step.plan.sleepUntil === null) throw new Error('It waits for nothing.');
      now = Math.max(now, Date.parse(step.plan.sleepUntil));
    },
    readEvents,
    /** Delivers what is due now, until the webhook has nothing more to do at this time. */
    async deliver(webhookId: string, changes: Partial<typeof walk> = {}): Promise<RowStep> {
      // Requests of the test count from the real time.
      now = Math.max(now, Date.now());
      await readEvents();
      for (;;) {
        const step = await advanceWebhook({ ...walk, ...changes }, webhookId);
        await breakers.idle();
        if (step.closed || Date.parse(step.plan.sleepUntil ?? '') > now) return step;
      }
    },
  };
}

/** Writes events of an account, and returns the rows in their order. */
export async function addEvents(
  db: Knex,
  accountId: string,
  events: readonly { type?: EventKind; leadId?: string | null; data?: Record<string, unknown>; before?: object }[],
) {
  const last = (await db('events').max({ seq: 'seq' }))[0]?.seq ?? 0;
  await insertEvents(
    db,
    new Date(),
    events.map(({ type = 'lead.updated', leadId = null, data = {}, before = {} }) => ({
      accountId,
      type,
      leadId,
      data,
      before: before as Record<string, unknown>,
      origin: { kind: 'api', id: null },
    })),
  );
  return db('events').where({ account_id: accountId }).where('seq', '>', last).orderBy('seq');
}
