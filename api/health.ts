import { Router } from 'express';
import type { ApiDependencies } from './dependencies.js';
import { createDiskWatch } from './disk-watch.js';

const READY_MS = 1_000;

/** Liveness, readiness and metrics of the process. */
export function healthRoutes(deps: ApiDependencies): Router {
  const router = Router();
  const disks = createDiskWatch(deps);
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    const [database, temporal, disk] = await Promise.all([
      isUp(deps.db.raw('SELECT 1').timeout(READY_MS)),
      deps.temporalHealthy(),
      disks.look(),
    ]);
    const stopping = deps.stopping?.aborted === true;
    const well = temporal && disk !== 'low' ? 'ok' : 'degraded';
    const status = !database ? 'unavailable' : stopping ? 'stopping' : well;
    res.status(database && !stopping ? 200 : 503).json({
      status,
      parts: { database: database ? 'up' : 'down', temporal: temporal ? 'up' : 'down', disk },
    });
  });
  router.get('/metrics', async (_req, res) => {
    await disks.look();
    res.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics());
  });
  return router;
}

const isUp = async (probe: PromiseLike<unknown>): Promise<boolean> => {
  try {
    await probe;
    return true;
  } catch {
    return false;
  }
};
