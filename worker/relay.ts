import type { Knex } from 'knex';
import { oldestErasureSeconds } from '../db/leads/erasures.js';
import { claimOutbox, outboxHealth, releaseOutbox } from '../db/outbox.js';
import type { Clock } from '../runtime/clock.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import type { Dispatcher } from '../temporal/dispatcher.js';
import { type Loop, startLoop } from './loop.js';

/** Two rounds of calls at their longest end within the lease. */
const BATCH = 100;
const LEASE_MS = 10_000;
const PAUSE_MS = 500;
const HEALTH_MS = 15_000;

export interface RelayOptions {
  db: Knex;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  dispatcher: Dispatcher;
}

/**
 * Brings every committed instruction to Temporal that its writer could not: takes due outbox rows in batches under a
 * lease and offers them to the dispatcher. Any number of relays may run. While Temporal is away they only look whether
 * it is back, so that no lease keeps an instruction waiting then.
 */
export function startRelay({ db, clock, logger, metrics, dispatcher }: RelayOptions): Loop {
  let lastAccount = '';
  let nextHealth = 0;
  return startLoop(logger, 'relay', async () => {
    const away = !(await dispatcher.probe());
    const claim = { limit: BATCH, leaseMs: LEASE_MS, after: lastAccount };
    const claimed = away ? undefined : await claimOutbox(db, clock.now(), claim);
    const items = claimed?.items ?? [];
    lastAccount = claimed?.lastAccount ?? lastAccount;
    dispatcher.offer(items, LEASE_MS);
    await dispatcher.idle();
    if (!dispatcher.healthy()) {
      await releaseOutbox(
        db,
        new Date(clock.now().getTime() + PAUSE_MS),
        items.map((item) => item.id),
      );
    }
    if (performance.now() > nextHealth) {
      const health = await outboxHealth(db, clock.now());
      metrics.outboxAge.set(health.oldestSeconds);
      metrics.outboxParked.set(health.parked);
      metrics.erasureAge.set(await oldestErasureSeconds(db, clock.now()));
      nextHealth = performance.now() + HEALTH_MS;
    }
    return items.length === BATCH && dispatcher.healthy() ? 0 : PAUSE_MS;
  });
}
