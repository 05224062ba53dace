import { insertApiRequests } from '../../../db/accounts/api-requests.js';
import type { Db } from '../../../db/connection.js';
import type { ApiRequestRow } from '../../../db/tables.js';
import type { Clock } from '../../../runtime/clock.js';
import type { Logger } from '../../../runtime/logger.js';
import type { Metrics } from '../../../runtime/metrics.js';
import { createMinuteCounter } from '../auth/minute-counter.js';

const EVERY_MS = 1_000;
/** The number of requests that wait to be written. Further ones aren't logged. */
const MOST_WAITING = 1_000;
/** The number of rows of a statement. */
const AT_ONCE = 200;
/** The rejected requests of a key over its rate limit that are logged in a minute. */
const MOST_LIMITED = 10;
const RATE_LIMITED = 429;

/** Writes API requests after their responses. It never delays or fails a request, and loses some rather than that. */
export interface RequestLog {
  /** Takes an answered request. */
  add(row: ApiRequestRow): void;
  /** Writes the requests that wait. Those that can't be written are dropped and counted. */
  flush(): Promise<void>;
}

interface Parts {
  db: Db;
  clock: Clock;
  logger: Logger;
  metrics: Metrics;
}

/** Creates a log that writes whenever it is flushed. */
export function createRequestLog({ db, clock, logger, metrics }: Parts): RequestLog {
  const waiting: ApiRequestRow[] = [];
  const countLimited = createMinuteCounter();
  let writing = Promise.resolve();
  const drop = (reason: 'full' | 'limited' | 'failed', n: number) => metrics.requestLogDropped.inc({ reason }, n);

  const write = async (): Promise<void> => {
    while (waiting.length > 0) {
      const rows = waiting.splice(0, AT_ONCE);
      try {
        await insertApiRequests(db, rows);
      } catch (error) {
        drop('failed', rows.length);
        logger.warn({ err: error, requests: rows.length }, 'API requests could not be written to the request log');
      }
    }
  };

  return {
    add(row) {
      const isSpared = row.status !== RATE_LIMITED || countLimited(row.key_id, MOST_LIMITED, clock.now()).allowed;
      if (!isSpared) drop('limited', 1);
      else if (waiting.length >= MOST_WAITING) drop('full', 1);
      else waiting.push(row);
    },
    flush() {
      writing = writing.then(write);
      return writing;
    },
  };
}

/** Flushes a log every second. The returned function stops that and writes the rest. */
export function flushRegularly(log: RequestLog): () => Promise<void> {
  const timer = setInterval(() => void log.flush(), EVERY_MS).unref();
  return () => {
    clearInterval(timer);
    return log.flush();
  };
}
