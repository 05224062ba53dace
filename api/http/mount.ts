import type { Request, Response } from 'express';
import type { Contract } from '../../schemas/contract.js';
import { STREAM_PATH } from '../../schemas/events/stream.js';
import type { ApiDependencies } from '../dependencies.js';
import { noteRefusal } from './auth/audit.js';
import { authenticateKey } from './auth/authenticate.js';
import { authenticateUser, type UserDependencies } from './auth/authenticate-user.js';
import type { ReadBefore } from './auth/field-changes.js';
import { authenticateSite } from './auth/site.js';
import { runOnce } from './idempotency/idempotency.js';
import { idempotencyKey } from './idempotency/idempotency-key.js';
import { withDeadline } from './request/deadline.js';
import type { OpenBodies } from './request/open-bodies.js';
import { requestReader } from './request/request-reader.js';
import { type Load, untilAnswered } from './request/shed-load.js';
import { describeRequest, type SeenRequest, seeBody } from './request-log/describe-request.js';
import { sendAnswer } from './response/send-answer.js';
import {
  type Caller,
  isAuthenticated,
  NO_PROGRESS,
  NO_WORK,
  onceAnswered,
  type Route,
  type RouteInput,
  rememberedCaller,
} from './route.js';

/** The dependencies of mounted routes. */
export interface MountDependencies extends ApiDependencies, UserDependencies {
  load: Load;
  bodies: OpenBodies;
}

/**
 * Makes the request handler of one route: it finds out who calls, counts and authorizes, reads and checks the request,
 * runs the handler once for its idempotency key, and answers.
 */
export function mount(
  deps: MountDependencies,
  route: Route,
  readBefore?: ReadBefore,
): (req: Request, res: Response) => Promise<void> {
  const { contract } = route;
  const reader = requestReader(route);
  const run = runOnce(deps, route, readBefore);
  const usualMs = deps.config.REQUEST_DEADLINE_MS;
  const isLogged = deps.requestLog !== undefined && (contract.auth ?? 'key') === 'key';

  const answer = async (req: Request, res: Response, seen: SeenRequest): Promise<void> => {
    const startedAt = performance.now();
    const caller = await withDeadline(usualMs, () => identifyCaller(deps, contract, req, res));
    const spentMs = performance.now() - startedAt;
    const query = reader.query(req.query as Record<string, unknown>);
    await deps.bodies.enter(req, caller);
    const json = await reader.json(req);
    if (isLogged) seeBody(contract, seen, json);
    countInFlight(deps.load, contract, caller, req, res);
    const done = await withDeadline(deadlineOf(contract, json, usualMs) - spentMs, async ({ assertInTime }) => {
      const body = await reader.body(json);
      return run({
        ...caller,
        params: req.params,
        query,
        body,
        db: deps.db,
        work: NO_WORK,
        now: deps.clock.now(),
        requestId: String(res.locals.requestId),
        origin: originOf(caller),
        idempotencyKey: idempotencyKey(req, contract, body),
        once: (_tx, _content, work) => work(),
        progress: NO_PROGRESS,
        assertInTime,
        req,
        res,
      } as RouteInput<Contract>);
    });
    seen.answer = done.settle ? await done.settle() : done.answer;
    sendAnswer(req, res, seen.answer);
  };

  return async (req, res) => {
    res.locals.operation = contract.operationId;
    const seen: SeenRequest = { params: req.params as Record<string, string> };
    if (isLogged) logOnceAnswered(deps, contract, { req, res, seen });
    try {
      await answer(req, res, seen);
    } catch (error) {
      seen.error = error;
      const caller = rememberedCaller(res);
      const request = { req, now: deps.clock.now(), requestId: String(res.locals.requestId) };
      if (caller) noteRefusal(deps, contract, caller, request, error);
      throw error;
    }
  };
}

/** Hands a request with a secret key to the request log, after its response. A failure is logged. */
function logOnceAnswered(
  { requestLog, logger }: MountDependencies,
  contract: Contract,
  request: { req: Request; res: Response; seen: SeenRequest },
): void {
  onceAnswered(request.res, (durationMs) => {
    const caller = rememberedCaller(request.res);
    if (!caller?.key || caller.site) return;
    try {
      requestLog?.add(describeRequest(contract, { ...caller, key: caller.key }, { ...request, durationMs }));
    } catch (error) {
      logger.error({ err: error, operation: contract.operationId }, 'A request could not be described for its log');
    }
  });
}

async function identifyCaller(...[deps, contract, req, res]: Parameters<typeof authenticate>): Promise<Caller> {
  if (contract.auth === 'none') return authenticate(deps, contract, req, res);
  const leave = deps.load.enter('pending');
  try {
    return await authenticate(deps, contract, req, res);
  } finally {
    leave();
  }
}

/**
 * Counts a request as in flight from when its body has arrived until it is answered. Throws the 503 at the limit. A
 * file that the handler reads as a stream counts from its end, when it is too late to refuse it. Event streams have
 * limits of their own: a stream that stays open is no sign of load.
 */
function countInFlight(load: Load, contract: Contract, caller: Caller, req: Request, res: Response): void {
  if (contract.path === STREAM_PATH) return;
  const enter = () => untilAnswered(res, load.enter(isAuthenticated(caller) ? 'authenticated' : 'anonymous'));
  if (contract.mediaTypes === undefined || req.complete) {
    enter();
    return;
  }
  req.once('end', () => {
    try {
      enter();
    } catch {
      // The file is stored already.
    }
  });
}

async function authenticate(deps: MountDependencies, contract: Contract, req: Request, res: Response): Promise<Caller> {
  if (contract.auth === 'none') return { account: NOBODY };
  if (contract.auth === 'user') return authenticateUser(deps, contract, req, res);
  if (contract.auth === 'widget') return authenticateSite(deps, req, res);
  return authenticateKey(deps, contract, req, res);
}

const NOBODY = { id: '', name: '', timezone: 'UTC', country: null };

const originOf = ({ user, key, site }: Caller) =>
  user ? { kind: 'user' as const, id: user.id } : { kind: 'api' as const, id: key?.id ?? site?.widget.key_id ?? null };

const deadlineOf = ({ deadlineMs }: Contract, json: unknown, usual: number): number =>
  Math.max(usual, (typeof deadlineMs === 'function' ? deadlineMs(json) : deadlineMs) ?? 0);
