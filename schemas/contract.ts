import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { ErrorCode } from './error-codes.js';
import type { Role } from './roles.js';
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
  /** The callers: a REST key (default), a signed-in user, a page with a widget's key, or anyone. */
  auth?: 'key' | 'user' | 'widget' | 'none';
  /** A page may call it too, with the key of a widget that has `request_contact` on. */
  takesContacts?: true;
  /** The permission that a REST key, or the role of a signed-in user, needs. */
  scope?: Scope;
  /** True if the audit log has it, where its scope would say otherwise. */
  audited?: boolean;
  /** Fields by which a page reports what was shown. A request with no others isn't in the audit log. */
  shownBy?: readonly string[];
  /** The roles whose users may call it, where the scopes of roles would say otherwise. */
  roles?: readonly Role[];
  /** Users who have to set up a second factor first may call it. */
  withoutSecondFactor?: true;
  params?: TObject;
  query?: TObject;
  /** Headers that its handler reads, for the docs. */
  headers?: TObject;
  /** Query parameters that aren't known are ignored instead of refused. */
  lenientQuery?: boolean;
  body?: TSchema;
  /** A body that works, for the docs; made from the fields where it isn't given. */
  bodyExample?: unknown;
  /** The body may be left out; it then counts as `{}`. */
  bodyOptional?: boolean;
  /** Keys of the resource that are response-only: ignored when a body carries them. */
  ignoredKeys?: readonly string[];
  /**
   * Media types that the handler reads from the stream itself, in addition to JSON if there is a `body`, otherwise
   * instead.
   */
  mediaTypes?: Readonly<Record<string, TSchema>>;
  /** The media type of a success where it isn't JSON; the handler names it in the answer's headers. */
  answerType?: string;
  /** Media types of a success in addition to JSON. The handler reads the Accept header. */
  answerTypes?: Readonly<Record<string, TSchema>>;
  /** Largest body in bytes; 1 MiB if not given. */
  maxBytes?: number;
  /** Lists of the body, by JSON pointer, that hold at most so many items; a longer one is answered with `code`. */
  listLimit?: { lists: readonly string[]; items: number; code: ErrorCode };
  /**
   * The way a request is done once per idempotency key, and therefore which transactions it uses:
   * - `transaction` (default for writes): the handler runs in one transaction, which also has the key.
   * - `leased`: the handler makes its own transactions and holds the key with a lease. A repetition of a lost request
   *   continues from its progress.
   * - `handler`: the handler makes its own transactions, and claims the key in one of them or finds it by its own rows.
   * - `none` (default for reads): the handler makes its own transactions, and there is no key.
   */
  idempotency?: Idempotency;
  /** The body's field that may carry the idempotency key instead of the header. */
  keyField?: string;
  /**
   * The time in which a key answers repeats: a day by default, or as long as the result of its first request exists.
   */
  keyLasts?: 'forever';
  /** The answer holds a secret: what an idempotency key keeps of it is sealed. */
  secretAnswer?: boolean;
  /** Milliseconds until the caller gets 503, for all requests or by their body; 2,500 if not given. */
  deadlineMs?: number | ((body: unknown) => number | undefined);
  success: Record<number, TSchema | null>;
  /** Codes in addition to those of every endpoint. */
  errors: readonly ErrorCode[];
  /** Codes of other statuses than 400 that are answered as those are: with the field at fault and all that is wrong. */
  fieldErrors?: readonly ErrorCode[];
}

export type Idempotency = 'transaction' | 'leased' | 'handler' | 'none';

/** Answers how a contract's requests are done once. */
export const idempotencyOf = ({ method, idempotency }: Pick<Contract, 'method' | 'idempotency'>): Idempotency =>
  idempotency ?? (method === 'get' ? 'none' : 'transaction');

/** Returns whether requests may carry an idempotency key. */
export const takesKey = ({ method, path, auth }: Pick<Contract, 'method' | 'path' | 'auth'>): boolean =>
  method === 'post' && auth !== 'none' && (path.startsWith('/api/public/') || path.startsWith('/api/internal/'));

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
    headers?: Record<string, string | string[]>;
  };
}[keyof C['success'] & number];
