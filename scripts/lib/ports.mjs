import { connect, createServer } from 'node:net';

/**
 * Servers get ports below those that systems give to outgoing connections. Above, a client that calls a server which is
 * just being started again can be given the server's own port, and the server then finds it taken.
 */
const LOWEST = 15_000;
const HIGHEST = 32_000;

/** Returns a free TCP port. */
export async function freePort(host = '127.0.0.1') {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No free port was found between ${LOWEST} and ${HIGHEST}.`);
}

/** Returns whether a port can be listened on now. */
export function isFree(port, host = '127.0.0.1') {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

const KEEP_MS = 5_000;

/**
 * The port used last time, else another one: clients that are connected come back to the same address. A server that
 * was killed a moment ago may still hold its port, so that port gets some seconds to become free.
 */
export async function keepPort(last) {
  if (!last || last >= HIGHEST) return freePort();
  for (const end = Date.now() + KEEP_MS; Date.now() < end; ) {
    if (await isFree(last)) return last;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return freePort();
}

/** Returns whether something accepts connections at this address. */
export function answers(host, port, timeoutMs = 1000) {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: timeoutMs });
    const end = (answer) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}
