import type { Request } from 'express';
import { ApiError } from '../errors.js';

/** The minimum speed of a body: within `graceMs`, plus a second for each `bytesPerSecond`, up to `longestMs`. */
export interface BodyPace {
  graceMs: number;
  bytesPerSecond: number;
  longestMs: number;
}

/** The pace of bodies that are read whole. */
export const BODY_PACE: BodyPace = { graceMs: 10_000, bytesPerSecond: 16 * 1024, longestMs: 60_000 };
/** The pace of files: 50 MiB need 1.4 Mbit/s. */
export const UPLOAD_PACE: BodyPace = { ...BODY_PACE, longestMs: 300_000 };

/** Returns the 408 for a body that arrives too slowly. */
export const bodyTimeout = () => new ApiError('REQUEST_TIMEOUT');

/** Calls `onTimeout` once if the body arrives more slowly than `pace`. Returns the function that ends the watch. */
export function watchPace(req: Request, pace: BodyPace, onTimeout: () => void): () => void {
  const startedAt = performance.now();
  const bytesBefore = req.socket.bytesRead;
  let timer: NodeJS.Timeout;
  const check = () => {
    const earnedMs = ((req.socket.bytesRead - bytesBefore) / pace.bytesPerSecond) * 1000;
    const leftMs = Math.min(pace.longestMs, pace.graceMs + earnedMs) - (performance.now() - startedAt);
    if (leftMs <= 0) return onTimeout();
    timer = setTimeout(check, leftMs);
  };
  check();
  return () => clearTimeout(timer);
}

/**
 * Yields the body's chunks as they arrive. Throws the 408 once they arrive more slowly than `pace`. Leaves the request
 * open when the reader stops early, so that it can still be answered.
 */
export async function* chunksInPace(req: Request, pace: BodyPace): AsyncGenerator<Buffer> {
  const chunks = req.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>;
  let stop = () => {};
  const timeout = new Promise<never>((_, reject) => {
    stop = watchPace(req, pace, () => reject(bodyTimeout()));
  });
  timeout.catch(() => undefined);
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), timeout]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    stop();
    // Not awaited: after a timeout it waits for the chunk that didn't arrive.
    chunks.return?.().catch(() => undefined);
  }
}
