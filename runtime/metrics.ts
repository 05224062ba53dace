import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Creates the process's metrics, served at `/metrics`. Labels never carry names, addresses or account ids. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Request duration by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    inFlight: new Gauge({ name: 'http_requests_in_flight', help: 'Requests in progress.', registers: [registry] }),
    requestLogDropped: new Counter({
      name: 'request_log_dropped_total',
      help: 'Requests that are missing in the request log, by reason.',
      labelNames: ['reason'],
      registers: [registry],
    }),
    outboxAge: new Gauge({
      name: 'outbox_oldest_seconds',
      help: 'Age of the oldest pending instruction to Temporal.',
      registers: [registry],
    }),
    outboxParked: new Gauge({
      name: 'outbox_parked',
      help: 'Instructions parked after 20 attempts.',
      registers: [registry],
    }),
    erasureAge: new Gauge({
      name: 'erasure_oldest_seconds',
      help: 'Age of the oldest erasure whose searches have not finished.',
      registers: [registry],
    }),
    dispatched: new Counter({
      name: 'outbox_dispatched_total',
      help: 'Instructions sent to Temporal, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    diskFree: new Gauge({
      name: 'disk_free_ratio',
      help: 'Free share of each monitored disk.',
      labelNames: ['disk'],
      registers: [registry],
    }),
    clockAhead: new Gauge({
      name: 'clock_ahead_seconds',
      help: 'How far the clock of this process is ahead of the database’s; below zero where it is behind.',
      registers: [registry],
    }),
    breakersOpen: new Gauge({
      name: 'provider_breakers_open',
      help: 'Senders on hold because their provider fails.',
      registers: [registry],
    }),
    breakerChanges: new Counter({
      name: 'provider_breaker_changes_total',
      help: 'State changes of senders between held, tested and released, by new state.',
      labelNames: ['state'],
      registers: [registry],
    }),
    sends: new Counter({
      name: 'messages_total',
      help: 'Messages by channel and outcome.',
      labelNames: ['channel', 'outcome'],
      registers: [registry],
    }),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
