import { pipeline, Readable } from 'node:stream';
import type { Request, Response } from 'express';
import type { Knex } from 'knex';
import { type Db, inTransaction } from '../db/connection.js';
import {
  claimIdempotencyKey,
  type IdempotencyClaim,
  type Lease,
  noteProgress,
  releaseKey,
  storeAnswer,
  storeLeasedAnswer,
} from '../db/idempotency.js';
import { takePending } from '../db/outbox.js';
import { canonicalJson } from '../runtime/canonical-json.js';
import { secretsOf } from '../runtime/config.js';
import { newId } from '../runtime/ids.js';
import { createSecretBox } from '../runtime/secret-box.js';
import { ListTooLong, parseStrictJsonInTurns } from '../runtime/strict-json.js';
import { type TSchema, Type } from '../schemas/common.js';
import type { Contract } from '../schemas/contract.js';
import { takeInFlight, waitForInFlight } from '../services/in-flight.js';
import type { ApiDependencies } from './dependencies.js';
import { ApiError } from './errors.js';
import { idempotencyKey } from './idempotency-key.js';
import { meaningOf } from './meaning.js';
import { authenticateKey } from './middleware/authenticate.js';
import { compress, sendJson } from './middleware/compress.js';
import { readBody } from './middleware/read-body.js';
import { authenticateUser } from './middleware/session.js';
import {
  type Answer,
  type Caller,
  NO_PROGRESS,
  type OncePerKey,
  type Progress,
  type Route,
  type RouteInput,
} from './route.js';
import { bodyChecker, queryChecker } from './validation.js';

const MAX_BYTES = 1024 * 1024;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const EMPTY: TSchema = Type.Object({});

/** The raw text of an answer that was stored earlier. Thrown where a handler finds out by itself that there is one. */
class Replay {
  readonly status: number;
  readonly text: string;
  constructor(status: number, text: string) {
    this.status = status;
    this.text = text;
  }
}

/**
 * The request handler of one route: authenticate, count, authorize, read, validate, then run the handler, on writes
 * inside one transaction that also holds the idempotency key, so that work and stored answer commit together.
 */
export function mount(deps: ApiDependencies, route: Route) {
  const { contract, handler } = route;
  const checkBody = contract.body ? (contract.checkedByHandler ? asItIs : bodyChecker(contract.body)) : undefined;
  const checkQuery = queryChecker(contract.query ?? EMPTY, contract.lenientQuery ?? false);
  const stored = storedForm(deps, contract);
  const ownsTransactions = contract.method === 'get' || contract.transaction === 'own';

  const authenticate = async (req: Request, res: Response): Promise<Caller> => {
    if (contract.auth === 'none') return { account: NOBODY };
    if (contract.auth === 'user') return authenticateUser(deps, contract, req);
    const key = await authenticateKey(deps.keys, contract, req, res);
    return { account: key.account, key };
  };

  return async (req: Request, res: Response): Promise<void> => {
    const requestId = String(res.locals.requestId);
    res.locals.operation = contract.operationId;
    const begun = performance.now();
    const caller = await within(deps.config.REQUEST_DEADLINE_MS, authenticate(req, res), { passed: false });
    const spentMs = performance.now() - begun;
    const query = checkQuery(req.query as Record<string, unknown>);
    const text = checkBody && !streams(contract, req) ? await bodyText(contract, req) : undefined;
    const readJson = async () =>
      checkBody && text !== undefined ? checkBody(await jsonOf(contract, text)) : undefined;
    const body = await readJson();
    const deadline = { passed: false };
    const input = {
      ...caller,
      params: req.params,
      query,
      body,
      now: deps.clock.now(),
      requestId,
      origin: originOf(caller),
      assertInTime: () => assertInTime(deadline),
      req,
      res,
    } as unknown as RouteInput<Contract>;

    const idempotency = await idempotencyOf(route, req, caller, body);
    input.once = oncePerKey(input.now, idempotency, stored);
    input.progress = NO_PROGRESS;
    const work = ownsTransactions
      ? runAlone(deps, handler, input, streams(contract, req) ? undefined : idempotency, stored)
      : runInTransaction(deps, route, input, readJson, idempotency, stored, deadline);
    const done = await within(deadlineOf(contract, body, deps.config.REQUEST_DEADLINE_MS) - spentMs, work, deadline);
    send(req, res, await lastMessages(deps, contract, done, idempotency, stored));
  };
}

const asItIs = (value: unknown) => value;

/** How an answer is kept with its idempotency key, and read again. */
interface StoredForm {
  write(text: string): string;
  read(text: string): string;
}

const PLAIN: StoredForm = { write: (text) => text, read: (text) => text };

function storedForm({ config }: ApiDependencies, { operationId, secretAnswer }: Contract): StoredForm {
  if (!secretAnswer) return PLAIN;
  const box = createSecretBox(secretsOf(config));
  const context = `idempotency_keys/${operationId}/body`;
  return { write: (text) => box.seal(text, context), read: (text) => box.open(text, context) };
}

const deadlineOf = ({ deadlineMs }: Contract, body: unknown, usual: number): number =>
  Math.max(usual, (typeof deadlineMs === 'function' ? deadlineMs(body) : deadlineMs) ?? 0);

const NOBODY = { id: '', name: '', timezone: 'UTC', country: null };

const originOf = (caller: Caller) =>
  caller.user ? { kind: 'user' as const, id: caller.user.id } : { kind: 'api' as const, id: caller.key?.id ?? null };

/** Whether this request's body is one that the handler reads as a stream. */
const streams = (contract: Contract, req: Request): boolean =>
  contract.mediaTypes !== undefined && req.is(Object.keys(contract.mediaTypes)) !== false;

const bodyText = (contract: Contract, req: Request) => readBody(req, contract.maxBytes ?? MAX_BYTES);

async function jsonOf(contract: Contract, text: string): Promise<unknown> {
  if (text === '') {
    if (contract.bodyOptional) return {};
    throw new ApiError('VALIDATION_ERROR', { message: 'The request needs a JSON body.' });
  }
  const value = await parsed(contract, text);
  if (contract.ignoredKeys && value !== null && typeof value === 'object' && !Array.isArray(value)) {
    for (const key of contract.ignoredKeys) delete (value as Record<string, unknown>)[key];
  }
  return value;
}

async function parsed({ listLimit }: Contract, text: string): Promise<unknown> {
  try {
    return await parseStrictJsonInTurns(text, listLimit);
  } catch (error) {
    if (listLimit && error instanceof ListTooLong) throw new ApiError(listLimit.code);
    throw error;
  }
}

/** The idempotency key of a request, where it has one that counts. Throws when it isn't 1 to 128 characters. */
async function idempotencyOf(
  { contract, meaning }: Route,
  req: Request,
  caller: Caller,
  body: unknown,
): Promise<IdempotencyClaim | undefined> {
  if (contract.method !== 'post' || !contract.path.startsWith('/api/public/') || contract.keyedByHandler)
    return undefined;
  const key = idempotencyKey(req, contract.keyField, body);
  if (key === undefined) return undefined;
  const { account } = caller;
  const plain = contract.body ? meaningOf(contract.body, unkeyed(body, contract.keyField), account.country) : null;
  const meant = meaning ? await meaning(plain as never, account) : plain;
  const request = canonicalJson({ params: plainIds(req.params), query: req.query, body: meant ?? null });
  return { accountId: caller.account.id, route: contract.operationId, key, request };
}

/** A body without the field that holds the key, which may stand in the header as well. */
function unkeyed(body: unknown, field: string | undefined): unknown {
  if (field === undefined || body === null || typeof body !== 'object') return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== field));
}

/** Ids in a path, which may be written in capitals. */
const plainIds = (params: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(params).map(([name, id]) => [name, UUID.test(String(id)) ? String(id).toLowerCase() : id]),
  );

async function runInTransaction(
  deps: ApiDependencies,
  { contract, handler }: Route,
  input: RouteInput<Contract>,
  readJson: () => Promise<unknown>,
  idempotency: IdempotencyClaim | undefined,
  stored: StoredForm,
  deadline: { passed: boolean },
): Promise<Done> {
  let attempts = 0;
  const committed = await inTransaction(deps.db, async (tx: Knex.Transaction) => {
    if (idempotency) {
      const earlier = await claim(tx, input.now, idempotency, stored);
      if (earlier instanceof Replay) return { answer: earlier, pending: [], inFlight: [] };
    }
    attempts += 1;
    // A handler may change the body it got, so one that runs again gets it as it came.
    const body = (attempts === 1 ? input.body : await readJson()) as RouteInput<Contract>['body'];
    const given = await handler({ ...input, body, db: tx });
    const inFlight = takeInFlight(tx);
    const answer = naming(contract, given, inFlight);
    if (idempotency && answer.status < 300) {
      await storeAnswer(tx, idempotency, answer.status, stored.write(JSON.stringify(answer.body ?? null)));
    }
    assertInTime(deadline);
    return { answer, pending: takePending(tx), inFlight };
  });
  if (committed.pending.length > 0) deps.dispatch(committed.pending);
  return committed;
}

/** An answer, and the messages that were with their provider when its transaction ended or paused what sends them. */
interface Done {
  answer: Answer | Replay;
  inFlight?: readonly string[];
}

/** The answer with the messages named that may still leave, where it has a place for them and there are any. */
function naming(contract: Contract, answer: Answer, inFlight: readonly string[]): Answer {
  if (!namesInFlight(contract, answer.status)) return answer;
  const { in_flight: _, ...body } = answer.body as Record<string, unknown>;
  return { ...answer, body: inFlight.length === 0 ? body : { ...body, in_flight: inFlight } };
}

const namesInFlight = ({ success }: Contract, status: number): boolean =>
  (success[status]?.properties as Record<string, unknown> | undefined)?.in_flight !== undefined;

/**
 * Gives the last messages of what was ended or paused, and is committed, a moment to leave, so that after the answer
 * none does but those it names. A repeat of the request names the same.
 */
async function lastMessages(
  { db, logger }: ApiDependencies,
  contract: Contract,
  { answer, inFlight = [] }: Done,
  idempotency: IdempotencyClaim | undefined,
  stored: StoredForm,
): Promise<Answer | Replay> {
  if (answer instanceof Replay || inFlight.length === 0) return answer;
  const named = naming(contract, answer, await waitForInFlight(db, inFlight));
  if (idempotency && namesInFlight(contract, answer.status)) {
    // What is stored names more than may leave, which is no untruth.
    await storeAnswer(db, idempotency, named.status, stored.write(JSON.stringify(named.body))).catch((err) =>
      logger.warn({ err }, 'A stored answer could not be brought up to date'),
    );
  }
  return named;
}

/** Once the caller has been told that nothing happened, nothing may happen. */
function assertInTime(deadline: { passed: boolean }): void {
  if (deadline.passed) throw new ApiError('ENGINE_UNAVAILABLE', { headers: { 'Retry-After': '5' } });
}

/** Longer than any request may last; work that notes its progress prolongs it. */
const LEASE_MS = 60_000;

/**
 * Routes with transactions of their own hold the key by a lease meanwhile: a second request hears that the first is at
 * work, and one that comes after the first was lost goes on from what that one noted.
 */
async function runAlone(
  deps: ApiDependencies,
  handler: Route['handler'],
  input: RouteInput<Contract>,
  idempotency: IdempotencyClaim | undefined,
  stored: StoredForm,
): Promise<Done> {
  if (!idempotency) return { answer: await handler({ ...input, db: deps.db }).catch(replayOf) };
  const { db, clock, logger } = deps;
  const token = newId();
  const lease = (): Lease => ({ token, until: new Date(clock.now().getTime() + LEASE_MS) });
  const claimed = await inTransaction(db, (tx) => claim(tx, input.now, idempotency, stored, lease()));
  if (claimed instanceof Replay) return { answer: claimed };
  const progress: Progress = {
    earlier: claimed.progress === null ? undefined : JSON.parse(claimed.progress),
    note: async (tx, reached) => {
      if (!(await noteProgress(tx, idempotency, lease(), JSON.stringify(reached)))) throw inProgress();
    },
  };
  const answer = await handler({ ...input, db, progress }).catch(async (error) => {
    await releaseKey(db, idempotency, lease()).catch(() => undefined);
    throw error;
  });
  // What was done is told, whether or not it can be kept for a repeat.
  const text = stored.write(JSON.stringify(answer.body ?? null));
  await (answer.status < 300
    ? storeLeasedAnswer(db, idempotency, lease(), answer.status, text)
    : releaseKey(db, idempotency, lease())
  ).catch((err) => logger.warn({ err }, 'An answer could not be kept with its idempotency key'));
  return { answer };
}

const replayOf = (thrown: unknown): Replay => {
  if (thrown instanceof Replay) return thrown;
  throw thrown;
};

const oncePerKey =
  (now: Date, idempotency: IdempotencyClaim | undefined, stored: StoredForm): OncePerKey =>
  async (tx, content, work) => {
    if (!idempotency) return work();
    const request = canonicalJson({ request: idempotency.request, content });
    const earlier = await claim(tx, now, { ...idempotency, request }, stored);
    if (earlier instanceof Replay) throw earlier;
    const answer = await work();
    await storeAnswer(tx, idempotency, answer.status, stored.write(JSON.stringify(answer.body)));
    return answer;
  };

const LOCK_WAIT_TIMEOUT = 1205;

/** Takes the key, or answers what is stored with it. Throws while another request is at work under it. */
async function claim(
  tx: Db,
  now: Date,
  idempotency: IdempotencyClaim,
  stored: StoredForm,
  lease?: Lease,
): Promise<Replay | { progress: string | null }> {
  const result = await claimIdempotencyKey(tx, now, idempotency, lease).catch((error) => {
    if ((error as { errno?: number }).errno !== LOCK_WAIT_TIMEOUT) throw error;
    throw inProgress();
  });
  switch (result.outcome) {
    case 'claimed':
      return result;
    case 'replay':
      return new Replay(result.status, stored.read(result.body));
    case 'running':
      throw inProgress();
    case 'reused':
      throw new ApiError('IDEMPOTENCY_KEY_REUSED', { body: { replayed: false } });
  }
}

const inProgress = () =>
  new ApiError('IDEMPOTENCY_IN_PROGRESS', { body: { replayed: false }, headers: { 'Retry-After': '1' } });

/** The result of `work`, or 503 when it takes longer than `ms`; late work is rolled back by the flag. */
async function within<T>(ms: number, work: Promise<T>, deadline: { passed: boolean }): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      deadline.passed = true;
      reject(new ApiError('ENGINE_UNAVAILABLE', { headers: { 'Retry-After': '5' } }));
    }, ms);
  });
  try {
    return await Promise.race([work, expired]);
  } finally {
    clearTimeout(timer);
    work.catch(() => undefined);
  }
}

const isStream = (body: unknown): body is AsyncIterable<string> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

function send(req: Request, res: Response, answer: Answer | Replay): void {
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
  // An answer that fails half way is cut off, so that nobody takes it for the whole.
  else if (isStream(body)) compress(req, res, () => pipeline(Readable.from(body), res, () => undefined));
  else sendJson(req, res, JSON.stringify(body));
}
