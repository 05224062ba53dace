import type { Request, Response } from 'express';
import type { ApiKey } from '../../db/accounts/api-keys.js';
import type { Db } from '../../db/connection.js';
import type { EventOrigin } from '../../db/events/events.js';
import type { KeyedWidget } from '../../db/widget/widgets.js';
import type { Work } from '../../db/work.js';
import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from '../../schemas/contract.js';
import type { Role } from '../../schemas/roles.js';

/** The widget whose key a page shows, and where the request comes from. */
export interface Site {
  /** As it is at this moment: nothing of it is kept from one request to the next. */
  widget: KeyedWidget;
  domains: string[];
  /** The page's origin in lower case, where the browser tells it; one that isn't this service's own is on the list. */
  origin: string | undefined;
  /** True if that origin is this service's own, as it is in its frames. */
  isOwn: boolean;
  /** The visitor's network address. */
  address: string;
}

/** A user behind a session. */
export interface SignedIn {
  id: string;
  name: string;
  email: string;
  role: Role;
  language: string | null;
  /** True if the user may only set up a second factor. */
  needsSecondFactor: boolean;
  sessionId: string;
  sessionEnds: Date;
}

/** The caller, as far as handlers need it. */
export interface Caller {
  account: { id: string; name: string; timezone: string; country: string | null };
  /** The REST key, on routes that take one. */
  key?: ApiKey;
  /** The widget and the page that shows it, where a page calls. */
  site?: Site;
  /** The signed-in user, on internal routes. */
  user?: SignedIn;
}

/** Keeps who is calling with the answer, also for a request that is refused before it is read. */
export function rememberCaller(res: Response, caller: Caller): void {
  res.locals.caller = caller;
}

export const rememberedCaller = (res: Response): Caller | undefined => res.locals.caller;

/** Sets what happens after a response is sent or its caller is gone, with the milliseconds that the request took. */
export function onceAnswered(res: Response, then: (durationMs: number) => void): void {
  res.locals.onceAnswered = then;
}

/** Does what was set for the end of a request. */
export const noteAnswered = (res: Response, durationMs: number): void => res.locals.onceAnswered?.(durationMs);

/** Returns whether a caller showed a secret: a REST key or a session. The keys of widgets are public. */
export const isAuthenticated = ({ user, key, site }: Caller): boolean =>
  user !== undefined || (key !== undefined && !site);

export interface RouteInput<C extends Contract, Body = BodyOf<C>> extends Caller {
  params: ParamsOf<C>;
  query: QueryOf<C>;
  /** Read and checked once. A handler leaves it as it is: where its transaction runs again it gets the same. */
  body: Body;
  /** The request's transaction on writes, the pool on reads and on routes that make their own transactions. */
  db: Db;
  /** The request's unit of work, on routes that are done in one transaction. */
  work: Work;
  now: Date;
  requestId: string;
  /** The cause of the change, for the events it writes. */
  origin: EventOrigin;
  /** Throws when the caller has been given up on; routes with their own transactions call it before they commit. */
  assertInTime: () => void;
  req: Request;
  res: Response;
  /** For contracts whose handler decides what is done once. */
  idempotencyKey: string | null;
  /** Takes the idempotency key, for handlers that know only by the end what the request holds. */
  once: OncePerKey;
  /** The progress of a request, for handlers that work in several transactions under a lease. */
  progress: Progress;
}

/**
 * The progress of a request, stored with its idempotency key so that a repetition continues where this one was lost.
 */
export interface Progress {
  /** The last progress of a lost attempt of the same request; undefined if there was none, or no key. */
  earlier: unknown;
  /** Notes it in the transaction that does the work. Throws where a repeat has taken the work over. */
  note: (tx: Db, progress: unknown) => Promise<void>;
}

/** For routes that only read, or open their own units of work. */
export const NO_WORK: Work = {
  get tx(): never {
    throw new Error('This route has no unit of work of its own.');
  },
  get now(): never {
    throw new Error('This route has no unit of work of its own.');
  },
  instruct: () => Promise.reject(new Error('This route has no unit of work of its own.')),
  discardWakes: () => Promise.reject(new Error('This route has no unit of work of its own.')),
  inFlight: () => undefined,
};

/** For requests that finish immediately, or that no client repeats. */
export const NO_PROGRESS: Progress = { earlier: undefined, note: async () => undefined };

/**
 * Runs `work` in the caller's transaction, once per idempotency key if the request has one, and stores the answer with
 * it. `content` identifies the body. Throws the error that ends the request if the key was used before.
 */
export type OncePerKey = <A extends Answer>(tx: Db, content: string, work: () => Promise<A>) => Promise<A>;

export interface Answer {
  status: number;
  body: unknown;
  headers?: Record<string, string | string[]>;
}

/**
 * A body with all its defaults filled in: two requests with the same one under one idempotency key are the same
 * request. The defaults are those of `account`.
 */
export type CanonicalForm = (body: never, account: Caller['account']) => unknown;

export interface Route {
  contract: Contract;
  handler: (input: RouteInput<Contract>) => Promise<Answer>;
  /** Reads a JSON body whose schema can't say all of it. Without it the contract's schema checks the body. */
  read?: (body: unknown) => unknown;
  /** A body that the schema checks comes here in its canonical spelling. */
  canonicalForm?: CanonicalForm;
}

function handling<C extends Contract, Body>(contract: C, read?: (body: unknown) => Body | Promise<Body>) {
  return {
    handle: (
      handler: (input: RouteInput<C, Body>) => Promise<AnswerOf<C>>,
      canonicalForm?: (body: Body, account: Caller['account']) => unknown,
    ): Route => ({
      contract,
      handler: handler as unknown as Route['handler'],
      ...(read ? { read } : {}),
      ...(canonicalForm ? { canonicalForm: canonicalForm as CanonicalForm } : {}),
    }),
  };
}

/** Joins a contract and its handler; the compiler checks each pair of status and body that the handler answers. */
export const route = <const C extends Contract>(contract: C) => ({
  ...handling<C, BodyOf<C>>(contract),
  /** For bodies whose schema can't say all of it: the handler gets what `read` makes of one, and its schema describes it. */
  reading: <Body>(read: (body: unknown) => Body | Promise<Body>) => handling<C, Body>(contract, read),
});
