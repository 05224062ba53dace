import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request to a stand-in, read to its end. */
export interface Asked {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  bytes: Buffer;
}

/** A server on this machine in the place of a provider's API. */
export interface StandIn {
  origin: string;
  /** Method and path of each request, in order. */
  requests: string[];
  stop(): Promise<void>;
}

/** Starts a stand-in; on a port of its own unless one is given. */
export async function startStandIn(answer: (asked: Asked) => unknown, port = 0): Promise<StandIn> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
      requests.push(`${request.method} ${url.pathname}`);
      answer({ request, response, url, bytes: Buffer.concat(chunks) });
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/**
 * The outcomes of a send that its API accepts or loses: taken, taken and then silence, cut off before or after, a
 * gateway's page.
 */
export type SendEnd = 'take' | 'take-then-silence' | 'take-then-cut' | 'cut' | 'gateway-502' | 'gateway-429';

/** Ends a send before it reaches the API. Returns false if it isn't such an end. */
export function endsBefore(end: unknown, { request, response }: Pick<Asked, 'request' | 'response'>): boolean {
  if (end === 'cut') request.socket.destroy();
  else if (end === 'gateway-502') response.writeHead(502).end('<html>Bad gateway</html>');
  else if (end === 'gateway-429') response.writeHead(429).end('Too many requests');
  else return false;
  return true;
}

/** Leaves a send that was taken without its answer; false where it gets one. */
export function endsBehind(end: unknown, { request }: Pick<Asked, 'request'>): boolean {
  if (end === 'take-then-cut') request.socket.destroy();
  return end === 'take-then-cut' || end === 'take-then-silence';
}
