import { setTimeout as pause } from 'node:timers/promises';
import type { Request } from 'express';
import { addressPrefix } from '../../../runtime/address-prefix.js';
import { ApiError } from '../errors.js';
import { type Caller, isAuthenticated } from '../route.js';

/**
 * The maximum number of requests that wait for their body at the same time: per address, or per account of a key or
 * session.
 */
export const MAX_OPEN_BODIES = { address: 20, account: 100 };
/**
 * The time that a request beyond that waits for a place or its body, so that a burst of quick requests isn't rejected.
 */
const PATIENCE_MS = 1_000;
const CHECK_MS = 50;

/** Counts the requests whose body hasn't arrived yet. */
export interface OpenBodies {
  /** Counts a request until its body is complete or its connection closes. Throws the 429 for a sender with too many. */
  enter(req: Request, caller: Caller): Promise<void>;
}

/** Creates the count of a process. */
export function createOpenBodies(): OpenBodies {
  const open = new Map<string, number>();
  return {
    async enter(req, caller) {
      if (!hasBody(req)) return;
      const known = isAuthenticated(caller);
      const sender = known ? caller.account.id : addressPrefix(req.ip ?? '');
      const limit = known ? MAX_OPEN_BODIES.account : MAX_OPEN_BODIES.address;
      for (let waitedMs = 0; !req.complete && (open.get(sender) ?? 0) >= limit; waitedMs += CHECK_MS) {
        if (waitedMs >= PATIENCE_MS || req.destroyed) throw tooMany(limit);
        await pause(CHECK_MS);
      }
      if (req.complete || req.destroyed) return;
      open.set(sender, (open.get(sender) ?? 0) + 1);
      req.once('close', () => {
        const left = (open.get(sender) ?? 1) - 1;
        if (left > 0) open.set(sender, left);
        else open.delete(sender);
      });
    },
  };
}

const hasBody = (req: Request): boolean =>
  req.get('transfer-encoding') !== undefined || Number(req.get('content-length') ?? 0) > 0;

const tooMany = (limit: number) =>
  new ApiError('RATE_LIMITED', {
    message: `${limit} requests from this client are still uploading. Complete them before you send more.`,
    headers: { 'Retry-After': '10' },
  });
