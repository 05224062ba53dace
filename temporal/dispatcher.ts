import type { Client } from '@temporalio/client';
import type { Knex } from 'knex';
import { listEnded, noteStarted } from '../db/agent-runs/agent-runs.js';
import { deferOutbox, FIRST_TRY_MS, finishOutbox, type OutboxItem } from '../db/outbox.js';
import type { Clock } from '../runtime/clock.js';
import type { Logger } from '../runtime/logger.js';
import type { Metrics } from '../runtime/metrics.js';
import { continueTrace } from '../runtime/tracing.js';
import { createTurns } from '../runtime/turns.js';
import { applyInstruction } from './apply-instruction.js';
import { createTemporalHealth, isOutage } from './health.js';

const IN_FLIGHT = 25;
/** More of a bulk at once would not arrive sooner, and what is asked for alone would wait for all of them in Temporal. */
const BULK_IN_FLIGHT = 4;
const DEADLINE_MS = 1_000;
const FLUSH_MS = 15;

export interface Dispatcher {
  /**
   * Tries the instructions; those that fail for an outage stay in the outbox for the relay, and so do those whose turn
   * has not come after `forMs` (two seconds if not given), since the relay then takes them. Never throws.
   */
  offer(items: OutboxItem[], forMs?: number): void;
  /** Waits until everything offered has been tried. */
  idle(): Promise<void>;
  /** Returns whether the last call to Temporal got an answer. */
  healthy(): boolean;
  /**
   * Returns whether Temporal answers now; asks at most once a second while it does not, and never while calls succeed.
   */
  probe(): Promise<boolean>;
}

export interface DispatcherOptions {
  client: Client;
  db: Knex;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  taskQueuePrefix: string;
  /** The timeout of one call. Defaults to a second. */
  deadlineMs?: number;
}

/** An instruction that was offered, and until when it is tried here. */
interface Waiting {
  item: OutboxItem;
  until: number;
}

/**
 * Carries instructions from the outbox to Temporal, up to 25 at once, each with a deadline, and removes the ones that
 * arrived in batches. Accounts take turns; what was asked for alone goes before a bulk, of which few are under way at
 * once. Used right after a commit by the API and for everything left over by the relay; doing an instruction twice is
 * harmless.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { client, db, clock, logger, metrics, deadlineMs = DEADLINE_MS } = options;
  const health = createTemporalHealth(client);
  const apply = (item: OutboxItem) =>
    client.withDeadline(Date.now() + deadlineMs, () => applyInstruction(options, item));
  const finished = createFinisher(options, apply);
  const [alone, bulk] = [createTurns<Waiting>(), createTurns<Waiting>()];
  const waiting = () => alone.size + bulk.size;
  const waiters: (() => void)[] = [];
  let active = 0;
  let activeBulk = 0;

  const attempt = async (item: OutboxItem): Promise<void> => {
    try {
      await continueTrace(item.trace ?? null, () => apply(item));
      health.note(true);
      metrics.dispatched.inc({ outcome: 'done' });
      finished.add(item);
    } catch (error) {
      metrics.dispatched.inc({ outcome: 'failed' });
      if (isOutage(error)) return health.note(false);
      const about = { outbox_id: item.id, kind: item.kind, workflow_id: item.workflowId };
      logger.warn({ err: error, ...about }, 'An instruction to Temporal failed');
      await deferOutbox(db, clock.now(), item.id, errorText(error)).catch(() => undefined);
    }
  };

  const next = () => alone.next() ?? (activeBulk < BULK_IN_FLIGHT ? bulk.next() : undefined);

  const pump = (): void => {
    while (active < IN_FLIGHT) {
      const offered = next();
      if (!offered) break;
      const { item, until } = offered;
      // While Temporal is away a queue of one-second attempts would only grow; the relay has these rows anyway.
      if (performance.now() > until || health.justFailed()) continue;
      active += 1;
      activeBulk += Number(item.bulk);
      void attempt(item).finally(() => {
        active -= 1;
        activeBulk -= Number(item.bulk);
        pump();
      });
    }
    if (active === 0 && waiting() === 0) for (const resolve of waiters.splice(0)) resolve();
  };

  return {
    offer(items, forMs = FIRST_TRY_MS) {
      const until = performance.now() + forMs;
      for (const item of items) (item.bulk ? bulk : alone).add(item.accountId, { item, until });
      // Responses to callers go first: a call to Temporal takes about as long to prepare as a response.
      setImmediate(pump);
    },
    async idle() {
      if (active > 0 || waiting() > 0) await new Promise<void>((resolve) => waiters.push(resolve));
      await finished.idle();
    },
    healthy: health.healthy,
    probe: health.probe,
  };
}

/** Removes instructions that were applied, those of a few milliseconds together. */
function createFinisher(
  { db, clock, logger }: Pick<DispatcherOptions, 'db' | 'clock' | 'logger'>,
  apply: (item: OutboxItem) => Promise<void>,
) {
  const done: OutboxItem[] = [];
  let flushing: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    flushing = undefined;
    const batch = done.splice(0);
    const started = new Map(
      batch.filter(({ kind }) => kind === 'start').map((item) => [String(item.args.agentRunId), item]),
    );
    try {
      await noteStarted(db, clock.now(), [...started.keys()]);
      // The instructions that should have ended these came earlier, and had nothing to wake.
      for (const id of await listEnded(db, [...started.keys()])) {
        const item = started.get(id) as OutboxItem;
        await apply({ ...item, kind: 'wake', args: { ...item.args, reason: 'ended before it was started' } });
      }
      await finishOutbox(
        db,
        batch.map(({ id }) => id),
      );
    } catch (error) {
      logger.warn({ err: error }, 'Finished instructions could not be removed; the relay repeats them');
    }
  };

  return {
    add(item: OutboxItem): void {
      done.push(item);
      flushing ??= new Promise((resolve) => setTimeout(resolve, FLUSH_MS)).then(flush);
    },
    idle: async () => flushing,
  };
}

/**
 * Returns the text of an error for operators. The client's own words are the same for every rejection, so the server's
 * are added.
 */
function errorText(error: unknown): string {
  const { name = 'Error', message = '', cause } = (error ?? {}) as Error & { cause?: { details?: string } };
  return [`${name}: ${message}`, cause?.details].filter(Boolean).join(': ');
}
