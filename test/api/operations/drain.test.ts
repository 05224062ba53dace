import { once } from 'node:events';
import { Agent, createServer, get, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import supertest from 'supertest';
import { drainable } from '../../../api/drain.js';
import { OPERATOR, useApi } from '../../support/api.js';

const stopping = new AbortController();
const api = useApi({}, { stopping: stopping.signal });
const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server as the API's, and a caller with one connection that it keeps. */
async function createFixture(listener: RequestListener) {
  const server = createServer(listener);
  opened.push(server);
  const drain = drainable(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** Returns the outcome of a request: its status and connection header, or why it failed. */
  const ask = (path = '/healthz') =>
    new Promise<string>((resolve) => {
      const request = get({ host: '127.0.0.1', port, path, agent }, (response) => {
        response.resume().once('end', () => resolve(`${response.statusCode} ${response.headers.connection}`));
      });
      request.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    });
  return { drain, ask };
}

describe('an API process that is to end', () => {
  it('ends soon with a client that keeps its connection and sends further requests, and cuts none of them off', async () => {
    const { drain, ask } = await createFixture(api.app);
    expect(await ask()).toBe('200 keep-alive');
    const answers: string[] = [];
    let gone = false;
    const asking = (async () => {
      for (; !gone; await pause(50)) answers.push(await ask());
    })();
    const begun = performance.now();
    const inTime = await Promise.race([
      drain().then(() => performance.now() - begun),
      pause(10_000, Number.POSITIVE_INFINITY, { ref: false }),
    ]);
    gone = true;
    await asking;
    expect(inTime).toBeLessThan(10_000);
    // A connection that is opened while the server closes is reset or refused: no request of it was read.
    const end = answers.findIndex((answer) => answer === 'ECONNREFUSED' || answer === 'ECONNRESET');
    const [answered, refused] = end < 0 ? [answers, []] : [answers.slice(0, end), answers.slice(end)];
    expect(answered.filter((answer) => !['200 keep-alive', '200 close'].includes(answer))).toEqual([]);
    expect(refused.filter((answer) => !['ECONNREFUSED', 'ECONNRESET'].includes(answer))).toEqual([]);
    expect(answered).toContain('200 close');
  });

  it('gives the answer that is under way, and says with it that the connection ends', async () => {
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { drain, ask } = await createFixture(async (_req, res) => {
      asked.resolve();
      await released.promise;
      res.end('done');
    });
    const answer = ask();
    await asked.promise;
    const drained = drain();
    released.resolve();
    expect(await answer).toBe('200 close');
    await drained;
  });

  it('lets a caller go that keeps a connection and asks nothing', async () => {
    const { drain, ask } = await createFixture((_req, res) => void res.end());
    expect(await ask()).toBe('200 keep-alive');
    await expect(drain()).resolves.toBeUndefined();
  });

  it('is not ready any more', async () => {
    expect((await supertest(api.app).get('/readyz')).status).toBe(200);
    stopping.abort();
    const { status, body } = await supertest(api.app).get('/readyz').set(OPERATOR);
    expect([status, body.status]).toEqual([503, 'stopping']);
    expect((await supertest(api.app).get('/healthz')).status).toBe(200);
  });
});
