import type { Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** The time in which callers that keep connections may still send requests. Each response ends one connection. */
const NOTICE_MS = 1_000;
const LOOK_MS = 100;

/**
 * Prepares a server for its shutdown. The returned function starts it. From then on each response closes its
 * connection, and the server accepts requests for another moment, because closing a connection cuts off a request that
 * arrives at the same time. Then it accepts nothing new, and the function resolves after the last response.
 */
export function drainable(server: Server): () => Promise<void> {
  const underWay = new Set<ServerResponse>();
  let draining = false;
  const endWith = (res: ServerResponse) => {
    if (!res.headersSent) res.setHeader('Connection', 'close');
  };
  server.prependListener('request', (_req, res) => {
    if (draining) return endWith(res);
    underWay.add(res);
    res.once('close', () => underWay.delete(res));
  });
  return async () => {
    draining = true;
    for (const res of underWay) endWith(res);
    await pause(NOTICE_MS);
    await new Promise<void>((resolve) => {
      // An answer that had begun before could not say that its connection ends.
      const looks = setInterval(() => server.closeIdleConnections(), LOOK_MS);
      server.close(() => {
        clearInterval(looks);
        resolve();
      });
    });
  };
}
