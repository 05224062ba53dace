import { pipeline, Readable } from 'node:stream';
import compression from 'compression';
import type { Request, RequestHandler, Response } from 'express';
import { Replay } from '../idempotency/stored-answers.js';
import type { Answer } from '../route.js';

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

const isStream = (body: unknown): body is AsyncIterable<string> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** Answers a request with what its handler answered, or with what is stored. */
export function sendAnswer(req: Request, res: Response, answer: Answer | Replay): void {
  if (res.headersSent) return;
  res.status(answer.status);
  if (answer instanceof Replay) {
    res.setHeader('Idempotent-Replayed', 'true');
    sendJson(req, res, answer.text);
    return;
  }
  const { body } = answer;
  if (answer.headers) res.set(answer.headers);
  if (body === null || body === undefined) res.end();
  else if (typeof body === 'string') res.send(body);
  else if (Buffer.isBuffer(body)) res.end(body);
  // An answer that fails half way is cut off, so that no client takes it for complete.
  else if (isStream(body)) compress(req, res, () => pipeline(Readable.from(body), res, () => undefined));
  else sendJson(req, res, JSON.stringify(body));
}
