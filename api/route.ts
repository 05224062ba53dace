import type { Request, Response } from 'express';
import type { ApiKey } from '../db/api-keys.js';
import type { Db } from '../db/connection.js';
import type { EventOrigin } from '../db/events.js';
import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from '../schemas/contract.js';

/** Who is calling, as far as handlers care. */
export interface Caller {
  account: { id: string; name: string; timezone: string; country: string | null };
  /** The REST key, on routes that take one. */
  key?: ApiKey;
  /** The signed-in user, on internal routes. */
  user?: { id: string; role: string; sessionId: string };
}

export interface RouteInput<C extends Contract> extends Caller {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  body: BodyOf<C>;
  /** The request's transaction on writes, the pool on reads and on routes that make their own transactions. */
  db: Db;
  now: Date;
  requestId: string;
  /** What caused the change, for the events it writes. */
  origin: EventOrigin;
  /** Throws when the caller has been given up on; routes with their own transactions call it before they commit. */
  assertInTime: () => void;
  req: Request;
  res: Response;
  /** The request's idempotency key, for handlers that read the body from the stream themselves. */
  once: OncePerKey;
  /** How far a request has come, for handlers that do their work in several transactions. */
  progress: Progress;
}

/** How far a request has come, kept with its idempotency key so that a repeat goes on where this one was lost. */
export interface Progress {
  /** What a lost try of the same request noted last; undefined where there was none, or no key. */
  earlier: unknown;
  /** Notes it in the transaction that does the work. Throws where a repeat has taken the work over. */
  note: (tx: Db, progress: unknown) => Promise<void>;
}

/** For requests that are done at once, or by nobody who would repeat them. */
export const NO_PROGRESS: Progress = { earlier: undefined, note: async () => undefined };

/**
 * Runs `work` in the caller's transaction, once for the request's idempotency key if it has one, and keeps the answer
 * with it. `content` stands for what the body held. Throws what ends the request for a key that was used before.
 */
export type OncePerKey = <A extends Answer>(tx: Db, content: string, work: () => Promise<A>) => Promise<A>;

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/**
 * What a body asks for with everything filled in that it leaves open: two that mean the same under one idempotency key
 * are one request. It comes in its plain spelling; `account` is whose defaults count.
 */
export type Meaning = (body: never, account: Caller['account']) => unknown;

export interface Route {
  contract: Contract;
  handler: (input: RouteInput<Contract>) => Promise<Answer>;
  meaning?: Meaning;
}

/** Joins a contract and its handler; the compiler checks each pair of status and body that the handler answers. */
export const route = <const C extends Contract>(contract: C) => ({
  handle: (
    handler: (input: RouteInput<C>) => Promise<AnswerOf<C>>,
    meaning?: (body: BodyOf<C>, account: Caller['account']) => unknown,
  ): Route => ({
    contract,
    handler: handler as unknown as Route['handler'],
    ...(meaning ? { meaning: meaning as Meaning } : {}),
  }),
});
