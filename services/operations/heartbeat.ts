import { hostname } from 'node:os';
import type { Knex } from 'knex';
import { noteProcess, readDatabaseClock } from '../../db/operations/processes.js';
import type { ProcessRow } from '../../db/tables.js';
import type { Clock } from '../../runtime/clock.js';
import { newId } from '../../runtime/ids.js';
import type { Logger } from '../../runtime/logger.js';
import type { Metrics } from '../../runtime/metrics.js';

/** The difference between clocks above which a person should check. Timers and events tolerate some seconds. */
export const CLOCKS_APART_MS = 1_000;
const LOOK_MS = 15_000;
const FORGET_MS = 3_600_000;
const SAMPLES = 3;

export interface HeartbeatDependencies {
  db: Knex;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
  kind: ProcessRow['kind'];
  /** Returns whether a proxy forwards requests to this process although none is trusted. */
  ignoresProxy?: () => boolean;
}

/** Measures how many milliseconds a clock is ahead of the database's: by the quickest of three questions. */
export async function clockAhead(db: Knex, clock: Clock): Promise<{ ms: number; databaseNow: Date }> {
  let best = { took: Number.POSITIVE_INFINITY, ms: 0, databaseNow: new Date(0) };
  for (let n = 0; n < SAMPLES; n += 1) {
    const sentAt = clock.now().getTime();
    const databaseNow = await readDatabaseClock(db);
    const durationMs = clock.now().getTime() - sentAt;
    if (durationMs < best.took)
      best = { took: durationMs, ms: Math.round(sentAt + durationMs / 2 - databaseNow.getTime()), databaseNow };
  }
  return best;
}

/**
 * Shows every 15 seconds that this process runs and how far its clock is from the database's: as a row, as a metric, and
 * once in the log where it is more than a second. Ends with what it returns.
 */
export function startHeartbeat({ db, clock, logger, metrics, kind, ignoresProxy }: HeartbeatDependencies): () => void {
  const id = newId();
  let startedAt: Date | undefined;
  let apart = false;
  const look = async (): Promise<void> => {
    const { ms, databaseNow } = await clockAhead(db, clock);
    startedAt ??= databaseNow;
    metrics.clockAhead.set(ms / 1000);
    if (Math.abs(ms) >= CLOCKS_APART_MS && !apart) {
      logger.warn({ ahead_ms: ms }, 'The clock of this machine and the database’s are apart');
    }
    apart = Math.abs(ms) >= CLOCKS_APART_MS;
    const row = {
      id,
      kind,
      host: hostname(),
      pid: process.pid,
      started_at: startedAt,
      clock_ahead_ms: ms,
      ignores_proxy: ignoresProxy?.() ?? false,
    };
    await noteProcess(db, { ...row, seen_at: databaseNow }, new Date(databaseNow.getTime() - FORGET_MS));
  };
  // A database that is away is everybody's matter; this one only looks again.
  const lookAgain = () => void look().catch(() => undefined);
  lookAgain();
  const timer = setInterval(lookAgain, LOOK_MS).unref();
  return () => clearInterval(timer);
}
