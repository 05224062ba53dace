import { afterAll, beforeAll } from '@jest/globals';
import { systemClock } from '../../runtime/clock.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { createWorkerActivities } from '../../worker/dependencies.js';
import { type TestApi, testConfig } from './api.js';

/** The activities of a worker for one test file, called by it as Temporal would; nothing is asked of Temporal. */
export function useActivities(
  api: TestApi,
  overrides: NodeJS.ProcessEnv = {},
): () => ReturnType<typeof createWorkerActivities>['activities'] {
  let worker: ReturnType<typeof createWorkerActivities>;
  beforeAll(() => {
    const config = testConfig(overrides);
    worker = createWorkerActivities({
      config,
      db: api.db,
      clock: systemClock,
      logger: createLogger(config.LOG_LEVEL, 'test'),
      metrics: createMetrics(),
      dispatcher: { offer: () => undefined, idle: async () => undefined, healthy: () => true, probe: async () => true },
    });
  });
  afterAll(() => worker.close());
  return () => worker.activities;
}
