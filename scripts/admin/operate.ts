import type { Knex } from 'knex';
import type { ApiDependencies } from '../../api/dependencies.js';
import { createKeyRing } from '../../api/middleware/keys.js';
import { type Answer, NO_PROGRESS, type Route, type RouteInput } from '../../api/route.js';
import { bodyChecker, queryChecker } from '../../api/validation.js';
import { inTransaction } from '../../db/connection.js';
import { systemClock } from '../../runtime/clock.js';
import { loadConfig } from '../../runtime/config.js';
import { newId } from '../../runtime/ids.js';
import { createLogger } from '../../runtime/logger.js';
import { createMetrics } from '../../runtime/metrics.js';
import { type TSchema, Type } from '../../schemas/common.js';
import type { Contract } from '../../schemas/contract.js';
import { accountOf } from './command.js';

/** What an operation is asked with. */
interface Asked {
  accountId: string;
  params?: Record<string, string>;
  query?: Record<string, string | undefined>;
  body?: unknown;
}

type MakeRoute = (deps: ApiDependencies) => Route;

/** What handlers are made with here: nothing is sent to Temporal, the worker's relay does that within seconds. */
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

const NO_QUERY: TSchema = Type.Object({});
/** Who changed something, as histories name it. */
const OPERATOR = { id: 'command-line', role: 'owner', sessionId: '' };

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
  const { contract, handler } = makeRoute({ ...dependencies(db), ...parts });
  const given = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined));
  const input = {
    account: await accountOf(db, accountId),
    user: OPERATOR,
    params,
    query: queryChecker(contract.query ?? NO_QUERY, false)(given),
    body: contract.body ? bodyChecker(contract.body)(withoutIgnored(contract, body)) : undefined,
    now: new Date(),
    requestId: newId(),
    origin: { kind: 'user', id: null },
    assertInTime: () => undefined,
    progress: NO_PROGRESS,
  };
  const ask = (on: Knex): Promise<Answer> => handler({ ...input, db: on } as unknown as RouteInput<Contract>);
  const alone = contract.method === 'get' || contract.transaction === 'own' || db.isTransaction;
  const answer = alone ? await ask(db) : await inTransaction(db, ask);
  return answer.body as Body;
}

function withoutIgnored({ ignoredKeys = [], bodyOptional }: Contract, body: unknown): unknown {
  if (body === undefined && bodyOptional) return {};
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).filter(([key]) => !ignoredKeys.includes(key)));
}

const PAGE = 200;

/** Up to `limit` items of a list of the API, page by page. */
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
