import type { Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** How long callers that keep connections may still ask, of which each answer ends one. */
const NOTICE_MS = 1_000;
const LOOK_MS = 100;

/**
 * Prepares a server for its end. What is answered calls it: from then on each answer says that its connection ends, and
 * the server goes on taking requests for a moment, since a connection that is closed just as a request comes in cuts
 * that off. Then nothing new is taken, and it resolves when the last answer is given.
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
