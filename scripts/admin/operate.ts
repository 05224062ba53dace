import type { Knex } from 'knex';
import type { ApiDependencies } from '../../api/dependencies.js';
import { createKeyRing } from '../../api/http/auth/keys.js';
import { requestReader } from '../../api/http/request/request-reader.js';
import { type Answer, NO_PROGRESS, NO_WORK, type Route, type RouteInput, type SignedIn } from '../../api/http/route.js';
import { inWork, openWork, type Work } from '../../db/work.js';
import { systemClock } from '../../runtime/clock.js';
import { loadConfig } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { type Contract, idempotencyOf } from '../../schemas/contract.js';
import { accountOf, workOf } from './command.js';

/** The input of an operation. */
interface Asked {
  accountId: string;
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

type MakeRoute = (deps: ApiDependencies) => Route;

/**
 * Returns the dependencies of handlers. Nothing is sent to Temporal here, because the worker's relay does that within
 * seconds.
 */
const dependencies = (db: Knex): ApiDependencies => ({
  config: loadConfig(),
  db,
  clock: systemClock,
  logger: createLogger('silent', 'admin'),
  metrics: createMetrics(),
  keys: createKeyRing(db, systemClock),
  dispatch: () => undefined,
  functions: { run: async () => 'away' },
  temporalHealthy: () => true,
});

/** The author of changes in histories. */
const OPERATOR: SignedIn = {
  id: 'command-line',
  name: 'Command line',
  email: '',
  role: 'owner',
  language: null,
  needsSecondFactor: false,
  sessionId: '',
  sessionEnds: new Date(8.64e15),
};

/**
 * Does what the API does for a request, for an operator who needs no key: the same checks, the same handler, the same
 * answer. A write has a transaction of its own, or takes part in the caller's; `parts` stand in for what the handler is
 * made with. Throws the API's errors.
 */
export async function operate<Body = Record<string, unknown>>(
  db: Knex,
  makeRoute: MakeRoute,
  { accountId, params = {}, query = {}, body }: Asked,
  parts: Partial<ApiDependencies> = {},
): Promise<Body> {
  const route = makeRoute({ ...dependencies(db), ...parts });
  const { contract, handler } = route;
  const reader = requestReader(route);
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  const input = {
    account: await accountOf(db, accountId),
    user: OPERATOR,
    params,
    query: reader.query(given),
    body: await reader.body(body === undefined && contract.bodyOptional ? {} : body),
    now: new Date(),
    requestId: newId(),
    origin: { kind: 'user', id: null },
    assertInTime: () => undefined,
    idempotencyKey: null,
    progress: NO_PROGRESS,
    // There are no request headers here.
    req: { get: () => undefined },
  };
  const ask = (on: Knex, work: Work): Promise<Answer> =>
    handler({ ...input, db: on, work } as unknown as RouteInput<Contract>);
  const asked = async (): Promise<Answer> => {
    if (idempotencyOf(contract) !== 'transaction') return ask(db, NO_WORK);
    if (db.isTransaction) return ask(db, openWork(db, input.now));
    return inWork(workOf({ db }), (work) => ask(work.tx, work));
  };
  const answer = await asked();
  return answer.body as Body;
}

const PAGE = 200;

/** Lists up to `limit` items of a list of the API, page by page. */
export async function operateList(
  db: Knex,
  makeRoute: MakeRoute,
  { query = {}, limit, ...asked }: Omit<Asked, 'body'> & { limit: number },
): Promise<unknown[]> {
  const items: unknown[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = { ...query, limit: String(Math.min(PAGE, limit - items.length)), cursor };
    const answer = await operate(db, makeRoute, { ...asked, query: page });
    const { pagination, ...rest } = answer as { pagination: { next_cursor: string | null } };
    items.push(...((Object.values(rest).find(Array.isArray) as unknown[] | undefined) ?? []));
    if (pagination.next_cursor === null || items.length >= limit) return items;
    cursor = pagination.next_cursor;
  }
}
