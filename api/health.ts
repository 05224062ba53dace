import { createHash, timingSafeEqual } from 'node:crypto';
import { type Request, Router } from 'express';
import type { ApiDependencies } from './dependencies.js';
import { createDiskWatch } from './disk-watch.js';

const READY_MS = 1_000;

/**
 * Liveness, readiness and metrics of the process. Anyone may ask whether it is ready; parts and metrics describe the
 * machine and the use of the service, so they need the token.
 */
export function healthRoutes(deps: ApiDependencies): Router {
  const router = Router();
  const disks = createDiskWatch(deps);
  const isOperator = tokenCheck(deps.config.METRICS_TOKEN);
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (req, res) => {
    const [database, temporal, disk] = await Promise.all([
      isUp(deps.db.raw('SELECT 1').timeout(READY_MS)),
      deps.temporalHealthy(),
      disks.look(),
    ]);
    const stopping = deps.stopping?.aborted === true;
    const well = temporal && disk !== 'low' ? 'ok' : 'degraded';
    const status = !database ? 'unavailable' : stopping ? 'stopping' : well;
    const isReady = database && !stopping;
    res.status(isReady ? 200 : 503);
    if (!isOperator(req)) return void res.json({ status: isReady ? 'ok' : 'unavailable' });
    res.json({
      status,
      parts: { database: database ? 'up' : 'down', temporal: temporal ? 'up' : 'down', disk },
    });
  });
  router.get('/metrics', async (req, res, next) => {
    if (deps.config.METRICS_TOKEN === '') return next();
    if (!isOperator(req)) return void res.set('WWW-Authenticate', 'Bearer').status(401).end();
    await disks.look();
    res.type(deps.metrics.registry.contentType).send(await deps.metrics.registry.metrics());
  });
  return router;
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns what tells whether a request carries the token; no request does where none is set. */
function tokenCheck(token: string): (req: Request) => boolean {
  const wanted = digestOf(`Bearer ${token}`);
  return (req) => token !== '' && timingSafeEqual(digestOf(req.get('authorization') ?? ''), wanted);
}

const isUp = async (probe: PromiseLike<unknown>): Promise<boolean> => {
  try {
    await probe;
    return true;
  } catch {
    return false;
  }
};
