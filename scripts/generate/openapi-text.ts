import { publicDocument } from '../../api/app.js';
import { createKeyRing } from '../../api/http/auth/keys.js';
import { routes } from '../../api/routes.js';
import { openDatabase } from '../../db/connection.js';
import { systemClock } from '../../runtime/clock.js';
import { loadConfig } from '../../runtime/config.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';

/** Returns the document that `/openapi.json` answers, without a connection to anything. */
export async function openApiText(): Promise<string> {
  const config = loadConfig({
    DATABASE_URL: 'mysql://nobody@127.0.0.1:1/none',
    LAS_SECRET: 'nothing is protected with this one',
  });
  const db = openDatabase({ url: config.DATABASE_URL });
  try {
    const table = routes({
      config,
      db,
      clock: systemClock,
      logger: createLogger('silent', 'generate'),
      metrics: createMetrics(),
      keys: createKeyRing(db, systemClock),
      dispatch: () => undefined,
      functions: { run: async () => 'away' },
      temporalHealthy: () => false,
    });
    return JSON.stringify(publicDocument(table));
  } finally {
    await db.destroy();
  }
}
