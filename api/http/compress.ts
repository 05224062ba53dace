import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';

/** Compresses what a handler answers, where the caller takes it. */
export const compress: RequestHandler = compression();

/** Compressing less gains nothing and would cost more than the rest of a short answer. */
const WORTHWHILE = 1024;

/** Answers a JSON text, compressed when it is long enough. */
export function sendJson(req: Request, res: Response, text: string): void {
  if (!res.hasHeader('Content-Type')) res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', Buffer.byteLength(text));
  if (text.length < WORTHWHILE) res.end(text);
  else compress(req, res, () => void res.end(text));
}
