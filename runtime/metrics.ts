import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Creates the process's metrics, served at `/metrics`. Labels never carry names, addresses or account ids. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    requests: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer a request, by operation and status.',
      labelNames: ['operation', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
      registers: [registry],
    }),
    inFlight: new Gauge({ name: 'http_requests_in_flight', help: 'Requests being answered.', registers: [registry] }),
    outboxAge: new Gauge({
      name: 'outbox_oldest_seconds',
      help: 'Age of the oldest instruction to Temporal that is still waiting.',
      registers: [registry],
    }),
    outboxParked: new Gauge({
      name: 'outbox_parked',
      help: 'Instructions given up after 20 tries.',
      registers: [registry],
    }),
    dispatched: new Counter({
      name: 'outbox_dispatched_total',
      help: 'Instructions handed to Temporal, by outcome.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    diskFree: new Gauge({
      name: 'disk_free_ratio',
      help: 'Share of a disk that is free, of the disks that are looked after.',
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
      help: 'Senders whose messages are held back because their provider fails.',
      registers: [registry],
    }),
    breakerChanges: new Counter({
      name: 'provider_breaker_changes_total',
      help: 'Changes of senders between held back, tried and free, by the new state.',
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
