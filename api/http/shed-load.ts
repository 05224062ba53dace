import type { RequestHandler } from 'express';
import { ApiError } from './errors.js';

/** How many requests a process serves at once. */
export const MAX_IN_FLIGHT = 200;
const PROBE_MS = 100;

/**
 * Answers 503 at once while more requests are in flight, or the event loop lags further, than can be served in time.
 * `unlimited` paths have limits of their own: what stays open is no sign of load.
 */
export function shedLoad(maxLagMs: number, unlimited: ReadonlySet<string> = new Set()): RequestHandler {
  let inFlight = 0;
  let lagMs = 0;
  // Unknown at first: what the process does while it starts says nothing about how it serves.
  let expected = Number.POSITIVE_INFINITY;
  setInterval(() => {
    lagMs = Math.max(0, performance.now() - expected);
    expected = performance.now() + PROBE_MS;
  }, PROBE_MS).unref();
  return (req, res, next) => {
    if (unlimited.has(req.path)) return next();
    if (inFlight >= MAX_IN_FLIGHT || lagMs > maxLagMs) {
      return next(new ApiError('OVERLOADED', { headers: { 'Retry-After': '5' } }));
    }
    inFlight += 1;
    res.on('close', () => {
      inFlight -= 1;
    });
    next();
  };
}
