import { createServer, type Server } from 'node:http';
import type { Config } from '../runtime/config.js';
import type { Metrics } from '../runtime/metrics.js';
import { encryptionCodec } from '../temporal/data-converter.js';
import { codecServer } from './codec-server.js';

/**
 * Serves health, readiness and metrics of the worker, and the codec for the Temporal UI where payloads are encrypted.
 */
export function startOpsServer(config: Config, metrics: Metrics, ready: () => boolean): Promise<Server> {
  const codec =
    config.PAYLOAD_ENCRYPTION_KEYS && config.TEMPORAL_UI_URL
      ? codecServer(encryptionCodec(config.PAYLOAD_ENCRYPTION_KEYS), new URL(config.TEMPORAL_UI_URL).origin)
      : undefined;
  const server = createServer(async (req, res) => {
    if (req.url === '/metrics') {
      res.setHeader('Content-Type', metrics.registry.contentType).end(await metrics.registry.metrics());
    } else if (req.url === '/healthz' || req.url === '/readyz') {
      const good = req.url === '/healthz' || ready();
      res.writeHead(good ? 200 : 503, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify({ status: good ? 'ok' : 'starting' }));
    } else if (codec && req.url === '/codec/decode') {
      await codec(req, res);
    } else {
      res.writeHead(404).end();
    }
  });
  return new Promise((resolve) => server.listen(config.WORKER_PORT, '127.0.0.1', () => resolve(server)));
}
