import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { ErrorCode } from './error-codes.js';
import type { Scope } from './scopes.js';

/** One endpoint: everything that validation, authorization, types and `/openapi.json` are made from. */
export interface Contract {
  operationId: string;
  method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** With `{name}` for path parameters. */
  path: string;
  /** The group it is listed under in the docs. */
  tag: string;
  summary: string;
  description?: string;
  /** Who may call it: a REST key (default), a signed-in user, or anybody. */
  auth?: 'key' | 'user' | 'none';
  /** What a REST key must be allowed to do. */
  scope?: Scope;
  params?: TObject;
  query?: TObject;
  /** Query parameters that aren't known are ignored instead of refused. */
  lenientQuery?: boolean;
  body?: TSchema;
  /** A body that works, for the docs; made from the fields where it isn't given. */
  bodyExample?: unknown;
  /** The body may be left out; it then counts as `{}`. */
  bodyOptional?: boolean;
  /** The handler checks the body itself, item by item; `body` only describes it. */
  checkedByHandler?: boolean;
  /** Keys of the resource that are response-only: ignored when a body carries them. */
  ignoredKeys?: readonly string[];
  /** Media types that the handler reads from the stream itself, besides JSON where there is a `body`, else instead. */
  mediaTypes?: Readonly<Record<string, TSchema>>;
  /** The media type of a success where it isn't JSON; the handler names it in the answer's headers. */
  answerType?: string;
  /** Media types besides JSON in which a success can be answered; the handler looks at Accept. */
  answerTypes?: Readonly<Record<string, TSchema>>;
  /** Largest body in bytes; 1 MiB if not given. */
  maxBytes?: number;
  /** Lists of the body, by JSON pointer, that hold at most so many items; a longer one is answered with `code`. */
  listLimit?: { lists: readonly string[]; items: number; code: ErrorCode };
  /**
   * `request` (default for writes): the handler runs in one transaction that also holds the idempotency key.
   * `own`: the handler makes its own transactions. Reads run without one.
   */
  transaction?: 'request' | 'own';
  /**
   * The body's field that may carry the idempotency key instead of the header. Where the handler looks after the key
   * itself (`keyedByHandler`), the route layer leaves it alone.
   */
  keyField?: string;
  keyedByHandler?: boolean;
  /** The answer holds a secret: what an idempotency key keeps of it is sealed. */
  secretAnswer?: boolean;
  /** Milliseconds until the caller gets 503, for all requests or by their body; 2,800 if not given. */
  deadlineMs?: number | ((body: unknown) => number | undefined);
  success: Record<number, TSchema | null>;
  /** Codes besides those that every endpoint can answer. */
  errors: readonly ErrorCode[];
}

/** Declares an endpoint; keeps the literal types that handlers are checked against. */
export const contract = <const C extends Contract>(definition: C): C => definition;

type StaticOr<T, Fallback> = T extends TSchema ? Static<T> : Fallback;
export type ParamsOf<C extends Contract> = StaticOr<C['params'], Record<string, never>>;
export type QueryOf<C extends Contract> = StaticOr<C['query'], Record<string, never>>;
export type BodyOf<C extends Contract> = StaticOr<C['body'], undefined>;
/** The body of an answer in one of its other media types, piece by piece. */
type StreamOf<C extends Contract> = C['answerTypes'] extends object ? AsyncIterable<string> : never;
/** Every pair of status and body that a handler may answer. */
export type AnswerOf<C extends Contract> = {
  [S in keyof C['success'] & number]: {
    status: S;
    body: (C['success'][S] extends TSchema ? Static<C['success'][S]> : null) | StreamOf<C>;
    headers?: Record<string, string>;
  };
}[keyof C['success'] & number];
