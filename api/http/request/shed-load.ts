import type { RequestHandler, Response } from 'express';
import { ApiError } from '../errors.js';

/** The maximum number of requests that a process serves at the same time. */
const MAX_IN_FLIGHT = 200;
/**
 * The maximum number of anonymous ones among them, without a secret key or a session. The others stay free for
 * authenticated callers.
 */
export const MAX_ANONYMOUS = 120;
const PROBE_MS = 100;

/**
 * The sender of a request in flight; `pending` until it is known. A request isn't in flight while its body arrives, so
 * an idle sender takes no capacity.
 */
type Sender = 'pending' | 'anonymous' | 'authenticated';

/** Counts the requests in flight and refuses those that can't be served in time. */
export interface Load {
  /** Counts a request until the returned function is called. Throws the 503 at the limit. */
  enter(sender: Sender): () => void;
  /** Refuses requests with 503 while the event loop lags. */
  refuseWhileLagging: RequestHandler;
}

/** Creates the count of a process; `maxLagMs` is the event loop's greatest lag in milliseconds. */
export function createLoad(maxLagMs: number): Load {
  const inFlight: Record<Sender, number> = { pending: 0, anonymous: 0, authenticated: 0 };
  const lagMs = watchLag();
  return {
    enter(sender) {
      const all = inFlight.pending + inFlight.anonymous + inFlight.authenticated;
      if (all >= MAX_IN_FLIGHT || (sender === 'anonymous' && inFlight.anonymous >= MAX_ANONYMOUS)) throw overloaded();
      inFlight[sender] += 1;
      let entered = true;
      return () => {
        if (entered) inFlight[sender] -= 1;
        entered = false;
      };
    },
    refuseWhileLagging: (_req, _res, next) => next(lagMs() > maxLagMs ? overloaded() : undefined),
  };
}

/** Counts the requests that no route of the API takes, such as those of pages, as anonymous. */
export const countPages =
  (load: Load): RequestHandler =>
  (_req, res, next) => {
    untilAnswered(res, load.enter('anonymous'));
    next();
  };

/** Calls `leave` once the answer is sent or its connection is closed, which may be before the end of a refused body. */
export function untilAnswered(res: Response, leave: () => void): void {
  if (res.closed) leave();
  else res.once('close', leave);
}

const overloaded = () => new ApiError('OVERLOADED', { headers: { 'Retry-After': '5' } });

function watchLag(): () => number {
  let lagMs = 0;
  // Unknown at first: the lag during the start doesn't predict how the process serves.
  let expected = Number.POSITIVE_INFINITY;
  setInterval(() => {
    lagMs = Math.max(0, performance.now() - expected);
    expected = performance.now() + PROBE_MS;
  }, PROBE_MS).unref();
  return () => lagMs;
}
