import { createServer, type RequestListener, type Server } from 'node:http';
import { UPLOAD_PACE } from './request/body-pace.js';
import { answerClientErrors } from './response/client-errors.js';

/** The limits of idle and slow connections, in milliseconds. */
export interface ServerTimeouts {
  /** From the connection, or the first byte of a further request, to the end of its headers. */
  headersMs: number;
  /** The time a connection stays open between two requests. */
  keepAliveMs: number;
  /** The maximum time without a byte in either direction on a connection with a running request. */
  silentMs: number;
  /** The maximum time for the rest of a body after its request is answered. */
  restOfBodyMs: number;
}

const TIMEOUTS: ServerTimeouts = {
  headersMs: 10_000,
  // Longer than the minute for which proxies keep an unused connection: the side that closes first may cut off a request.
  keepAliveMs: 75_000,
  silentMs: 180_000,
  restOfBodyMs: 1_000,
};

/** Creates the HTTP server of the API, which closes the connections of slow and idle clients. It doesn't listen yet. */
export function createApiServer(app: RequestListener, timeouts: ServerTimeouts = TIMEOUTS): Server {
  const server = createServer(
    {
      headersTimeout: timeouts.headersMs,
      keepAliveTimeout: timeouts.keepAliveMs,
      requestTimeout: Math.max(timeouts.headersMs, UPLOAD_PACE.longestMs),
      connectionsCheckingInterval: Math.ceil(timeouts.headersMs / 10),
    },
    app,
  );
  server.timeout = timeouts.silentMs;
  answerClientErrors(server);
  server.on('request', (req, res) => {
    res.once('finish', () => {
      if (req.complete) return;
      setTimeout(() => req.complete || req.socket.destroySoon(), timeouts.restOfBodyMs).unref();
    });
  });
  return server;
}
