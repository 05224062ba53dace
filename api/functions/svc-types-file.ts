import type { RequestHandler } from 'express';
import { svcTypes } from '../../functions/svc.js';

/** Serves the types of `ctx` and `svc` for editors; like the other references it needs no key. */
export function svcTypesFile(): RequestHandler {
  const types = svcTypes();
  return (_req, res) =>
    void res.set({ 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' }).send(types);
}
